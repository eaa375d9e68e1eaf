import BackOffice
import Interface
import Loop
import TerminalIO
import TestInputs
import MemoryHandlers
import Shop
import Testing
import Values

@testable import Terminal

@MainActor @Suite struct `The list of keys` {
  @Test func `every key in the last line and in the help has an effect in every state`() async throws {
    var random = SplitMix64(seed: 9)
    var (hints, summaries) = (Set<String>(), Set<String>())
    for seed in 0..<caseCount(3, exhaustive: 6) {
      let terminal = await OfficeTerminal(columns: 100, rows: 30, bindings: ["f5": Invocation("products.load")])
      // A sheet, the events and the products.
      var pressed = [["enter", "enter"], ["2"], []][seed % 3]
      try await terminal.press(pressed.joined(separator: " "))
      for _ in 0..<caseCount(60, exhaustive: 100) {
        let bindings = terminal.keyBindings
        let keys = bindings.flatMap(\.keys)
        try #require(Set(keys).count == keys.count, "seed \(seed), after \(pressed): a key is listed twice")
        for key in keys { try #require(KeyStroke(key)?.description == key, "\(key) is no name of a key") }
        let shown = terminal.driver.interaction.hints(terminal.driver.screen, terminal.store.state)
        hints.formUnion(shown.map(\.title))
        for key in shown.flatMap(\.keys) {
          try #require(terminal.hasEffect(key), "seed \(seed), after \(pressed): \(key) of the last line")
        }
        if terminal.driver.interaction.view.overlay == nil {
          let items = terminal.driver.interaction.helpItems(terminal.context)
          summaries.formUnion(items.map(\.title))
          for item in items.shuffled(using: &random).prefix(caseCount(10, exhaustive: 40)) {
            if let reason = item.unavailabilityReason {
              try #require(terminal.message(after: item.key) == reason, "seed \(seed), after \(pressed): \(item.key)")
            } else {
              try #require(terminal.hasEffect(item.key), "seed \(seed), after \(pressed): \(item.key) of the help")
            }
          }
        }
        let typed = ["a", "7", "e", "q"]
        let candidates = keys.isEmpty || Bool.random(using: &random) ? typed + keys : keys
        let key = candidates[Int.random(in: candidates.indices, using: &random)]
        pressed.append(key)
        try await terminal.press(key)
      }
      await terminal.store.shutdown()
    }
    #expect(hints.isSuperset(of: ["open", "submit", "close", "choose", "quit"]), "\(hints.sorted())")
    #expect(summaries.isSuperset(of: ["sort by a column", "go to the next field", "undo the last change"]))
  }

  @Test func `a click on a hint does what its key does`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.click("s sort")
    #expect(terminal.text.contains("Sort by"), "\(terminal.text)")
    try await terminal.click("escape close")
    #expect(!terminal.text.contains("Sort by"), "\(terminal.text)")
    try await terminal.press("down w enter")
    let width = try #require(terminal.driver.interaction.view.resize).width
    let (column, row) = try terminal.place(of: "left/right change the width")
    for (offset, expected) in [(0, width - 1), (6, width), (15, width + 1)] {
      await terminal.handle([.mouse(MouseEvent(.press(.left), column: column + offset, row: row))])
      #expect(terminal.driver.interaction.view.resize?.width == expected, "\(terminal.text)")
    }
  }

  @Test func `a key that does nothing now says why`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("ctrl+s")
    #expect(terminal.text.contains("! nothing is changed"), "\(terminal.text)")
    try await terminal.press("s enter down alt+down")
    #expect(terminal.text.contains("! "), "\(terminal.text)")
    try await terminal.press("?")
    await terminal.type("move the row down")
    #expect(terminal.text.contains("✗"), "\(terminal.text)")
  }

  @Test func `a command that is typed is completed, and shows what can follow`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press(":")
    await terminal.type("settings.first-weekday ")
    #expect(terminal.text.contains("monday  tuesday  wednesday"), "\(terminal.text)")
    await terminal.type("s")
    #expect(terminal.text.contains("saturday  sunday") && !terminal.lines.contains { $0.contains("tab complete") })
    await terminal.type("u")
    #expect(terminal.text.contains("tab complete"), "\(terminal.text)")
    try await terminal.press("tab enter")
    #expect(terminal.store.state.feature.settings.firstWeekday == .sunday)
  }

  @Test func `the names of saved filters are completed`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("shift+v")
    await terminal.type("cheap lamps")
    try await terminal.press("enter v")
    await terminal.type("c")
    #expect(terminal.text.contains("cheap lamps"), "\(terminal.text)")
    try await terminal.press("tab")
    #expect(terminal.text.contains(":products.preset cheap lamps"), "\(terminal.text)")
  }

  @Test func `the IDs of rows are completed, with quotation marks where they need them`() async throws {
    let terminal = await OfficeTerminal(
      products: MemoryProductStore(
        ProductDatabase(products: [
          Product(id: "a b", name: "Ale", price: .zero), Product(id: "c", name: "Cup", price: .zero),
        ])))
    try await terminal.press(":")
    await terminal.type("products.show ")
    #expect(terminal.text.contains("\"a b\"  c"), "\(terminal.text)")
    await terminal.type("c")
    try await terminal.press("tab enter")
    #expect(terminal.text.contains("Cup"), "\(terminal.text)")
  }

  @Test func `an item of the help does what its key does`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("?")
    await terminal.type("go to Events")
    try await terminal.press("enter")
    #expect(terminal.lines[0].contains("[2 Events]"), "\(terminal.text)")
  }

  @Test func `the palette shows the keys that work while a text is typed`() async throws {
    let terminal = await OfficeTerminal()
    for (keys, shown) in [("ctrl+p", "z"), ("escape down enter ctrl+p", "ctrl+z")] {
      if keys == "ctrl+p" { try await terminal.press("down delete") }
      try await terminal.press(keys)
      await terminal.type("undo")
      let item = try #require(terminal.driver.interaction.view.overlay?.list?.items.first)
      #expect(item.detail == "undo" && item.key == shown, "\(item)")
    }
  }
}

@MainActor @Suite struct `Undo while a text is typed` {
  @Test func `a key does not undo what was changed before`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down delete 2 tab tab tab tab")
    let count = terminal.store.state.feature.products.products.count
    try await terminal.press("x ctrl+z")
    #expect(terminal.store.state.feature.products.products.count == count, "\(terminal.text)")
    terminal.store.send(.undo)
    await terminal.store.waitUntilIdle()
    #expect(terminal.store.state.feature.products.products.count == count + 1, "\(terminal.text)")
  }
}

extension OfficeTerminal {
  var context: Interaction<BackOfficeApplication>.Context {
    .init(screen: driver.screen, state: store.state)
  }

  var keyBindings: [Interaction<BackOfficeApplication>.KeyBinding] { driver.interaction.keyBindings(context) }

  /// Returns the message that a key shows.
  fileprivate func message(after name: String) -> String? {
    var interaction = driver.interaction
    interaction.updateFocus(driver.screen)
    _ = interaction.press(name, context)
    return interaction.view.message?.text
  }

  /// Returns whether a key makes a request, changes the view, or shows a message.
  fileprivate func hasEffect(_ name: String) -> Bool {
    var interaction = driver.interaction
    interaction.updateFocus(driver.screen)
    // Every key takes these back.
    (interaction.view.message, interaction.view.isTextSelected) = (nil, false)
    if case .commandLine(let input, _) = interaction.view.overlay {
      interaction.view.overlay = .commandLine(input, error: nil)
    }
    let before = interaction.view
    return !interaction.press(name, context).isEmpty || interaction.view != before
  }
}
