import Conditions
import Testing
import Values

@testable import Tables

private typealias Action = ItemTable.Action

@Suite struct `Selecting in a table` {
  private let items = (1...5).map { Item(id: $0, price: Double($0 % 3), flag: $0 != 4) }

  private func table(_ mode: SelectionMode = .several, _ change: (inout TableOptions<Item>) -> Void = { _ in }) throws
    -> ItemTable
  {
    try ItemTable(
      columns: itemColumns(),
      options: TableOptions {
        $0.selection = mode
        change(&$0)
      })
  }

  private func ids(_ table: ItemTable, _ state: ItemTable.State) -> [Int] { table.selectedRows(in: state).map(\.id) }

  @Test func `where nothing can be selected, it is refused`() throws {
    let table = try table(.none)
    var state = table.state(items)
    for action in [
      Selecting<Int>.Action.pressed(1), .toggled(1), .extended(to: 1), .allPressed, .inverted, .written([1]),
    ] {
      _ = table.reduce(&state, .selection(action))
      #expect(state.refusal == .notSelectable && state.selection.isEmpty, "\(action)")
    }
    _ = table.reduce(&state, .selection(.cleared))
    #expect(state.refusal == nil)
  }

  @Test func `one at most is selected, and a second press keeps it, or takes it away if it was told to`() throws {
    let keeping = try table(.one)
    var state = keeping.after(.selection(.pressed(2)), .selection(.pressed(3)), from: keeping.state(items))
    #expect(ids(keeping, state) == [3])
    state = keeping.after(.selection(.pressed(3)), from: state)
    #expect(ids(keeping, state) == [3])
    state = keeping.after(.selection(.toggled(3)), from: state)
    #expect(ids(keeping, state) == [])
    for action in [Selecting<Int>.Action.allPressed, .inverted, .written([1, 2])] {
      _ = keeping.reduce(&state, .selection(action))
      #expect(state.refusal == .onlyOneSelected && state.selection.ids.isEmpty)
    }
    let clearing = try table(.one) { $0.secondPress = .clears }
    state = clearing.after(.selection(.pressed(3)), .selection(.pressed(3)), from: clearing.state(items))
    #expect(ids(clearing, state) == [])
  }

  @Test func `everything that passes is selected at once, and stays so whatever is filtered afterwards`() throws {
    let table = try table()
    var state = table.after(
      .columnFiltered("price", .range(from: 1)), .selection(.allPressed), from: table.state(items))
    #expect(ids(table, state) == [1, 2, 4, 5])
    #expect(state.selection.ids.isEmpty)
    #expect(table.selectionMark(of: state) == .all)
    state = table.after(.columnFiltered("price", nil), from: state)
    #expect(ids(table, state) == [1, 2, 4, 5])
    #expect(table.selectionMark(of: state) == .some)
    state = table.after(.selection(.toggled(2)), .selection(.toggled(3)), from: state)
    #expect(ids(table, state) == [1, 3, 4, 5])
    state = table.after(.selection(.inverted), from: state)
    #expect(ids(table, state) == [2])
    state = table.after(.selection(.inverted), .selection(.inverted), .selection(.cleared), from: state)
    #expect(ids(table, state) == [])
    #expect(table.selectionMark(of: state) == .none)
  }

  @Test func `law 8: a row that is edited stays what it was, and a new one is not selected`() throws {
    let table = try table()
    var state = table.after(
      .columnFiltered("price", .range(from: 1)), .selection(.allPressed), from: table.state(items))
    state = table.after(
      .rowPut(Item(id: 1, price: 0)), .rowPut(Item(id: 3, price: 2)), .rowPut(Item(id: 9, price: 2)), from: state)
    #expect(ids(table, state) == [1, 2, 4, 5])
    state = table.after(.rowsReplaced([Item(id: 5), Item(id: 1), Item(id: 8, price: 2)]), from: state)
    #expect(ids(table, state) == [5, 1])
  }

  @Test func `what stands beside the rows selects and deselects nothing`() throws {
    let table = try table()
    let rows = [Item(id: 1, count: 1, ticker: "a"), Item(id: 2, count: 1, ticker: "b")]
    var state = table.after(
      .columnFiltered("worth", .range(from: 2)), .selection(.allPressed),
      from: table.state(rows, beside: ["a": 1, "b": 2]))
    #expect(ids(table, state) == [2])
    state = table.after(.besideSet(["a": 3, "b": 1]), from: state)
    #expect(table.seen(state) == [1])
    #expect(ids(table, state) == [2])
  }

