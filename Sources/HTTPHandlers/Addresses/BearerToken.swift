/// A secret that a server accepts instead of a user name and a password.
///
/// It is sent only to the origin of the server's address, and it has no text, so that no message can contain it.
public struct BearerToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The header field `Authorization`.
  package let headerField: String

  /// Creates a token, or returns `nil` if a header field cannot contain the text.
  ///
  /// White space at both ends is ignored, such as the end of the line in a file.
  public init?(_ text: String) {
    let spaces = text.utf8.split(whereSeparator: { $0 == 0x20 || (0x09...0x0D).contains($0) })
    guard spaces.count == 1, let token = spaces.first, token.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    headerField = "Authorization: Bearer \(Substring(token))"
  }

  /// Returns a text in which the token is replaced, also where JSON escapes its slashes and where the text is cut off.
  ///
  /// A server can repeat the token in an error.
  package func redacted(_ text: String) -> String {
    var text = text
    let token = String(headerField.dropFirst("Authorization: Bearer ".count))
    for secret in [token, token.replacing("/", with: "\\/")] {
      text.replace(secret, with: "…")
      // A few characters are no secret, and may be there by chance.
      let cutLengths = (4..<max(4, secret.count)).reversed()
      if let length = cutLengths.first(where: { text.hasSuffix(secret.prefix($0)) }) {
        text = text.dropLast(length) + "…"
      }
    }
    return text
  }

  /// A text without the token.
  public var description: String { "BearerToken" }

  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
