import ConsoleIO
import HTTPHandlers
import Programs
import Values

/// Where the data of the back office is.
public struct OfficeLocation: Hashable, Sendable {
  /// The database.
  public private(set) var database: DatabaseLocation
  /// Whether the database is the default one, whose folders are created.
  public private(set) var isDefaultDatabase: Bool
  /// Whether a missing database is an error.
  public private(set) var mustExist: Bool
  /// The path of a file with the databases that have been used, or `nil` if the database is not looked up there.
  public let databaseListPath: String?
  /// The server of the events, or `nil` if they are in the database.
  public let server: ServerAddress?
  /// The token for the server, or `nil` if there is none.
  public let token: BearerToken?
  /// The path of the file with the certificates of the authorities that servers may have, or `nil` for those that the
  /// system trusts.
  public let authorityFile: String?
  /// Whether the data must stay as they are.
  public private(set) var isReadOnly: Bool
  /// The folders whose files can be used, or `nil` if those of all folders can.
  public let allowedFolders: [String]?
  /// The name of the user of the system, or `nil` if it is unknown.
  public let user: String?
  /// What the user works with, such as `screen`.
  let program: String
  /// Whether the program stays open, so that reading the next page in advance pays off.
  public let staysOpen: Bool
  /// The schemes of the URLs of databases that the program can use.
  private let databaseSchemes: Set<String>

  @MainActor init(
    of run: CommandRun, running program: String, staysOpen: Bool, isForAssistant: Bool, usesServer: Bool,
    databaseSchemes: Set<String>
  ) throws(CommandError) {
    let (options, console) = (run.options, run.console)
    self.staysOpen = staysOpen
    self.databaseSchemes = databaseSchemes
    user = ["USER", "LOGNAME"].compactMap { console.environment[$0] }.first { !$0.isEmpty }
    self.program = program
    let named = try options.content(of: OfficeOptions.database)
    database =
      named ?? .file(path: console.absoluteFolder("XDG_DATA_HOME", orInHome: ".local/share", "shop.db") ?? "")
    isDefaultDatabase = named == nil
    isReadOnly = try options.content(of: ServerOptions.isReadOnly)
    allowedFolders = isForAssistant ? try options.content(of: ServerOptions.folders) : nil
    mustExist = try options.content(of: OfficeOptions.mustExist) || isReadOnly
    databaseListPath =
      try options.content(of: OfficeOptions.mayBeNew)
      ? nil : console.absoluteFolder("XDG_STATE_HOME", orInHome: ".local/state", "databases")
    if options.isOnCommandLine("database") {
      try database.requireNoPassword(
        in: "--database", orUsing: "set BACKROOM_DATABASE to the address with the password, or keep it")
    }
    try database.requireScheme(of: databaseSchemes, otherwise: .usage)
    let server = try options.content(of: OfficeOptions.server)
    self.server = usesServer ? server : nil
    // Without a server, a file that cannot be read does no harm.
    token = self.server == nil ? nil : try BearerToken.token(of: run)
    let allowsInsecureToken = try options.content(of: OfficeOptions.allowsInsecureToken)
    if let server, token != nil, !server.isConfidential, !allowsInsecureToken {
      throw .usageError(
        "the token would be sent to \(server.url.terminalSafe) without encryption; use https://, or --insecure-token in a "
          + "network that you trust")
    }
    // Like curl, which ignores an empty variable.
    let authorityFiles = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { console.environment[$0] }
    authorityFile = authorityFiles.first { !$0.isEmpty }
  }
}

extension OfficeLocation {
  /// Returns the location of another database, which a parameter names.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - parameter: The name of the parameter.
  ///   - mustExist: Whether a missing database is an error, and the data must stay as they are.
  /// - Returns: The location.
  /// - Throws: An error if the database cannot be used, or the command line shows a password.
  func replacingDatabase(
    by database: DatabaseLocation, named parameter: String, mustExist: Bool
  ) throws(CommandError) -> OfficeLocation {
    try database.requireNoPassword(in: parameter, orUsing: "keep it")
    try database.requireScheme(of: databaseSchemes, otherwise: .unavailable)
    var location = self
    (location.database, location.isDefaultDatabase) = (database, false)
    (location.mustExist, location.isReadOnly) = (mustExist, mustExist)
    return location
  }

  /// Who changes the data: the user, and the program that the user works with.
  public var authorName: String { authorName(workingWith: program) }

  /// Returns the name of a user of another program.
  func authorName(workingWith program: String) -> String {
    [user, program].compactMap(\.self).joined(separator: ", ")
  }
}

extension DatabaseLocation {
  /// Throws an error if the URL contains a password, which the command line shows.
  fileprivate func requireNoPassword(in parameter: String, orUsing advice: String) throws(CommandError) {
    if !containsPassword { return }
    throw .usageError(
      "the password in \(parameter) is visible to others in the list of processes; \(advice) in PGPASSWORD, a password "
        + "file or a service file")
  }

  /// Throws an error, which contains no URL because of its password, if the program cannot use such databases.
  fileprivate func requireScheme(
    of schemes: Set<String>, otherwise status: ExitStatus
  ) throws(CommandError) {
    guard case .server(let scheme, _) = self, !schemes.contains(scheme) else { return }
    throw CommandError(
      status: status, message: "this build cannot use databases that begin with \(scheme)://; name a file")
  }
}

extension Console {
  fileprivate func absoluteFolder(_ variable: String, orInHome path: String, _ file: String) -> String? {
    folder(variable, orInHome: path).flatMap { $0.hasPrefix("/") ? "\($0)/backroom/\(file)" : nil }
  }
}

extension BearerToken {
  /// Returns the token for the server, which no error message contains, or `nil` if there is none.
  ///
  /// A file on the command line has precedence over the variable, and the variable over a file that is named elsewhere.
  @MainActor fileprivate static func token(of run: CommandRun) throws(CommandError) -> BearerToken? {
    let expectation = "expected one word, with characters that a header of HTTP can contain"
    let variable = run.console.environment["BACKROOM_TOKEN", default: ""]
    if !variable.isEmpty, !run.options.isOnCommandLine("token-file") {
      guard let token = BearerToken(variable) else { throw .usageError("the token in BACKROOM_TOKEN: \(expectation)") }
      return token
    }
    guard let path = try run.options.content(of: OfficeOptions.tokenFile) else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try run.console.readFile(path)
    } catch {
      throw .dataError("--token-file: \(error.message(at: path.terminalSafe))")
    }
    guard let token = BearerToken(String(decoding: bytes, as: UTF8.self)) else {
      throw .dataError("the token in \(path.terminalSafe): \(expectation)")
    }
    return token
  }
}
