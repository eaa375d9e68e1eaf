import Analytics
import BackOffice
import Interface
import Loop
import MemoryHandlers
import Shop
import Tables
import TerminalIO
import TestInputs
import Testing
import Values

@testable import Terminal

@MainActor @Suite struct `Keys and their help` {
  @Test func `the help in a field lists only keys that are not typed`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter f1")
    #expect(terminal.text.contains("go to the next field"), "\(terminal.text)")
    let keys = try #require(terminal.driver.interaction.view.overlay?.list).items.map(\.key)
    #expect(keys.contains("ctrl+s") && keys.contains("escape") && keys.contains("ctrl+p"))
    #expect(keys.allSatisfy { $0.count > 1 && $0 != "space" }, "\(keys)")
  }

  @Test func `the help of a table lists what its commands can do`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("?")
    #expect(try #require(terminal.driver.interaction.view.overlay?.list).items.contains { $0.key == "alt+down" })
    try await terminal.press("escape down delete 3 ?")
    let keys = try #require(terminal.driver.interaction.view.overlay?.list).items.map(\.key)
    #expect(keys.contains("enter") && !keys.contains("alt+down") && !keys.contains("f2") && !keys.contains("space"))
  }

  @Test func `the last line names keys that work`() async throws {
    let terminal = await OfficeTerminal()
    #expect(terminal.lines[23].contains("q quit") && terminal.lines[23].contains("s sort"))
    try await terminal.press("down enter")
    #expect(
      terminal.lines[23] == " ctrl+s submit  escape cancel  tab next  f1 keys  ctrl+p commands", "\(terminal.lines[23])"
    )
    try await terminal.press("escape")
    try await terminal.click("keys")
    guard case .help = terminal.driver.interaction.view.overlay else {
      return #expect(Bool(false), "the help is not open: \(terminal.text)")
    }
  }

  @Test func `a further sort key is added with a key`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("s")
    await terminal.type("price")
    try await terminal.press("enter s")
    await terminal.type("name")
    #expect(terminal.lines[23].contains("tab add to the sort keys"), "\(terminal.text)")
    try await terminal.press("tab")
    #expect(terminal.store.state.feature.products.table.view.query.sort.map(\.column) == ["price", "name"])
  }

  @Test func `the palette asks for a value on which the effect of a command depends`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press(":")
    await terminal.type("products.group")
    try await terminal.press("enter")
    guard case .commandLine(let input, nil) = terminal.driver.interaction.view.overlay else {
      return #expect(Bool(false), "nothing asks for the column: \(terminal.text)")
    }
    #expect(input.text == "products.group " && terminal.text.contains("[COLUMN]"), "\(terminal.text)")
    try await terminal.press("escape : ")
    await terminal.type("products.select.all")
    try await terminal.press("enter")
    #expect(terminal.driver.interaction.view.overlay == nil && terminal.text.contains("9 selected"), "\(terminal.text)")
  }

  @Test func `the palette takes the arguments of a command`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press(":")
    await terminal.type("products.search lamp")
    try await terminal.press("enter")
    #expect(terminal.store.state.feature.products.table.view.query.filter.search == "lamp")
  }

  @Test func `characters that arrive together are one action`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter ctrl+u")
    var actionCount = 0
    let token = terminal.store.onBatch { _ in actionCount += 1 }
    _ = terminal.driver.handle("Green tea".map { .key(KeyStroke(.character($0))) })
    token.cancel()
    #expect(terminal.text.contains("Green tea") && actionCount == 1)
    try await terminal.press("escape")
    #expect(
      terminal.driver.handle("qz".map { .key(KeyStroke(.character($0))) }) == [], "keys of a question are not typed")
  }

  @Test func `a pasted text of a megabyte is shown at once`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter ctrl+u")
    await terminal.handle([.paste(String(repeating: "0123456789abcde ", count: caseCount(2_000, exhaustive: 60_000)))])
    #expect(terminal.text.contains("9abcde"))
  }

  @Test func `the cursor of a cell stays visible`() async throws {
    let terminal = await OfficeTerminal(columns: 24, rows: 10)
    #expect(!terminal.text.contains("Tags"))
    try await terminal.press("down right right right")
    #expect(terminal.text.contains("Tags"), "\(terminal.text)")
    try await terminal.press("left left left")
    #expect(terminal.text.contains("ID") && !terminal.text.contains("Tags"), "\(terminal.text)")
  }

  @Test func `a cursor in the last of several wide columns is drawn`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down right right right")
    for column in ["name", "tags"] {
      try await terminal.press("w")
      await terminal.type(column)
      try await terminal.press("enter")
      await terminal.handle(Array(repeating: .key(KeyStroke(.right)), count: 60))
      try await terminal.press("enter")
    }
    #expect(terminal.lines[1].contains("Name") && terminal.lines[1].contains("Tags"), "\(terminal.text)")
  }

  @Test func `a small window shows the items of a list and the field of a sheet`() async throws {
    let terminal = await OfficeTerminal(columns: 20, rows: 5)
    try await terminal.press("s")
    #expect(terminal.text.contains("ID") && terminal.text.contains("Name"), "\(terminal.text)")
    try await terminal.press("escape down enter")
    #expect(terminal.text.contains("k lamp"), "\(terminal.text)")
    try await terminal.press("tab")
    await terminal.type("x")
    #expect(terminal.lines.contains { $0.contains("> Price") && $0.contains("x") }, "\(terminal.text)")
    try await terminal.press("backspace")
    await terminal.type("19.99")
    try await terminal.press("escape 2")
    #expect(terminal.lines[0].contains("[2 Events]"), "\(terminal.text)")
  }

  @Test func `a spinner turns only while something is pending`() async throws {
    let terminal = await OfficeTerminal()
    #expect(!terminal.driver.isBusy && !terminal.lines[0].contains("⠋"))
    _ = terminal.driver.handle(.key(KeyStroke(.character("2"))))
    #expect(terminal.driver.isBusy && terminal.lines[0].contains("⠋"), "\(terminal.text)")
    terminal.driver.turnSpinner()
    #expect(terminal.lines[0].contains("⠙"))
    await terminal.store.waitUntilIdle()
    #expect(!terminal.driver.isBusy && !terminal.lines[0].contains("⠙"))
  }

  @Test func `a click on the hint of the search begins a search`() async throws {
    let terminal = await OfficeTerminal(columns: 120, rows: 24)
    try await terminal.press("/")
    await terminal.type("lamp")
    try await terminal.press("enter")
    try await terminal.click("/ search")
    #expect(terminal.driver.interaction.view.search != nil)
    #expect(terminal.store.state.feature.products.table.view.query.filter.search == "lamp")
    // A search ends with its table.
    try await terminal.click("Events")
    #expect(terminal.driver.interaction.view.search == nil)
  }

  @Test func `the first character replaces the text of a field that a key has focused`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("n")
    await terminal.type("Tea")
    try await terminal.press("tab")
    await terminal.type("4.50")
    #expect(terminal.text.contains("Price *  4.50"), "\(terminal.text)")
    try await terminal.press("shift+tab end")
    await terminal.type("pot")
    #expect(terminal.text.contains("Teapot"), "\(terminal.text)")
    try await terminal.press("tab")
    await terminal.handle([.paste("7")])
    await terminal.type("8")
    #expect(terminal.text.contains("Price *  78 "), "\(terminal.text)")
  }

  @Test func `a key that needs a row goes to the first one`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("enter")
    #expect(terminal.lines[2].hasPrefix(" > p1"), "\(terminal.text)")
    try await terminal.press("enter")
    #expect(terminal.text.contains("ctrl+s submit"))
  }

  @Test func `Tab enters a form at its first field, and Shift-Tab at its last one`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("2 tab")
    let first = try #require(terminal.lines.first { $0.contains("> ") }, "\(terminal.text)")
    #expect(first.contains("> Flag"), "\(terminal.text)")
    try await terminal.press("tab tab tab tab tab shift+tab")
    #expect(terminal.lines.contains { $0.contains("> Through") }, "\(terminal.text)")
  }

  @Test func `a table that could not be loaded names the key that tries again`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("2")
    await terminal.events.inject([.requestFailed(.offline)])
    try await terminal.press("ctrl+r")
    #expect(terminal.text.contains("ctrl+r try again"), "\(terminal.text)")
    try await terminal.press("ctrl+r")
    #expect(!terminal.text.contains("try again") && terminal.text.contains("24 rows"), "\(terminal.text)")
  }

  @Test func `a failed save focuses the first field that is not valid`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down enter tab")
    await terminal.type("cheap")
    try await terminal.press("tab ctrl+s")
    #expect(terminal.lines.contains { $0.contains("> Price") }, "\(terminal.text)")
  }

  @Test func `a key during a drag does not leave the table dragging`() async throws {
    let terminal = await OfficeTerminal()
    let (from, to) = (try terminal.place(of: "Desk lamp"), try terminal.place(of: "Stool"))
    await terminal.handle([
      .mouse(MouseEvent(.press(.left), column: from.column, row: from.row)),
      .mouse(MouseEvent(.drag(.left), column: to.column, row: to.row)),
    ])
    #expect(terminal.store.state.feature.products.table.drag != nil)
    try await terminal.press("down")
    await terminal.handle([.mouse(MouseEvent(.release(.left), column: to.column, row: to.row))])
    #expect(terminal.store.state.feature.products.table.drag == nil)
  }

  @Test func `the wheel and the headers of a table without sort order show no error`() async throws {
    let terminal = await OfficeTerminal(columns: 120, rows: 40)
    try await terminal.press("down delete 3")
    try await terminal.click("Details")
    let (column, row) = try terminal.place(of: "deletion")
    await terminal.handle([.mouse(MouseEvent(.scroll(.down), column: column, row: row))])
    #expect(!terminal.text.contains("unknown command"), "\(terminal.text)")
  }

  @Test func `the colors follow the background of the terminal until the user chooses some`() async throws {
    let terminal = await OfficeTerminal()
    terminal.driver.adapt(toBackground: (250, 250, 240))
    #expect(terminal.driver.interaction.view.theme == .light)
    try await terminal.press("ctrl+t")
    await terminal.type("dark")
    try await terminal.press("enter")
    terminal.driver.adapt(toBackground: (250, 250, 240))
    #expect(terminal.driver.interaction.view.theme == .dark)
  }

  @Test func `no screen contains more rows than the terminal has`() async {
    let terminal = await OfficeTerminal(columns: 80, rows: 7)
    #expect(
      terminal.driver.screen.elements.contains { element in
        if case .table(let table, _) = element.content {
          table.rows.count == 7 && table.pageRowCount == 9
        } else {
          false
        }
      })
  }

  @Test func `the wheel over a list moves its mark and not the table behind it`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down s")
    let cursor = terminal.store.state.feature.products.table.view.cursor
    await terminal.handle([.mouse(MouseEvent(.scroll(.down), column: 40, row: 12))])
    #expect(terminal.store.state.feature.products.table.view.cursor == cursor)
    #expect(terminal.driver.interaction.view.overlay?.list?.markedIndex == 1)
  }
}
