import Loop
import Testing
import Values

@testable import Tables

@Suite struct `Keyboard navigation` {
  private let items = (1...6).map { Item(id: $0, name: ["Ada", "Bo", "Éva", "bob", "", "Al"][$0 - 1]) }

  private func table(_ change: (inout TableOptions<Item>) -> Void = { _ in }) throws -> ItemTable {
    try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.selection = .multiple
        change(&$0)
      })
  }

  private func press(
    _ keys: String..., displaying rowCount: Int? = nil, on table: ItemTable, from state: ItemTable.State
  ) throws -> ItemTable.State {
    var state = state
    for key in keys {
      var press = try #require(TableKeyPress(parsing: key))
      press.displayedRowCount = rowCount
      _ = table.reduce(&state, .keyPressed(press))
    }
    return state
  }

  private func press(
    _ key: String, on table: EditableItems, from state: EditableItems.State
  ) throws -> EditableItems.State {
    table.state(after: .view(.keyPressed(try #require(TableKeyPress(parsing: key)))), from: state)
  }

  @Test func `a key is parsed from its text`() {
    #expect(TableKeyPress(parsing: "shift+down") == TableKeyPress(.down, shift: true))
    #expect(TableKeyPress(parsing: "ctrl+shift+home") == TableKeyPress(.home, shift: true, control: true))
    #expect(TableKeyPress(parsing: "a") == TableKeyPress(.letters("a")))
    #expect(TableKeyPress(parsing: "+") == TableKeyPress(.letters("+")))
    #expect(TableKeyPress(parsing: "ctrl++") == TableKeyPress(.letters("+"), control: true))
    #expect(TableKeyPress(parsing: "shift+ctrl++") == TableKeyPress(.letters("+"), shift: true, control: true))
    for text in [
      "", "shift+", "++", "+a", "a+", "ctrl+++", "ctrl+shift+", "alt+a", "shift+shift+a", "downn", "down+shift",
    ] {
      #expect(TableKeyPress(parsing: text) == nil, "\(text)")
    }
  }

  @Test func `arrow keys move the cursor between rows and stop at the ends`() throws {
    let table = try table()
    var state = table.initialState(items)
    for (key, row) in [
      ("down", 1), ("down", 2), ("up", 1), ("up", 1), ("end", 6), ("down", 6), ("home", 1), ("pageDown", 6),
      ("pageUp", 1),
    ] {
      state = try press(key, on: table, from: state)
      #expect(state.cursor == .init(row: row), "\(key)")
    }
    #expect(try press("up", on: table, from: table.initialState(items)).cursor?.row == 6)
    #expect(try press("down", on: table, from: table.initialState([])).cursor == nil)
  }

  @Test func `arrow keys start from where the row of the cursor is after other rows changed`() throws {
    let table = try table()
    var state = try press("down", "down", on: table, from: table.initialState(items))
    _ = table.reduce(&state, .rowRemoved(1))
    #expect(try press("down", on: table, from: state).cursor?.row == 3)
    _ = table.reduce(&state, .sortChanged([SortKey("id", .reverse)]))
    #expect(try press("up", on: table, from: state).cursor?.row == 3)
    _ = table.reduce(&state, .searchTextChanged("Bo"))
    #expect(try press("down", on: table, from: state).cursor?.row == 2)
  }

  @Test func `with shift, arrow keys select a range from where it began`() throws {
    let table = try table()
    var state = try press("down", "down", "shift+down", "shift+down", on: table, from: table.initialState(items))
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

  @Test func `letters move the cursor to the next row that starts with them, ignoring case and accents`() throws {
    let table = try table()
    var state = table.initialState(items)
    for (letters, row) in [("b", 2), ("b", 4), ("b", 2), ("E", 3), ("al", 6), ("a", 1), ("x", 1)] {
      _ = table.reduce(&state, .keyPressed(TableKeyPress(.letters(letters))))
      #expect(state.cursor?.row == row, "\(letters)")
    }
    // With the control key, a letter is a command, and this one is unknown.
    _ = table.reduce(&state, .keyPressed(TableKeyPress(.letters("b"), control: true)))
    #expect(state.cursor?.row == 1)
  }

  @Test func `in cell navigation the keys work as in a grid`() throws {
    let table = try table { $0.navigation = .cells }
    var state = table.initialState(items)
    for (key, row, column) in [
      ("down", 1, "id"), ("right", 1, "name"), ("down", 2, "name"), ("end", 6, "name"), ("right", 6, "price"),
      ("left", 6, "name"), ("home", 1, "name"), ("ctrl+end", 6, "worth"), ("home", 1, "worth"), ("end", 6, "worth"),
      ("ctrl+home", 1, "id"), ("right", 1, "name"), ("down", 2, "name"), ("shift+ctrl+end", 6, "worth"),
      ("shift+ctrl+home", 1, "id"),
    ] {
      state = try press(key, on: table, from: state)
      #expect(state.cursor == .init(row: row, column: column), "\(key)")
    }
    state = table.state(after: .columnVisibilityChanged("id", false), from: state)
    #expect(state.cursor?.column == "name")
  }

  @Test func `a page key changes the page and keeps the offset of the cursor`() throws {
    let table = try table()
    var state = table.state(after: .pageSizeChanged(4), from: table.initialState(items))
    state = try press("down", "down", "down", "pageDown", on: table, from: state)
    #expect(state.page.number == 1 && state.cursor?.row == 6)
    state = try press("pageDown", "home", "pageUp", on: table, from: state)
    #expect(state.page.number == 0 && state.cursor?.row == 1)
    state = table.state(after: .pageSizeChanged(nil), from: state)
    state = try press("pageDown", displaying: 2, on: table, from: state)
    #expect(state.cursor?.row == 3)
    #expect(try press("pageDown", displaying: .max, on: table, from: state).cursor?.row == 6)
  }

  @Test func `if a front end displays less than a page, keys scroll over the ends of pages`() throws {
    let table = try table()
    var state = table.state(after: .pageSizeChanged(4), from: table.initialState(items))
    for (key, row, page) in [
      ("down", 1, 0), ("pageDown", 4, 0), ("down", 5, 1), ("up", 4, 0), ("pageDown", 6, 1), ("pageUp", 3, 0),
      ("pageUp", 1, 0), ("up", 1, 0), ("end", 6, 1), ("home", 1, 0), ("shift+end", 4, 0), ("pageDown", 6, 1),
      ("pageDown", 6, 1), ("down", 6, 1), ("shift+up", 5, 1), ("shift+up", 5, 1),
    ] {
      state = try press(key, displaying: 3, on: table, from: state)
      #expect(state.cursor?.row == row && state.page.number == page, "\(key): \(state.cursor?.row ?? 0)")
    }
  }

  @Test func `keys continue from the cursor and the anchor after rows were inserted or sorted`() throws {
    let table = try table()
    var state = try press("down", "down", "space", "down", on: table, from: table.initialState(items))
    #expect(state.cursor?.row == 3 && state.selection.anchor == 2)
    state = table.state(
      after: .rowUpserted(Item(id: 7, name: "first"), before: 1), .rowUpserted(Item(id: 8, name: "between"), before: 3),
      from: state)
    #expect(try press("up", on: table, from: state).cursor?.row == 8)
    #expect(try press("shift+down", on: table, from: state).selection == RowSelection([2, 8, 3, 4], anchor: 2))
    state = table.state(after: .headerClicked("id"), .headerClicked("id"), from: state)
    #expect(try press("down", on: table, from: state).cursor?.row == 2)
    #expect(try press("shift+up", on: table, from: state).selection == RowSelection([4, 3, 2], anchor: 2))
  }

  @Test func `the counts of a selected range equal the recomputed counts`() throws {
    let table = try table { $0.canSelect = { $0.id != 3 } }
    let state = try press("down", "down", "shift+down", "shift+down", on: table, from: table.initialState(items))
    #expect(state.selection == RowSelection([2, 4], anchor: 2))
    #expect(table.screen(of: state).counts.selected == 2 && table.screen(of: state).selectAllState == .some)
    #expect(state.derived.selectionCounts == table.computeSelectionCounts(state))
    let all = table.state(
      after: .selection(.rangeExtended(to: 1)), .keyPressed(TableKeyPress(.end, shift: true)), from: state)
    #expect(all.derived.selectionCounts == table.computeSelectionCounts(all))
  }

  @Test func `with shift, a page key selects from the cursor's previous position`() throws {
    let table = try table()
    let state = try press(
      "down", "down", "shift+pageDown", on: table,
      from: table.state(after: .pageSizeChanged(3), from: table.initialState(items)))
    #expect(state.selection == RowSelection([2, 3, 4, 5], anchor: 2))
  }

  @Test func `the cursor moves on if its row is removed, and disappears if the row is filtered out`() throws {
    let table = try table()
    var state = table.state(after: .keyPressed(TableKeyPress(.end)), .rowRemoved(6), from: table.initialState(items))
    #expect(state.cursor?.row == 5)
    state = table.state(after: .keyPressed(TableKeyPress(.home)), .rowRemoved(1), from: state)
    #expect(state.cursor?.row == 2)
    state = table.state(after: .searchTextChanged("bob"), from: state)
    #expect(state.cursor == nil)
  }

  @Test func `while a cell is edited, other keys are rejected and delete no row`() throws {
    let table = try makeEditableTable()
    let state = table.state(
      after: .view(.selection(.idsReplaced([1, 2]))), .editBegan(3, "name"), .cellTextChanged("x"),
      from: table.initialState(items))
    for key in [
      "up", "down", "left", "right", "pageUp", "pageDown", "home", "ctrl+end", "space", "delete", "a", "ctrl+a",
      "shift+down",
    ] {
      let pressed = try press(key, on: table, from: state)
      #expect(pressed == state.rejecting(.cellBeingEdited), "\(key)")
      let compensation = table.compensation(
        of: .view(.keyPressed(try #require(TableKeyPress(parsing: key)))), in: state)
      #expect(compensation == .ignored, "\(key)")
    }
    #expect(try press("escape", on: table, from: state).editedCell == nil)
    #expect(try press("tab", on: table, from: state).editedCell?.column == "price")
  }

  @Test func `a table that the user cannot change ignores keys that edit, and says that it has no deletions`() throws {
    let table = try table { $0.navigation = .cells }
    let state = try press("down", "right", "space", on: table, from: table.initialState(items))
    #expect(state.cursor == .init(row: 1, column: "name") && state.selection.ids == [1])
    for key in ["enter", "f2", "tab", "shift+tab", "escape"] {
      #expect(try press(key, on: table, from: state) == state, "\(key)")
    }
    #expect(try press("delete", on: table, from: state) == state.rejecting(.deletionsDisabled))
  }

  @Test func `enter and F2 begin and end an edit, of the first editable cell in row navigation`() throws {
    for (navigation, column) in [(CursorUnit.rows, nil as String?), (.cells, "name")] {
      let table = try makeEditableTable { $0.view.navigation = navigation }
      var state = try press("down", on: table, from: table.initialState(items))
      if column != nil { state = try press("right", on: table, from: state) }
      for key in ["enter", "f2"] {
        let editing = try press(key, on: table, from: state)
        #expect(editing.editedCell?.column == "name" && editing.view.cursor == .init(row: 1, column: column))
        let ended = try press(key, on: table, from: table.state(after: .cellTextChanged("Zoe"), from: editing))
        #expect(ended.editedCell == nil && ended[1]?.name == "Zoe", "\(key)")
      }
      let hidden = table.state(
        after: .view(.columnVisibilityChanged("name", false)), .view(.columnVisibilityChanged("price", false)),
        from: state)
      if column == nil { #expect(try press("enter", on: table, from: hidden) == hidden) }
    }
  }

  @Test func `the viewport follows the cursor and scrolls no further than necessary`() throws {
    let table = try table()
    var state = table.initialState(items)
    var viewport = TableViewport<Int>(rowCount: 2)
    for (key, seen) in [
      ("down", [1, 2]), ("down", [1, 2]), ("down", [2, 3]), ("end", [5, 6]), ("up", [5, 6]), ("up", [4, 5]),
      ("home", [1, 2]), ("b", [1, 2]), ("b", [3, 4]),
    ] {
      state = try press(key, displaying: 2, on: table, from: state)
      let screen = table.screen(of: state, viewport: viewport)
      #expect(screen.rows.map(\.id) == seen && screen.firstRowOffset == seen[0] - 1, "\(key)")
      viewport.top = screen.rows.first?.id
    }
    // A front end can scroll away from the cursor.
    viewport = TableViewport(top: 1, rowCount: 2, followsCursor: false)
    #expect(table.screen(of: state, viewport: viewport).rows.map(\.id) == [1, 2] && state.cursor?.row == 4)
  }

  @Test func `a range continues past a row that cannot be selected`() throws {
    let table = try table { $0.canSelect = { $0.id != 3 } }
    let state = try press("down", "down", "shift+down", "shift+down", on: table, from: table.initialState(items))
    #expect(state.cursor?.row == 4 && table.selectedRows(in: state).map(\.id) == [2, 4] && state.rejection == nil)
  }
}
