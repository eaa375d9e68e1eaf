extension Error {
  /// What a person can do something about: of a decoding error its message, without the machinery around it.
  package var readableDescription: String {
    guard let error = self as? DecodingError else { return "\(self)" }
    return switch error {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context.debugDescription
    @unknown default: "\(error)"
    }
  }
}

extension String {
  /// In quotation marks, with what cannot be seen as its number.
  package var quoted: String { CanonicalValue.quoted(self) }
}