  @Test func `a row that cannot be selected is refused, and left out of everything`() throws {
    let table = try table { $0.canSelect = { $0.flag } }
    var state = table.after(.selection(.allPressed), from: table.state(items))
    #expect(ids(table, state) == [1, 2, 3, 5])
    #expect(table.selectionMark(of: state) == .all)
    _ = table.reduce(&state, .selection(.toggled(4)))
    #expect(state.refusal == .notSelectable)
    state = table.after(.selection(.pressed(3)), .selection(.extended(to: 5)), from: state)
    #expect(ids(table, state) == [3, 5])
    state = table.after(.selection(.written([4, 1, 99])), from: state)
    #expect(ids(table, state) == [1])
  }

  @Test func `a range goes through the order that is seen, from an anchor that stays`() throws {
    let table = try table()
    var state = table.after(
      .titlePressed("price"), .selection(.pressed(4)), .selection(.extended(to: 5)), from: table.state(items))
    #expect(table.seen(state) == [3, 1, 4, 2, 5])
    #expect(ids(table, state) == [2, 4, 5])
    state = table.after(.selection(.extended(to: 3)), from: state)
    #expect(ids(table, state) == [1, 3, 4])
    #expect(state.selection.anchor == 4)
  }

  @Test func `what was selected is brought back as far as it is there`() throws {
    let table = try table()
    var state = table.after(.selection(.pressed(1)), .selection(.toggled(2)), from: table.state(items))
    let before = state.selection
    state = table.after(.selection(.cleared), .rowRemoved(1), .selection(.restored(before)), from: state)
    #expect(ids(table, state) == [2])
    state = table.after(.selection(.restoredOne(3, isSelected: true, anchor: 9)), from: state)
    #expect(ids(table, state) == [2, 3] && state.selection.anchor == nil)
    state = table.after(.selection(.restoredOne(3, isSelected: false, anchor: 2)), from: state)
    #expect(ids(table, state) == [2] && state.selection.anchor == 2)
  }
}

@Suite struct `The keyboard` {
  private let items = (1...6).map { Item(id: $0, name: ["Ada", "Bo", "Éva", "bob", "", "Al"][$0 - 1]) }

  private func table(_ change: (inout TableOptions<Item>) -> Void = { _ in }) throws -> ItemTable {
    try ItemTable(
      columns: itemColumns(),
      options: TableOptions {
        $0.selection = .several
        change(&$0)
      })
  }

