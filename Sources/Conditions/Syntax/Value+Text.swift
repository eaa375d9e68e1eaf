import Values

extension Value {
  /// The value in the syntax of conditions.
  var conditionLiteral: String {
    switch self {
    case .null: "NULL"
    case .boolean(let isTrue): isTrue ? "TRUE" : "FALSE"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .money(let money): "CAST('\(money)', 'NSDecimalNumber')"
    case .text(let text): text.conditionQuoted
    case .instant(let instant): "CAST('\(instant)', 'NSDate')"
    case .list(let values): "{\(values.map(\.conditionLiteral).joined(separator: ", "))}"
    case .object(let members) where members.isEmpty: "{:}"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\($0.key.conditionQuoted): \($0.value.conditionLiteral)" }
        .joined(separator: ", ") + "}"
    }
  }
}

extension String {
  /// The text as a literal, with escapes for invisible characters.
  var conditionQuoted: String {
    quoted(by: "'") { $0.isVisible ? nil : "\\u{\(String($0.value, radix: 16))}" }
  }

  /// The text as the name of a key or variable, with a mark if it would otherwise be parsed as something else.
  func conditionName(prefix: String = "#", isReserved: (String) -> Bool = { _ in false }) -> String {
    guard let first = unicodeScalars.first,
      unicodeScalars.allSatisfy({ $0 == "_" || $0.properties.isXIDContinue })
    else { return prefix + conditionQuoted }
    let isPlain = (first == "_" || first.properties.isXIDStart) && !isReserved(self)
    return isPlain ? self : prefix + self
  }
}
