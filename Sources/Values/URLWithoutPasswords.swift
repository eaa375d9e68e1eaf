/// A URL of a database without its passwords.
///
/// What may be a password is removed, also where a character in it should have been escaped.
package struct URLWithoutPasswords: Hashable, Sendable {
  /// The URL.
  package let text: String
  /// A Boolean value that indicates whether something was removed that may be a password.
  package let hadPassword: Bool
  /// A Boolean value that indicates whether a password would be taken for other parts of the URL.
  package let hasUnescapedPassword: Bool

  /// Removes the passwords from a URL, such as `postgres://ada:secret@db.example/shop?sslpassword=secret`.
  package init(_ url: String) {
    let scheme = url.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard url[scheme.endIndex...].hasPrefix("://") else {
      // The words of another format can have spaces and quotation marks.
      (text, hadPassword, hasUnescapedPassword) = ("…", url.lowercased().contains("password"), false)
      return
    }
    let rest = url[scheme.endIndex...].dropFirst(3)
    let password = Self.password(in: rest)
    let misplaced = password == nil ? Self.misplacedPassword(in: rest) : nil
    var whole = url
    if let range = password ?? misplaced { whole.removeSubrange(range) }
    let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let items = parts.dropFirst().joined().split(separator: "&")
    var (shown, hasPasswordItem): ([Substring], Bool) = ([], false)
    for item in items {
      let name = item.prefix { $0 != "=" }.lowercased()
      // The name of a parameter can be encoded.
      let isSecret =
        item.lowercased().contains("password=") || name.contains("%")
        || ["oauth_client_secret", "scram_client_key", "scram_server_key"].contains(name)
      // A password with an ampersand ends with what looks like other items.
      let isUnknown = !item.contains("=") || hasPasswordItem && !Self.parameterNames.contains(name)
      if !isSecret && !isUnknown { shown.append(item) }
      hasPasswordItem = hasPasswordItem || isSecret
    }
    text = shown.isEmpty ? String(parts[0]) : "\(parts[0])?\(shown.joined(separator: "&"))"
    hadPassword = password != nil || misplaced != nil || hasPasswordItem
    hasUnescapedPassword = misplaced != nil
  }

  /// Returns the password of a user, from the colon on, in what follows the scheme.
  ///
  /// The user ends at the first at sign, before any slash. A password may contain further ones.
  private static func password(in rest: Substring) -> Range<String.Index>? {
    guard let sign = rest.firstIndex(where: { "@/".contains($0) }), rest[sign] == "@",
      let colon = rest[..<sign].firstIndex(of: ":"),
      let end = rest[..<(rest[sign...].firstIndex(of: "/") ?? rest.endIndex)].lastIndex(of: "@")
    else { return nil }
    return colon..<end
  }

  /// Returns what may be a password in the place of the port, of the database or of a parameter.
  ///
  /// It ends at the last at sign that does not belong to a parameter, or at the end of the hosts.
  private static func misplacedPassword(in rest: Substring) -> Range<String.Index>? {
    let user = rest.prefix { !"@/?".contains($0) }
    let start = rest[user.endIndex...].first == "@" ? rest.index(after: user.endIndex) : rest.startIndex
    let hosts = rest[start...].prefix { !"/?".contains($0) }
    let path = rest[hosts.endIndex...].prefix { $0 != "?" }
    let query = rest[path.endIndex...].dropFirst()
    let areParameters = query.split(separator: "&").allSatisfy { item in
      item.contains("=") && parameterNames.contains(item.prefix { $0 != "=" }.lowercased()) || !item.contains("@")
    }
    let end = (areParameters ? path : rest[path.startIndex...]).lastIndex(of: "@")
    if let end, let colon = rest[start..<end].firstIndex(of: ":") { return colon..<end }
    for host in hosts.split(separator: ",") {
      let address = host.hasPrefix("[") ? host.drop { $0 != "]" } : host
      guard let colon = address.firstIndex(of: ":") else { continue }
      if !address[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) { return colon..<hosts.endIndex }
    }
    return nil
  }

  /// The names of the parameters of libpq.
  package static let parameterNames: Set = [
    "application_name", "channel_binding", "client_encoding", "connect_timeout", "dbname", "fallback_application_name",
    "gssdelegation", "gssencmode", "gsslib", "host", "hostaddr", "keepalives", "keepalives_count", "keepalives_idle",
    "keepalives_interval", "krbsrvname", "load_balance_hosts", "options", "passfile", "password", "port", "replication",
    "require_auth", "requirepeer", "service", "servicefile", "ssl_max_protocol_version", "ssl_min_protocol_version",
    "sslcert", "sslcertmode", "sslcompression", "sslcrl", "sslcrldir", "sslkey", "sslmode", "sslnegotiation",
    "sslpassword", "sslrootcert", "sslsni", "target_session_attrs", "tcp_user_timeout", "user",
  ]
}
