import Analytics
import BackOffice
import Forms
import Interface
import Loop
import MemoryHandlers
import Shop
import Tables
import TerminalIO
import Testing
import Values

@testable import Terminal

/// What a person does in the back office, with keys and with the mouse.
@MainActor @Suite struct `Stories on the full screen` {
  @Test func `a story in keys ends in the same state as in commands`() async throws {
    let keys = await OfficeTerminal()
    try await keys.press("down down space s")
    await keys.type("price")
    try await keys.press("enter n")
    await keys.type("Lantern")
    try await keys.press("tab ctrl+u")
    await keys.type("12.50")
    try await keys.press("ctrl+s 2")
    let commands = await OfficeTerminal()
    let state = try await commands.state(
      after: "products.go next", "products.go next", "products.select.toggle", "products.sort price", "products.new",
      "sheet.type name Lantern", "sheet.focus price", "sheet.type price 12.50", "sheet.submit", "tab events")
    #expect(keys.store.state.feature.products.products == state.feature.products.products)
    #expect(keys.store.state.feature.products.table.view.selection == state.feature.products.table.view.selection)
    #expect(keys.store.state.feature.tab == state.feature.tab)
    // The commands are drawn, too, so that both tables have the same height.
    #expect(keys.lines == commands.lines)
  }

