import CPostgreSQL
import Values

/// The address of a database, such as `postgres://ada@db.example/shop?sslmode=verify-full`.
///
/// It may contain a password, which appears in no description.
public struct PostgresAddress: Sendable, CustomStringConvertible {
  /// The whole address.
  let url: String
  private let redacted: URLWithoutPasswords

  /// The address without passwords, for messages and commands.
  public var description: String { redacted.text }

  /// The schemes of addresses.
  public static let schemes: Set<String> = ["postgres", "postgresql"]

  /// Creates an address from a URL.
  public init(_ url: String) {
    self.url = url
    redacted = URLWithoutPasswords(url)
  }

  /// Returns the time limits of a connection, with which its loss is noticed within a minute.
  ///
  /// They would replace those of a service, so that there are none then, and the one that the environment names.
  func timeLimits(environment: [String: String]) -> [(String, String)] {
    if environment["PGSERVICE"] != nil || url.contains("?service=") || url.contains("&service=") { return [] }
    let connecting = environment["PGCONNECT_TIMEOUT"] == nil ? [("connect_timeout", "10")] : []
    return connecting + [
      ("keepalives_idle", "20"), ("keepalives_interval", "5"), ("keepalives_count", "4"), ("tcp_user_timeout", "30000"),
    ]
  }

  /// Throws an error if the address cannot be read, without quoting what may be a password.
  func validate() throws(PostgresError) {
    if redacted.hasUnescapedPassword {
      throw PostgresError(
        description,
        .invalidAddress(
          "a part of it may be a password; write / in a name or a password as %2F, : as %3A, ? as %3F, and @ as %40"))
    }
    let authority = url.firstRange(of: "://").map { url[$0.upperBound...].prefix { !"/?".contains($0) } } ?? ""
    if authority.count(where: { $0 == "@" }) > 1 {
      throw PostgresError(
        description, .invalidAddress("it has two @; write one in a name or a password as %40, and a colon as %3A"))
    }
    guard url.contains("://"), let options = unsafe cpostgresql_conninfoParse(url, nil) else {
      throw PostgresError(
        description, .invalidAddress("expected postgres://USER@HOST/DATABASE?sslmode=MODE, with usual parameters"))
    }
    unsafe cpostgresql_conninfoFree(options)
  }
}
