import ConsoleIO
import Interface
import Values

/// Options that several commands of a program have in common.
///
/// The environment and the configuration file can set them, too: the option `time-zone` of the program `backroom` is the
/// variable `BACKROOM_TIME_ZONE`, and the key `time-zone` of the file.
public struct SharedOptions: Sendable {
  /// Where an option can be set.
  enum Place { case commandLine, configuration }

  let parameters: [ParameterDescription]
  /// Whether every command has the options, or only those that list them.
  let isCommon: Bool
  let places: Set<Place>

  /// Creates options.
  ///
  /// - Parameters:
  ///   - inputs: The options, each of which can be left out.
  ///   - isCommon: Whether every command has them, or only those that list them.
  public init<each Input: CommandInput>(_ inputs: repeat each Input, isCommon: Bool = true) {
    self.init(repeat each inputs, isCommon: isCommon, in: [.commandLine, .configuration])
  }

  private init<each Input: CommandInput>(_ inputs: repeat each Input, isCommon: Bool, in places: Set<Place>) {
    var parameters: [ParameterDescription] = []
    for input in repeat each inputs { parameters += input.descriptions }
    precondition(parameters.allSatisfy(\.isOptional), "a command does not require shared options")
    (self.parameters, self.isCommon, self.places) = (parameters, isCommon, places)
  }

  /// The format of the output.
  static let format = SharedOptions(OutputOptions.format, isCommon: false)
  /// The fields of the output.
  static let fields = SharedOptions(OutputOptions.fields, isCommon: false, in: [.commandLine])
  /// The colors, and how long output is shown.
  static let display: [SharedOptions] = [
    SharedOptions(OutputOptions.color), SharedOptions(OutputOptions.hasNoPager, isCommon: true, in: [.commandLine]),
    SharedOptions(OutputOptions.pager, isCommon: true, in: [.configuration]),
  ]

  /// The option of programs that others drive, which leaves the data as they are.
  public static let reading = SharedOptions(ServerOptions.isReadOnly, isCommon: false, in: [.commandLine])
  /// The option that names the folders whose files an assistant can use.
  public static let files = SharedOptions(ServerOptions.folders, isCommon: false, in: [.commandLine])

  /// The names as they are typed.
  var optionNames: [String] { places.contains(.commandLine) ? parameters.map { "--\($0.name)" } : [] }
}

extension [SharedOptions] {
  /// The format of the output, and its fields.
  public static var output: [SharedOptions] { [.format, .fields] }

  /// Returns whether one of the options is typed like this.
  func contains(_ option: String) -> Bool {
    let name = ["-o", "--json"].contains(option) ? "--output" : option
    return contains { $0.optionNames.contains(name) }
  }
}

/// The options of commands with which another program drives an application.
public enum ServerOptions {
  /// Whether only the commands work that keep the data as they are.
  public static let isReadOnly = Argument.flag("read-only", "change no data: commands that would are unavailable")
  /// The folders whose files can be used.
  public static let folders = Argument.text(
    "allow-folder", "a folder whose files can be read and written; can be given several times"
  )
  .placeholder("FOLDER").suggesting(.files).repeated.defaulting(to: [])
}

/// How a command prints.
package struct OutputOptions {
  /// When colors are used.
  enum ColorChoice: String, CaseIterable { case auto, always, never }

  package var format = OutputFormat.table
  package var fields: [String] = []
  var color = ColorChoice.auto
  /// The command that shows long output, or `nil` for the default one.
  var pager: String?
  var usesPager = true

  static let format = Argument.choice(
    "output", "format of the output; plain has tabs and no titles; --json and -o FORMAT are shorter",
    of: OutputFormat.self
  ).placeholder("FORMAT").defaulting(to: .text(OutputFormat.table.rawValue))
  static let fields = Argument.text("fields", "fields to print, in this order").placeholder("NAME").list
    .map { names throws(InvocationError) in
      for (index, name) in names.enumerated() where names[..<index].contains(name) {
        throw InvocationError(.invalidValue, "--fields: \(name.quoted) is given twice")
      }
      return names
    }
    .defaulting(to: [])
  static let color = Argument.choice("color", "when colors are used", of: ColorChoice.self)
    .optional(otherwise: "auto, which means on a terminal")
  static let pager = Argument.text("pager", "the command that shows long output").optional
  static let hasNoPager = Argument.flag("no-pager", "do not show long output with a pager")

  static let input = ParameterGroup(format, fields, color, pager, hasNoPager) {
    OutputOptions(format: $0, fields: $1, color: $2 ?? .auto, pager: $3, usesPager: !$4)
  }
}

/// The values of shared options, and what set them.
///
/// The first source of a value has precedence: the command line is read before the environment, and the environment
/// before the configuration file.
public struct OptionValues: Sendable {
  /// What set a value.
  private struct Source {
    /// What messages call the value: an option as it is typed, a variable, or a key after its place in a file.
    let name: String
    let isCommandLine: Bool
    /// The status of a program that ends because the value is not valid.
    let exitStatus: ExitStatus
  }

  private let options: [SharedOptions]
  private var values: [String: Value] = [:]
  private var sources: [String: Source] = [:]
  /// The options on the command line that not every command has.
  package private(set) var givenOptions: [String] = []
  /// How commands print.
  package private(set) var output = OutputOptions()

  init(_ options: [SharedOptions]) { self.options = .output + SharedOptions.display + options }

  /// Returns whether the command line has an option.
  public func isOnCommandLine(_ name: String) -> Bool { sources[name]?.isCommandLine == true }