  @Test func `a deletion is undone and redone`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down delete")
    #expect(!terminal.text.contains("p1  Desk lamp") && terminal.text.contains("Deleted Desk lamp. [Undo]"))
    try await terminal.press("z")
    #expect(terminal.text.contains("Desk lamp") && !terminal.text.contains("[Undo]"))
    try await terminal.press("ctrl+y tab enter")
    #expect(terminal.text.contains("Desk lamp") && !terminal.text.contains("[Undo]"))
  }

  @Test func `deleting one of several selected products asks if the filter hides the others`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down space down down space / d e s k enter down delete")
    #expect(terminal.text.contains(#"Delete 1 product: "Desk lamp" (1 more selected, but hidden, stays)?"#))
    try await terminal.press("down enter")
    #expect(terminal.store.state.feature.products.products.count == 8)
  }

  @Test func `deleting several products asks which, and deletes no other product if they are hidden`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down space down space down space down space delete")
    #expect(terminal.text.contains(#"Delete 4 products: "Desk lamp", "Floor lamp", "Oak chair" and 1 more?"#))
    try await terminal.press("escape")
    #expect(terminal.store.state.feature.products.products.count == 9 && terminal.text.contains("nothing was deleted"))
    // The products that the question names go, whatever is selected when it is answered.
    try await terminal.press("delete")
    terminal.store.send(.feature(.products(.table(.view(.selection(.idsReplaced(["p9"])))))))
    try await terminal.press("down enter")
    #expect(terminal.store.state.feature.products.products.map(\.id) == ["p5", "p6", "p7", "p8", "p9"])
    #expect(terminal.text.contains("Deleted Desk lamp and 3 more. [Undo]"))
    try await terminal.press("z / t e a p o t enter down delete")
    #expect(terminal.text.contains("the filter hides all selected rows"))
    #expect(terminal.store.state.feature.products.products.count == 9)
  }

  @Test func `an event is recorded by a key, for one of the users that are shown`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("2 tab")
    try await terminal.press("shift+tab n")
    #expect(terminal.text.contains("Record an event") && terminal.text.contains("( ) 0000…0003"))
    #expect(terminal.text.contains("(now, or 2023-03-22T10:00"), "the sheet has room for all fields")
    try await terminal.press("right right right tab right right tab space ctrl+s")
    #expect(terminal.store.state.feature.events.eventCount.value == 25)
    let event = try #require(await terminal.events.database.events.max { $0.timestamp < $1.timestamp })
    #expect("\(event.userID)" == "00000000-0000-4000-8000-000000000003" && event.flag && event.action == .stop)
    try await terminal.press("n")
    try await terminal.press("tab tab tab")
    await terminal.type("soon")
    try await terminal.press("ctrl+s")
    #expect(terminal.text.contains("! expected a date as in 2023-03-22"), "\(terminal.text)")
    try await terminal.press("escape")
    #expect(terminal.text.contains("Discard the event?"), "\(terminal.text)")
    try await terminal.press("down enter")
    #expect(!terminal.text.contains("Record an event"), "\(terminal.text)")
    try await terminal.press("z")
    #expect(terminal.text.contains("there is nothing to undo; recorded events cannot be taken back"))
  }

  @Test func `the key that has reopened a sheet undoes further changes, and another key types`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter")
    await terminal.type(" two")
    try await terminal.press("escape")
    try await terminal.press("tab enter")
    #expect(terminal.store.state.feature.products.editor.sheet == .closed, "\(terminal.text)")
    try await terminal.press("z")
    #expect(terminal.store.state.feature.products.editor.sheet.draft?.name == "Desk lamp two")
    try await terminal.press("z")
    #expect(terminal.store.state.feature.products.editor.sheet.draft?.name == "Desk lamp")
    try await terminal.press("z")
    #expect(terminal.text.contains("nothing that was typed can be undone"))
    try await terminal.press("Z")
    #expect(terminal.store.state.feature.products.editor.sheet.draft?.name == "Desk lamp two")
    try await terminal.press("x z")
    #expect(terminal.store.state.feature.products.editor.sheet.draft?.name == "Desk lamp twoxz")
  }

  @Test func `a search filters while it is typed, and escape ends it`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("/")
    await terminal.type("lamp")
    #expect(terminal.text.contains("search: lamp"))
    #expect(terminal.text.contains("2 of 9 rows"))
    try await terminal.press("enter q backspace")
    #expect(terminal.text.contains("2 of 9 rows"))
    try await terminal.press("/ escape")
    #expect(terminal.text.contains("9 rows"))
  }

  @Test func `a filter of a column is typed, and shown below the titles`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("f")
    await terminal.type("price")
    try await terminal.press("enter")
    await terminal.type("20..30")
    #expect(terminal.text.contains("Price contains: 20..30"))
    #expect(terminal.store.state.feature.products.table.view.query.filter.columns.keys.sorted() == ["price"])
    try await terminal.press("enter")
    #expect(terminal.lines[2].contains("20.00..30.00"), "\(terminal.text)")
    try await terminal.press("f")
    await terminal.type("price")
    try await terminal.press("enter escape")
    #expect(terminal.store.state.feature.products.table.view.query.filter.isEmpty)
  }

  @Test func `columns are hidden, shown and resized`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("c")
    await terminal.type("tags")
    try await terminal.press("enter")
    #expect(!terminal.text.contains("Tags"))
    try await terminal.press("c")
    await terminal.type("hidden")
    try await terminal.press("enter")
    #expect(terminal.text.contains("Tags"))
    try await terminal.press("w")
    await terminal.type("name")
    try await terminal.press("enter left left left")
    #expect(terminal.store.state.feature.products.table.view.layout.columnWidths["name"] != nil)
    #expect(terminal.text.contains("…"), "\(terminal.text)")
    try await terminal.press("backspace")
    #expect(terminal.store.state.feature.products.table.view.layout.columnWidths["name"] == nil)
    #expect(!terminal.text.contains("width of"))
  }

  @Test func `an empty shop offers three ways to start`() async throws {
    let terminal = await OfficeTerminal(products: MemoryProductStore(.init()), events: MemoryEventSource(.init()))
    let lines = terminal.lines.map(\.trimmed)
    let middle = lines.firstIndex(of: "· No products yet.")
    #expect(middle.map { (7...10).contains($0) } == true, "\(terminal.text)")
    #expect(lines.contains(["[▸Add a product]", "[Import a file]", "[Add sample data]"]), "\(terminal.text)")
    try await terminal.click("Import a file")
    #expect(terminal.text.contains("products.import.read "))
    try await terminal.press("escape")
    try await terminal.click("Add a product")
    #expect(terminal.text.contains("New product"))
    try await terminal.press("escape")
    try await terminal.click("Add sample data")
    #expect(terminal.store.state.feature.products.products.count == 9)
    #expect(!terminal.text.contains("Add sample data"))
  }

  @Test func `an import into an empty shop is started with keys`() async throws {
    let terminal = await OfficeTerminal(products: MemoryProductStore(.init()))
    try await terminal.files.write(Array("name,price\nLamp,5\n".utf8), to: "lamps.csv", overwriting: false)
    try await terminal.press("right enter")
    await terminal.type("lamps.csv")
    try await terminal.press("enter")
    #expect(terminal.text.contains("Import these products?"), "\(terminal.text)")
    #expect(!terminal.text.contains("Add sample data"))
    try await terminal.press("ctrl+s")
    #expect(terminal.store.state.feature.products.products.map(\.name) == ["Lamp"], "\(terminal.text)")
    try await terminal.press("tab enter")
    #expect(terminal.lines.contains { $0.contains("Lamp") && $0.contains("5.00") }, "\(terminal.text)")
  }

  @Test func `rows of a list are added, moved and removed with keys`() throws {
    let terminal = try FormTerminal(
      #"{"sections":[{"rows":[{"tag":"name"}]},{"tag":"guests","template":{}}]}"#)
    func guests() -> Value? { terminal.store.state.values["guests"] }
    terminal.press("ctrl+n", "a", "n", "n", "ctrl+n", "b", "o", "b")
    #expect(guests() == ["ann", "bob"], "\(terminal.text)")
    terminal.press("shift+tab", "alt+down")
    #expect(guests() == ["bob", "ann"])
    terminal.press("alt+up", "ctrl+x")
    #expect(guests() == ["bob"], "\(terminal.text)")
    #expect(terminal.text.contains("ctrl+n add a row"), "\(terminal.text)")
  }

  @Test func `a row is added to the list that is chosen, if no field leads to it`() throws {
    let terminal = try FormTerminal(
      #"{"sections":[{"rows":[{"tag":"name"}]},{"tag":"guests","template":{}},{"tag":"gifts","template":{}}]}"#)
    terminal.press("ctrl+n")
    #expect(terminal.text.contains("Add a row to"), "\(terminal.text)")
    terminal.press("down", "enter", "x")
    #expect(terminal.store.state.values["gifts"] == ["x"], "\(terminal.text)")
  }

  @Test func `the values of a column are counted over the screen, until Enter`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down right right right shift+f")
    #expect(terminal.text.contains("light") && terminal.text.contains("products.values"), "\(terminal.text)")
    try await terminal.press("enter")
    #expect(!terminal.text.contains("products.values"), "\(terminal.text)")
  }

  @Test func `a file name is completed, and what is typed at once is a command line`() async throws {
    let files = ["lists/", "lists/lamps.csv", "other.csv"]
    let terminal = await OfficeTerminal { beginning in files.filter { $0.hasPrefix(beginning) } }
    try await terminal.press(":")
    await terminal.type("products.import.read l")
    try await terminal.press("tab")
    #expect(terminal.text.contains(":products.import.read lists/"), "\(terminal.text)")
    await terminal.type("l")
    try await terminal.press("tab")
    #expect(terminal.text.contains(":products.import.read lists/lamps.csv"), "\(terminal.text)")
  }

  @Test func `the columns of a supplier's file are mapped, and its bad rows corrected, with keys`() async throws {
    let terminal = await OfficeTerminal(rows: 30, products: MemoryProductStore(.init()))
    let file = "Article,Retail (EUR),Designation,Note\n1,12.50,Lamp,a\n2,x,Mug,b\n3,4,,c\n"
    try await terminal.files.write(Array(file.utf8), to: "s.csv", overwriting: false)
    try await terminal.press("right enter")
    await terminal.type("s.csv")
    try await terminal.press("enter")
    #expect(terminal.text.contains(/> Article \(1\) +\( \) –  \( \) ID  \(x\) Name/), "\(terminal.text)")
    // The article is a number, and the designation is the name.
    try await terminal.press("left down down right")
    #expect(terminal.text.contains(/> Designation \(Lamp\) +\( \) –  \(x\) Name/), "\(terminal.text)")
    #expect(terminal.text.contains(/\ \ Article \(1\) +\( \) –  \(x\) ID/), "\(terminal.text)")
    try await terminal.press("down tab tab down")
    #expect(terminal.text.contains(#"expected an amount such as 19.99, found "x""#), "\(terminal.text)")
    try await terminal.press("enter")
    #expect(terminal.text.contains(":products.import.correct 2 x"), "\(terminal.text)")
    try await terminal.press("backspace")
    await terminal.type("9,90")
    try await terminal.press("enter")
    #expect(terminal.text.contains("1 cell corrected here"), "\(terminal.text)")
    try await terminal.press("escape")
    #expect(terminal.text.contains("lose 1 correction and the chosen columns?"), "\(terminal.text)")
    try await terminal.press("escape")
    // The cursor is at the row that has taken the place of the corrected one.
    try await terminal.press("enter")
    await terminal.type("Jug")
    try await terminal.press("enter")
    #expect(terminal.text.contains("Import these products?"), "\(terminal.text)")
    try await terminal.press("ctrl+s")
    let stored = terminal.store.state.feature.products.products
    #expect(stored.map(\.name) == ["Lamp", "Mug", "Jug"] && stored.map(\.id.rawValue) == ["1", "2", "3"])
    #expect(stored.map(\.price.cents) == [1250, 990, 400])
  }

  @Test func `a conflict is shown side by side, and resolved with keys`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter")
    let stored = try #require(try await terminal.products.products().first { $0.name == "Desk lamp" })
    var changed = stored
    changed.price = Money(cents: 9900)
    _ = try await terminal.products.update(changed, expecting: stored.version)
    try await terminal.press("tab ctrl+u")
    await terminal.type("12.50")
    try await terminal.press("ctrl+s")
    let row = try #require(terminal.lines.first { $0.contains("12.50") && $0.contains("99.00") }, "\(terminal.text)")
    #expect(row.contains("price"))
    // From the form to the conflict, and to the answers.
    try await terminal.press("shift+tab shift+tab enter")
    #expect(!terminal.text.contains("another user"), "\(terminal.text)")
    #expect(terminal.text.contains("99.00"))
  }

  @Test(arguments: [14, 17, 24]) func `the marked answer of many is the one that runs`(rows: Int) async throws {
    let terminal = await OfficeTerminal(rows: rows)
    try await terminal.press("down enter")
    var stored = try #require(try await terminal.products.products().first { $0.name == "Desk lamp" })
    (stored.name, stored.price, stored.tags) = ("Theirs", Money(cents: 9900), ["theirs"])
    _ = try await terminal.products.update(stored, expecting: stored.version)
    try await terminal.press("ctrl+u")
    await terminal.type("Mine")
    try await terminal.press("tab ctrl+u")
    await terminal.type("1.50")
    try await terminal.press("tab ctrl+u")
    await terminal.type("mine")
    try await terminal.press("ctrl+s shift+tab shift+tab shift+tab")
    for _ in 0..<3 where terminal.driver.interaction.view.focus != FocusRing.noticesID {
      try await terminal.press("shift+tab")
    }
    try await terminal.press("left left left left")
    let marked = try #require(terminal.text.firstMatch(of: /\[▸([^\]]*)\]/)?.1, "\(terminal.text)")
    try await terminal.press("enter")
    let form = try #require(terminal.store.state.feature.products.editor.sheet.form)
    let draft = form.draft(of: stored)
    #expect((draft.name == "Theirs") == marked.contains("Theirs"), "\(marked): \(terminal.text)")
    #expect((draft.price == stored.price) == marked.contains("99.00"), "\(marked): \(terminal.text)")
    #expect((draft.tags == ["theirs"]) == marked.contains("theirs"), "\(marked): \(terminal.text)")
  }

  @Test func `the activity log goes back and forward in time`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down delete down delete")
    #expect(terminal.store.state.feature.products.products.count == 7)
    try await terminal.press("3 down end up enter")
    #expect(terminal.store.state.feature.products.products.count == 8, "\(terminal.text)")
    #expect(terminal.lines.contains { $0.contains("deletion") && $0.contains("undone") })
    try await terminal.press("end enter")
    #expect(terminal.store.state.feature.products.products.count == 9, "\(terminal.text)")
    try await terminal.press("home enter")
    #expect(terminal.store.state.feature.products.products.count == 7, "\(terminal.text)")
  }

  @Test func `a password is typed, hidden and never a command`() async throws {
    let terminal = try FormTerminal(#"{"sections":[{"rows":[{"tag":"code","kind":"password"}]}]}"#)
    terminal.press("s", "e", "c", "left", "r")
    #expect(terminal.text.contains("••••"))
    #expect(!terminal.text.contains("ser"))
    #expect(terminal.store.state.screen.sections[0].rows[0].entry == .secret(Secret("serc")))
    // The form would lose it.
    #expect(terminal.press("ctrl+c").isEmpty)
    #expect(terminal.text.contains("Quit without saving the input?"))
    #expect(terminal.press("down", "enter") == [.quit])
  }

  @Test func `the arrow keys choose the value of a cell that has choices`() throws {
    let application = TicketTable()
    let state = application.feature.initialState([.init(id: 1, priority: .low)])
    let store = Store(application.feature, state: state, handler: TicketTable.NoEffects())
    let driver = ScreenDriver(application, store: store)
    driver.resize(to: TerminalSize(columns: 60, rows: 12))
    func press(_ names: String...) throws {
      for name in names {
        _ = driver.makeFrame()
        _ = driver.handle(.key(try #require(KeyStroke(name))))
      }
    }
    try press("down", "right", "f2", "down", "down", "down")
    let frame = driver.makeFrame()
    #expect((0..<frame.size.rows).contains { frame.text(ofRow: $0).contains("choices: low, medium, high") })
    #expect(store.state.editedCell?.text == "high")
    try press("up", "enter")
    #expect(store.state[1]?.priority == .medium)
  }

  @Test(arguments: [(24, 4), (12, 3), (8, 2)])
  func `a long notice is wrapped, and shortened if there are too few lines`(
    rows: Int, lineCount: Int
  ) async throws {
    let terminal = await OfficeTerminal(columns: 44, rows: rows)
    let reason = "the file was moved, deleted or replaced while it was in use; put it back"
    await terminal.products.inject([.requestFailed(.failed(reason))])
    terminal.store.send(.feature(.productsChangedElsewhere))
    await terminal.store.waitUntilIdle()
    try await terminal.press("down")
    let first = try #require(terminal.lines.firstIndex { $0.contains("✗") }, "\(terminal.text)")
    let shown = terminal.lines[first..<first + lineCount]
    #expect(shown.first?.contains("[Try again]") == true)
    #expect(shown.last?.contains(lineCount == 4 ? "put it back" : "…") == true, "\(terminal.text)")
    #expect(terminal.lines.indices.contains(first + lineCount) && first + lineCount == rows - 1, "\(terminal.text)")
  }

  @Test(arguments: [true, false]) func `quitting asks before a draft is lost because the session cannot be saved`(
    savesSession: Bool
  ) async throws {
    let terminal = await OfficeTerminal(savesSession: savesSession)
    try await terminal.press("down enter")
    #expect(try await terminal.press("ctrl+c") == [.quit], "The draft has no change.")
    await terminal.type("x")
    #expect(try await terminal.press("ctrl+c") == (savesSession ? [.quit] : []))
    #expect(terminal.text.contains("Quit without saving the input?") == !savesSession)
    if !savesSession { #expect(try await terminal.press("down enter") == [.quit]) }
  }

  @Test func `quitting asks before the draft of a sheet is lost that was closed while its save failed`() async throws {
    let terminal = await OfficeTerminal(savesSession: false)
    await terminal.products.inject([.requestFailed(.offline)])
    for action in [
      .rowTapped("p1"), .editor(.form(.changed("name", to: "Tea"))), .editor(.form(.saveTapped)),
      .editor(.form(.cancelTapped)),
    ] as [ProductListFeature.Action] {
      terminal.store.send(.feature(.products(action)))
    }
    await terminal.store.waitUntilIdle()
    #expect(terminal.store.state.feature.products.editor.sheet == .closed)
    #expect(try await terminal.press("ctrl+c") == [])
    #expect(terminal.text.contains("Quit without saving the input?"), "\(terminal.text)")
  }

  @Test func `a cell is edited in the table, and an error keeps the text`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down right right f2")
    try await terminal.press("ctrl+u")
    await terminal.type("cheap")
    try await terminal.press("enter")
    #expect(terminal.text.contains("cheap"))
    #expect(terminal.text.contains("! "))
    try await terminal.press("ctrl+u")
    await terminal.type("21")
    try await terminal.press("enter")
    #expect(terminal.text.contains("1 unsaved"))
    try await terminal.press("ctrl+s")
    #expect(terminal.store.state.feature.products.products.first?.price == Money(cents: 2100))
  }

  @Test func `a changed sheet asks before it is closed`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter")
    await terminal.type("x")
    try await terminal.press("escape")
    #expect(terminal.text.contains("Discard the changes?"))
    try await terminal.press("escape")
    #expect(terminal.text.contains("Desk lampx"))
    try await terminal.press("escape d")
    #expect(terminal.store.state.feature.products.editor.sheet == .closed)
    #expect(terminal.text.contains("Discarded the changes of Desk lampx. [Undo]"))
  }

  @Test func `the first key takes the first row if none has the cursor`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("space")
    #expect(terminal.store.state.feature.products.table.view.selection.ids == ["p1"])
    try await terminal.press("n")
    await terminal.type("Mug")
    try await terminal.press("escape d z")
    #expect(terminal.text.contains("Undone: Discarded the changes of Mug."), "\(terminal.text)")
    let other = await OfficeTerminal()
    try await other.press("enter")
    #expect(other.store.state.feature.products.editor.sheet.productID == "p1")
    let third = await OfficeTerminal()
    try await third.press("shift+f")
    #expect(third.text.contains(":products.values"), "it asks for the column: \(third.text)")
  }

  @Test func `what is said about an action leaves with the tab, and a shop without events offers to record one`()
    async throws
  {
    let terminal = await OfficeTerminal(events: MemoryEventSource())
    try await terminal.press("down f2")
    #expect(terminal.lines.count { $0.contains("id cannot be edited") } == 1, "\(terminal.text)")
    try await terminal.press("2")
    #expect(terminal.text.contains("No events yet.") && terminal.text.contains("[▸Record an event]"))
    try await terminal.press("1")
    #expect(!terminal.text.contains("id cannot be edited"), "\(terminal.text)")
  }

  @Test func `errors stand beside the field while typing`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter tab ctrl+u")
    await terminal.type("cheap")
    #expect(terminal.text.contains("expected an amount such as 19.99"))
  }

  @Test func `the mouse selects, sorts, opens and changes the tab`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.click("Teapot")
    try await terminal.click("Candle", .control)
    #expect(terminal.text.contains("2 selected"))
    try await terminal.click("Price")
    #expect(terminal.lines[2].contains("Candle"))
    try await terminal.click("Stool")
    try await terminal.click("Stool")
    #expect(terminal.text.contains("╭─ Stool"))
    try await terminal.press("escape")
    try await terminal.click("Events")
    try await terminal.click("without")
    try await terminal.press("right")
    #expect(terminal.store.state.feature.events.filter.query.flag != nil)
  }

  @Test func `rows are dragged to another place`() async throws {
    let terminal = await OfficeTerminal()
    let (column, first) = try terminal.place(of: "Desk lamp")
    let (_, third) = try terminal.place(of: "Oak chair")
    await terminal.handle([
      .mouse(MouseEvent(.press(.left), column: column, row: first)),
      .mouse(MouseEvent(.drag(.left), column: column, row: third)),
      .mouse(MouseEvent(.release(.left), column: column, row: third)),
    ])
    #expect(terminal.store.state.feature.products.products.prefix(3).map(\.id) == ["p2", "p3", "p1"])
  }

  @Test func `terminals of different sizes show one state, and drawing sends nothing`() async throws {
    let large = await OfficeTerminal(columns: 80, rows: 24)
    let small = ScreenDriver(large.application, store: large.store)
    let before = large.store.state
    small.resize(to: TerminalSize(columns: 40, rows: 8))
    _ = small.makeFrame()
    _ = large.driver.makeFrame()
    #expect(large.store.state == before)
    // A page is what the terminal of the key displays.
    for (driver, key, row) in [(small, "down", "p1"), (small, "pageDown", "p5"), (large.driver, "pageDown", "p9")] {
      _ = driver.handle(.key(try #require(KeyStroke(key))))
      await large.store.waitUntilIdle()
      #expect(large.store.state.feature.products.table.view.cursor?.row.rawValue == row)
      for driver in [small, large.driver] {
        let frame = driver.makeFrame()
        let lines = (0..<frame.size.rows).map { frame.text(ofRow: $0) }
        #expect(lines.contains { $0.hasPrefix(" >\(row) ") || $0.hasPrefix(" > \(row) ") }, "\(lines)")
      }
    }
  }

  @Test func `escape takes notice of why an action was rejected`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down f2")
    #expect(terminal.text.contains("id cannot be edited"), "\(terminal.text)")
    try await terminal.press("escape")
    #expect(!terminal.text.contains("id cannot be edited"), "\(terminal.text)")
  }

  @Test func `a search of another tab is typed with its text, and is not cleared`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("/")
    await terminal.type("lamp")
    try await terminal.press("enter 2 :")
    await terminal.type("products.search")
    try await terminal.press("enter")
    #expect(terminal.text.contains(":products.search "), "\(terminal.text)")
    #expect(terminal.store.state.feature.products.table.view.query.filter.search == "lamp")
    await terminal.type("tea towel")
    try await terminal.press("enter")
    #expect(terminal.store.state.feature.products.table.view.query.filter.search == "tea towel")
  }

  @Test func `keys with shift and control extend the selection to the corner, and a tab keeps its first row`()
    async throws
  {
    let terminal = await OfficeTerminal(columns: 80, rows: 10)
    try await terminal.press("down down ctrl+shift+end")
    let table = terminal.store.state.feature.products.table.view
    #expect(table.selection.ids.count == 8 && table.cursor?.column == "stock", "\(table.selection)")
    try await terminal.press("up up")
    let lines = terminal.lines
    try await terminal.press("2 1")
    #expect(terminal.lines == lines)
  }

  @Test func `rows are moved by keys`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down alt+down")
    #expect(terminal.store.state.feature.products.products.prefix(2).map(\.id) == ["p2", "p1"])
  }

  @Test func `the palette finds a command and asks for its arguments`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press(":")
    await terminal.type("prodsearch")
    try await terminal.press("escape :")
    await terminal.type("products.page.size")
    try await terminal.press("tab")
    await terminal.type("0")
    try await terminal.press("enter")
    #expect(terminal.text.contains("expected a whole number from 1"))
    try await terminal.press("backspace 4 enter")
    #expect(terminal.text.contains("page 1 of 3"))
  }

  @Test func `the answer of a command lies over the screen, and can be filtered`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press(":")
    await terminal.type("products.list --where 'price < 20'")
    try await terminal.press("enter")
    #expect(terminal.text.contains("p9  Candle"), "\(terminal.text)")
    await terminal.type("lamp")
    #expect(!terminal.text.contains("p9  Candle") && terminal.text.contains("p1  Desk lamp"))
    try await terminal.press("escape")
    #expect(terminal.text.contains("9 rows"))
  }

  @Test func `a product is duplicated with a key`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down d")
    #expect(terminal.text.contains("New product") && terminal.text.contains("19.99"), "\(terminal.text)")
    try await terminal.press("ctrl+s")
    let copy = try #require(terminal.store.state.feature.products["new"])
    #expect(copy.name == "Desk lamp" && copy.tags == ["light"] && copy.version == 1)
  }

  @Test func `a command of several steps says what it stored, and what is wrong`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press(":")
    await terminal.type("products.edit p1 --price 21 --stock 4")
    try await terminal.press("enter")
    #expect(terminal.store.state.feature.products["p1"]?.stock == 4)
    #expect(terminal.lines.suffix(2).contains { $0.contains("p1  Desk lamp  21.00") }, "\(terminal.text)")
    try await terminal.press(":")
    await terminal.type("products.edit p99 --price 21")
    try await terminal.press("enter")
    #expect(terminal.text.contains(#"no product with the ID "p99""#), "\(terminal.text)")
  }

  @Test func `the palette says why a command is unavailable`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("ctrl+p")
    await terminal.type("products.edit.commit")
    #expect(terminal.text.contains("✗"))
    try await terminal.press("enter")
    #expect(terminal.text.contains("! "))
  }

  @Test func `help lists the keys that work here`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("?")
    await terminal.type("sort")
    #expect(terminal.text.contains("sort by a column"))
    #expect(!terminal.text.contains("go to the next row"))
  }

  @Test func `a row is copied as tab-separated text`() async throws {
    let terminal = await OfficeTerminal()
    #expect(try await terminal.press("down y") == [.copy("p1\tDesk lamp\t19.99\tlight\t")])
  }

  @Test func `control characters of data are not copied to the clipboard`() async throws {
    let products = MemoryProductStore(.sample)
    try await products.modifyDatabase { database throws(ProductStoreError) in
      _ = try database.update(Product(id: "p1", name: "a\u{1B}[2J", price: Money(cents: 1)), expecting: 1)
    }
    let terminal = await OfficeTerminal(products: products)
    #expect(try await terminal.press("down y") == [.copy("p1\ta\\u{1b}[2J\t0.01\t\t")])
  }

  @Test func `a pasted text is one change of a field`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter ctrl+u")
    await terminal.handle([.paste("Two\nlines")])
    #expect(terminal.text.contains("Two lines"))
  }

  @Test func `keys of the user come first`() async throws {
    let terminal = await OfficeTerminal(bindings: ["ctrl+e": Invocation("products.search", ["text": "lamp"])])
    try await terminal.press("ctrl+e")
    #expect(terminal.text.contains("2 of 9 rows"))
  }

  @Test func `keys go to the next and to the previous tab, around the ends`() async throws {
    let terminal = await OfficeTerminal()
    for (keys, title) in [
      ("ctrl+pageDown", "Events"), ("]", "Activity"), ("ctrl+pageDown", "Products"), ("ctrl+pageUp", "Activity"),
      ("[", "Events"), ("3", "Activity"),
    ] {
      try await terminal.press(keys)
      #expect(terminal.lines[0].contains(" \(title)]"), "\(keys): \(terminal.lines[0])")
    }
    // A sheet takes all input.
    try await terminal.press("1 down enter ctrl+pageDown")
    #expect(terminal.lines[0].contains("[1 Products]"), "\(terminal.lines[0])")
  }

  @Test func `a record of changes that is longer than its place shows the newest one until it is scrolled`()
    async throws
  {
    let recorder = ChangeRecorder(authorName: "ada") { Instant(milliseconds: 0) }
    let products = MemoryProductStore(.sample, recordedBy: recorder)
    func change(_ range: Range<Int>) async throws {
      for number in range {
        _ = try await products.insert(
          Product(id: Product.ID(rawValue: "new\(number)"), name: "Item \(number)", price: .zero))
      }
    }
    try await change(0..<20)
    let terminal = await OfficeTerminal(products: products)
    try await terminal.press("3")
    #expect(terminal.text.contains("Added Item 19") && !terminal.text.contains("Added Item 0 "))
    try await change(20..<22)
    terminal.store.send(.feature(.productsChangedElsewhere))
    await terminal.store.waitUntilIdle()
    _ = terminal.driver.makeFrame()
    #expect(terminal.text.contains("Added Item 21"), "\(terminal.text)")
    try await terminal.click("When")
    try await terminal.press("end")
    #expect(terminal.text.contains("Added Item 0 ") && !terminal.text.contains("Added Item 21"), "\(terminal.text)")
    try await terminal.press("home")
    #expect(terminal.text.contains("Added Item 21"), "\(terminal.text)")
  }

  @Test func `q and ctrl+c quit, but a letter never leaves a sheet`() async throws {
    let terminal = await OfficeTerminal()
    #expect(try await terminal.press("q") == [.quit])
    #expect(try await terminal.press("down enter q").isEmpty)
    #expect(try await terminal.press("ctrl+c") == [.quit])
  }
}
