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
    let paged = table.state(after: .pageSizeChanged(4), .pageTurned(to: 99), from: state)
    #expect(paged.page.number == 2 && ids(paged) == [8, 9] && table.pageCount(of: paged) == 3)
    #expect(table.state(after: .pageTurned(to: -3), from: paged).page.number == 0)
    #expect(table.state(after: .pageTurned(to: .max), from: paged).page.number == 2)
    #expect(table.state(after: .rowRemoved(8), .rowRemoved(9), from: paged).page.number == 1)
    #expect(table.state(after: .rowsReplaced([]), from: paged).page.number == 0)
    #expect(table.state(after: .pageSizeChanged(0), from: paged).page.size == 1)
  }

  @Test func `sorting, filtering and other rows lead back to the first page, and a row that is edited does not`() {
    let paged = table.state(after: .pageSizeChanged(4), .pageTurned(to: 2), from: state)
    for action in [
      ItemTable.Action.titlePressed("price"), .columnFiltered("price", .range(from: 1)), .searched("a"),
      .conditionSet(.always), .grouped(by: "flag"), .rowsReplaced([Item(id: 1)]),
    ] {
      #expect(table.state(after: action, from: paged).page.number == 0, "\(action)")
    }
    for action in [ItemTable.Action.rowPut(Item(id: 3, price: 7)), .rowPut(Item(id: 99), before: 1), .rowRemoved(1)] {
      #expect(table.state(after: action, from: paged).page.number == 2, "\(action)")
    }
  }

  @Test func `another size keeps the first row of the page on the page`() {
    let paged = table.state(after: .pageSizeChanged(3), .pageTurned(to: 2), from: state)
    #expect(ids(paged).first == 6)
    for size in 1...12 { #expect(ids(table.state(after: .pageSizeChanged(size), from: paged)).contains(6), "\(size)") }
    #expect(table.state(after: .pageSizeChanged(nil), from: paged).page.number == 0)
  }

  @Test func `another size keeps the first row that is in sight on the page`() {
    let scrolled = table.state(after: .heightChanged(3), .scrolled(to: 6), from: state)
    for size in 1...12 {
      let paged = table.state(after: .pageSizeChanged(size), from: scrolled)
      #expect(ids(paged).contains(6) && paged.top == 6, "\(size)")
    }
    let low = table.state(after: .heightChanged(3), .scrolled(to: 9), .pageSizeChanged(4), from: state)
    #expect(ids(low) == [4, 5, 6, 7])
    let open = table.state(after: .scrolled(to: 6), .pageSizeChanged(4), .pageSizeChanged(3), from: state)
    #expect(ids(open) == [6, 7, 8])
  }

  @Test func `what stands beside the rows leads back to the first page if it changes what is seen`() {
    let items = (0..<10).map { Item(id: $0, count: $0, ticker: $0 % 2 == 0 ? "a" : "b") }
    let start = table.initialState(items, contextValues: ["a": 1, "b": 2])
    for action in [ItemTable.Action.titlePressed("worth"), .columnFiltered("worth", .range(from: 3))] {
      let paged = table.state(after: action, .pageSizeChanged(3), .pageTurned(to: 1), from: start)
      #expect(table.state(after: .besideSet(["a": 9]), from: paged).page.number == 0, "\(action)")
      #expect(table.state(after: .besideSet(["c": 9]), from: paged).page.number == 1, "\(action)")
      #expect(table.state(after: .besideSet(["a": 1.01]), from: paged).page.number == 1, "\(action)")
    }
    let paged = table.state(after: .pageSizeChanged(3), .pageTurned(to: 1), .besideSet(["a": 9]), from: start)
    #expect(paged.page.number == 1)
  }

  @Test func `of a page those rows are in sight that begin with one of them`() {
    var scrolled = table.state(after: .heightChanged(3), .scrolled(to: 4), from: state)
    #expect(table.screen(of: scrolled).rows.map(\.id) == [4, 5, 6])
    scrolled = table.state(after: .rowRemoved(0), .scrolled(to: 9), from: scrolled)
    #expect(table.screen(of: scrolled).rows.map(\.id) == [7, 8, 9])
    scrolled = table.state(after: .scrolled(to: 4), .rowRemoved(4), from: scrolled)
    #expect(table.screen(of: scrolled).rows.map(\.id) == [1, 2, 3])
    #expect(table.screen(of: table.state(after: .heightChanged(99), from: scrolled)).rows.count == 8)
  }

  @Test func `columns are moved, hidden and made wide within their bounds`() throws {
    var laid = table.state(after: .columnMoved("worth", before: "name"), .columnMoved("id", before: nil), from: state)
    #expect(laid.layout.order == ["worth", "name", "price", "count", "flag", "id"])
    laid = table.state(
      after: .columnShown("price", false), .columnResized("name", 3), .scrolledSideways(to: -4), from: laid)
    #expect(laid.layout.visibleColumns == ["worth", "name", "count", "flag", "id"])
    #expect(laid.layout.widths == ["name": 10] && laid.layout.offset == 0)
    let widths = [
      ColumnWidth.fixed(5), .flexible(minimum: 5, maximum: 8), .adaptive(minimum: 5), .flexible(maximum: 5),
    ]
    #expect(widths.map { $0.clamped(9) } == [5, 8, 9, 10] && widths.map { $0.clamped(1) } == [5, 5, 5, 10])
    laid = table.state(
      after: .columnShown("price", true), .columnResized("name", nil), .columnMoved("id", before: "id"), from: laid)
    #expect(laid.layout.visibleColumns.count == 6 && laid.layout.widths.isEmpty)
    let refused = table.state(after: .columnMoved("id", before: "x"), from: laid)
    #expect(refused == laid && refused.rejection == .noSuchColumn("x"))
  }

  @Test func `columns scroll sideways as far as there is no room for them, and no further`() throws {
    func screen(_ state: ItemTable.State) -> [Int] {
      let screen = table.screen(of: state)
      return [screen.offset, screen.furthestOffset, screen.leastWidth]
    }
    var narrow = table.state(after: .scrolledSideways(to: 99), from: state)
    #expect(screen(narrow) == [60, 60, 60])
    narrow = table.state(after: .widthChanged(45), from: narrow)
    #expect(screen(narrow) == [15, 15, 60])
    #expect(screen(table.state(after: .widthChanged(100), from: narrow)) == [0, 0, 60])
    #expect(screen(table.state(after: .columnResized("name", 30), from: narrow)) == [15, 35, 80])
    #expect(screen(table.state(after: .columnShown("name", false), from: narrow)) == [5, 5, 50])
    var settings = table.settings(of: narrow)
    settings.layout.offset = 99
    #expect(screen(table.state(after: .settingsChosen(settings), from: narrow)) == [15, 15, 60])
    let wide = try ItemTable(.stack.configured { $0.minimumWidth = 90 }, columns: makeItemColumns())
    #expect(wide.screen(of: wide.state(after: .widthChanged(45), from: state)).furthestOffset == 45)
    let endless = table.state(
      after: .widthChanged(.min), .columnResized("name", .max), .columnResized("id", .max), .scrolledSideways(to: .max),
      from: state)
    #expect(endless.layout.offset == table.screen(of: endless).leastWidth && endless.width == 0)
  }

  @Test func `settings are kept and brought back, as far as there are such columns`() {
    let laid = table.state(
      after: .columnMoved("worth", before: "name"), .columnShown("id", false), .titlePressed("price"),
      .pageSizeChanged(4),
      .grouped(by: "flag"), from: state)
    var settings = table.settings(of: laid)
    #expect(table.settings(of: table.state(after: .settingsChosen(settings), from: state)) == settings)
    settings.layout.order = ["gone", "flag", "flag"]
    settings.layout.hidden.insert("gone")
    settings.sort.insert(SortKey("gone"), at: 0)
    settings.grouping = "gone"
    let restored = table.state(after: .settingsChosen(settings), from: state)
    #expect(restored.layout.order == ["flag", "id", "name", "price", "count", "worth"])
    #expect(restored.layout.hidden == ["id"] && restored.grouping == nil && restored.rejection == nil)
    #expect(restored.query.sort == [SortKey("price")])
  }

  @Test func `settings keep to the bounds of columns, and leave no cursor in a hidden one`() throws {
    let table = try ItemTable(columns: makeItemColumns(), options: TableOptions { $0.navigation = .cells })
    var settings = table.settings(of: state)
    settings.layout.widths = ["name": 3, "price": 12, "gone": 4]
    settings.layout.hidden = ["id"]
    var laid = table.state(after: .keyPressed(TableKey(.down)), .settingsChosen(settings), from: state)
    #expect(laid.layout.widths == ["name": 10, "price": 12])
    #expect(laid.cursor == .init(row: 0, column: "name"))
    settings.layout.hidden = Set(settings.layout.order)
    laid = table.state(after: .settingsChosen(settings), .keyPressed(TableKey(.right)), from: laid)
    #expect(laid.cursor == .init(row: 0, column: nil))
    laid = table.state(after: .columnShown("flag", true), .keyPressed(TableKey(.right)), from: laid)
    #expect(laid.cursor == .init(row: 0, column: "flag"))
  }

  @Test func `a grid without columns is refused, and so are two columns of one name`() {
    #expect(throws: TableError.noColumns("grid")) { try ItemTable(.grid, columns: []) }
    #expect(throws: TableError.columnTwice("id")) { try ItemTable(columns: makeItemColumns() + makeItemColumns()) }
    #expect(throws: TableError.noSuchColumn("x")) {
      try ItemTable(columns: makeItemColumns(), options: TableOptions { $0.aggregates = [Aggregate(.sum, "x")] })
    }
    #expect(throws: Never.self) { try ItemTable(.list, columns: []) }
  }
}
