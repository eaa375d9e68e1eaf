import Values

extension Value {
  /// The value in the syntax of conditions.
  var conditionLiteral: String {
    switch self {
    case .null: "NULL"
    case .boolean(let isTrue): isTrue ? "TRUE" : "FALSE"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
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
    var quoted = "'"
    for scalar in unicodeScalars {
      switch scalar {
      case "'": quoted += "\\'"
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.isVisible: quoted.unicodeScalars.append(scalar)
      default: quoted += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return quoted + "'"
  }

  /// The text as the name of a key or variable, with a mark if it would otherwise be parsed as something else.
  func conditionName(prefix: String = "#", isReserved: (String) -> Bool = { _ in false }) -> String {
    guard let first = unicodeScalars.first, unicodeScalars.allSatisfy(\.isNameCharacter) else {
      return prefix + conditionQuoted
    }
    let isPlain = (first == "_" || first.properties.isXIDStart) && !isReserved(self)
    return isPlain ? self : prefix + self
  }
}

extension Unicode.Scalar {
  fileprivate var isNameCharacter: Bool { self == "_" || properties.isXIDContinue }
}
