import BackOffice
import FileHandlers
import Foundation
import Interface
import Loop
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// The code that the guide of BackOffice shows.
@MainActor @Suite struct `The guide of BackOffice` {
  @Test func `finds the lamps`() async throws {
    let inputs = BackOfficeApplication.Inputs {
      Product.ID(rawValue: "p\(UInt32.random(in: .min ... .max))")
    } makeBatchID: {
      UUID()
    } now: {
      Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    } makeGenerator: {
      SplitMix64(seed: $0)
    }
    let application = BackOfficeApplication(inputs: inputs)
    let handler = BackOfficeHandler(
      products: MemoryProductStore(.sample), events: MemoryEventSource(.sample), files: DiskFileStore(),
      timeZones: TimeZoneFiles { FileManager.default.contents(atPath: $0).map(Array.init) }
    ) { UUID().uuidString }
    let store = Store(
      application.feature, state: .init(.init()), handler: UndoEffectHandler<BackOffice, _>(handler))

    for line in ["appear", "products.sort price", "products.search lamp"] {
      store.send(try application.commands.action(for: application.commands.parse(line), in: store.state))
      await store.waitUntilIdle()
    }
    let screen = application.screen(of: store.state)

    guard case .table(let table, _)? = screen.elements.first?.content else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.map(\.id) == ["p1", "p2"] && screen.tabs.map(\.id) == ["products", "events", "activity"])
  }
}