  /// Returns what set an option, for messages: the option as it is typed, a variable, or a key of the file.
  public func sourceName(of name: String) -> String { sources[name]?.name ?? "--\(name)" }

  /// Returns the content of an input whose parameters are options.
  ///
  /// - Throws: An error that names what set the option.
  public func content<Input: CommandInput>(of input: Input) throws(CommandError) -> Input.Content {
    do throws(InvocationError) { return try input.content(of: values) } catch {
      // The input calls a value by its option.
      let given = input.descriptions.compactMap { parameter in
        sources[parameter.name].map { (option: "--\(parameter.name)", source: $0) }
      }
      guard let found = given.first(where: { error.message.hasPrefix($0.option) }) ?? given.first else {
        throw CommandError(error)
      }
      throw CommandError(
        status: found.source.exitStatus,
        message: error.message.replacing(found.option, with: found.source.name, maxReplacements: 1),
        suggestion: error.hint)
    }
  }

  /// Sets an option, unless an earlier source has set it.
  private mutating func set(_ parameter: ParameterDescription, to word: String, from source: Source)
    throws(CommandError)
  {
    if sources[parameter.name] != nil { return }
    sources[parameter.name] = source
    guard let value = parameter.value(ofWord: word) else {
      let error = parameter.valueError(word, named: source.name)
      throw CommandError(status: source.exitStatus, message: error.message.terminalSafe, suggestion: error.hint)
    }
    values[parameter.name] = value
    output = try content(of: OutputOptions.input)
  }
}

extension OptionValues {
  /// Reads the options among the words of a command line, and returns the other words.
  mutating func extract(from words: [String]) throws(CommandError) -> [String] {
    var rest: [String] = []
    var remaining = words[...]
    // The other options are still read, because one of them may say how the error is printed.
    var failure: CommandError?
    while let word = remaining.first, word != "--" {
      remaining.removeFirst()
      guard let (name, parameter, attached) = option(ofWord: word) else {
        rest.append(word)
        continue
      }
      if sources[parameter.name] != nil { throw .usageError("\(name) is given twice") }
      if !options.filter(\.isCommon).contains(name) { givenOptions.append(name) }
      let value: String
      if name == "--json" || parameter.isFlag {
        if attached != nil { throw .usageError("\(name) takes no value") }
        value = parameter.isFlag ? "true" : OutputFormat.json.rawValue
      } else if let attached {
        value = attached
      } else {
        guard let next = remaining.first, !next.hasPrefix("--") else {
          throw .usageError("\(name) has no value; expected \(parameter.expectation)")
        }
        remaining.removeFirst()
        value = next
      }
      let source = Source(name: name, isCommandLine: true, exitStatus: .usage)
      do throws(CommandError) { try set(parameter, to: value, from: source) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return rest + remaining
  }

  /// Returns the option that a word begins with, and the value in the same word, or `nil` if there is no such option.
  func option(ofWord word: String) -> (name: String, parameter: ParameterDescription, value: String?)? {
    let name = String(word.prefix { $0 != "=" })
    let value = name == word ? nil : String(word.dropFirst(name.count + 1))
    if ["-o", "--json"].contains(name) { return (name, OutputOptions.format.description, value) }
    let typed = options.first { $0.optionNames.contains(name) }
    if let parameter = typed?.parameters.first(where: { "--\($0.name)" == name }) { return (name, parameter, value) }
    let format = word.dropFirst(2)
    guard word.hasPrefix("-o"), format.allSatisfy({ $0.isASCII && $0.isLowercase }) else { return nil }
    return ("-o", OutputOptions.format.description, String(format))
  }

  /// The options that the environment and the configuration file can set.
  private var settings: [ParameterDescription] {
    options.filter { $0.places.contains(.configuration) }.flatMap(\.parameters)
  }

  /// Returns the environment variable of each option that can be set by one.
  func variables(ofProgram program: String) -> [(name: String, parameter: ParameterDescription)] {
    settings.map { ("\(program)_\($0.name)".uppercased().replacing("-", with: "_"), $0) }
  }

  /// Reads the options in environment variables.
  mutating func read(environment: [String: String], ofProgram program: String) throws(CommandError) {
    for (name, parameter) in variables(ofProgram: program) {
      guard let text = environment[name], !text.isEmpty else { continue }
      try set(parameter, to: text, from: Source(name: name, isCommandLine: false, exitStatus: .usage))
    }
  }

  /// Reads the options in the lines of a configuration file.
  ///
  /// A line is `KEY = VALUE`; empty lines and lines that begin with `#` are skipped.
  mutating func read(configuration: String, path: String) throws(CommandError) {
    var known: Set<String> = []
    for (number, line) in zip(1..., configuration.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline))
    {
      if line.trimmed.isEmpty || line.trimmed.hasPrefix("#") { continue }
      let place = "\(path.terminalSafe): line \(number): "
      guard let separator = line.firstIndex(of: "=") else {
        throw .dataError("\(place)expected KEY = VALUE, as in output = json")
      }
      let key = line[..<separator].trimmed
      guard let parameter = settings.first(where: { $0.name == key }) else {
        let error = CommandError.unknownWord(key, "key", among: settings.map(\.name))
        throw CommandError(status: .data, message: place + error.message, suggestion: error.suggestion)
      }
      if !known.insert(key).inserted { throw .dataError("\(place)\(key) is given twice") }
      let source = Source(name: place + key, isCommandLine: false, exitStatus: .data)
      try set(parameter, to: line[line.index(after: separator)...].trimmed, from: source)
    }
  }
}
