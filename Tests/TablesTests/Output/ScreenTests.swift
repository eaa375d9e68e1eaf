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

/// A row of the fruit table.
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

func makeFruitTable(_ kind: TableAppearance = .list) throws -> EditableTable<Fruit> {
  try EditableTable(
    kind,
    columns: [
      Column("id", \Fruit.id, title: "ID", width: .flexible(minimum: 35, maximum: 40)),
      Column("name", \Fruit.name, title: "Name", width: .flexible(minimum: 100)).editable {
        fruit, value throws(CellRefusal) in
        guard case .text(let name) = value, !name.isEmpty else {
          throw CellRefusal(expected: "a text that is not empty")
        }
        fruit.name = name
      },
      Column("weight", \Fruit.weight, title: "Weight", format: .unit("g"), width: .flexible(minimum: 40, maximum: 80)),
      Column("color", \Fruit.color, title: "Color", format: .colorSwatch, width: .flexible(minimum: 35, maximum: 50)),
    ],
    options: EditingOptions {
      $0.view.selection = .multiple
      $0.supportsMoves = true
      $0.supportsDeletions = true
      $0.changePolicy = .afterConfirmation
      $0.view.background = { $0.color }
      $0.view.overlay = { $0.weight > 100 ? "heavy" : nil }
      $0.view.aggregates = [Aggregate(.count), Aggregate(.sum, "weight"), Aggregate(.max, "name", of: .selected)]
    })
}

/// Returns a screen as aligned lines of text.
func draw(_ screen: TableScreen<String>) -> String {
  var lines = [["", ""] + screen.headers.map { "\($0.title) \($0.sortIndicator)" } + ["", ""]]
  for row in screen.rows {
    let marks = (row.isSelected ? "*" : " ") + (row.hasCursor ? ">" : " ")
    let styles = [row.background, row.overlay].map { style -> String in
      switch style {
      case .selected?: "selected"
      case .hovered?: "hovered"
      case .custom(let text)?: text
      case nil: ""
      }
    }
    lines.append([row.group ?? "", marks] + row.cells.map { $0.text + ($0.isUnsaved ? " (not saved)" : "") } + styles)
  }
  let widths = lines[0].indices.map { index in lines.map { $0[index].terminalWidth }.max() ?? 0 }
  let drawn = lines.map { line in
    line.indices.map { index in
      let space = String(repeating: " ", count: widths[index] - line[index].terminalWidth)
      let isTrailing = screen.headers.indices.contains(index - 2) && screen.headers[index - 2].alignment == .trailing
      return isTrailing ? space + line[index] : line[index] + space
    }.joined(separator: "  ")
  }
  let sums = screen.aggregates.map { "\($0.aggregate.function) \($0.text)" }.joined(separator: ", ")
  let counts = screen.counts
  let countText =
    "\(counts.filtered ?? -1) of \(counts.all ?? -1), selected \(counts.selected ?? -1) (\(screen.selectAllState))"
  let notices =
    screen.rows.compactMap { row in row.notice.map { "\(row.id) \($0)" } }
    + [screen.rejection.map { "\($0)" }].compactMap(\.self)
  return (drawn + ["\(sums); \(countText); page \(screen.page) of \(screen.pageCount ?? -1)"] + notices)
    .map { line in line.reversed().drop { $0 == " " }.reversed().map(String.init).joined() + "\n" }.joined() + "\n"
}

@Suite struct `The screen of a table` {
  @Test func `every snapshot name has a file, and every file a name`() {
    expectSnapshotFilesMatchNames(of: TablesSnapshot.self)
  }

  private let actions: [(String, EditableTable<Fruit>.Action)] = [
    ("click the weight header", .view(.headerClicked("weight"))),
    ("click the weight header", .view(.headerClicked("weight"))),
    ("click the name header, adding", .view(.headerClicked("name", adding: true))),
    ("remove the sort", .view(.sortChanged([]))),
    ("click the kiwi", .view(.selection(.rowClicked("🥝")))),
    ("shift+down", .view(.keyPressed(TableKeyPress(.down, shift: true)))),
    ("hover over the orange", .view(.hoverBegan("🍊"))),
    ("filter by a weight of at least 10", .view(.columnFilterChanged("weight", .range(from: 10)))),
    ("select all", .view(.selection(.allSelected))),
    ("remove the filter", .view(.columnFilterChanged("weight", nil))),
    ("edit the grape", .cellValueSet("🍇", "name", "Raisin")),
    ("group by color", .view(.groupingChanged(to: "color"))),
    ("move the banana to the end", .rowsMoved(.init(["🍌"], before: nil))),
    ("remove the grouping", .view(.groupingChanged(to: nil))), ("search for RR", .view(.searchTextChanged("RR"))),
    ("clear the search", .view(.searchTextChanged(""))),
    ("show four rows per page", .view(.pageSizeChanged(4))), ("go to the second page", .view(.pageChanged(to: 1))),
    ("delete the blueberry", .rowsDeleted(["🫐"])), ("confirm the deletion", .deleteCompleted(["🫐"])),
  ]

