internal import LoopText

/// One line of a file of JSON lines: an object whose members are texts, lists of texts and whole numbers.
///
/// The members keep their order when they are written, so that the same line has the same bytes in every process.
struct JSONLine {
  enum Member: Hashable {
    case text(String)
    case texts([String])
    case number(Int)
  }

  private var members: [(name: String, value: Member)] = []

  init() {}

  /// Adds a text; one that is absent, or a list that is empty, leaves no trace.
  mutating func add(_ name: String, _ text: String?) {
    if let text { members.append((name, .text(text))) }
  }

  mutating func add(_ name: String, _ texts: [String]) {
    if !texts.isEmpty { members.append((name, .texts(texts))) }
  }

  mutating func add(_ name: String, _ number: Int) { members.append((name, .number(number))) }
}

extension JSONLine: CustomStringConvertible {
  /// The line, without the line feed at its end.
  var description: String {
    let texts = members.map { name, value in "\(Self.quoted(name)):\(Self.written(value))" }
    return "{\(texts.joined(separator: ","))}"
  }

  private static func written(_ value: Member) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .texts(let texts): "[\(texts.map(quoted).joined(separator: ","))]"
    case .number(let number): "\(number)"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f || scalar.value == 0x2028 || scalar.value == 0x2029:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSONLine {
  /// Reads a line.
  ///
  /// Each member is to be taken once; see ``finish()``. One that is given twice is refused: a value would be lost.
  init(parsing line: Substring) throws(JournalFault) {
    var parser = JSONLineParser(line)
    guard let read = parser.line() else {
      throw JournalFault(line: nil, message: "it is not an object in JSON, of texts, lists of texts and whole numbers")
    }
    members = read
    var names: Set<String> = []
    for (name, _) in members where !names.insert(name).inserted {
      throw JournalFault(line: nil, message: "\(name.shown) is given twice")
    }
  }

  /// Whether a line is a whole object, be it one that is expected or not.
  static func isObject(_ line: Substring) -> Bool {
    var parser = JSONLineParser(line)
    return parser.line() != nil
  }

  private mutating func take(_ name: String) -> Member? {
    guard let place = members.firstIndex(where: { $0.name == name }) else { return nil }
    return members.remove(at: place).value
  }

  mutating func text(_ name: String) throws(JournalFault) -> String? {
    switch take(name) {
    case nil: return nil
    case .text(let text)?: return text
    case .texts?, .number?: throw JournalFault(line: nil, message: "\(name.shown) is no text")
    }
  }

  mutating func texts(_ name: String) throws(JournalFault) -> [String] {
    switch take(name) {
    case nil: return []
    case .texts(let texts)?: return texts
    case .text?, .number?: throw JournalFault(line: nil, message: "\(name.shown) is no list of texts")
    }
  }

  mutating func number(_ name: String) throws(JournalFault) -> Int? {
    switch take(name) {
    case nil: return nil
    case .number(let number)?: return number
    case .text?, .texts?: throw JournalFault(line: nil, message: "\(name.shown) is no whole number")
    }
  }

  /// Expects nothing to be left: what nobody reads would be lost without a word.
  func finish() throws(JournalFault) {
    if let name = members.first?.name {
      throw JournalFault(line: nil, message: "\(name.shown) has no place in this line")
    }
  }
}
