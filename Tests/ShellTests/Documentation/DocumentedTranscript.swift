import Foundation
import ProgramFixtures
import Programs

/// A code block of the documentation that shows command lines and their output.
///
/// ```
/// $ cat FILE                     the lines below are the contents of the file
/// $ backroom WORD…               the lines below are the output; workbench likewise
/// > LINE                         a line that is typed; the lines below are the output
/// …                              any number of lines
/// ```
///
/// A line `$ printf 'LINES' | backroom WORD…` types the lines of its argument.
struct DocumentedTranscript {
  /// A command line with the lines below it.
  struct Command {
    let text: String
    let lines: [String]
  }

  let file: String
  let commands: [Command]

  /// The transcripts in README.md and in the DocC catalogues.
  static func all() throws -> [DocumentedTranscript] {
    try pages().flatMap { page in
      try blocks(of: page).compactMap { DocumentedTranscript(file: page, lines: $0) }
    }
  }

  /// The paths of README.md and of the pages in the DocC catalogues.
  static func pages() throws -> [String] {
    let catalogues = contents(of: "Sources").map { "Sources/\($0)/\($0).docc" }
    let pages = ["README.md"] + catalogues.flatMap { folder in contents(of: folder).map { "\(folder)/\($0)" } }
    return pages.filter { $0.hasSuffix(".md") }
  }

  /// The text of a file of this package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Creates a transcript from a code block, or returns `nil` if the block does not begin with a command.
  private init?(file: String, lines: [String]) {
    guard lines.first?.hasPrefix("$ ") == true else { return nil }
    self.file = file
    commands = lines.split(separatorsBefore: { $0.hasPrefix("$ ") })
      .map { Command(text: String($0[0].dropFirst(2)), lines: Array($0.dropFirst())) }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardized

  private static func contents(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).sorted()
  }

  private static func blocks(of page: String) throws -> [[String]] {
    let parts = try text(page).components(separatedBy: "\n```")
    // Every second part is inside a block. Its first line is the language.
    return stride(from: 1, to: parts.count, by: 2).map {
      Array(parts[$0].components(separatedBy: "\n").dropFirst())
    }
  }
}

extension DocumentedTranscript.Command {
  /// The file that the command prints, if it is `cat FILE`.
  var printedFile: String? { text.hasPrefix("cat ") ? String(text.dropFirst(4)) : nil }

  /// The program and its arguments, or `nil` if the command is another one.
  var call: (program: ShellFixture.ProgramName, arguments: [String])? {
    let command = text.components(separatedBy: " | ").last ?? text
    let words = Self.words(of: command)
    return words.first.flatMap { ShellFixture.ProgramName(rawValue: $0) }.map { ($0, Array(words.dropFirst())) }
  }

  /// The lines that are typed.
  var typedLines: [String] {
    let words = Self.words(of: text)
    if words.first == "printf", words.count > 1 {
      return words[1].components(separatedBy: "\\n").filter { !$0.isEmpty }
    }
    return lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
  }

  /// Returns whether a text is the documented output.
  func matches(_ output: String) -> Bool {
    let printed = Self.trimmed(output.components(separatedBy: "\n"))
    let expected = Self.trimmed(lines.filter { !$0.hasPrefix("> ") })
    let parts = expected.split(omittingEmptySubsequences: false) { $0.drop { $0 == " " } == "…" }
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return printed == expected }
    guard printed.count >= first.count + last.count, printed.starts(with: first), printed.suffix(last.count) == last
    else { return false }
    var rest = printed.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Splits a command line into words.
  ///
  /// Single quotation marks quote spaces.
  static func words(of text: String) -> [String] {
    text.components(separatedBy: "'").enumerated().reduce(into: [""]) { words, part in
      guard part.offset.isMultiple(of: 2) else { return words[words.count - 1] += part.element }
      for (index, word) in part.element.components(separatedBy: " ").enumerated() {
        if index > 0 { words.append("") }
        words[words.count - 1] += word
      }
    }
    .filter { !$0.isEmpty }
  }
}

extension Array {
  /// Splits the array before each element that satisfies a predicate.
  fileprivate func split(separatorsBefore begins: (Element) -> Bool) -> [[Element]] {
    reduce(into: []) { parts, element in
      if parts.isEmpty || begins(element) { parts.append([element]) } else { parts[parts.count - 1].append(element) }
    }
  }
}
