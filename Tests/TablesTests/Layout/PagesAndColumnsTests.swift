import Conditions
import Testing
import Values

@testable import Tables

@Suite struct `Pages and columns` {
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(columns: makeItemColumns())
    state = table.initialState((0..<10).map { Item(id: $0, price: Double($0)) })
  }

  private func ids(_ state: ItemTable.State) -> [Int] { table.pageRows(of: state).map(\.id) }

  @Test func `a page is never out of range`() {
    let paged = table.state(after: .pageSizeChanged(4), .pageChanged(to: 99), from: state)
    #expect(paged.page.number == 2 && ids(paged) == [8, 9] && table.pageCount(of: paged) == 3)
    #expect(table.state(after: .pageChanged(to: -3), from: paged).page.number == 0)
    #expect(table.state(after: .pageChanged(to: .max), from: paged).page.number == 2)
    #expect(table.state(after: .rowRemoved(8), .rowRemoved(9), from: paged).page.number == 1)
    #expect(table.state(after: .rowsReplaced([]), from: paged).page.number == 0)
    #expect(table.state(after: .pageSizeChanged(0), from: paged).page.size == 1)
  }

  @Test func `sorting, filtering and replacing rows return to the first page, and changing a row does not`() {
    let paged = table.state(after: .pageSizeChanged(4), .pageChanged(to: 2), from: state)
    for action in [
      ItemTable.Action.headerClicked("price"), .columnFilterChanged("price", .range(from: 1)), .searchTextChanged("a"),
      .conditionChanged(.always), .groupingChanged(to: "flag"), .rowsReplaced([Item(id: 1)]),
    ] {
      #expect(table.state(after: action, from: paged).page.number == 0, "\(action)")
    }
    for action in [
      ItemTable.Action.rowUpserted(Item(id: 3, price: 7)), .rowUpserted(Item(id: 99), before: 1), .rowRemoved(1),
    ] {
      #expect(table.state(after: action, from: paged).page.number == 2, "\(action)")
    }
  }

  @Test func `a change of the page size keeps the first row of the page on the page`() {
    let paged = table.state(after: .pageSizeChanged(3), .pageChanged(to: 2), from: state)
    #expect(ids(paged).first == 6)
    for size in 1...12 { #expect(ids(table.state(after: .pageSizeChanged(size), from: paged)).contains(6), "\(size)") }
    #expect(table.state(after: .pageSizeChanged(nil), from: paged).page.number == 0)
  }

  @Test func `a change of the page size keeps the row at the cursor on the page`() {
    var chosen = state
    for _ in 0...6 { _ = table.reduce(&chosen, .keyPressed(TableKeyPress(.down))) }
    #expect(chosen.cursor?.row == 6)
    for size in 1...12 { #expect(ids(table.state(after: .pageSizeChanged(size), from: chosen)).contains(6), "\(size)") }
    let paged = table.state(after: .pageSizeChanged(4), .pageSizeChanged(3), from: chosen)
    #expect(ids(paged) == [6, 7, 8])
  }

  @Test func `context values return to the first page if they change the visible rows`() {
    let items = (0..<10).map { Item(id: $0, count: $0, ticker: $0 % 2 == 0 ? "a" : "b") }
    let start = table.initialState(items, contextValues: ["a": 1, "b": 2])
    for action in [ItemTable.Action.headerClicked("worth"), .columnFilterChanged("worth", .range(from: 3))] {
      let paged = table.state(after: action, .pageSizeChanged(3), .pageChanged(to: 1), from: start)
      #expect(table.state(after: .contextChanged(["a": 9]), from: paged).page.number == 0, "\(action)")
      #expect(table.state(after: .contextChanged(["c": 9]), from: paged).page.number == 1, "\(action)")
      #expect(table.state(after: .contextChanged(["a": 1.01]), from: paged).page.number == 1, "\(action)")
    }
    let paged = table.state(after: .pageSizeChanged(3), .pageChanged(to: 1), .contextChanged(["a": 9]), from: start)
    #expect(paged.page.number == 1)
  }

  @Test func `a viewport shows the rows of a page from the top row on`() {
    func ids(_ state: ItemTable.State, _ viewport: TableViewport<Int>?) -> [Int] {
      table.screen(of: state, viewport: viewport).rows.map(\.id)
    }
    #expect(ids(state, TableViewport(top: 4, rowCount: 3)) == [4, 5, 6])
    #expect(ids(state, TableViewport(top: 9, rowCount: 3)) == [7, 8, 9], "the last rows fill it")
    let removed = table.state(after: .rowRemoved(0), .rowRemoved(4), from: state)
    #expect(ids(removed, TableViewport(top: 4, rowCount: 3)) == [1, 2, 3])
    for count in [99, .max] { #expect(ids(removed, TableViewport(rowCount: count)).count == 8) }
    for count in [0, -1, .min] { #expect(ids(removed, TableViewport(rowCount: count)) == [1]) }
    let paged = table.state(after: .pageSizeChanged(4), .pageChanged(to: 1), from: state)
    let screen = table.screen(of: paged, viewport: TableViewport(top: 6, rowCount: 2))
    #expect(screen.rows.map(\.id) == [6, 7] && screen.firstRowOffset == 2 && screen.pageRowCount == 4)
    #expect(ids(paged, TableViewport(top: 1, rowCount: 2)) == [4, 5], "the row is on another page")
    #expect(ids(paged, nil) == [4, 5, 6, 7])
  }

  @Test func `columns are moved, hidden, and resized within their bounds`() throws {
    var laid = table.state(after: .columnMoved("worth", before: "name"), .columnMoved("id", before: nil), from: state)
    #expect(laid.layout.columnOrder == ["worth", "name", "price", "count", "flag", "id"])
    laid = table.state(
      after: .columnVisibilityChanged("price", false), .columnResized("name", 3), from: laid)
    #expect(laid.layout.visibleColumns == ["worth", "name", "count", "flag", "id"])
    #expect(laid.layout.columnWidths == ["name": 10])
    let widths = [
      ColumnWidth.fixed(5), .flexible(minimum: 5, maximum: 8), .adaptive(minimum: 5), .flexible(maximum: 5),
    ]
    #expect(widths.map { $0.clamped(9) } == [5, 8, 9, 10] && widths.map { $0.clamped(1) } == [5, 5, 5, 10])
    laid = table.state(
      after: .columnVisibilityChanged("price", true), .columnResized("name", nil), .columnMoved("id", before: "id"),
      from: laid)
    #expect(laid.layout.visibleColumns.count == 6 && laid.layout.columnWidths.isEmpty)
    let refused = table.state(after: .columnMoved("id", before: "x"), from: laid)
    #expect(refused == laid.rejecting(.noSuchColumn("x")))
  }

  @Test func `the minimum width is that of the visible columns, or that of the appearance`() throws {
    func width(_ state: ItemTable.State) -> Int { table.screen(of: state).minimumWidth }
    #expect(width(state) == 60)
    #expect(width(table.state(after: .columnResized("name", 30), from: state)) == 80)
    #expect(width(table.state(after: .columnVisibilityChanged("name", false), from: state)) == 50)
    let wide = try ItemTable(.stack.configured { $0.minimumWidth = 90 }, columns: makeItemColumns())
    #expect(wide.screen(of: state).minimumWidth == 90)
    let endless = table.state(after: .columnResized("name", .max), .columnResized("id", .max), from: state)
    #expect(width(endless) > Int(Int32.max), "the sum does not overflow")
  }

  @Test func `settings are saved and restored as far as their columns exist`() {
    let laid = table.state(
      after: .columnMoved("worth", before: "name"), .columnVisibilityChanged("id", false), .headerClicked("price"),
      .pageSizeChanged(4),
      .groupingChanged(to: "flag"), from: state)
    var settings = table.settings(of: laid)
    #expect(table.settings(of: table.state(after: .settingsApplied(settings), from: state)) == settings)
    settings.layout.columnOrder = ["gone", "flag", "flag"]
    settings.layout.hiddenColumns.insert("gone")
    settings.sort.insert(SortKey("gone"), at: 0)
    settings.groupingColumn = "gone"
    let restored = table.state(after: .settingsApplied(settings), from: state)
    #expect(restored.layout.columnOrder == ["flag", "id", "name", "price", "count", "worth"])
    #expect(restored.layout.hiddenColumns == ["id"] && restored.groupingColumn == nil && restored.rejection == nil)
    #expect(restored.query.sort == [SortKey("price")])
  }

  @Test func `settings respect the bounds of columns and move the cursor out of hidden ones`() throws {
    let table = try ItemTable(columns: makeItemColumns(), options: TableOptions { $0.navigation = .cells })
    var settings = table.settings(of: state)
    settings.layout.columnWidths = ["name": 3, "price": 12, "gone": 4]
    settings.layout.hiddenColumns = ["id"]
    var laid = table.state(after: .keyPressed(TableKeyPress(.down)), .settingsApplied(settings), from: state)
    #expect(laid.layout.columnWidths == ["name": 10, "price": 12])
    #expect(laid.cursor == .init(row: 0, column: "name"))
    settings.layout.hiddenColumns = Set(settings.layout.columnOrder)
    laid = table.state(after: .settingsApplied(settings), .keyPressed(TableKeyPress(.right)), from: laid)
    #expect(laid.cursor == .init(row: 0, column: nil))
    laid = table.state(after: .columnVisibilityChanged("flag", true), .keyPressed(TableKeyPress(.right)), from: laid)
    #expect(laid.cursor == .init(row: 0, column: "flag"))
  }

  @Test func `a grid without columns and duplicate column names are rejected`() {
    #expect(throws: TableConfigurationError.noColumns("grid")) { try ItemTable(.grid, columns: []) }
    #expect(throws: TableConfigurationError.duplicateColumn("id")) {
      try ItemTable(columns: makeItemColumns() + makeItemColumns())
    }
    #expect(throws: TableConfigurationError.noSuchColumn("x")) {
      try ItemTable(columns: makeItemColumns(), options: TableOptions { $0.aggregates = [Aggregate(.sum, "x")] })
    }
    #expect(throws: Never.self) { try ItemTable(.list, columns: []) }
  }
}
