/// The words of a command line behind its command, taken one by one: what is left at the end was not understood.
struct Options {
  private var words: [String]
  private let usage: String

  init(_ words: [String], usage: String) throws(ShellFailure) {
    self.words = words
    self.usage = usage
    if words.contains("--help") || words.contains("-h") {
      throw ShellFailure(status: .success, message: usage)
    }
  }

  /// Takes an option without a value.
  mutating func flag(_ name: String) -> Bool {
    guard let place = words.firstIndex(of: name) else { return false }
    words.remove(at: place)
    return true
  }

  /// Takes an option's value, from `--name value` or `--name=value`.
  mutating func value(_ name: String) throws(ShellFailure) -> String? {
    if let place = words.firstIndex(where: { $0.hasPrefix(name + "=") }) {
      return String(words.remove(at: place).dropFirst(name.count + 1))
    }
    guard let place = words.firstIndex(of: name) else { return nil }
    guard place + 1 < words.count else { throw .usage("\(name) lacks its value\n\(usage)") }
    words.remove(at: place)
    return words.remove(at: place)
  }

  /// Takes an option's value and reads it.
  mutating func value<Value>(
    _ name: String, _ read: (String) -> Value?, expected: String
  ) throws(ShellFailure) -> Value? {
    guard let text = try value(name) else { return nil }
    guard let value = read(text) else { throw .usage("\(name) \(text): expected \(expected)") }
    return value
  }

  /// Takes the words that are not options.
  ///
  /// There is nothing to take after it.
  mutating func rest(_ what: String, atLeast least: Int = 0, atMost most: Int = .max) throws(ShellFailure) -> [String] {
    if let option = words.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw .usage("unknown option \"\(option)\"\n\(usage)")
    }
    if words.count < least { throw .usage("\(what) is missing\n\(usage)") }
    if words.count > most { throw .usage("\"\(words[most])\" is one word too many\n\(usage)") }
    return words
  }
}
