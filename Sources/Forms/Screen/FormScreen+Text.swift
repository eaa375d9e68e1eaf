internal import Documents
internal import Values

extension FormScreen.Row {
  /// The text of the row, as it was typed or as the user would type it.
  public var text: String {
    switch entry {
    case .typed(let text, _): return text
    case .value(.list(let values)): return values.map(text(of:)).joined(separator: ", ")
    case .value(let value): return text(of: value)
    }
  }

  private func text(of value: Value) -> String {
    if let option = options.first(where: { $0.value.isSame(as: value) }) { return option.shown }
    switch (kind, value) {
    case (.date, .instant(let instant)): return instant.date
    case (.time, .instant(let instant)):
      return instant.time.hasSuffix(":00") ? String(instant.time.dropLast(3)) : instant.time
    case (.money, _): return Money(value)?.description ?? value.shown
    default: return value.shown
    }
  }
}

extension RowOption {
  /// The text that is shown for the option, and typed to choose it.
  public var shown: String { title ?? value.shown }
}

extension Value {
  /// The value as the user would write it.
  fileprivate var shown: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .instant(let instant): "\(instant)"
    case .boolean, .integer, .real, .list, .object: json
    }
  }
}
