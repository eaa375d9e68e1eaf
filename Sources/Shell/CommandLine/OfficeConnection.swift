import Analytics
import BackOffice
import ExplorerTool
import Loop
import Shop
import Values

/// Where the data of the back office is.
public struct OfficeLocation: Hashable, Sendable {
  /// The path of the database, or `nil` if it is not given and the environment names no folder for it.
  public let databasePath: String?
  /// Whether the user has chosen the path.
  ///
  /// The folders of the default path are created.
  public let isDatabaseChosen: Bool
  /// The server of the events, or `nil` if they are in the database.
  public let server: ServerAddress?
  /// The token for the server, or `nil` if there is none.
  public let token: BearerToken?

  @MainActor init(options: ShellOptions, console: Console) throws(CommandError) {
    databasePath = options.databasePath ?? ShellOptions.defaultDatabasePath(in: console.environment)
    isDatabaseChosen = options.databasePath != nil
    server = options.server
    // Without a server, a file that cannot be read does no harm.
    token = server == nil ? nil : try options.token?.read(in: console)
  }
}

extension ShellOptions.TokenSource {
  /// Returns the token, which no error message contains.
  @MainActor fileprivate func read(in console: Console) throws(CommandError) -> BearerToken {
    let expectation = "expected one word, with characters that a header of HTTP can contain"
    switch self {
    case .variable(let text):
      guard let token = BearerToken(text) else { throw .usageError("the token in BACKROOM_TOKEN: \(expectation)") }
      return token
    case .file(let path):
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try console.readFile(path)
      } catch {
        throw .dataError("--token-file: \(error.message(at: path.terminalSafe))")
      }
      guard let token = BearerToken(String(decoding: bytes, as: UTF8.self)) else {
        throw .dataError("the token in \(path.terminalSafe): \(expectation)")
      }
      return token
    }
  }
}

/// The back office, connected with its data.
@MainActor public struct OfficeConnection {
  let office: Store<UndoFeature<BackOffice>>
  let productList: ScopedStore<ProductListFeature.State, ProductListFeature.Action>
  let eventList: ScopedStore<EventListFeature.State, EventListFeature.Action>
  let database: (any DatabaseTools)?

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - office: The store of the back office.
  ///   - database: The database, or `nil` if the data is not stored in one.
  public init(office: Store<UndoFeature<BackOffice>>, database: (any DatabaseTools)?) {
    self.office = office
    self.database = database
    productList = office.scope(\.feature.products) { .feature(.products($0)) }
    eventList = office.scope(\.feature.events) { .feature(.events($0)) }
  }
}

/// The maintenance of a database.
public protocol DatabaseTools: Sendable {
  /// Returns a line for each problem in the database.
  func problems() async throws -> [String]

  /// Copies the database to a file.
  ///
  /// If the file exists, it is replaced only if `overwriting` is true. Otherwise, the result is `false`.
  func backUp(to path: String, overwriting: Bool) async throws -> Bool

  /// Replaces all data by that of a copy.
  func restore(from path: String) async throws

  /// Opens the database, and returns its format before and after that.
  func migrate() async throws -> (from: Int, to: Int)

  /// Makes the file as small as possible, and returns its size in bytes before and after that.
  func vacuum() async throws -> (before: Int, after: Int)

  /// Closes the database.
  func close() async
}

/// Connects the back office with its data when a command first needs it.
@MainActor final class OfficeConnector {
  var location: OfficeLocation?
  private let connect: @MainActor (OfficeLocation) -> OfficeConnection
  private var current: OfficeConnection?

  init(_ connect: @escaping @MainActor (OfficeLocation) -> OfficeConnection) { self.connect = connect }

  /// The connection.
  var connection: OfficeConnection {
    if let current { return current }
    guard let location else { preconditionFailure("the options must be read before data is needed") }
    let made = connect(location)
    current = made
    return made
  }

  /// Closes the database if it was used.
  func close() async {
    await current?.database?.close()
    current = nil
  }
}
