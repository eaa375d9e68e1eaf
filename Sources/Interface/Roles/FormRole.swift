import Forms
import Values

/// What a user can do with a form.
public enum FormRole: String, CommandRole {
  /// Replace the text of a field.
  case type
  /// Choose the value of a field.
  case choose
  /// Press a button.
  case press
  /// Go to a field.
  case focus
  /// Take back all changes.
  case reset
  /// Submit the form.
  case submit
  /// Add a row to a list.
  case addRow
  /// Remove a row of a list.
  case removeRow
  /// Move a row of a list.
  case moveRow

  /// The names of the parameters that a command with the role must have.
  public var parameterNames: [String] {
    switch self {
    case .type: ["id", "text"]
    case .choose: ["id", "value"]
    case .press, .focus, .removeRow: ["id"]
    case .addRow: ["section"]
    case .moveRow: ["id", "before"]
    case .reset, .submit: []
    }
  }
}

extension FormCommands {
  /// Returns the invocation that replaces the text of a field.
  public func type(_ text: String, into field: ElementID) -> Invocation? {
    invocation(.type, ["id": .text(field.rawValue), "text": .text(text)])
  }

  /// Returns the invocation that chooses the value of a field.
  public func choose(_ value: Value, in field: ElementID) -> Invocation? {
    invocation(.choose, ["id": .text(field.rawValue), "value": value])
  }

  /// Returns the invocation that presses a button.
  public func press(_ button: ElementID) -> Invocation? { invocation(.press, ["id": .text(button.rawValue)]) }

  /// Returns the invocation that goes to a field, or to none.
  public func focus(_ field: ElementID?) -> Invocation? {
    invocation(.focus, ["id": (field?.rawValue).map(Value.text)])
  }

  /// Returns the invocation that takes back all changes.
  public func reset() -> Invocation? { invocation(.reset) }

  /// Returns the invocation that submits the form.
  public func submit() -> Invocation? { invocation(.submit) }

  /// Returns the invocation that adds a row to a list.
  public func addRow(to section: ElementID) -> Invocation? {
    invocation(.addRow, ["section": .text(section.rawValue)])
  }

  /// Returns the invocation that removes a row of a list.
  public func removeRow(_ row: ElementID) -> Invocation? { invocation(.removeRow, ["id": .text(row.rawValue)]) }

  /// Returns the invocation that moves a row of a list before another one, or to the end.
  public func moveRow(_ row: ElementID, before other: ElementID?) -> Invocation? {
    invocation(.moveRow, ["id": .text(row.rawValue), "before": (other?.rawValue).map(Value.text)])
  }
}
