import Loop
import LoopText
import TestInputs
import Testing
import Values

@testable import Tables

/// Tests what few rows do not cover: lists of several chunks, and sorted rows of which only some are visible.
@Suite struct `A table of many rows` {
  private static let words = ["tea", "Tee", "team", "lamp", "Lämpchen", "", "éclair", "eclipse", "a\u{301}b", "kettle"]

  /// The ids of the rows whose name may begin with "Quilt": few, and far apart.
  private static let rareIDs = stride(from: 17, to: 4_000, by: 570).map(\.self)

  private func item(_ id: Int, _ chance: inout SplitMix64) -> Item {
    let word = Self.words[Int.random(in: Self.words.indices, using: &chance)]
    let isQuilt = Self.rareIDs.contains(id) && Bool.random(using: &chance)
    return Item(
      id: id, name: isQuilt ? "Quilt \(id)" : word, price: Double(Int.random(in: 0..<40, using: &chance)))
  }

  private func action(_ chance: inout SplitMix64, among count: Int) -> EditableItems.Action {
    let id = Int.random(in: 0..<count, using: &chance)
    let quilt = Self.rareIDs[id % Self.rareIDs.count]
    return switch Int.random(in: 0..<60, using: &chance) {
    case 0: .view(.headerClicked(["price", "name", "id"][id % 3]))
    case 1: .view(.columnFilterChanged("price", [.range(from: 20), .range(through: 30), nil][id % 3]))
    case 2: .view(.sortChanged([]))
    case 3: .rowsDeleted([id, quilt])
    case 4: .rowsMoved(.init([id], before: (id + count / 2) % count))
    case 5: .view(.pageSizeChanged([nil, nil, 3_000, 50][id % 4]))
    case 6...8: .view(.rowRemoved(quilt))
    case 9...12: .view(.rowRemoved(id))
    case 13...16: .view(.keyPressed(TableKeyPress([.home, .end, .down, .up][id % 4])))
    case 17...19: .view(.rowUpserted(item(count + id, &chance)))
    case 20...24: .view(.rowUpserted(item(id, &chance)))
    case 25...34: .view(.rowUpserted(item(quilt, &chance)))
    default:
      .view(
        .keyPressed(TableKeyPress(.letters(["q", "Qu", "quilt 1", "q", "qui", "É", "ab", "L", "z", "q"][id % 10]))))
    }
  }

