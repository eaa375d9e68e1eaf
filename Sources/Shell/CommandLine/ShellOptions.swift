import ConsoleIO
import HTTPHandlers
import Interface
import Values

extension Console {
  /// Returns the path of a file of the configuration, or `nil` if the environment names no folder for it.
  public func configurationPath(of file: String) -> String? {
    // Relative paths are invalid according to the XDG Base Directory Specification.
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/backroom/\(file)" }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.config/backroom/\(file)" }
  }
}

/// The options of all commands: how they print, and where the loop is logged.
///
/// The first source of a setting has precedence: the command line is read before the environment, and the environment
/// before the configuration file.
struct ShellOptions {
  /// An option that the environment and the configuration file can set, too.
  enum Setting: String, CaseIterable {
    case output, color, pager
    case timeZone = "time-zone"
    case log, database, server
    case tokenFile = "token-file"
    case insecureToken = "insecure-token"

    /// The name of the environment variable.
    var variable: String { "BACKROOM_" + rawValue.uppercased().replacing("-", with: "_") }
  }

  /// Where the token for the server is.
  enum TokenSource: Equatable {
    case variable(String)
    case file(String)
  }

  /// The variable with the token for the server.
  private static let tokenVariable = "BACKROOM_TOKEN"

  /// When colors are used.
  enum ColorChoice: String { case auto, always, never }

  private(set) var format = OutputFormat.table
  private(set) var fields: [String] = []
  private(set) var color = ColorChoice.auto
  /// The command that shows long output, or `nil` for the default one.
  private(set) var pager: String?
  private(set) var usesPager = true
  private(set) var timeZoneName = "UTC"
  /// What set the time zone, for messages.
  private(set) var timeZoneSource = "--time-zone"
  private(set) var logPath: String?
  /// The database, or `nil` for the default one.
  private(set) var database: DatabaseLocation?
  /// Whether the command line names the database.
  private(set) var namesDatabase = false
  /// The server from which events come, or `nil` if they come from the database.
  private(set) var server: ServerAddress?
  /// Where the token for the server is, or `nil` if there is none.
  private(set) var token: TokenSource?
  /// Whether the token may be sent without encryption to another machine.
  private(set) var allowsInsecureToken = false
  /// The names of the options on the command line that not every command has.
  private(set) var givenOptions: [String] = []
  private var knownSettings: Set<Setting> = []

  /// Sets a setting, unless an earlier source has set it.
  private mutating func set(_ setting: Setting, to text: String, from source: String) throws(CommandError) {
    if !knownSettings.insert(setting).inserted { return }
    func error(_ expected: String) -> CommandError {
      .usageError("\(source) \(text.quoted): expected \(expected)")
    }
    switch setting {
    case .output:
      guard let value = OutputFormat(rawValue: text) else { throw error(OutputFormat.names) }
      format = value
    case .color:
      guard let value = ColorChoice(rawValue: text) else { throw error("auto, always or never") }
      color = value
    case .pager: pager = text
    case .timeZone: (timeZoneName, timeZoneSource) = (text, source)
    case .log: logPath = text
    case .database:
      if text.isEmpty { throw .usageError("\(source) is empty; expected the path of a file") }
      (database, namesDatabase) = (DatabaseLocation(text), source == Option.database.rawValue)
    case .server:
      do { server = try ServerAddress(parsing: text) } catch { throw .usageError("\(source) \(error)") }
    case .tokenFile: token = .file(text)
    case .insecureToken:
      guard let isAllowed = ["yes": true, "no": false][text] else { throw error("yes or no") }
      allowsInsecureToken = isAllowed
    }
  }
}

extension ShellOptions {
  /// Reads the settings in environment variables.
  mutating func read(environment: [String: String]) throws(CommandError) {
    if let text = environment[Self.tokenVariable], !text.isEmpty, knownSettings.insert(.tokenFile).inserted {
      token = .variable(text)
    }
    for setting in Setting.allCases {
      guard let text = environment[setting.variable], !text.isEmpty else { continue }
      try set(setting, to: text, from: setting.variable)
    }
  }

  /// Returns the default path of the database, or `nil` if the environment names no folder for it.
  static func defaultDatabasePath(in environment: [String: String]) -> String? {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return "\(folder)/backroom/shop.db" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/share/backroom/shop.db" : nil }
  }

  /// Returns the path of the list of databases that have been used, or `nil` if the environment names no folder for it.
  static func databaseListPath(in environment: [String: String]) -> String? {
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return "\(folder)/backroom/databases" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/backroom/databases" : nil }
  }

