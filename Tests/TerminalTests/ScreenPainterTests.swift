import Forms
import Interface
import Loop
import LoopTesting
import MemoryHandlers
import Shop
import TerminalFixtures
import TerminalIO
import TestInputs
import Testing
import Values

@testable import Terminal

/// The snapshots of this target.
enum TerminalSnapshot: String, SnapshotName {
  static let folder = "Terminal"

  case products = "products-80x24.txt"
  case wideEvents = "events-120x40.txt"
  case sheet = "sheet-80x24.txt"
  case palette = "palette-80x24.txt"
  case small = "products-20x5.txt"

  // Pictures
  case productsPicture = "products-80x24.svg"
  case sheetPicture = "sheet-80x24.svg"
  case eventsPicture = "events-120x40.svg"
  case palettePicture = "palette-80x24.svg"
  case activityPicture = "activity-120x40.svg"
  case lightPicture = "light-80x24.svg"
  case highContrastPicture = "high-contrast-80x24.svg"
}

@Test func `every snapshot of the terminal has a name, and every name a snapshot`() {
  expectSnapshotFilesMatchNames(of: TerminalSnapshot.self)
}

@MainActor @Suite struct `Frames of the full screen` {
  @Test func `look as in the snapshots`() async throws {
    let products = await OfficeTerminal()
    try await products.press("down down space s")
    await products.type("price")
    try await products.press("enter down down delete")
    expectSnapshot(products.text, TerminalSnapshot.products)
    try await products.press("enter")
    await products.type("x")
    try await products.press("escape")
    expectSnapshot(products.text, TerminalSnapshot.sheet)
    let events = await OfficeTerminal(columns: 120, rows: 40)
    try await events.press("2 tab right down")
    expectSnapshot(events.text, TerminalSnapshot.wideEvents)
    let palette = await OfficeTerminal()
    try await palette.press(":")
    await palette.type("undo")
    expectSnapshot(palette.text, TerminalSnapshot.palette)
    let small = await OfficeTerminal(columns: 20, rows: 5)
    expectSnapshot(small.text, TerminalSnapshot.small)
  }

  @Test(arguments: [
    (Theme.dark, TerminalSnapshot.productsPicture), (.light, .lightPicture), (.highContrast, .highContrastPicture),
  ])
  func `the products look as in the picture of each theme`(_ theme: Theme, _ picture: TerminalSnapshot) async throws {
    let terminal = await OfficeTerminal(theme: theme)
    try await terminal.press("s")
    await terminal.type("price")
    try await terminal.press("enter f")
    await terminal.type("price")
    try await terminal.press("enter")
    await terminal.type("5..150")
    try await terminal.press("enter down space down shift+down down")
    let isLight = theme == .light
    expectSnapshot(
      terminal.driver.makeFrame().svg(
        foreground: isLight ? "#24292f" : "#d4d4d4", background: isLight ? "#ffffff" : "#1e1e1e"), picture)
  }

  @Test func `the sheet, the events, the palette and the activity log look as in the pictures`() async throws {
    let terminal = await OfficeTerminal()
    try await terminal.press("down down enter tab ctrl+u")
    await terminal.type("cheap")
    expectSnapshot(terminal.driver.makeFrame().svg(), TerminalSnapshot.sheetPicture)
    try await terminal.press("ctrl+u")
    await terminal.type("80")
    try await terminal.press("ctrl+s ctrl+p")
    await terminal.type("exp")
    expectSnapshot(terminal.driver.makeFrame().svg(), TerminalSnapshot.palettePicture)
    let events = await OfficeTerminal(columns: 120, rows: 40)
    try await events.press("2 tab right down")
    expectSnapshot(events.driver.makeFrame().svg(), TerminalSnapshot.eventsPicture)
    try await events.press("1 down delete down delete 3 down down enter")
    expectSnapshot(events.driver.makeFrame().svg(), TerminalSnapshot.activityPicture)
  }

  @Test func `a window that is too small asks for a larger one`() async {
    let terminal = await OfficeTerminal(columns: 19, rows: 4)
    #expect(terminal.text.split(separator: "\n") == ["20×5 needed: window", "  too small"])
  }

  @Test func `control characters of data are shown`() async throws {
    let products = MemoryProductStore(.sample)
    try await products.modifyDatabase { database throws(ProductStoreError) in
      _ = try database.update(Product(id: "p1", name: "a\u{1B}[2Jb\u{7}", price: Money(cents: 1)), expecting: 1)
    }
    let terminal = await OfficeTerminal(products: products)
    #expect(terminal.lines.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    #expect(terminal.text.contains("[2Jb"))
  }

  @Test func `a frame without colors says the same`() async throws {
    let colored = await OfficeTerminal()
    let mono = await OfficeTerminal(theme: .mono)
    for terminal in [colored, mono] { try await terminal.press("down space down") }
    #expect(colored.text == mono.text)
    #expect(colored.lines.contains { $0.hasPrefix("  *") } && colored.lines.contains { $0.hasPrefix(" >") })
  }

