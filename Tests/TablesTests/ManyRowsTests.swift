import LoopProof
import Testing
import Values

@testable import Tables

/// What few rows do not show: lists in several blocks, some set aside while others are seen, rows that are looked up.
@Suite struct `A table of many rows` {
  private static let words = ["tea", "Tee", "team", "lamp", "Lämpchen", "", "éclair", "eclipse", "a\u{301}b", "kettle"]

  /// The ids of which the rows may be called quilts: so few that to find one, more must be read than are read one by one.
  private static let quilts = stride(from: 17, to: 4_000, by: 570).map(\.self)

  private func item(_ id: Int, _ chance: inout SplitMix64) -> Item {
    let word = Self.words[Int.random(in: Self.words.indices, using: &chance)]
    let isQuilt = Self.quilts.contains(id) && Bool.random(using: &chance)
    return Item(
      id: id, name: isQuilt ? "Quilt \(id)" : word, price: Double(Int.random(in: 0..<40, using: &chance)))
  }

  private func action(_ chance: inout SplitMix64, among count: Int) -> ItemTable.Action {
    let id = Int.random(in: 0..<count, using: &chance)
    let quilt = Self.quilts[id % Self.quilts.count]
    return switch Int.random(in: 0..<60, using: &chance) {
    case 0: .titlePressed(["price", "name", "id"][id % 3])
    case 1: .columnFiltered("price", [.range(from: 20), .range(through: 30), nil][id % 3])
    case 2: .sortSet([])
    case 3: .rowsDeleted([id, quilt])
    case 4: .rowsMoved(.init([id], before: (id + count / 2) % count))
    case 5: .pageSizeChanged([nil, nil, 3_000, 50][id % 4])
    case 6...8: .rowRemoved(quilt)
    case 9...12: .rowRemoved(id)
    case 13...16: .keyPressed(TableKey([.home, .end, .down, .up][id % 4]))
    case 17...19: .rowPut(item(count + id, &chance))
    case 20...24: .rowPut(item(id, &chance))
    case 25...34: .rowPut(item(quilt, &chance))
    default: .keyPressed(TableKey(.letters(["q", "Qu", "quilt 1", "q", "qui", "É", "ab", "L", "z", "q"][id % 10])))
    }
  }

  @Test(arguments: 0..<4) func `shows what a naive reading shows, and letters lead where one would`(seed: Int) throws {
    var chance = SplitMix64(seed: UInt64(seed))
    let table = try changingTable()
    var state = table.state((0..<4_000).map { item($0, &chance) })
    var lookedUp = 0
    for step in 0..<600 {
      let action = action(&chance, among: 4_000)
      let before = state
      _ = table.reduce(&state, action)
      if case .keyPressed(let key) = action, case .letters(let text) = key.code {
        #expect(state.cursor?.row == goal(of: text, table, before), "seed \(seed), step \(step): \(text)")
        lookedUp += state.arrangement.beginnings == nil ? 0 : 1
      }
      if step % 20 != 19 { continue }
      let naive = NaiveReading(table: table, rows: state.allRows, query: state.query, beside: state.beside)
      #expect(table.seen(state) == naive.seen, "seed \(seed), step \(step): \(action)")
    }
    #expect(lookedUp > 150)
  }

  /// The next row of the page that begins with a text, behind the cursor or from it on; else the cursor stays.
  private func goal(of text: String, _ table: ItemTable, _ state: ItemTable.State) -> Int? {
    let (rows, wanted) = (table.pageRows(of: state), NaiveReading.folded(text))
    let cursor = state.cursor.flatMap { cursor in rows.firstIndex { $0.id == cursor.row } }
    let start = cursor.map { text.count > 1 ? $0 : $0 + 1 } ?? 0
    let next = (rows[start...] + rows[..<start]).first { item in
      NaiveReading.folded(item.name ?? "").utf8.starts(with: wanted.utf8)
    }
    return next?.id ?? state.cursor?.row
  }

  @Test(arguments: [CellFormat.plain, .unit("cm"), .swatch]) func `letters lead to what a cell shows`(
    format: CellFormat
  ) throws {
    let table = try ItemTable(columns: [Column("name", \.name, format: format)])
    var state = table.state((0..<3_000).map { Item(id: $0, name: $0 == 2_900 ? "90" : $0 == 1_500 ? nil : "80") })
    for text in ["90 cm", "90", "9", " cm"] {
      state.cursor = nil
      _ = table.reduce(&state, .keyPressed(TableKey(.letters(text))))
      let leads = text == "90 cm" ? format == .unit("cm") : text != " cm"
      #expect(state.cursor?.row == (leads ? 2_900 : nil), "\(text)")
    }
  }

  @Test func `is sorted anew where most of it has changed while it was filtered`() throws {
    var chance = SplitMix64(seed: 9)
    let table = try changingTable()
    var state = table.state((0..<4_000).map { item($0, &chance) })
    state = table.after(.titlePressed("price"), .columnFiltered("price", .range(from: 35)), from: state)
    for id in 0..<300 { _ = table.reduce(&state, .rowPut(item(id, &chance))) }
    #expect(state.arrangement.aside != nil && state.arrangement.unsettled.count == 300)
    var some = state
    for id in 300..<3_000 { _ = table.reduce(&state, .rowPut(item(id, &chance))) }
    #expect(state.arrangement.aside == nil && state.arrangement.unsettled.isEmpty)
    for (some, filter) in [(some, nil), (state, nil), (state, ColumnFilter.range(through: 10))] {
      let shown = table.after(.columnFiltered("price", filter), from: some)
      let naive = NaiveReading(table: table, rows: some.allRows, query: shown.query, beside: [:])
      #expect(table.seen(shown) == naive.seen)
    }
    _ = table.reduce(&some, .rowsReplaced([]))
    #expect(table.seen(some).isEmpty)
  }
}
