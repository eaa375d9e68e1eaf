import CPostgreSQL
import Values

/// The address of a database, such as `postgres://ada@db.example/shop?sslmode=verify-full`.
///
/// It may contain a password, which appears in no description.
public struct PostgresAddress: Sendable, CustomStringConvertible {
  /// The whole address.
  let url: String
  /// The address without passwords, for messages and commands.
  public let description: String

  /// The schemes of addresses.
  public static let schemes: Set<String> = ["postgres", "postgresql"]

  /// Creates an address from a URL.
  public init(_ url: String) {
    self.url = url
    description = URLWithoutPasswords(url).text
  }

  /// Throws an error if the address cannot be read, without quoting what may be a password.
  func validate() throws(PostgresError) {
    let authority = url.firstRange(of: "://").map { url[$0.upperBound...].prefix { !"/?".contains($0) } } ?? ""
    if authority.count(where: { $0 == "@" }) > 1 {
      throw PostgresError(
        description, .invalidAddress("it has two @; write one in a name or a password as %40, and a colon as %3A"))
    }
    guard let options = unsafe cpostgresql_conninfoParse(url, nil) else {
      throw PostgresError(
        description, .invalidAddress("expected postgres://USER@HOST/DATABASE?sslmode=MODE, with usual parameters"))
    }
    unsafe cpostgresql_conninfoFree(options)
  }
}
