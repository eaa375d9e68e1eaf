import Values

extension Value {
  /// The value as JSON on one line, with keys sorted by their scalars.
  ///
  /// An instant is written as `{"$date": N}`, which ``JSONNode/value`` reads. Numbers that are infinite or NaN are
  /// written as null.
  public var jsonText: String {
    switch self {
    case .null: "null"
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isFinite ? "\(real)" : "null"
    // Without a zero at the end, as a real is written.
    case .money(let money): money.cents % 10 == 0 ? String(money.description.dropLast()) : money.description
    case .text(let text): text.jsonQuoted
    case .instant(let instant): "{\"$date\":\(instant.secondsSince2001)}"
    case .list(let values): "[\(values.map(\.jsonText).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { "\($0.key.jsonQuoted):\($0.value.jsonText)" }.joined(separator: ",") + "}"
    }
  }
}

extension String {
  /// The text as a JSON string, with escapes for characters that terminals and editors do not show.
  public var jsonQuoted: String {
    quoted(by: "\"") { scalar in
      switch scalar.value {
      case ..<0x20, 0x7F...0x9F, 0x2028...0x2029:
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: return nil
      }
    }
  }
}

extension Value {
  /// The value in a message.
  ///
  /// Lists and objects are not written out.
  package var messageExcerpt: String {
    switch self {
    case .null: "null"
    case .boolean(let isTrue): "\(isTrue)"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .money(let money): "\(money)"
    case .text(let text): text.quotedExcerpt
    case .instant(let instant): "\(instant)"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// The value in a message.
  ///
  /// Lists and objects are not written out.
  package var messageExcerpt: String {
    if let numberText { return numberText.count > 40 ? numberText.prefix(40) + "…" : numberText }
    return switch content {
    case .null: "null"
    case .boolean(let isTrue): "\(isTrue)"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text.quotedExcerpt
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension String {
  /// The text in quotation marks, shortened to 40 scalars, for a message.
  package var quotedExcerpt: String {
    (unicodeScalars.count > 40 ? String(unicodeScalars.prefix(40)) + "…" : self).jsonQuoted
  }
}