  private func press(_ keys: String..., on table: ItemTable, from state: ItemTable.State) throws -> ItemTable.State {
    var state = state
    for key in keys { _ = table.reduce(&state, .keyPressed(try #require(TableKey(key)))) }
    return state
  }

  @Test func `a key is read from its text`() {
    #expect(TableKey("shift+down") == TableKey(.down, shift: true))
    #expect(TableKey("ctrl+shift+home") == TableKey(.home, shift: true, control: true))
    #expect(TableKey("a") == TableKey(.letters("a")))
    for text in ["", "shift+", "alt+a", "shift+shift+a", "downn", "down+shift"] {
      #expect(TableKey(text) == nil, "\(text)")
    }
  }

  @Test func `the arrows go from row to row, and stop at the ends`() throws {
    let table = try table()
    var state = table.state(items)
    for (key, row) in [
      ("down", 1), ("down", 2), ("up", 1), ("up", 1), ("end", 6), ("down", 6), ("home", 1), ("pageDown", 6),
      ("pageUp", 1),
    ] {
      state = try press(key, on: table, from: state)
      #expect(state.cursor == .init(row: row), "\(key)")
    }
    #expect(try press("up", on: table, from: table.state(items)).cursor?.row == 6)
    #expect(try press("down", on: table, from: table.state([])).cursor == nil)
  }

  @Test func `with the key for ranges held the arrows select, from where they began`() throws {
    let table = try table()
    var state = try press("down", "down", "shift+down", "shift+down", on: table, from: table.state(items))
    #expect(table.selectedRows(in: state).map(\.id) == [2, 3, 4])
    state = try press("shift+up", "shift+up", "shift+up", on: table, from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [1, 2])
    state = try press("down", "ctrl+a", on: table, from: state)
    #expect(table.selectedRows(in: state).count == 6)
    state = try press("space", on: table, from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [1, 3, 4, 5, 6])
    state = try press("shift+space", on: table, from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [2])
  }

  @Test func `letters lead to the next row that begins with them, whatever the case and the accents`() throws {
    let table = try table()
    var state = table.state(items)
    for (letters, row) in [("b", 2), ("b", 4), ("b", 2), ("E", 3), ("al", 6), ("a", 1), ("x", 1)] {
      _ = table.reduce(&state, .keyPressed(TableKey(.letters(letters))))
      #expect(state.cursor?.row == row, "\(letters)")
    }
    // With the control key held a letter is a command, and none that is known here.
    _ = table.reduce(&state, .keyPressed(TableKey(.letters("b"), control: true)))
    #expect(state.cursor?.row == 1)
  }

  @Test func `through cells the keys are those of a grid`() throws {
    let table = try table { $0.navigation = .cells }
    var state = table.state(items)
    for (key, row, column) in [
      ("down", 1, "id"), ("right", 1, "name"), ("down", 2, "name"), ("end", 2, "worth"), ("right", 2, "worth"),
      ("ctrl+end", 6, "worth"), ("home", 6, "id"), ("left", 6, "id"), ("ctrl+home", 1, "id"),
    ] {
      state = try press(key, on: table, from: state)
      #expect(state.cursor == .init(row: row, column: column), "\(key)")
    }
    state = table.after(.columnShown("id", false), from: state)
    #expect(state.cursor?.column == "name")
  }

  @Test func `a page key turns the page, and keeps the place on it`() throws {
    let table = try table()
    var state = table.after(.pageSizeChanged(4), from: table.state(items))
    state = try press("down", "down", "down", "pageDown", on: table, from: state)
    #expect(state.page.number == 1 && state.cursor?.row == 6)
    state = try press("pageDown", "home", "pageUp", on: table, from: state)
    #expect(state.page.number == 0 && state.cursor?.row == 1)
    state = table.after(.pageSizeChanged(nil), .heightChanged(2), from: state)
    state = try press("pageDown", on: table, from: state)
    #expect(state.cursor?.row == 3)
    state = table.after(.heightChanged(.max), from: state)
    #expect(try press("pageDown", on: table, from: state).cursor?.row == 6)
  }

  @Test func `with the key for ranges held a page key selects from where the cursor was`() throws {
    let table = try table()
    let state = try press(
      "down", "down", "shift+pageDown", on: table, from: table.after(.pageSizeChanged(3), from: table.state(items)))
    #expect(state.selection == Selection([2, 3, 4, 5], anchor: 2))
  }

  @Test func `the cursor goes on to the row behind one that is gone, and leaves with one that is filtered away`() throws
  {
    let table = try table()
    var state = table.after(.keyPressed(TableKey(.end)), .rowRemoved(6), from: table.state(items))
    #expect(state.cursor?.row == 5)
    state = table.after(.keyPressed(TableKey(.home)), .rowRemoved(1), from: state)
    #expect(state.cursor?.row == 2)
    state = table.after(.searched("bob"), from: state)
    #expect(state.cursor == nil)
  }
}

@Suite struct `Hovering` {
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(columns: itemColumns())
    state = table.state((1...4).map { Item(id: $0, price: Double($0)) })
  }

  @Test func `to enter the next row before leaving the first does not lose the next`() {
    let entered = table.after(.hoverBegan(1), .hoverBegan(2), .hoverEnded(1), from: state)
    #expect(entered.hovered == 2)
    #expect(table.after(.hoverEnded(2), from: entered).hovered == nil)
  }

  @Test func `a row that is not in sight is not hovered`() {
    #expect(table.after(.hoverBegan(9), from: state).hovered == nil)
    #expect(table.after(.hoverBegan(2), .rowRemoved(2), from: state).hovered == nil)
    #expect(table.after(.hoverBegan(2), .columnFiltered("price", .range(from: 3)), from: state).hovered == nil)
    #expect(table.after(.hoverBegan(4), .pageSizeChanged(2), from: state).hovered == nil)
    #expect(table.after(.hoverBegan(2), .titlePressed("price"), .titlePressed("price"), from: state).hovered == 2)
  }
}

@Suite struct `Pages and columns` {
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(columns: itemColumns())
    state = table.state((0..<10).map { Item(id: $0, price: Double($0)) })
  }

  private func ids(_ state: ItemTable.State) -> [Int] { table.pageRows(of: state).map(\.id) }

  @Test func `a page is never out of range`() {
    let paged = table.after(.pageSizeChanged(4), .pageTurned(to: 99), from: state)
    #expect(paged.page.number == 2 && ids(paged) == [8, 9] && table.pageCount(of: paged) == 3)
    #expect(table.after(.pageTurned(to: -3), from: paged).page.number == 0)
    #expect(table.after(.pageTurned(to: .max), from: paged).page.number == 2)
    #expect(table.after(.rowRemoved(8), .rowRemoved(9), from: paged).page.number == 1)
    #expect(table.after(.rowsReplaced([]), from: paged).page.number == 0)
    #expect(table.after(.pageSizeChanged(0), from: paged).page.size == 1)
  }

  @Test func `sorting, filtering and other rows lead back to the first page, and a row that is edited does not`() {
    let paged = table.after(.pageSizeChanged(4), .pageTurned(to: 2), from: state)
    for action in [
      ItemTable.Action.titlePressed("price"), .columnFiltered("price", .range(from: 1)), .searched("a"),
      .conditionSet(.always), .grouped(by: "flag"), .rowsReplaced([Item(id: 1)]),
    ] {
      #expect(table.after(action, from: paged).page.number == 0, "\(action)")
    }
    #expect(table.after(.rowPut(Item(id: 3, price: 7)), from: paged).page.number == 2)
  }

  @Test func `another size keeps the first row of the page on the page`() {
    let paged = table.after(.pageSizeChanged(3), .pageTurned(to: 2), from: state)
    #expect(ids(paged).first == 6)
    for size in 1...12 { #expect(ids(table.after(.pageSizeChanged(size), from: paged)).contains(6), "\(size)") }
    #expect(table.after(.pageSizeChanged(nil), from: paged).page.number == 0)
  }

  @Test func `of a page those rows are in sight that begin with one of them`() {
    var scrolled = table.after(.heightChanged(3), .scrolled(to: 4), from: state)
    #expect(table.screen(of: scrolled).rows.map(\.id) == [4, 5, 6])
    scrolled = table.after(.rowRemoved(0), .scrolled(to: 9), from: scrolled)
    #expect(table.screen(of: scrolled).rows.map(\.id) == [7, 8, 9])
    scrolled = table.after(.scrolled(to: 4), .rowRemoved(4), from: scrolled)
    #expect(table.screen(of: scrolled).rows.map(\.id) == [1, 2, 3])
    #expect(table.screen(of: table.after(.heightChanged(99), from: scrolled)).rows.count == 8)
  }

  @Test func `columns are moved, hidden and made wide within their bounds`() throws {
    var laid = table.after(.columnMoved("worth", before: "name"), .columnMoved("id", before: nil), from: state)
    #expect(laid.layout.order == ["worth", "name", "price", "count", "flag", "id"])
    laid = table.after(.columnShown("price", false), .columnResized("name", 3), .scrolledSideways(to: -4), from: laid)
    #expect(laid.layout.visible == ["worth", "name", "count", "flag", "id"])
    #expect(laid.layout.widths == ["name": 10] && laid.layout.offset == 0)
    let widths = [
      ColumnWidth.fixed(5), .flexible(minimum: 5, maximum: 8), .adaptive(minimum: 5), .flexible(maximum: 5),
    ]
    #expect(widths.map { $0.bounded(9) } == [5, 8, 9, 10] && widths.map { $0.bounded(1) } == [5, 5, 5, 10])
    laid = table.after(
      .columnShown("price", true), .columnResized("name", nil), .columnMoved("id", before: "id"), from: laid)
    #expect(laid.layout.visible.count == 6 && laid.layout.widths.isEmpty)
    let refused = table.after(.columnMoved("id", before: "x"), from: laid)
    #expect(refused == laid && refused.refusal == .noSuchColumn("x"))
  }

  @Test func `settings are kept and brought back, as far as there are such columns`() {
    let laid = table.after(
      .columnMoved("worth", before: "name"), .columnShown("id", false), .titlePressed("price"), .pageSizeChanged(4),
      .grouped(by: "flag"), from: state)
    var settings = table.settings(of: laid)
    #expect(table.settings(of: table.after(.settingsChosen(settings), from: state)) == settings)
    settings.layout.order = ["gone", "flag", "flag"]
    settings.layout.hidden.insert("gone")
    settings.sort.insert(SortKey("gone"), at: 0)
    settings.grouping = "gone"
    let restored = table.after(.settingsChosen(settings), from: state)
    #expect(restored.layout.order == ["flag", "id", "name", "price", "count", "worth"])
    #expect(restored.layout.hidden == ["id"] && restored.grouping == nil && restored.refusal == nil)
    #expect(restored.query.sort == [SortKey("price")])
  }

  @Test func `a grid without columns is refused, and so are two columns of one name`() {
    #expect(throws: TableFault.noColumns("grid")) { try ItemTable(.grid, columns: []) }
    #expect(throws: TableFault.columnTwice("id")) { try ItemTable(columns: itemColumns() + itemColumns()) }
    #expect(throws: TableFault.noSuchColumn("x")) {
      try ItemTable(columns: itemColumns(), options: TableOptions { $0.aggregates = [Aggregate(.sum, "x")] })
    }
    #expect(throws: Never.self) { try ItemTable(.list, columns: []) }
  }
}
