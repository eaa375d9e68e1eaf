import Loop
import LoopTesting
import Testing
import Values

@testable import Tables

enum TablesSnapshot: String, SnapshotName {
  static let folder = "Tables"

  case fruits = "fruits.txt"
  case fruitsEdited = "fruits-edited.transcript"
}

/// A fruit, as a table of fruits has it.
struct Fruit: Identifiable, Hashable, Codable, Sendable {
  var id: String
  var name: String
  var weight: Double
  var color: String
}

let fruits = [
  Fruit(id: "🍌", name: "Banana", weight: 118, color: "brown"),
  Fruit(id: "🍓", name: "Strawberry", weight: 12, color: "red"),
  Fruit(id: "🍊", name: "Orange", weight: 190, color: "orange"),
  Fruit(id: "🥝", name: "Kiwi", weight: 75, color: "green"),
  Fruit(id: "🍇", name: "Grape", weight: 7, color: "purple"),
  Fruit(id: "🫐", name: "Blueberry", weight: 2, color: "blue"),
]

func makeFruitTable(_ kind: TableKind = .list) throws -> TableFeature<Fruit> {
  try TableFeature(
    kind,
    columns: [
      Column("id", \Fruit.id, title: "ID", width: .flexible(minimum: 35, maximum: 40)),
      Column("name", \Fruit.name, title: "Name", width: .flexible(minimum: 100)).editable { fruit, value in
        guard case .text(let name) = value, !name.isEmpty else { return false }
        fruit.name = name
        return true
      },
      Column("weight", \Fruit.weight, title: "Weight", format: .unit("g"), width: .flexible(minimum: 40, maximum: 80)),
      Column("color", \Fruit.color, title: "Color", format: .swatch, width: .flexible(minimum: 35, maximum: 50)),
    ],
    options: TableOptions {
      $0.selection = .several
      $0.handlesMoves = true
      $0.handlesDeletions = true
      $0.changes = .asked
      $0.background = { $0.color }
      $0.overlay = { $0.weight > 100 ? "heavy" : nil }
      $0.aggregates = [Aggregate(.count), Aggregate(.sum, "weight"), Aggregate(.max, "name", of: .selected)]
    })
}

/// A screen as lines of text, in columns as wide as what stands in them.
func draw(_ screen: TableScreen<String>) -> String {
  var lines = [["", ""] + screen.titles.map { "\($0.text) \($0.mark)" } + ["", ""]]
  for row in screen.rows {
    let marks = (row.isSelected ? "*" : " ") + (row.hasCursor ? ">" : " ")
    let looks = [row.background, row.overlay].map { look -> String in
      switch look {
      case .selected?: "selected"
      case .hovered?: "hovered"
      case .own(let text)?: text
      case nil: ""
      }
    }
    lines.append([row.group ?? "", marks] + row.cells.map { $0.text + ($0.isUnsaved ? " (not saved)" : "") } + looks)
  }
  let widths = lines[0].indices.map { place in lines.map { $0[place].terminalWidth }.max() ?? 0 }
  let drawn = lines.map { line in
    line.indices.map { place in
      let space = String(repeating: " ", count: widths[place] - line[place].terminalWidth)
      let isTrailing = screen.titles.indices.contains(place - 2) && screen.titles[place - 2].alignment == .trailing
      return isTrailing ? space + line[place] : line[place] + space
    }.joined(separator: "  ")
  }
  let sums = screen.aggregates.map { "\($0.aggregate.function) \($0.text)" }.joined(separator: ", ")
  let counts = screen.counts
  let told = "\(counts.filtered ?? -1) of \(counts.all ?? -1), selected \(counts.selected ?? -1) (\(screen.selection))"
  let notices =
    screen.rows.compactMap { row in row.notice.map { "\(row.id) \($0)" } } + [screen.refusal].compactMap(\.self)
  return (drawn + ["\(sums); \(told); page \(screen.page) of \(screen.pageCount ?? -1)"] + notices)
    .map { line in line.reversed().drop { $0 == " " }.reversed().map(String.init).joined() + "\n" }.joined() + "\n"
}

@Suite struct `What there is to see of a table` {
  @Test func `each name has a document, and each document a name`() {
    expectSnapshotFilesMatchNames(of: TablesSnapshot.self)
  }