  @Test func `law 2: random events neither trap nor leave the grid`() async throws {
    var random = SplitMix64(seed: 7)
    for seed in 0..<caseCount(1, exhaustive: 3) {
      let terminal = await OfficeTerminal(columns: 100, rows: 30)
      var shown = ShownFrames(terminal.driver.interaction.view.size)
      for _ in 0..<100 {
        let event = randomEvent(&random)
        _ = terminal.driver.handle(event)
        if Int.random(in: 0..<8, using: &random) == 0 { terminal.driver.resize(to: randomSize(&random)) }
        if Int.random(in: 0..<4, using: &random) == 0 { await terminal.store.waitUntilIdle() }
        shown.check(terminal.driver.makeFrame(), "seed \(seed), after \(event)")
      }
      await terminal.store.shutdown()
    }
  }

  @Test func `law 2: random bytes neither trap nor leave garbage`() async throws {
    var random = SplitMix64(seed: 8)
    let fragments = Self.fragments
    for seed in 0..<caseCount(1, exhaustive: 3) {
      let terminal = await OfficeTerminal(columns: 100, rows: 30)
      var shown = ShownFrames(terminal.driver.interaction.view.size)
      var decoder = InputDecoder()
      for _ in 0..<caseCount(40, exhaustive: 100) {
        let bytes = (0..<10).flatMap { _ in random.randomElement(of: fragments) ?? [] }
        for event in decoder.decode(bytes) + decoder.resolve() { _ = terminal.driver.handle(event) }
        if Int.random(in: 0..<8, using: &random) == 0 { terminal.driver.resize(to: randomSize(&random)) }
        if Int.random(in: 0..<4, using: &random) == 0 { await terminal.store.waitUntilIdle() }
        shown.check(terminal.driver.makeFrame(), "seed \(seed), after \(bytes)")
      }
      await terminal.store.shutdown()
    }
  }

  /// Keys in the bytes that terminals send, mouse events in and out of the screen, and all single bytes.
  private static let fragments: [[UInt8]] = {
    let texts = [
      "\u{1B}[A", "\u{1B}[B", "\u{1B}OC", "\u{1B}OD", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[1;2B", "\u{1B}[3~", "\r", "\t",
      "\u{1B}[Z", "\u{1B}", "\u{1B}[200~a\tb\u{1B}[201~", "\u{1B}[<0;5;5M\u{1B}[<0;5;5m", "\u{1B}[<32;9;7M",
      "\u{1B}[<64;5;5M",
      "\u{1B}[<0;300;200M", "\u{1B}[I", "\u{1B}[O", "\u{1B}[97;5u", "é", "日本", "👩‍👩‍👧", "\u{301}",
    ]
    return texts.flatMap { Array(repeating: Array($0.utf8), count: 5) } + (0...255).map { [$0] }
  }()

  private func randomSize(_ random: inout SplitMix64) -> TerminalSize {
    TerminalSize(columns: Int.random(in: 1...130, using: &random), rows: Int.random(in: 1...45, using: &random))
  }

  private func randomEvent(_ random: inout SplitMix64) -> InputEvent {
    let keys = [
      "up", "down", "left", "right", "pageUp", "pageDown", "home", "end", "enter", "escape", "tab", "shift+tab",
      "space", "delete", "backspace", "f2", "ctrl+s", "z", "ctrl+y", "n", "s", "/", "?", ":", "1", "2", "3", "y",
      "alt+down", "shift+down", "ctrl+a", "a", "l", "7", ".", "d", "ctrl+t", "ctrl+o", "k",
    ]
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let actions: [MouseEvent.Action] = [
        .press(.left), .release(.left), .drag(.left), .move, .scroll(.up), .scroll(.down),
      ]
      return .mouse(
        MouseEvent(
          actions[Int.random(in: actions.indices, using: &random)], column: Int.random(in: 0..<110, using: &random),
          row: Int.random(in: 0..<35, using: &random)))
    case 1: return .paste(["a\tb", "12", "\u{1B}[A", "🧺 é"][Int.random(in: 0..<4, using: &random)])
    default: return .key(KeyStroke(keys[Int.random(in: keys.indices, using: &random)]) ?? KeyStroke(.enter))
    }
  }
}

/// A terminal that shows frames one after the other, and notices what is wrong.
private struct ShownFrames {
  private var encoder = FrameEncoder(depth: .trueColor)
  private var terminal: TerminalModel

  init(_ size: TerminalSize) { terminal = TerminalModel(size, features: []) }

  mutating func check(_ frame: CellGrid, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) {
    if frame.size != terminal.size { terminal.resize(to: frame.size) }
    var bytes: [UInt8] = []
    encoder.encode(frame, into: &bytes)
    terminal.receive(bytes)
    #expect(terminal.difference(from: frame, depth: .trueColor) == nil, comment, sourceLocation: sourceLocation)
    if let cursor = frame.cursor {
      let isInside = (0...frame.size.columns).contains(cursor.column) && (0..<frame.size.rows).contains(cursor.row)
      #expect(isInside, comment, sourceLocation: sourceLocation)
    }
  }
}
