/// The reason why a server cannot be used, or an operation failed.
///
/// An error means that nothing was stored, unless its reason is ``Reason/outcomeUnknown(_:)``.
public struct PostgresError: Error, Hashable, Sendable {
  /// The address of the database, without a password.
  public let address: String
  /// What is wrong.
  public let reason: Reason

  /// What is wrong with a server or a database.
  public enum Reason: Hashable, Sendable {
    /// The libpq library cannot be loaded.
    case libraryMissing(String)
    /// The libpq library has this version, which is too old.
    case libraryTooOld(version: String)
    /// The address cannot be read.
    case invalidAddress(String)
    /// No connection was made, in the words of the library or the server.
    case cannotConnect(String)
    /// The server has this version, which is too old.
    case serverTooOld(version: String)
    /// The database has this encoding instead of UTF-8.
    case otherEncoding(String)
    /// The user lacks a right, in the words of the server.
    case missingRights(String)
    /// The schema has tables of another program.
    case belongsToAnotherProgram(schema: String)
    /// A newer version of the program has created the tables.
    case newer(version: Int)
    /// The tables have this earlier format, and nothing may be written.
    case older(version: Int)
    /// There are no tables, and none may be created.
    case missing
    /// The contents are damaged.
    case corrupt(String)
    /// The connection was lost, and nothing was stored.
    case connectionLost(String)
    /// The connection was lost while a change was committed. It was stored, or not.
    case outcomeUnknown(String)
    /// Other programs changed the same data again and again.
    case conflict(String)
    /// A text contains the character U+0000.
    case nullCharacter
    /// No space is left on the server.
    case full
    /// The database cannot be written.
    case readOnly
    /// The task was cancelled.
    case cancelled
    /// A tool of PostgreSQL does the task, with this command.
    case useTool(task: String, command: String)
    /// Another failure, in the words of the server.
    case failed(String)
  }

  /// Creates an error.
  public init(_ address: String, _ reason: Reason) { (self.address, self.reason) = (address, reason) }
}

extension PostgresError: CustomStringConvertible {
  /// The database, what is wrong with it, and what to do next.
  public var description: String {
    switch reason {
    case .libraryMissing, .libraryTooOld, .useTool: problem
    default: "\(address): \(problem)"
    }
  }

  /// What is wrong, and what to do next.
  var problem: String {
    switch reason {
    case .libraryMissing(let detail):
      "the PostgreSQL library is missing: \(detail); install it, for example the package libpq5"
    case .libraryTooOld(let version):
      "the PostgreSQL library has version \(version), and the program needs \(PostgresLibrary.minimumVersionText) or "
        + "later"
    case .invalidAddress(let detail): "the address cannot be used: \(detail)"
    case .cannotConnect(let detail)
    where ["password authentication failed", "no password supplied"].contains { detail.contains($0) }:
      "the server refuses the user: \(detail); name the password in BACKROOM_DATABASE, PGPASSWORD, a password file or a "
        + "service file"
    case .cannotConnect(let detail): "the server cannot be reached: \(detail)"
    case .serverTooOld(let version):
      "the server has version \(version), and the program needs \(PostgresLibrary.minimumVersionText) or later"
    case .otherEncoding(let encoding):
      "the database has the encoding \(encoding), and the program needs UTF8; create another one with 'createdb "
        + "--encoding=UTF8 --template=template0'"
    case .missingRights(let detail):
      "\(detail); the owner of the database can grant rights with GRANT CREATE, USAGE ON SCHEMA and, for existing "
        + "tables, GRANT ALL ON ALL TABLES IN SCHEMA and GRANT ALL ON ALL SEQUENCES IN SCHEMA"
    case .belongsToAnotherProgram(let schema):
      "the schema \(schema) has tables of another program; use a database or a schema of its own"
    case .newer(let version):
      "a newer version of backroom has created the tables (format \(version)); update backroom to use them"
    case .older(let version):
      "the tables have the earlier format \(version), and nothing can be written to migrate them; open the database once "
        + "where that is possible"
    case .missing: "the database has no tables of backroom, and none may be created"
    case .corrupt(let detail): "the database is damaged: \(detail)"
    case .connectionLost(let detail): "the connection was lost: \(detail); nothing was stored"
    case .outcomeUnknown(let detail):
      "the connection was lost while the change was stored: \(detail); it may have been stored or not"
    case .conflict(let detail): "others change the same data: \(detail); try again"
    case .nullCharacter: "a text contains the character U+0000, which PostgreSQL cannot store"
    case .full: "no space is left on the server; free some and try again"
    case .readOnly: "the database cannot be written: it is read-only"
    case .cancelled: "the operation was cancelled"
    case .useTool(let task, let command): "to \(task), use PostgreSQL's own tool: \(command)"
    case .failed(let detail): detail
    }
  }

  /// Whether a new connection may succeed, after nothing was stored.
  var isLostConnection: Bool {
    switch reason {
    case .connectionLost, .cannotConnect: true
    default: false
    }
  }
}
