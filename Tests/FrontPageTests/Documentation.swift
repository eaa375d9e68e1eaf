#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The documentation of this package: README.md and the pages of the DocC catalogues.
enum Documentation {
  /// A fenced code block.
  struct Block {
    let file: String
    let firstLine: Int
    let language: String
    let lines: [String]

    var text: String { lines.map { $0 + "\n" }.joined() }
  }

  /// The paths of all pages, relative to the package.
  static func pages() -> [String] {
    let catalogues = contents(of: "Sources").map { "Sources/\($0)/\($0).docc" }
    return ["README.md"] + catalogues.flatMap { folder in contents(of: folder).map { "\(folder)/\($0)" } }
  }

  /// The code blocks of all pages.
  static func blocks() throws -> [Block] {
    try pages().filter { $0.hasSuffix(".md") }.flatMap { try blocks(of: $0) }
  }

  /// The tests that the pages name in tables of laws.
  static func laws() throws -> [(page: String, test: String)] {
    try pages().filter { $0.hasSuffix(".md") }.flatMap { page in
      let table = lines(of: try text(page)).drop { $0 != "| law | test |" }.prefix { $0.hasPrefix("|") }
      // The last column is a name in backticks.
      return table.dropFirst(2).map { (page, $0.split(separator: "`").dropLast().last.map(String.init) ?? "") }
    }
  }

  /// The names of all test functions, as far as they are sentences.
  static func testNames() throws -> Set<String> {
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: "Tests").path)
    return try files.filter { $0.hasSuffix(".swift") }.reduce(into: []) { names, file in
      for line in lines(of: try text("Tests/\(file)")) where line.utf8.contains(UInt8(ascii: "`")) {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        if parts[0].hasSuffix("func ") { names.insert(String(parts[1])) }
      }
    }
  }

  /// The lines of the examples that the test targets compile.
  static func examples() throws -> [[String]] {
    let targets = contents(of: "Tests").map { "Tests/\($0)" }
    let files = targets.flatMap { target in contents(of: target).map { "\(target)/\($0)" } }
    return try files.filter { $0.hasSuffix("Example.swift") }.map { lines(of: try text($0)) }
  }

  /// The text of a file of this package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns the names in a folder, sorted.
  ///
  /// A folder that does not exist has none.
  private static func contents(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).sorted()
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func blocks(of file: String) throws -> [Block] {
    let fence = "```"
    var blocks: [Block] = []
    var current: (language: String, firstLine: Int, lines: [String])?
    for (index, line) in lines(of: try text(file)).enumerated() {
      switch current {
      case nil where line.hasPrefix(fence): current = (String(line.dropFirst(fence.count)), index + 2, [])
      case nil: break
      case let block? where line == fence:
        blocks.append(Block(file: file, firstLine: block.firstLine, language: block.language, lines: block.lines))
        current = nil
      case .some: current?.lines.append(line)
      }
    }
    return blocks
  }
}

extension [String] {
  /// Returns whether the lines occur in this order, without others in between, if indentation is ignored.
  func contains(lines: [String]) -> Bool {
    func unindented(_ lines: [String]) -> [Substring] { lines.map { $0.drop { $0 == " " } } }
    let (all, wanted) = (unindented(self), unindented(lines))
    guard !wanted.isEmpty, wanted.count <= all.count else { return false }
    return (0...all.count - wanted.count).contains { all[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