  private let deeds: [(String, TableFeature<Fruit>.Action)] = [
    ("weight is pressed", .titlePressed("weight")), ("weight is pressed", .titlePressed("weight")),
    ("name is pressed too", .titlePressed("name", adding: true)), ("nothing sorts", .sortSet([])),
    ("the kiwi is pressed", .selection(.pressed("🥝"))), ("shift+down", .keyPressed(TableKey(.down, shift: true))),
    ("the orange is pointed at", .hoverBegan("🍊")),
    ("only what weighs ten", .columnFiltered("weight", .range(from: 10))), ("all of it", .selection(.allPressed)),
    ("everything again", .columnFiltered("weight", nil)), ("the grape is edited", .cellSet("🍇", "name", "Raisin")),
    ("by colour", .grouped(by: "color")), ("the banana to the end", .rowsMoved(.init(["🍌"], before: nil))),
    ("not by colour", .grouped(by: nil)), ("RR is searched", .searched("RR")), ("nothing is", .searched("")),
    ("four on a page", .pageSizeChanged(4)), ("the second page", .pageTurned(to: 1)),
    ("the blueberry shall go", .rowsDeleted(["🫐"])), ("it is gone", .deleted(["🫐"])),
  ]

  @Test func `six fruits, as they are and after what is done to them`() throws {
    let table = try makeFruitTable()
    var state = table.initialState(fruits)
    var document = "as they are\n\n" + draw(table.screen(of: state))
    for (deed, action) in deeds {
      _ = table.reduce(&state, action)
      document += "\(deed)\n\n" + draw(table.screen(of: state))
    }
    expectSnapshot(document, TablesSnapshot.fruits)
  }

  @Test func `law 5: a fruit is edited, conflicts, and is saved over what somebody else stored`() throws {
    let table = try makeFruitTable()
    let store = TestStore(table, state: table.initialState(Array(fruits[..<2])))
    let (mine, theirs) = (
      Fruit(id: "🍌", name: "Plantain", weight: 118, color: "brown"),
      Fruit(id: "🍌", name: "Banana", weight: 120, color: "green")
    )
    store.send(.editBegan("🍌", "name")) {
      $0.editing = .init(row: "🍌", column: "name", text: "Banana", original: "Banana", stored: fruits[0])
      $0.cursor = .init(row: "🍌")
    }
    store.send(.typed("Plantain")) { $0.editing?.text = "Plantain" }
    store.send(.editCommitted) {
      $0.editing = nil
      $0.drafts["🍌"] = .init(edited: mine, stored: fruits[0], stage: .changed)
      $0.rows.replace(mine, at: 0)
    }
    let save = TableFeature<Fruit>.Effect.save(mine, over: fruits[0])
    store.send(.saveTapped(nil), starts: [save]) { $0.drafts["🍌"]?.stage = .saving }
    store.end(save, .saveConflicted("🍌", stored: theirs)) {
      $0.drafts["🍌"] = .init(edited: mine, stored: theirs, stage: .conflict)
    }
    let again = TableFeature<Fruit>.Effect.save(mine, over: theirs)
    store.send(.mineKept("🍌"), starts: [again]) { $0.drafts["🍌"]?.stage = .saving }
    store.end(again, .saved(mine)) { $0.drafts = [:] }
    expectSnapshot(store.finish(), TablesSnapshot.fruitsEdited)
  }

  @Test func `each kind is a preset of one value`() throws {
    #expect([TableKind.list, .stack, .grid].map(\.scrollsTitles) == [true, false, false])
    for kind in [TableKind.list, .stack, .grid] {
      #expect(kind.hasHeader && !kind.hasFooter && kind.minimumWidth == nil)
      let room = [kind.rowSpacing, kind.padding, kind.rowPadding, kind.headerSpacing, kind.footerSpacing]
      #expect(room == [0, 0, 0, 0, 0])
    }
    let hinted = TableKind.list.configured {
      ($0.hasHeader, $0.hasFooter) = (false, true)
      ($0.rowSpacing, $0.padding) = (2, 4)
    }
    let plain = try makeFruitTable(hinted)
    let drawn = plain.screen(of: plain.initialState(fruits)).kind
    #expect(!drawn.hasHeader && drawn.hasFooter && drawn.rowSpacing == 2 && drawn.padding == 4)
    let kind = TableKind.grid.configured {
      $0.scrollsTitles = true
      $0.marks = SortIndicators(forward: "^", reverse: "v", unsorted: "-")
    }
    let table = try makeFruitTable(kind)
    let screen = table.screen(of: table.state(after: .titlePressed("name"), from: table.initialState(fruits)))
    #expect(screen.kind.scrollsTitles && screen.titles.map(\.mark) == ["-", "^", "-", "-"])
  }

