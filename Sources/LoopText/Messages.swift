extension Error {
  /// A readable description of the error: the message of a decoding error without its context, or the description of
  /// any other error.
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
  /// The text in quotation marks, with escape sequences for invisible characters.
  package var quoted: String { CanonicalValue.quoted(self) }
}
