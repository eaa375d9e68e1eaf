import Analytics
import BackOffice
import Foundation
import Interface
import Loop
import MemoryHandlers
import Shop
import TestInputs
import Values

/// A back office with three lamps.
@MainActor struct WireOffice {
  let products = MemoryProductStore(
    ProductDatabase(
      products: (1...3).map {
        Product(
          id: Product.ID(rawValue: "p\($0)"), name: "Lamp \($0)", price: Money(cents: 500), position: $0, version: 1)
      }))
  let files = MemoryFileStore()
  let application = BackOfficeApplication(
    inputs: .init(makeProductID: { "new" }, makeBatchID: { EventBatch.ID() }, now: { Instant(milliseconds: 0) }) {
      SplitMix64(seed: $0)
    })
  let store: Store<BackOfficeApplication.Feature>

  init() {
    store = Store(
      application.feature, state: .init(.init()),
      handler: UndoEffectHandler<BackOffice, _>(
        BackOfficeHandler(
          products: products, events: MemoryEventSource(EventDatabase([])), files: files, timeZones: NoTimeZones()
        ) { "new" }))
  }
}

private struct NoTimeZones: TimeZoneSource {
  func timeZone(named name: String) async throws(TimeZoneError) -> TimeZoneRules { .utc }
}