  @Test(arguments: runsExhaustively ? 0..<4 : 0..<2)
  func `shows the rows of a naive query, and type-ahead finds the same row`(seed: Int) throws {
    var chance = SplitMix64(seed: UInt64(seed))
    let table = try makeEditableTable()
    let count = runsExhaustively ? 4_000 : 2_100
    var state = table.initialState((0..<count).map { item($0, &chance) })
    for step in 0..<(runsExhaustively ? 600 : 100) {
      let action = action(&chance, among: count)
      let before = state
      _ = table.reduce(&state, action)
      if case .view(.keyPressed(let key)) = action, case .letters(let text) = key.code {
        #expect(
          state.view.cursor?.row == expectedCursorIndex(of: text, table.view, before.view),
          "seed \(seed), step \(step): \(text)")
      }
      if step % 20 != 19 { continue }
      let naive = NaiveQuery(
        table: table.view, rows: state.view.allRows, query: state.view.query, contextValues: state.view.contextValues)
      #expect(table.visibleIDs(state) == naive.visibleIDs, "seed \(seed), step \(step): \(action)")
    }
  }

  /// The row that type-ahead should select: the next row of the page that begins with the text, starting after the
  /// cursor for a single letter and at the cursor for more; otherwise the cursor's row.
  private func expectedCursorIndex(of text: String, _ table: ItemTable, _ state: ItemTable.State) -> Int? {
    let (rows, wanted) = (table.pageRows(of: state), NaiveQuery.folded(text))
    let cursor = state.cursor.flatMap { cursor in rows.firstIndex { $0.id == cursor.row } }
    let start = cursor.map { text.count > 1 ? $0 : $0 + 1 } ?? 0
    let next = (rows[start...] + rows[..<start]).first { item in
      NaiveQuery.folded(item.name ?? "").utf8.starts(with: wanted.utf8)
    }
    return next?.id ?? state.cursor?.row
  }

  @Test(arguments: [CellFormat.plain, .unit("cm"), .colorSwatch])
  func `type-ahead searches the displayed text of cells`(
    format: CellFormat
  ) throws {
    let table = try ItemTable(columns: [Column("name", \.name, format: format)])
    var state = table.initialState(
      (0..<3_000).map { Item(id: $0, name: $0 == 2_900 ? "90" : $0 == 1_500 ? nil : "80") })
    for text in ["90 cm", "90", "9", " cm"] {
      state.cursor = nil
      _ = table.reduce(&state, .keyPressed(TableKeyPress(.letters(text))))
      let leads = text == "90 cm" ? format == .unit("cm") : text != " cm"
      #expect(state.cursor?.row == (leads ? 2_900 : nil), "\(text)")
    }
  }

  @Test func `type-ahead finds inserted and changed rows among very many, and no removed ones`() throws {
    let table = try makeItemTable()
    let count = runsExhaustively ? 70_000 : 3_000
    var typist = TypeAheadTester(table: table, state: table.initialState((0..<count).map { Item(id: $0, name: "tea") }))
    typist.expectTyping("l", movesTo: nil)
    typist.expectTyping("l", movesTo: count - 1, after: .rowUpserted(Item(id: count - 1, name: "Lamp")))
    typist.expectTyping("la", movesTo: count - 1)
    typist.expectTyping(
      "lam", movesTo: 80_000, after: .rowUpserted(Item(id: 80_000, name: "lamp"), before: count - 1_000))
    typist.expectTyping("le", movesTo: nil)
    typist.expectTyping("k", movesTo: 90_000, after: .rowUpserted(Item(id: 90_000, name: "Kettle")))
    typist.expectTyping("ke", movesTo: nil, after: .rowRemoved(90_000))
    // Takes the free handle of the removed row.
    typist.expectTyping("e", movesTo: 100_000, after: .rowUpserted(Item(id: 100_000, name: "É")))
    typist.expectTyping("ket", movesTo: nil)
    typist.expectTyping("l", movesTo: nil, after: .rowUpserted(Item(id: 80_000, name: "tea")), .rowRemoved(count - 1))
    // Several rows at once, as when the user deletes them.
    table.removeRows([100_000, 5], &typist.state)
    typist.expectTyping("q", movesTo: 2_000, after: .rowUpserted(Item(id: 2_000, name: "q")))
    typist.expectTyping("e", movesTo: nil, after: .headerClicked("name"))
    typist.expectTyping("q", movesTo: 2_000)
    typist.expectTyping("\0", movesTo: nil, after: .rowUpserted(Item(id: 3, name: "")))
    typist.expectTyping("\0", movesTo: 4, after: .rowUpserted(Item(id: 4, name: "\0")))
  }

  /// Texts that do not begin with ASCII letters, whose equal forms have other bytes, or that have a common beginning.
  @Test func `type-ahead matches any characters at the beginning of a text`() throws {
    let table = try makeItemTable()
    let rows = (0..<3_000).map { Item(id: $0, name: $0 == 1_100 ? nil : "Жук \($0)") }
    var typist = TypeAheadTester(table: table, state: table.initialState(rows))
    func name(_ id: Int, _ name: String) -> ItemTable.Action { .rowUpserted(Item(id: id, name: name)) }
    typist.expectTyping("ж", movesTo: 0)
    typist.expectTyping("ЖУК 2900", movesTo: 2_900, after: name(2_950, "Ёж"))
    typist.expectTyping("ё", movesTo: 2_950)
    typist.expectTyping("Жа", movesTo: nil)
    // Two ideographs that are canonically equivalent but have different bytes.
    typist.expectTyping("\u{F900}", movesTo: 2_000, after: name(2_000, "\u{F900}a"), name(2_001, "\u{8C48}a"))
    typist.expectTyping("\u{8C48}", movesTo: 2_001)
    typist.expectTyping("\u{F900}a", movesTo: 2_000)
    // Folding it twice gives another text than folding it once.
    typist.expectTyping("\u{FF31}\u{301}", movesTo: 2_002, after: name(2_002, "\u{FF31}\u{301}x"))
    typist.expectTyping("\u{FF31}\u{301}x", movesTo: 2_002)
    typist.expectTyping("🍌", movesTo: 2_003, after: name(2_003, "🍌"), name(2_004, "🍎"))
    typist.expectTyping("🍎", movesTo: 2_004)
    for id in 0..<3_000 { _ = table.reduce(&typist.state, name(id, "Item \(id)")) }
    typist.expectTyping("item 9", movesTo: 9)
    typist.expectTyping("item 29", movesTo: 29)
    typist.expectTyping("item 299", movesTo: 299)
    typist.expectTyping("item 2991", movesTo: 2_991)
    typist.expectTyping("item 2992", movesTo: 2_992, after: .columnFilterChanged("id", .range(from: 2_000)))
    typist.expectTyping("item 199", movesTo: nil)
    typist.expectTyping("item 2", movesTo: 2_999, after: .headerClicked("id"), .headerClicked("id"))
    typist.expectTyping("item 20", movesTo: 2_099)
  }

  @Test func `type-ahead searches the present values of cells`() throws {
    let name = Column<Item>("name", kind: .text) { item, contextValues in
      2_500...2_501 ~= item.id ? contextValues["name"] ?? "tea" : "tea"
    }
    let number = Column<Item>("number", kind: .integer) { item, _ in item.price.map(Value.real) ?? .integer(1) }
    let table = try ItemTable(columns: [name, number])
    let rows = (0..<3_000).map { Item(id: $0) }
    var typist = TypeAheadTester(table: table, state: table.initialState(rows, contextValues: ["name": "lamp"]))
    typist.expectTyping("l", movesTo: 2_500, after: .headerClicked("number"))
    typist.expectTyping("k", movesTo: 2_500, after: .contextChanged(["name": "kettle"]))
    typist.expectTyping("l", movesTo: nil, after: .contextChanged(["name": "kettle"]))
    // The encoding of the other rows has no code for this number: all rows are sorted again.
    typist.expectTyping("k", movesTo: 2_500, after: .rowUpserted(Item(id: 2_500, price: 0.5)))
    typist.expectTyping("t", movesTo: 7, after: .rowUpserted(Item(id: 7, price: 0.25)))
    #expect(table.visibleIDs(typist.state).prefix(2) == [7, 2_500])
    // So many changes that all rows are read again, except the removed one.
    for id in Array(0..<400) + [2_500] { _ = table.reduce(&typist.state, .rowUpserted(Item(id: id, price: 1))) }
    typist.expectTyping("k", movesTo: 2_501, after: .rowRemoved(2_500))
  }

  @Test(arguments: [false, true]) func `many deleted rows return to their places`(isSorted: Bool) throws {
    var chance = SplitMix64(seed: 3)
    let undoable = UndoFeature(try makeEditableTable())
    let table = undoable.feature
    var initial = table.initialState((0..<4_000).map { item($0, &chance) })
    _ = table.reduce(&initial, .view(.columnFilterChanged("price", .range(from: 5))))
    if isSorted { _ = table.reduce(&initial, .view(.headerClicked("name"))) }
    var state = UndoFeature<EditableItems>.State(initial)
    // Three blocks, and single rows between which others stay.
    let deleted = Array(100..<900) + Array(0..<20) + Array(3_900..<4_000) + Array(stride(from: 1_001, to: 3_001, by: 3))
    _ = undoable.reduce(&state, .feature(.rowsDeleted(deleted)))
    #expect(state.feature.view.allRows.count == 4_000 - deleted.count)
    // A row that is inserted meanwhile stays between those that return.
    _ = undoable.reduce(&state, .feature(.view(.rowUpserted(Item(id: 5_000, name: "new", price: 20), before: 3_000))))
    _ = undoable.reduce(&state, .undo)
    #expect(state.feature.view.allRows.map(\.id).filter { $0 != 5_000 } == Array(0..<4_000))
    let naive = NaiveQuery(
      table: table.view, rows: state.feature.view.allRows, query: state.feature.view.query, contextValues: [:])
    #expect(table.visibleIDs(state.feature) == naive.visibleIDs)
  }

  @Test func `is still sorted after many or most rows have changed while it was filtered`() throws {
    var chance = SplitMix64(seed: 9)
    let table = try makeItemTable()
    var state = table.initialState((0..<4_000).map { item($0, &chance) })
    state = table.state(after: .headerClicked("price"), .columnFilterChanged("price", .range(from: 35)), from: state)
    for id in 0..<300 { _ = table.reduce(&state, .rowUpserted(item(id, &chance))) }
    var some = state
    for id in 300..<3_000 { _ = table.reduce(&state, .rowUpserted(item(id, &chance))) }
    for (some, filter) in [(some, nil), (state, nil), (state, ColumnFilter.range(through: 10))] {
      let shown = table.state(after: .columnFilterChanged("price", filter), from: some)
      let naive = NaiveQuery(table: table, rows: some.allRows, query: shown.query, contextValues: [:])
      #expect(table.visibleIDs(shown) == naive.visibleIDs)
    }
    _ = table.reduce(&some, .rowsReplaced([]))
    #expect(table.visibleIDs(some).isEmpty)
  }
}

/// Types letters into a table whose cursor was cleared before.
private struct TypeAheadTester {
  let table: ItemTable
  var state: ItemTable.State

  mutating func expectTyping(
    _ text: String, movesTo id: Int?, after actions: ItemTable.Action...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for action in actions { _ = table.reduce(&state, action) }
    state.cursor = nil
    _ = table.reduce(&state, .keyPressed(TableKeyPress(.letters(text))))
    #expect(state.cursor?.row == id, "\(text)", sourceLocation: sourceLocation)
  }
}