  @Test func `six fruits, initially and after each action`() throws {
    let table = try makeFruitTable()
    var state = table.initialState(fruits)
    var document = "initial state\n\n" + draw(table.screen(of: state))
    for (title, action) in actions {
      _ = table.reduce(&state, action)
      document += "\(title)\n\n" + draw(table.screen(of: state))
    }
    expectSnapshot(document, TablesSnapshot.fruits)
  }

  @Test func `law 5: a fruit is edited, conflicts, and is saved over the version of another user`() throws {
    let table = try makeFruitTable()
    let store = TestStore(table, state: table.initialState(Array(fruits[..<2])))
    let (mine, theirs) = (
      Fruit(id: "🍌", name: "Plantain", weight: 118, color: "brown"),
      Fruit(id: "🍌", name: "Banana", weight: 120, color: "green")
    )
    store.send(.editBegan("🍌", "name")) {
      $0.editedCell = .init(row: "🍌", column: "name", text: "Banana", originalText: "Banana", storedRow: fruits[0])
      $0.view.cursor = .init(row: "🍌")
    }
    store.send(.cellTextChanged("Plantain")) { $0.editedCell?.text = "Plantain" }
    store.send(.editCommitted) {
      $0.editedCell = nil
      $0.drafts["🍌"] = .init(editedRow: mine, storedRow: fruits[0], status: .unsaved)
      $0.view.rows.replace(mine, at: 0)
    }
    let save = EditableTable<Fruit>.Effect.save(mine, over: fruits[0])
    store.send(.saveTapped(nil), starts: [save]) { $0.drafts["🍌"]?.status = .saving }
    store.end(save, .saveConflicted("🍌", stored: theirs)) {
      $0.drafts["🍌"] = .init(editedRow: mine, storedRow: theirs, status: .conflict)
    }
    let again = EditableTable<Fruit>.Effect.save(mine, over: theirs)
    store.send(.localKept("🍌"), starts: [again]) { $0.drafts["🍌"]?.status = .saving }
    store.end(again, .saveCompleted(mine)) { $0.drafts = [:] }
    expectSnapshot(store.finish(), TablesSnapshot.fruitsEdited)
  }

  @Test func `each table kind is a preset of one type`() throws {
    #expect([TableAppearance.list, .stack, .grid].map(\.scrollsHeader) == [true, false, false])
    for kind in [TableAppearance.list, .stack, .grid] {
      #expect(kind.hasHeader && !kind.hasFooter && kind.minimumWidth == nil)
      let room = [kind.rowSpacing, kind.padding, kind.rowPadding, kind.headerSpacing, kind.footerSpacing]
      #expect(room == [0, 0, 0, 0, 0])
    }
    let hinted = TableAppearance.list.configured {
      ($0.hasHeader, $0.hasFooter) = (false, true)
      ($0.rowSpacing, $0.padding) = (2, 4)
    }
    let plain = try makeFruitTable(hinted).view
    let drawn = plain.screen(of: plain.initialState(fruits)).appearance
    #expect(!drawn.hasHeader && drawn.hasFooter && drawn.rowSpacing == 2 && drawn.padding == 4)
    let kind = TableAppearance.grid.configured {
      $0.scrollsHeader = true
      $0.sortIndicators = SortIndicators(forward: "^", reverse: "v", unsorted: "-")
    }
    let table = try makeFruitTable(kind).view
    let screen = table.screen(of: table.state(after: .headerClicked("name"), from: table.initialState(fruits)))
    #expect(screen.appearance.scrollsHeader && screen.headers.map(\.sortIndicator) == ["-", "^", "-", "-"])
  }

