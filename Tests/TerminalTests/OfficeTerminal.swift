import Analytics
import BackOffice
import Foundation
import Interface
import Loop
import MemoryHandlers
import Shop
import TerminalIO
import Testing
import Values

@testable import Terminal

/// The back office in a terminal without input and output.
@MainActor final class OfficeTerminal {
  var application = BackOfficeApplication(
    inputs: .init {
      "new"
    } makeBatchID: {
      EventBatch.ID()
    } now: {
      Instant(milliseconds: 1_679_652_000_000)  // 2023-03-24T10:00:00Z
    } makeGenerator: {
      SplitMix64(seed: $0)
    })
  let products: MemoryProductStore
  let events: MemoryEventSource
  let files = MemoryFileStore()
  let store: Store<UndoFeature<BackOffice>>
  let driver: ScreenDriver<BackOfficeApplication>

  init(
    columns: Int = 80, rows: Int = 24, products: MemoryProductStore = MemoryProductStore(.sample),
    events: MemoryEventSource = MemoryEventSource(.sample),
    bindings: [String: Invocation] = [:], theme: Theme? = nil, savesSession: Bool = true,
    paths: @escaping (String) -> [String] = { _ in [] }
  ) async {
    self.products = products
    self.events = events
    application.savesSession = { savesSession }
    store = Store(
      application.feature, state: .init(.init()),
      handler: UndoEffectHandler<BackOffice, _>(
        BackOfficeHandler(
          products: products, events: events, files: files, timeZones: NoTimeZones(), changeLog: products
        ) {
          "new"
        }))
    driver = ScreenDriver(application, store: store, bindings: bindings, theme: theme, paths: paths)
    driver.resize(to: TerminalSize(columns: columns, rows: rows))
    store.send(.feature(.appeared))
    await store.waitUntilIdle()
    _ = driver.makeFrame()
  }

  /// Handles events of the terminal one after the other, each until nothing is pending, and draws after each.
  @discardableResult func handle(_ events: [InputEvent]) async -> [ScreenDriver<BackOfficeApplication>.Effect] {
    var effects: [ScreenDriver<BackOfficeApplication>.Effect] = []
    for event in events {
      effects += driver.handle(event)
      await store.waitUntilIdle()
      await driver.waitForCommands()
      _ = driver.makeFrame()
    }
    return effects
  }

  /// Presses keys, which are separated by spaces.
  @discardableResult func press(_ names: String) async throws -> [ScreenDriver<BackOfficeApplication>.Effect] {
    await handle(
      try names.split(separator: " ").map { .key(try #require(KeyStroke(String($0)), "no key is named \($0)")) })
  }

  func type(_ text: String) async { await handle(text.map { .key(KeyStroke(.character($0))) }) }

  /// Clicks at the first place that shows a text.
  func click(_ text: String, _ modifiers: KeyStroke.Modifiers = []) async throws {
    let (column, row) = try place(of: text)
    await handle([
      .mouse(MouseEvent(.press(.left), column: column, row: row, modifiers: modifiers)),
      .mouse(MouseEvent(.release(.left), column: column, row: row, modifiers: modifiers)),
    ])
  }

  /// The first place that shows a text.
  func place(of text: String) throws -> (column: Int, row: Int) {
    for (row, line) in lines.enumerated() {
      if let range = line.firstRange(of: text) {
        return (String(line[..<range.lowerBound]).terminalWidth, row)
      }
    }
    throw MissingText(text: text, screen: lines.joined(separator: "\n"))
  }

  /// The rows of the screen, without spaces at their ends.
  var lines: [String] {
    let frame = driver.makeFrame()
    return (0..<frame.size.rows).map { row in
      String(frame.text(ofRow: row).reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The screen as text.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// Runs command lines, as a shell does, and returns the state.
  func state(after lines: String...) async throws -> UndoFeature<BackOffice>.State {
    for line in lines {
      store.send(try application.commands.action(for: application.commands.parse(line), in: store.state))
      await store.waitUntilIdle()
    }
    return store.state
  }
}

struct MissingText: Error {
  let text: String
  let screen: String
}

private struct NoTimeZones: TimeZoneSource {
  func timeZone(named name: String) async throws(TimeZoneError) -> TimeZoneRules {
    throw TimeZoneError("no such time zone")
  }
}
