import PostgresFixtures

@testable import PostgresHandlers

extension TestServer {
  /// Runs a statement.
  func execute(_ sql: String, in database: String? = nil) throws {
    _ = try PostgresConnection(PostgresAddress(database ?? address())).run(sql)
  }
}
