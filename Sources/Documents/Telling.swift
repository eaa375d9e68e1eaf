internal import Values

extension Value {
  /// The value in a message: of a list or an object no more than that it is one.
  package var told: String {
    switch self {
    case .null: "null"
    case .boolean(let isTrue): "\(isTrue)"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text.short
    case .instant(let instant): "\(instant)"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// The value in a message.
  package var told: String {
    if let digits { return digits.count > 40 ? digits.prefix(40) + "…" : digits }
    return switch content {
    case .null: Value.null.told
    case .boolean(let isTrue): Value.boolean(isTrue).told
    case .integer(let integer): Value.integer(integer).told
    case .real(let real): Value.real(real).told
    case .text(let text): Value.text(text).told
    case .list: Value.list([]).told
    case .object: Value.object([:]).told
    }
  }
}

extension String {
  /// The text in quotation marks, and no more of it than a message can bear.
  package var short: String { (unicodeScalars.count > 40 ? String(unicodeScalars.prefix(40)) + "…" : self).json }
}
