import Conditions
import Loop
import Testing
import Values

@testable import Tables

private typealias Effects = Loop.Effects<ItemTable>

@Suite struct `Remote rows` {
  private let items = (0..<5).map { Item(id: $0, price: Double($0)) }
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.rowSource = .remote(windowSize: 2)
        $0.selection = .multiple
      })
    state = table.initialState([])
  }

  private func request(_ page: Int, _ sort: [SortKey] = [], _ filter: RowFilter = RowFilter()) -> WindowRequest {
    WindowRequest(TableQuery(sort: sort, filter: filter), offset: 2 * page, limit: 2)
  }

  private func load(_ page: Int, _ sort: [SortKey] = [], _ filter: RowFilter = RowFilter()) -> Effects {
    .run(.load(request(page, sort, filter)), in: .window, .latest)
  }

  @Test func `the first window is requested, and another one when the page changes`() {
    var state = state
    #expect(table.screen(of: state).loadingStatus == .notRequested)
    #expect(table.reduce(&state, .reloadTapped) == load(0))
    #expect(table.screen(of: state).loadingStatus == .loading)
    #expect(table.reduce(&state, .windowLoaded([items[0], items[1]])) == .none)
    #expect(table.visibleIDs(state) == [0, 1] && table.pageCount(of: state) == nil)
    #expect(table.screen(of: state).loadingStatus == .loaded)
    #expect(table.reduce(&state, .pageChanged(to: 2)) == load(2))
    #expect(table.visibleIDs(state) == [0, 1])
    _ = table.reduce(&state, .windowLoaded([items[4]]))
    #expect(table.visibleIDs(state) == [4] && table.pageCount(of: state) == 3)
  }

  @Test func `the first window is requested when the table appears, once`() {
    var state = state
    #expect(table.reduce(&state, .appeared) == load(0))
    #expect(table.reduce(&state, .appeared) == .none)
    _ = table.reduce(&state, .windowLoaded([items[0], items[1]], count: 5))
    #expect(table.reduce(&state, .appeared) == .none)
  }

  @Test func `a search waits until the user has stopped typing`() throws {
    var state = table.state(after: .appeared, .windowLoaded([items[0], items[1]], count: 5), from: state)
    func search(_ text: String, _ delay: Duration?) -> Effects {
      .run(.load(request(0, [], RowFilter(search: text))), in: .window, .latest, after: delay)
    }
    // Each letter replaces the request that waits.
    #expect(table.reduce(&state, .searchTextChanged("a")) == search("a", .milliseconds(300)))
    #expect(table.reduce(&state, .searchTextChanged("an")) == search("an", .milliseconds(300)))
    #expect(table.screen(of: state).loadingStatus == .loading)
    // Other actions neither start it at once nor cancel it.
    #expect(table.reduce(&state, .keyPressed(TableKeyPress(.down))) == .none)
    for (delay, expected) in [(Duration.zero, nil), (.seconds(1), Duration.seconds(1))] {
      var options = table.options
      options.searchDelay = delay
      var other = table.state(after: .appeared, from: table.initialState([]))
      let table = try ItemTable(columns: makeItemColumns(), options: options)
      #expect(table.reduce(&other, .searchTextChanged("b")) == search("b", expected))
    }
  }

  @Test func `law 7: changes that arrive faster than responses do not prevent loading`() {
    for change in [ItemTable.Action.rowUpserted(Item(id: 9)), .rowRemoved(9), .rowsReplaced([])] {
      var state = table.state(after: .appeared, from: state)
      for _ in 0..<3 {
        // The request stays, and the slot with it, so that its response arrives.
        #expect(table.reduce(&state, change) == .none && table.isActive(.window, in: state), "\(change)")
        #expect(table.reduce(&state, change) == .none)
        // The rows are shown. They may be older than the change, so they are loaded again.
        #expect(table.reduce(&state, .windowLoaded([items[0], items[1]], count: 5)) == load(0))
        #expect(table.visibleIDs(state) == [0, 1] && table.screen(of: state).isStale)
      }
      _ = table.reduce(&state, .windowLoaded([items[0], items[1]], count: 5))
      #expect(!table.screen(of: state).isStale && table.reduce(&state, change) == load(0))
    }
  }

  @Test func `sorting and filtering request the first window of the new query`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .pageChanged(to: 1), from: state)
    #expect(table.reduce(&state, .headerClicked("price")) == load(0, [SortKey("price")]))
    let filter = RowFilter(search: "a")
    #expect(
      table.reduce(&state, .searchTextChanged("a"))
        == .run(.load(request(0, [SortKey("price")], filter)), in: .window, .latest, after: .milliseconds(300)))
    #expect(state.remoteWindow?.totalCount == nil)
    // The server has already sorted the loaded rows, so the table keeps their order.
    _ = table.reduce(&state, .windowLoaded([items[3], items[1]], count: 2))
    #expect(table.visibleIDs(state) == [3, 1])
  }

  @Test func `a failure is shown, and the window is not requested again automatically`() {
    var state = table.state(after: .reloadTapped, .windowLoadFailed("offline"), from: state)
    #expect(table.screen(of: state).loadingStatus == .failed("offline"))
    #expect(table.reduce(&state, .hoverEnded(3)) == .none)
    #expect(table.reduce(&state, .reloadTapped) == load(0))
    #expect(table.screen(of: state).loadingStatus == .loading)
  }

  @Test func `a request is dropped if the loaded page is selected again before the response`() {
    var state = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.reduce(&state, .pageChanged(to: 1)) == load(1))
    #expect(table.isActive(.window, in: state))
    #expect(table.reduce(&state, .pageChanged(to: 0)) == .none)
    #expect(!table.isActive(.window, in: state))
    let late = table.state(after: .windowLoaded([items[2]]), .windowLoadFailed("offline"), from: state)
    #expect(late == state)
  }

  @Test func `a page after the last one leads to the last one`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]]), .pageChanged(to: 3), from: state)
    #expect(table.reduce(&state, .windowLoaded([])) == load(2))
    #expect(state.remoteWindow?.totalCount == 6)
    state = table.state(after: .windowLoaded([], count: 3), from: state)
    #expect(state.page.number == 1)
  }

  @Test func `select all includes rows that were never loaded, but not the toggled rows`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .selection(.allSelected),
      .selection(.rowToggled(1)),
      from: state)
    #expect(table.screen(of: state).counts.selected == 4)
    #expect(table.selectAllState(of: state) == .some)
    state = table.state(after: .pageChanged(to: 1), .windowLoaded([items[2], items[3]], count: 5), from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [2, 3])
    state = table.state(after: .pageChanged(to: 0), .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [0])
    state = table.state(after: .selection(.inverted), from: state)
    #expect(table.selectedRows(in: state).map(\.id) == [1])
  }

  @Test func `grouped rows are requested in group order, with the context values that the query reads`() throws {
    var state = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.reduce(&state, .groupingChanged(to: "flag")) == load(0, [SortKey("flag")]))
    #expect(table.reduce(&state, .headerClicked("price")) == load(0, [SortKey("flag"), SortKey("price")]))
    var reading = table.state(
      after: .reloadTapped, .windowLoaded([items[0]]), .contextChanged(["minimum": 2, "a": 1]), from: self.state)
    let filter = RowFilter(condition: try Condition(parsing: "price >= $minimum"))
    func loadEffect(_ query: TableQuery, _ contextValues: ContextValues) -> Effects {
      .run(.load(WindowRequest(query, contextValues: contextValues, offset: 0, limit: 2)), in: .window, .latest)
    }
    #expect(
      table.reduce(&reading, .conditionChanged(filter.condition))
        == loadEffect(TableQuery(filter: filter), ["minimum": 2]))
    _ = table.reduce(&reading, .windowLoaded([items[2]], count: 1))
    #expect(table.reduce(&reading, .contextChanged(["a": 3])) == .none)
    #expect(
      table.reduce(&reading, .contextChanged(["minimum": 3])) == loadEffect(TableQuery(filter: filter), ["minimum": 3]))
    let worth = TableQuery(sort: [SortKey("worth")], filter: filter)
    #expect(table.reduce(&reading, .headerClicked("worth")) == loadEffect(worth, ["minimum": 3, "a": 3]))
  }

  @Test func `the failure of one page does not apply to another`() {
    let failed = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .pageChanged(to: 1),
      .windowLoadFailed("offline"),
      from: state)
    #expect(table.screen(of: failed).loadingStatus == .failed("offline"))
    var back = table.state(after: .pageChanged(to: 0), from: failed)
    #expect(table.screen(of: back).loadingStatus == .loaded)
    #expect(table.reduce(&back, .pageChanged(to: 1)) == load(1))
  }

  @Test func `a row changed by another user reloads the window if the rows are sorted or filtered`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    var changed = items[0]
    changed.price = 7
    var plain = loaded
    #expect(table.reduce(&plain, .rowUpserted(changed)) == .none)
    #expect(plain[0]?.price == 7)
    let sort = [SortKey("price")]
    var sorted = table.state(
      after: .headerClicked("price"), .windowLoaded([items[0], items[1]], count: 5), from: loaded)
    #expect(table.reduce(&sorted, .rowUpserted(changed)) == load(0, sort))
  }

  @Test func `the cursor moves to the new page when a key changes the page`() {
    let state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), .selection(.rowClicked(1)),
      .keyPressed(TableKeyPress(.pageDown)), .windowLoaded([items[2], items[3]], count: 5), from: state)
    #expect(state.cursor?.row == 3)
    let last = table.state(
      after: .keyPressed(TableKeyPress(.pageDown)), .windowLoaded([items[4]], count: 5), from: state)
    #expect(last.cursor?.row == 4)
  }

  @Test func `law 2: keys turn a page that has fewer rows than its size`() {
    for key in [TableKeyPress(.down, displayedRowCount: 1), TableKeyPress(.pageDown, displayedRowCount: 1)] {
      let state = table.state(
        after: .reloadTapped, .windowLoaded([items[0]], count: 5),
        .selection(.rowClicked(0)), .keyPressed(key), .windowLoaded([items[2], items[3]], count: 5), from: state)
      #expect(state.cursor?.row == 2, "\(key)")
    }
  }

  @Test func `an unknown selection state is reported as unknown`() {
    var state = table.state(
      after: .reloadTapped, .windowLoaded([items[0], items[1]]), .selection(.allSelected), from: state)
    #expect(table.selectAllState(of: state) == .all)
    #expect(table.screen(of: state).counts.selected == nil)
    state = table.state(after: .selection(.rowClicked(0)), from: state)
    #expect(table.selectAllState(of: state) == .some)
    state = table.state(after: .searchTextChanged("a"), from: state)
    #expect(table.selectAllState(of: state) == .unknown)
    state = table.state(after: .windowLoaded([items[4]], count: 1), from: state)
    #expect(table.selectAllState(of: state) == .none)
    state = table.state(after: .selection(.rowClicked(4)), from: state)
    #expect(table.selectAllState(of: state) == .all)
    state = table.state(after: .selection(.allSelected), .searchTextChanged(""), from: state)
    #expect(table.selectAllState(of: state) == .unknown)
  }

  @Test func `law 8: all matching rows stay selected during a reload, and the page count stays`() {
    let state = table.state(
      after: .reloadTapped, .searchTextChanged("evaluated by the server"),
      .windowLoaded([items[0], items[1]], count: 5),
      .selection(.allSelected), .reloadTapped, from: state)
    #expect(table.screen(of: state).loadingStatus == .loading && table.pageCount(of: state) == 3)
    #expect(table.selectedRows(in: state) == Array(items[..<2]))
  }

  @Test func `law 8: rows that are not loaded stay selected`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.state(after: .selection(.idsReplaced([0, 4])), from: loaded).selection.ids == [0, 4])
    #expect(table.state(after: .selection(.restored(RowSelection([4], anchor: 4))), from: loaded).selection.anchor == 4)
  }

  @Test func `law 2: invalid counts and page numbers do no harm`() {
    for number in [Int.max, .min] {
      var state = table.state(
        after: .reloadTapped, .windowLoaded([items[0], items[1]]), .pageChanged(to: number), .pageSizeChanged(1),
        from: state)
      state = table.state(
        after: .windowLoaded([items[0]], count: number), .keyPressed(TableKeyPress(.pageDown)),
        .pageChanged(to: number),
        from: state
      )
      #expect(table.pageCount(of: state).map { $0 > 0 } ?? true && state.page.number >= 0)
    }
  }

  @Test func `facets count all loaded rows, although the server has filtered them`() {
    let filtered = table.state(
      after: .reloadTapped, .searchTextChanged("evaluated by the server"),
      .windowLoaded([items[0], items[1]], count: 2),
      from: state)
    #expect(table.facets(of: "flag", in: filtered) == [Facet(value: false, count: 2)])
  }

  @Test func `the window is loaded again after a change by another user`() {
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    for action in [ItemTable.Action.rowsReplaced(items), .rowRemoved(0)] {
      var updated = loaded
      #expect(table.reduce(&updated, action) == load(0), "\(action)")
    }
    let withContext = table.state(
      after: .columnFilterChanged("worth", .range(from: 1)), .windowLoaded(items.dropLast(3)), .selection(.allSelected),
      .contextChanged(["a": 2]), from: loaded)
    #expect(table.visibleIDs(withContext) == [0, 1] && table.selectedRows(in: withContext).count == 2)
    var updated = loaded
    #expect(table.reduce(&updated, .rowUpserted(Item(id: 9))) == load(0))
  }

  @Test func `the same actions have the same results with local and remote rows`() throws {
    var options = table.options
    options.rowSource = .local
    let here = try ItemTable(columns: makeItemColumns(), options: options)
    let loaded = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: state)
    var (near, far) = (here.state(after: .pageSizeChanged(2), from: here.initialState(items)), loaded)
    var chance: UInt64 = 7
    let actions: [ItemTable.Action] = [
      .headerClicked("price"), .pageChanged(to: 1), .pageChanged(to: 2), .columnFilterChanged("price", .range(from: 1)),
      .columnFilterChanged("price", nil), .selection(.allSelected), .selection(.cleared), .selection(.rowToggled(3)),
      .selection(.inverted), .selection(.rowClicked(2)), .hoverBegan(2), .keyPressed(TableKeyPress(.down)),
      .keyPressed(TableKeyPress(.space)), .columnVisibilityChanged("id", false),
    ]
    for _ in 0..<3_000 {
      chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let action = actions[Int(chance >> 33) % actions.count]
      // Rows on other pages can be selected if they are local, but not if they are remote.
      if case .selection(.rowToggled(let id)) = action, !here.pageRows(of: near).contains(where: { $0.id == id }) {
        continue
      }
      if case .selection(.rowClicked(let id)) = action, !here.pageRows(of: near).contains(where: { $0.id == id }) {
        continue
      }
      _ = here.reduce(&near, action)
      _ = table.reduce(&far, action)
      while let request = far.remoteWindow?.pendingRequest {
        let rows = NaiveQuery(table: here, rows: items, query: request.query, contextValues: [:]).visibleIDs.map {
          items[$0]
        }
        _ = table.reduce(
          &far, .windowLoaded(Array(rows.dropFirst(request.offset).prefix(request.limit)), count: rows.count))
      }
      let (nearScreen, farScreen) = (here.screen(of: near), table.screen(of: far))
      #expect(nearScreen.rows.map(\.id) == farScreen.rows.map(\.id), "\(action)")
      #expect(nearScreen.rows.map(\.isSelected) == farScreen.rows.map(\.isSelected), "\(action)")
      #expect(nearScreen.page == farScreen.page && nearScreen.pageCount == farScreen.pageCount, "\(action)")
      #expect(nearScreen.headers == farScreen.headers && nearScreen.rejection == farScreen.rejection, "\(action)")
      #expect(near.hoveredRow == far.hoveredRow && near.cursor == far.cursor, "\(action)")
    }
  }
}