  /// Reads the settings in the lines of a configuration file.
  ///
  /// A line is `KEY = VALUE`; empty lines and lines that begin with `#` are skipped.
  mutating func read(configuration: String, path: String) throws(CommandError) {
    var known: Set<Setting> = []
    for (number, line) in zip(1..., configuration.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline))
    {
      if line.trimmed.isEmpty || line.trimmed.hasPrefix("#") { continue }
      let place = "\(path.terminalSafe): line \(number): "
      guard let separator = line.firstIndex(of: "=") else {
        throw .dataError("\(place)expected KEY = VALUE, as in output = json")
      }
      let key = line[..<separator].trimmed
      guard let setting = Setting(rawValue: key) else {
        let error = CommandError.unknownWord(key, "key", among: Setting.allCases.map(\.rawValue))
        throw CommandError(status: .data, message: place + error.message, suggestion: error.suggestion)
      }
      if !known.insert(setting).inserted { throw .dataError("\(place)\(key) is given twice") }
      do throws(CommandError) {
        try set(setting, to: line[line.index(after: separator)...].trimmed, from: key)
      } catch {
        throw .dataError(place + error.text)
      }
    }
  }
}

extension ShellOptions {
  /// The options of the command line.
  private enum Option: String, CaseIterable {
    case output = "-o"
    case longOutput = "--output"
    case json = "--json"
    case fields = "--fields"
    case color = "--color"
    case noPager = "--no-pager"
    case timeZone = "--time-zone"
    case log = "--log"
    case database = "--database"
    case server = "--server"
    case tokenFile = "--token-file"
    case insecureToken = "--insecure-token"

    var takesValue: Bool { ![.json, .noPager, .insecureToken].contains(self) }

    /// Creates the option of a word, and returns the value in the same word, if there is one.
    static func parse(_ word: String) -> (option: Option, value: String?)? {
      let name = String(word.prefix { $0 != "=" })
      if let option = Option(rawValue: name) {
        return (option, name == word ? nil : String(word.dropFirst(name.count + 1)))
      }
      let rest = word.dropFirst(2)
      guard word.hasPrefix("-o"), rest.allSatisfy({ $0.isASCII && $0.isLowercase }) else { return nil }
      return (.output, String(rest))
    }
  }

  /// The options that every command has.
  static let commonOptions = [
    "--color", "--no-pager", "--log", "--database", "--server", "--token-file", "--insecure-token",
  ]

  static var optionNames: [String] { Option.allCases.map(\.rawValue) }

  /// Reads the options among the words, and returns the other words.
  mutating func extractOptions(from words: [String]) throws(CommandError) -> [String] {
    var rest: [String] = []
    var known: Set<String> = []
    var remaining = words[...]
    // The other options are still read, because one of them may say how the error is printed.
    var failure: CommandError?
    while let word = remaining.first, word != "--" {
      guard let (option, attached) = Option.parse(word) else {
        rest.append(word)
        remaining.removeFirst()
        continue
      }
      remaining.removeFirst()
      let name = option.rawValue
      let isOutput = [.output, .longOutput, .json].contains(option)
      if !known.insert(isOutput ? "-o" : name).inserted { throw .usageError("\(name) is given twice") }
      if !Self.commonOptions.contains(name) { givenOptions.append(name) }
      var value = attached
      if option.takesValue, value == nil {
        guard let next = remaining.first, !next.hasPrefix("--") else { throw .usageError("missing value for \(name)") }
        value = next
        remaining.removeFirst()
      }
      if !option.takesValue, attached != nil { throw .usageError("\(name) takes no value") }
      do throws(CommandError) { try apply(option, value ?? "") } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return rest + remaining
  }

  private mutating func apply(_ option: Option, _ value: String) throws(CommandError) {
    switch option {
    case .output, .longOutput: try set(.output, to: value, from: option.rawValue)
    case .json: try set(.output, to: OutputFormat.json.rawValue, from: option.rawValue)
    case .fields:
      fields = value.partsBetweenCommas
      for (index, field) in fields.enumerated() where fields[..<index].contains(field) {
        throw .usageError("--fields: \(field.quoted) is given twice")
      }
    case .color: try set(.color, to: value, from: option.rawValue)
    case .noPager: usesPager = false
    case .timeZone: try set(.timeZone, to: value, from: option.rawValue)
    case .log: try set(.log, to: value, from: option.rawValue)
    case .database: try set(.database, to: value, from: option.rawValue)
    case .server: try set(.server, to: value, from: option.rawValue)
    case .tokenFile: try set(.tokenFile, to: value, from: option.rawValue)
    case .insecureToken: try set(.insecureToken, to: "yes", from: option.rawValue)
    }
  }
}
