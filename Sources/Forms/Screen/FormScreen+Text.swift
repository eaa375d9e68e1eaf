import Documents
import Values

extension FormScreen.Row {
  /// Returns the action with which the user types a text in the row.
  public func action(typing text: String) -> FormFeature.Action {
    kind == .password ? .passwordTyped(id, Secret(text)) : .typed(id, text)
  }

  /// The text that the user typed in the row, or the text that the user would type to enter its value.
  ///
  /// Show the text of a password as dots.
  public var text: String {
    switch entry {
    case .typed(let text, _): return text
    case .secret(let password): return password.text
    case .value(.list(let values)): return values.map(text(of:)).joined(separator: ", ")
    case .value(let value): return text(of: value)
    }
  }

  private func text(of value: Value) -> String {
    if let option = options.first(where: { $0.value.isEquivalent(to: value) }) { return option.displayText }
    switch (kind, value) {
    case (.date, .instant(let instant)): return instant.dateText
    case (.time, .instant(let instant)):
      return instant.timeText.hasSuffix(":00") ? String(instant.timeText.dropLast(3)) : instant.timeText
    default: return value.displayText
    }
  }
}

extension RowOption {
  /// The text that the screen shows for the option, and that the user types to choose it.
  public var displayText: String { title ?? value.displayText }
}

extension Value {
  /// The value as the user would write it.
  fileprivate var displayText: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .instant(let instant): "\(instant)"
    case .money(let money): "\(money)"
    case .boolean, .integer, .real, .list, .object: jsonText
    }
  }
}