  @Test func `where meanings of a row meet, the first that was declared is shown`() throws {
    var table = try makeFruitTable()
    let state = table.state(after: .selection(.pressed("🍌")), .hoverBegan("🍌"), from: table.initialState(fruits))
    func look() -> RowStyle? { table.screen(of: state).rows[0].background }
    #expect(look() == .selected)
    table.options.meanings = [.hovered, .selected, .own]
    #expect(look() == .hovered)
    table.options.meanings = [.own, .selected]
    #expect(look() == .own("brown"))
    table.options.meanings = []
    #expect(look() == nil)
    func overlay() -> RowStyle? { table.screen(of: state).rows[0].overlay }
    #expect(overlay() == .own("heavy"))
    table.options.overlayMeanings = [.selected, .own]
    #expect(overlay() == .selected)
    table.options.overlayMeanings = []
    #expect(overlay() == nil)
  }

  @Test func `what is computed stands above the rows or below them`() throws {
    var options = try makeFruitTable().options
    options.headerAggregates = [Aggregate(.average, "weight", of: .all)]
    options.aggregates = [Aggregate(.sum, "weight")]
    let table = try TableFeature(.stack, columns: makeFruitTable().columns, options: options)
    let screen = table.screen(
      of: table.state(after: .columnFiltered("weight", .range(through: 10)), from: table.initialState(fruits)))
    #expect(screen.aggregates.map(\.text) == ["9 g"])
    #expect(screen.headerAggregates.map(\.value) == [.real(404.0 / 6)])
    options.headerAggregates = [Aggregate(.sum, "nothing")]
    #expect(throws: TableError.noSuchColumn("nothing")) { try TableFeature(columns: table.columns, options: options) }
  }

  @Test func `cells are written by their format and their kind`() {
    let cases: [(CellFormat, ColumnKind, Value, String)] = [
      (.unit("g"), .double, 118.0, "118 g"), (.unit("g"), .double, nil, ""), (.plain, .double, 0.5, "0.5"),
      (.plain, .money, 3.5, "3.50"), (.plain, .money, -0.05, "-0.05"), (.plain, .money, 3, "3.00"),
      (.decimals(0), .double, 2.5, "3"), (.decimals(3), .integer, 7, "7.000"), (.decimals(2), .double, 1e300, "1e+300"),
      (.checkMark, .boolean, true, "✓"), (.checkMark, .boolean, false, ""), (.plain, .boolean, false, "false"),
      (.date, .date, .instant(Instant(milliseconds: 0)), "1970-01-01"),
      (.time, .date, .instant(Instant(milliseconds: 0)), "00:00:00"), (.swatch, .text, "red", "red"),
      (.plain, .text, [1, "a"], "1, a"), (.plain, .text, ["b": 1, "a": nil], "a: , b: 1"),
    ]
    for (format, kind, value, text) in cases { #expect(format.text(of: value, kind: kind) == text) }
  }

  @Test func `what is typed is read by the kind of the column`() {
    let cases: [(ColumnKind, String, Value?)] = [
      (.text, " a ", " a "), (.integer, " 12 ", 12), (.integer, "1.5", .none), (.double, "1.5", 1.5),
      (.decimal, "x", .none),
      (.double, "inf", .none), (.boolean, "Yes", true), (.boolean, "maybe", .none), (.money, "3.50", 3.5),
      (.money, "3.505", .none),
      (.date, "1970-01-01", .some(.instant(Instant(milliseconds: 0)))), (.date, "1970-13-01", .none),
      (.integer, "", .some(.null)),
    ]
    for (kind, text, value) in cases { #expect(kind.parseValue(text) == value, "\(kind) \(text)") }
  }
}