  @Test func `the highlight with the highest priority is shown`() throws {
    var table = try makeFruitTable().view
    let state = table.state(after: .selection(.rowClicked("🍌")), .hoverBegan("🍌"), from: table.initialState(fruits))
    func background() -> RowStyle? { table.screen(of: state).rows[0].background }
    #expect(background() == .selected)
    table.options.backgroundPriority = [.hovered, .selected, .custom]
    #expect(background() == .hovered)
    table.options.backgroundPriority = [.custom, .selected]
    #expect(background() == .custom("brown"))
    table.options.backgroundPriority = []
    #expect(background() == nil)
    func overlay() -> RowStyle? { table.screen(of: state).rows[0].overlay }
    #expect(overlay() == .custom("heavy"))
    table.options.overlayPriority = [.selected, .custom]
    #expect(overlay() == .selected)
    table.options.overlayPriority = []
    #expect(overlay() == nil)
  }

  @Test func `aggregates are shown in the header or in the footer`() throws {
    var options = try makeFruitTable().view.options
    options.headerAggregates = [Aggregate(.average, "weight", of: .all)]
    options.aggregates = [Aggregate(.sum, "weight")]
    let table = try TableFeature(.stack, columns: makeFruitTable().view.columns, options: options)
    let screen = table.screen(
      of: table.state(after: .columnFilterChanged("weight", .range(through: 10)), from: table.initialState(fruits)))
    #expect(screen.aggregates.map(\.text) == ["9 g"])
    #expect(screen.headerAggregates.map(\.value) == [.real(404.0 / 6)])
    options.headerAggregates = [Aggregate(.sum, "nothing")]
    #expect(throws: TableConfigurationError.noSuchColumn("nothing")) {
      try TableFeature(columns: table.columns, options: options)
    }
  }

  @Test func `cells are formatted by their format and their kind`() {
    let cases: [(CellFormat, ColumnKind, Value, String)] = [
      (.unit("g"), .double, 118.0, "118 g"), (.unit("g"), .double, nil, ""), (.plain, .double, 0.5, "0.5"),
      (.plain, .money, Money(cents: 350).value, "3.50"), (.plain, .money, 3.5, "3.50"),
      (.plain, .money, -0.05, "-0.05"), (.plain, .money, 3, "3.00"),
      (.decimals(0), .double, 2.5, "3"), (.decimals(1), .money, Money(cents: 125).value, "1.3"),
      (.decimals(0), .integer, 9_007_199_254_740_993, "9007199254740993"),
      (.decimals(2), .integer, .integer(.max), "9223372036854775807.00"),
      (.decimals(2), .double, 1.005, "1.01"), (.decimals(2), .decimal, -1.005, "-1.01"),
      (.plain, .money, 1.005, "1.01"), (.decimals(1), .money, Money(cents: -5).value, "-0.1"),
      (.decimals(2), .money, Money(cents: .max).value, "92233720368547758.07"), (.decimals(2), .double, -0.001, "0.00"),
      (.decimals(15), .double, 123456789.000000125, "123456789.000000120000000"), (.decimals(-1), .double, 0.5, "1"),
      (.decimals(3), .integer, 7, "7.000"), (.decimals(2), .double, 1e300, "1e+300"),
      (.checkMark, .boolean, true, "✓"), (.checkMark, .boolean, false, ""), (.plain, .boolean, false, "false"),
      (.date, .date, .instant(Instant(milliseconds: 0)), "1970-01-01"),
      (.time, .date, .instant(Instant(milliseconds: 0)), "00:00:00"), (.colorSwatch, .text, "red", "red"),
      (.plain, .text, [1, "a"], "1, a"), (.plain, .text, ["b": 1, "a": nil], "a: , b: 1"),
    ]
    for (format, kind, value, text) in cases { #expect(format.text(of: value, kind: kind) == text) }
  }

  @Test func `entered text is parsed by the kind of the column`() {
    let cases: [(ColumnKind, String, Value?)] = [
      (.text, " a ", " a "), (.integer, " 12 ", 12), (.integer, "1.5", .none), (.double, "1.5", 1.5),
      (.decimal, "x", .none),
      (.double, "inf", .none), (.boolean, "Yes", true), (.boolean, "maybe", .none),
      (.money, "3.50", Money(cents: 350).value),
      (.money, "3.505", .none),
      (.date, "1970-01-01", .some(.instant(Instant(milliseconds: 0)))), (.date, "1970-13-01", .none),
      (.integer, "", .some(.null)),
    ]
    for (kind, text, value) in cases { #expect(kind.parseValue(text) == value, "\(kind) \(text)") }
  }
}
