import Tables
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `The order of texts in a database` {
  private struct Line: Identifiable, Hashable, Sendable {
    let id: Int
    let text: String
  }

  @Test func `is that of a table if rows are sorted by their small letters, and then by the texts`() throws {
    var random = SplitMix64(seed: 5)
    let parts = ["a", "B", "Z", "z", "é", "Ä", "0", "9", " ", "_", "[", "🙂", "\u{301}", "item 1"]
    let lines = (0..<500).map { id in
      let count = Int.random(in: 0...6, using: &random)
      return Line(
        id: id, text: (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined())
    }
    let connection = try SQLiteConnection(":memory:", flags: SQLiteCode.openReadWrite)
    try connection.run("CREATE TABLE line (text TEXT)")
    for line in lines { try connection.run("INSERT INTO line VALUES (?)", [.text(line.text)]) }
    var stored: [String] = []
    try connection.run("SELECT text FROM line ORDER BY lower(text), text") { stored.append($0.text(0)) }

    let table = TableFeature<Line>.grid([Column("text", \.text)])
    var state = table.initialState(lines)
    _ = table.reduce(&state, .headerClicked("text"))
    // By bytes: Swift takes canonically equivalent texts for equal.
    #expect(table.visibleRows(of: state).map { Array($0.text.utf8) } == stored.map { Array($0.utf8) })
  }
}
