import ConsoleIO
import HTTPHandlers
import Interface
import Programs
import Values

/// The options of all commands of the shop.
enum OfficeOptions {
  static let log = Argument.text(
    "log", "append each step to the transcript in this file, which 'workbench replay' reads"
  )
  .placeholder("FILE").suggesting(.files).optional
  static let database = Argument.text(
    "database", "path of the database, postgres://USER@HOST/NAME, or :memory: for one that ends with the command"
  )
  .placeholder("PATH").suggesting(.files)
  .map { text throws(InvocationError) in
    if text.isEmpty { throw InvocationError(.invalidValue, "--database is empty", hint: "expected the path of a file") }
    return DatabaseLocation(text)
  }
  .optional

  /// Returns the parameter that names a database which is copied, or its copy.
  static func copiedDatabase(_ name: String, _ summary: String) -> some CommandInput<DatabaseLocation> {
    Argument.text(name, summary).positional.suggesting(.files).map { DatabaseLocation($0) }
  }

  static let mustExist = Argument.flag("existing-database", "fail if there is no database yet, instead of creating one")
  static let mayBeNew = Argument.flag("new-database", "begin a new shop if the database has disappeared")
  static let server = Argument.text("server", "URL of a server from which events come, instead of the database")
    .placeholder("URL")
    .map { text throws(InvocationError) in
      do { return try ServerAddress(parsing: text) } catch { throw InvocationError(.invalidValue, "--server \(error)") }
    }
    .optional
  static let tokenFile = Argument.text("token-file", "file with the token for the server").placeholder("FILE")
    .suggesting(.files).optional(otherwise: "the token in BACKROOM_TOKEN")
  static let allowsInsecureToken = Argument.flag(
    "insecure-token", "send the token to another machine without encryption")
  static let timeZone = Argument.text("time-zone", "time zone of days and times, such as Europe/Berlin")
    .placeholder("NAME").optional(otherwise: "the shop's, which is UTC unless another was chosen")

  static let shared: [SharedOptions] = [
    SharedOptions(log, database, mustExist, mayBeNew, server, tokenFile, allowsInsecureToken), .timeZone, .reading,
    .files,
  ]
}

extension SharedOptions {
  /// The time zone of days and times.
  static let timeZone = SharedOptions(OfficeOptions.timeZone, isCommon: false)
}
