/// A URL of a database without its passwords.
package struct URLWithoutPasswords: Hashable, Sendable {
  /// The URL.
  package let text: String
  /// A Boolean value that indicates whether something was removed.
  package let hadPassword: Bool

  /// Removes the passwords from a URL, such as `postgres://ada:secret@db.example/shop?sslpassword=secret`.
  package init(_ url: String) {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var (text, hadPassword) = (String(parts[0]), false)
    if let start = text.firstRange(of: "://")?.upperBound {
      let authority = text[start...].prefix { $0 != "/" }
      // A password may contain an at sign that should have been escaped.
      if let end = authority.lastIndex(of: "@") {
        let user = authority[..<end].prefix { $0 != ":" }
        hadPassword = user.endIndex < end
        text.replaceSubrange(start..<end, with: user)
      }
    }
    let items = parts.dropFirst().joined().split(separator: "&")
    let others = items.filter { item in
      // The name of a parameter can be encoded.
      let name = item.prefix { $0 != "=" }.lowercased()
      return !name.hasSuffix("password") && !name.contains("%")
    }
    self.text = others.isEmpty ? text : "\(text)?\(others.joined(separator: "&"))"
    self.hadPassword = hadPassword || others.count < items.count
  }
}
