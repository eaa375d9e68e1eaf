import Conditions
import Loop
import Testing
import Values

@testable import Tables

private typealias Effects = Loop.Effects<ItemTable.Effect, ItemTable.Slot>

@Suite struct `Rows that are kept elsewhere` {
  private let items = (0..<5).map { Item(id: $0, price: Double($0)) }
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.source = .windows(of: 2)
        $0.selection = .several
        $0.changes = .asked
        $0.handlesMoves = true
        $0.handlesDeletions = true
      })
    state = table.initialState([])
  }

  private func request(_ page: Int, _ sort: [SortKey] = [], _ filter: RowFilter = RowFilter()) -> WindowRequest {
    WindowRequest(TableQuery(sort: sort, filter: filter), offset: 2 * page, limit: 2)
  }

  private func load(_ page: Int, _ sort: [SortKey] = [], _ filter: RowFilter = RowFilter()) -> Effects {
    .run(.load(request(page, sort, filter)), in: .window, .latest)
  }

  @Test func `the first window is asked for, and the next when the page is turned`() {
    var state = state
    #expect(table.screen(of: state).loading == .unasked)
    #expect(table.reduce(&state, .reloadTapped) == load(0))
    #expect(table.screen(of: state).loading == .awaited)
    #expect(table.reduce(&state, .windowLoaded([items[0], items[1]])) == .none)
    #expect(table.visibleIDs(state) == [0, 1] && table.pageCount(of: state) == nil)
    #expect(table.screen(of: state).loading == .loaded)
    #expect(table.reduce(&state, .pageTurned(to: 2)) == load(2))
    #expect(table.visibleIDs(state) == [0, 1])
    _ = table.reduce(&state, .windowLoaded([items[4]]))
    #expect(table.visibleIDs(state) == [4] && table.pageCount(of: state) == 3)
  }

  @Test func `to sort or to filter asks for the first window of that`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .pageTurned(to: 1), from: state)
    #expect(table.reduce(&state, .titlePressed("price")) == load(0, [SortKey("price")]))
    let filter = RowFilter(search: "a")
    #expect(table.reduce(&state, .searched("a")) == load(0, [SortKey("price")], filter))
    #expect(state.remote?.count == nil)
    // What answers is sorted already, and shown as it comes.
    _ = table.reduce(&state, .windowLoaded([items[3], items[1]], count: 2))
    #expect(table.visibleIDs(state) == [3, 1])
  }

  @Test func `what failed is told, and not asked for again by itself`() {
    var state = table.state(after: .reloadTapped, .windowFailed("offline"), from: state)
    #expect(table.screen(of: state).loading == .failed("offline"))
    #expect(table.reduce(&state, .heightChanged(3)) == .none)
    #expect(table.reduce(&state, .reloadTapped) == load(0))
    #expect(table.screen(of: state).loading == .awaited)
  }

  @Test func `what is back before it was answered is awaited no more`() {
    var state = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.reduce(&state, .pageTurned(to: 1)) == load(1))
    #expect(table.isAlive(.window, in: state))
    #expect(table.reduce(&state, .pageTurned(to: 0)) == .none)
    #expect(!table.isAlive(.window, in: state))
    let late = table.state(after: .windowLoaded([items[2]]), .windowFailed("offline"), from: state)
    #expect(late == state)
  }

  @Test func `a page behind the last leads to the last`() {
    var state = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]]), .pageTurned(to: 3), from: state)
    #expect(table.reduce(&state, .windowLoaded([])) == load(2))
    #expect(state.remote?.count == 6)
    state = table.state(after: .windowLoaded([], count: 3), from: state)
    #expect(state.page.number == 1)
  }

  @Test func `everything that passes is selected, rows that were never loaded too, but for exceptions`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .selection(.allPressed),
      .selection(.toggled(1)),
      from: state)
    #expect(table.screen(of: state).counts.selected == 4)
    #expect(table.selectAllState(of: state) == .some)
    state = table.state(after: .pageTurned(to: 1), .windowLoaded([items[2], items[3]], count: 5), from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [2, 3])
    #expect(table.state(after: .deleteTapped, from: state).rejection == .notLoaded)
    state = table.state(after: .pageTurned(to: 0), .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [0])
    state = table.state(after: .selection(.inverted), from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [1])
  }

  @Test func `rows in groups are asked for in this order, and with what a condition reads beside them`() throws {
    var state = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.reduce(&state, .grouped(by: "flag")) == load(0, [SortKey("flag")]))
    #expect(table.reduce(&state, .titlePressed("price")) == load(0, [SortKey("flag"), SortKey("price")]))
    var reading = table.state(
      after: .reloadTapped, .windowLoaded([items[0]]), .besideSet(["least": 2, "a": 1]), from: self.state)
    let filter = RowFilter(condition: try Condition(parsing: "price >= $least"))
    func asked(_ query: TableQuery, _ beside: ContextValues) -> Effects {
      .run(.load(WindowRequest(query, contextValues: beside, offset: 0, limit: 2)), in: .window, .latest)
    }
    #expect(table.reduce(&reading, .conditionSet(filter.condition)) == asked(TableQuery(filter: filter), ["least": 2]))
    _ = table.reduce(&reading, .windowLoaded([items[2]], count: 1))
    #expect(table.reduce(&reading, .besideSet(["a": 3])) == .none)
    #expect(table.reduce(&reading, .besideSet(["least": 3])) == asked(TableQuery(filter: filter), ["least": 3]))
    let worth = TableQuery(sort: [SortKey("worth")], filter: filter)
    #expect(table.reduce(&reading, .titlePressed("worth")) == asked(worth, ["least": 3, "a": 3]))
  }

  @Test func `what failed for one page says nothing of another`() {
    let failed = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .pageTurned(to: 1), .windowFailed("offline"),
      from: state)
    #expect(table.screen(of: failed).loading == .failed("offline"))
    var back = table.state(after: .pageTurned(to: 0), from: failed)
    #expect(table.screen(of: back).loading == .loaded)
    #expect(table.reduce(&back, .pageTurned(to: 1)) == load(1))
  }

  @Test func `a row that others change may belong elsewhere, where rows are sorted or filtered`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    var changed = items[0]
    changed.price = 7
    var plain = loaded
    #expect(table.reduce(&plain, .rowPut(changed)) == .none)
    #expect(plain[0]?.price == 7)
    let sort = [SortKey("price")]
    var sorted = table.state(
      after: .titlePressed("price"), .windowLoaded([items[0], items[1]], count: 5), from: loaded)
    #expect(table.reduce(&sorted, .rowPut(changed)) == load(0, sort))
  }

  @Test func `rows that are kept elsewhere are asked for, whatever the policy`() throws {
    var options = table.options
    options.changes = .atOnce
    let table = try ItemTable(columns: makeItemColumns(), options: options)
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: table.initialState([]))
    #expect(table.reduce(&state, .rowsDeleted([1])) == .run(.delete([1]), in: .order, .queue))
    #expect(table.visibleIDs(state) == [0, 1])
  }

  @Test func `what is not loaded is said not to be, and nothing else is taken for it`() {
    let loaded = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .selection(.pressed(1)), .pageTurned(to: 1),
      .windowLoaded([items[2], items[3]], count: 5), from: state)
    for action in [
      ItemTable.Action.rowsDeleted([1]), .rowsMoved(.init([1], before: 2)), .rowsMoved(.init([2], before: 1)),
      .cellSet(1, "price", 3), .selection(.extended(to: 3)), .keyPressed(TableKey(.down, shift: true)),
    ] {
      let refused = table.state(after: action, from: loaded)
      #expect(refused.rejection == .notLoaded && refused == loaded, "\(action)")
    }
  }

  @Test func `the cursor comes along when a key turns the page`() {
    let state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .selection(.pressed(1)),
      .keyPressed(TableKey(.pageDown)), .windowLoaded([items[2], items[3]], count: 5), from: state)
    #expect(state.cursor?.row == 3)
    let last = table.state(after: .keyPressed(TableKey(.pageDown)), .windowLoaded([items[4]], count: 5), from: state)
    #expect(last.cursor?.row == 4)
  }

  @Test func `law 5: what is typed into a row of another page stays when others delete it`() {
    let state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]]), .editBegan(1, "price"), .typed("9"),
      .pageTurned(to: 1),
      .windowLoaded([items[2], items[3]]), .rowRemoved(1), from: state)
    #expect(state.editing?.text == "9" && state.drafts[1] == .init(edited: items[1], stored: nil, stage: .conflict))
    #expect(table.screen(of: state).elsewhere == [.init(id: 1, text: "was deleted by somebody else")])
    let committed = table.state(after: .editCommitted, from: state)
    #expect(committed.drafts[1]?.edited.price == 9 && committed.drafts[1]?.stage == .conflict)
  }

  @Test func `what is not known of a selection is said to be unknown`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]]), .selection(.allPressed), from: state)
    #expect(table.selectAllState(of: state) == .all)
    #expect(table.screen(of: state).counts.selected == nil)
    state = table.state(after: .selection(.pressed(0)), from: state)
    #expect(table.selectAllState(of: state) == .some)
    state = table.state(after: .searched("a"), from: state)
    #expect(table.selectAllState(of: state) == .unknown)
    state = table.state(after: .windowLoaded([items[4]], count: 1), from: state)
    #expect(table.selectAllState(of: state) == .none)
    state = table.state(after: .selection(.pressed(4)), from: state)
    #expect(table.selectAllState(of: state) == .all)
    state = table.state(after: .selection(.allPressed), .searched(""), from: state)
    #expect(table.selectAllState(of: state) == .unknown)
  }

  @Test func `law 5: what was edited is there again with its window`() {
    let page = Array(items[..<2])
    var state = table.state(
      after: .reloadTapped, .windowLoaded(page), .cellSet(1, "price", 9), .pageTurned(to: 1), from: state)
    state = table.state(after: .windowLoaded([items[2], items[3]]), from: state)
    #expect(state.drafts[1]?.edited.price == 9 && table.visibleIDs(state) == [2, 3])
    state = table.state(after: .pageTurned(to: 0), .windowLoaded(page), from: state)
    #expect(state[1]?.price == 9)
    var theirs = items[1]
    theirs.count = 4
    state = table.state(after: .reloadTapped, .windowLoaded([items[0], theirs]), from: state)
    #expect(state[1]?.price == 9 && state.drafts[1]?.stage == .conflict && state.drafts[1]?.stored == theirs)
  }

  @Test func `law 5: what is typed stays when the page is turned, and is committed from there`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]]), .editBegan(1, "price"), .typed("9"),
      .pageTurned(to: 1),
      .windowLoaded([items[2], items[3]]), from: state)
    #expect(state.editing?.text == "9" && state[1] == nil)
    let back = table.state(after: .pageTurned(to: 0), .windowLoaded([items[0], items[1]]), .editCommitted, from: state)
    #expect(back[1]?.price == 9)
    #expect(table.reduce(&state, .editBegan(2, "price")) == .none)
    #expect(state.drafts == [1: .init(edited: Item(id: 1, price: 9), stored: items[1], stage: .changed)])
    #expect(state.editing?.row == 2 && table.visibleIDs(state) == [2, 3])
    let untouched = table.state(after: .pageTurned(to: 0), .windowLoaded([items[0], items[1]]), from: state)
    #expect(untouched.editing == nil && untouched[1]?.price == 9)
    #expect(table.state(after: .reloadTapped, .windowLoaded([items[0]]), from: untouched).drafts[1]?.edited.price == 9)
  }

  @Test func `law 5: what others store meanwhile in a cell that is typed into on another page is shown beside it`() {
    var theirs = items[1]
    theirs.price = 4
    let state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]]), .editBegan(1, "price"), .typed("9"),
      .pageTurned(to: 1),
      .windowLoaded([items[2], items[3]]), .pageTurned(to: 0), .windowLoaded([items[0], theirs]), .editCommitted,
      from: state)
    #expect(state.drafts[1] == .init(edited: Item(id: 1, price: 9), stored: theirs, stage: .conflict))
  }

  @Test func `law 5: to save or revert all takes in what is not loaded`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .cellSet(1, "price", 9),
      .cellSet(0, "price", 8),
      .pageTurned(to: 1), .windowLoaded([items[2], items[3]], count: 5), .cellSet(3, "price", 7), from: state)
    #expect(table.state(after: .revertTapped(nil), from: state).drafts.isEmpty)
    let saves = [(3, 7.0), (0, 8), (1, 9)].map { id, price in
      Effects.run(.save(Item(id: id, price: price), over: items[id]), in: .row(id), .queue)
    }
    #expect(table.reduce(&state, .saveTapped(nil)) == saves[0] + saves[1] + saves[2])
  }

  @Test func `behind the last row of a window that is not the last nobody knows what stands`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 4), from: state)
    #expect(
      table.state(after: .rowsMovedFrom(offsets: [0], toOffset: 2), from: loaded).moves == [.init([0], .after(1))])
    #expect(table.state(after: .rowsMovedFrom(offsets: [0, 1], toOffset: 2), from: loaded).rejection == .notLoaded)
    let last = table.state(after: .pageTurned(to: 1), .windowLoaded([items[2], items[3]], count: 4), from: loaded)
    #expect(
      table.state(after: .rowsMovedFrom(offsets: [0], toOffset: 2), from: last).moves == [.init([2], before: nil)])
  }

  @Test func `law 8: everything that passes stays selected while it is read again, and there are as many pages`() {
    let state = table.state(
      after: .reloadTapped, .searched("by whoever keeps the rows"), .windowLoaded([items[0], items[1]], count: 5),
      .selection(.allPressed), .reloadTapped, from: state)
    #expect(table.screen(of: state).loading == .awaited && table.pageCount(of: state) == 3)
    #expect(table.selectedRows(in: state) == Array(items[..<2]))
  }

  @Test func `law 8: of rows that are not loaded nobody says that they are gone`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.state(after: .selection(.written([0, 4])), from: loaded).selection.ids == [0, 4])
    #expect(table.state(after: .selection(.restored(RowSelection([4], anchor: 4))), from: loaded).selection.anchor == 4)
  }

  @Test func `law 2: numbers that no port should tell and no page can have do no harm`() {
    for number in [Int.max, .min] {
      var state = table.state(
        after: .reloadTapped, .windowLoaded([items[0], items[1]]), .pageTurned(to: number), .pageSizeChanged(1),
        from: state)
      state = table.state(
        after: .windowLoaded([items[0]], count: number), .keyPressed(TableKey(.pageDown)), .pageTurned(to: number),
        from: state
      )
      #expect(table.pageCount(of: state).map { $0 > 0 } ?? true && state.page.number >= 0)
    }
  }

  @Test func `of what is loaded facets count all, whoever filtered it`() {
    let filtered = table.state(
      after: .reloadTapped, .searched("by whoever keeps the rows"), .windowLoaded([items[0], items[1]], count: 2),
      from: state)
    #expect(table.facets(of: "flag", in: filtered) == [Facet(value: false, count: 2)])
  }

  @Test func `after a change the window is read again`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    var deleting = table.state(after: .rowsDeleted([1]), from: loaded)
    #expect(table.reduce(&deleting, .deleted([1])) == load(0))
    #expect(table.visibleIDs(deleting) == [0])
    var moving = table.state(after: .rowsMoved(.init([1], before: 0)), from: loaded)
    #expect(table.reduce(&moving, .moved(.init([1], before: 0))) == load(0))
    var saving = table.state(after: .cellSet(0, "price", 7), .saveTapped(nil), from: loaded)
    #expect(table.reduce(&saving, .saved(Item(id: 0, price: 7))) == load(0))
    for action in [ItemTable.Action.rowsReplaced(items), .rowRemoved(0)] {
      var told = loaded
      #expect(table.reduce(&told, action) == load(0), "\(action)")
    }
    let beside = table.state(
      after: .columnFiltered("worth", .range(from: 1)), .windowLoaded(items.dropLast(3)), .selection(.allPressed),
      .besideSet(["a": 2]), from: loaded)
    #expect(table.visibleIDs(beside) == [0, 1] && table.selectedRows(in: beside).count == 2)
    var told = loaded
    #expect(table.reduce(&told, .rowPut(Item(id: 9))) == load(0))
  }

  @Test func `what is deleted while another page is in sight moves that up`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    var other = table.state(
      after: .pageTurned(to: 1), .windowLoaded([items[2], items[3]], count: 5),
      from: table.state(after: .rowsDeleted([0]), from: loaded))
    #expect(table.reduce(&other, .deleted([0])) == load(1))
  }

  @Test func `law 6: what was stored is not told to the next save of the row`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    let (first, second) = (Item(id: 0, price: 7), Item(id: 0, price: 8))
    var saving = table.state(
      after: .cellSet(0, "price", 7), .saveTapped(0), .reloadTapped, .windowLoaded([first, items[1]], count: 5),
      from: loaded)
    #expect(saving.drafts[0]?.stage == .saving)
    _ = table.reduce(&saving, .cellSet(0, "price", 8))
    #expect(saving.rejection == .busy && saving[0] == first)
    let failed = table.state(after: .saveFailed(0, "offline"), from: saving)
    #expect(failed.drafts.isEmpty && failed[0] == first)
    let saved = table.state(after: .saved(first), .cellSet(0, "price", 8), .saveTapped(0), from: saving)
    #expect(saved.drafts[0]?.stage == .saving && saved[0] == second)
  }

  @Test func `the same actions come to the same where all rows are here`() throws {
    var options = table.options
    options.source = .here
    let here = try ItemTable(columns: makeItemColumns(), options: options)
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    var (near, far) = (here.state(after: .pageSizeChanged(2), from: here.initialState(items)), loaded)
    var chance: UInt64 = 7
    let actions: [ItemTable.Action] = [
      .titlePressed("price"), .pageTurned(to: 1), .pageTurned(to: 2), .columnFiltered("price", .range(from: 1)),
      .columnFiltered("price", nil), .selection(.allPressed), .selection(.cleared), .selection(.toggled(3)),
      .selection(.inverted), .selection(.pressed(2)), .hoverBegan(2), .keyPressed(TableKey(.down)),
      .keyPressed(TableKey(.space)), .columnShown("id", false),
    ]
    for _ in 0..<3_000 {
      chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let action = actions[Int(chance >> 33) % actions.count]
      // What is not in sight can be pressed where all rows are here, and not where they are elsewhere.
      if case .selection(.toggled(let id)) = action, !here.pageRows(of: near).contains(where: { $0.id == id }) {
        continue
      }
      if case .selection(.pressed(let id)) = action, !here.pageRows(of: near).contains(where: { $0.id == id }) {
        continue
      }
      _ = here.reduce(&near, action)
      _ = table.reduce(&far, action)
      while let request = far.remote?.awaited {
        let rows = NaiveQuery(table: here, rows: items, query: request.query, beside: [:]).visibleIDs.map { items[$0] }
        _ = table.reduce(
          &far, .windowLoaded(Array(rows.dropFirst(request.offset).prefix(request.limit)), count: rows.count))
      }
      let (nearScreen, farScreen) = (here.screen(of: near), table.screen(of: far))
      #expect(nearScreen.rows.map(\.id) == farScreen.rows.map(\.id), "\(action)")
      #expect(nearScreen.rows.map(\.isSelected) == farScreen.rows.map(\.isSelected), "\(action)")
      #expect(nearScreen.page == farScreen.page && nearScreen.pageCount == farScreen.pageCount, "\(action)")
      #expect(nearScreen.titles == farScreen.titles && nearScreen.refusal == farScreen.refusal, "\(action)")
      #expect(near.hovered == far.hovered && near.cursor == far.cursor, "\(action)")
    }
  }
}
