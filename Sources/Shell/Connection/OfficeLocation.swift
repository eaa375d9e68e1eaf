import ConsoleIO
import HTTPHandlers
import Values

/// Where the data of the back office is.
public struct OfficeLocation: Hashable, Sendable {
  /// The database.
  public let database: DatabaseLocation
  /// Whether the database is the default one, whose folders are created.
  public let isDefaultDatabase: Bool
  /// The path of a file with the databases that have been used, or `nil` if the database is not looked up there.
  ///
  /// If the command line names a database, the user knows whether it is new. A relative path can name many.
  public let databaseListPath: String?
  /// The server of the events, or `nil` if they are in the database.
  public let server: ServerAddress?
  /// The token for the server, or `nil` if there is none.
  public let token: BearerToken?
  /// The path of the file with the certificates of the authorities that servers may have, or `nil` for those that the
  /// system trusts.
  public let authorityFile: String?
  /// Whether the program stays open, so that reading the next page in advance pays off.
  public let staysOpen: Bool

  @MainActor init(
    options: ShellOptions, staysOpen: Bool, usesServer: Bool, databaseSchemes: Set<String>, console: Console
  ) throws(CommandError) {
    self.staysOpen = staysOpen
    database =
      options.database ?? .file(path: ShellOptions.defaultDatabasePath(in: console.environment) ?? "")
    isDefaultDatabase = options.database == nil
    let isListed = if case .file(let path) = database { path.hasPrefix("/") && !options.namesDatabase } else { false }
    databaseListPath = isListed ? ShellOptions.databaseListPath(in: console.environment) : nil
    // The URL may contain a password.
    if case .server(let scheme, _) = database, !databaseSchemes.contains(scheme) {
      throw .usageError("this build cannot use databases that begin with \(scheme)://; name a file")
    }
    server = usesServer ? options.server : nil
    // Without a server, a file that cannot be read does no harm.
    token = server == nil ? nil : try options.token?.read(in: console)
    if let server, token != nil, !server.isConfidential, !options.allowsInsecureToken {
      throw .usageError(
        "the token would be sent to \(server.url.terminalSafe) without encryption; use https://, or --insecure-token in a "
          + "network that you trust")
    }
    // Like curl, which ignores an empty variable.
    let authorityFiles = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { console.environment[$0] }
    authorityFile = authorityFiles.first { !$0.isEmpty }
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
