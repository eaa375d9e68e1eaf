import Analytics
import Loop
import Shop
import Values

/// Runs the effects of the back office on the ports for products, events, files and time zones.
public struct BackOfficeHandler: EffectHandler {
  private let productStore: any ProductStore
  private let products: ProductListHandler
  private let productImport: ProductImportHandler
  private let productExport: ProductExportHandler
  private let events: EventListHandler
  private let outbox: OutboxHandler?
  private let timeZones: any TimeZoneSource

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - products: The products.
  ///   - events: The events.
  ///   - files: The files that products are imported from and exported to.
  ///   - timeZones: The time zones.
  ///   - outbox: The handler of the outbox, or `nil` if events are not sent to a server.
  ///   - makeIDPrefix: A closure that returns the beginning of the IDs of imported products without an ID, which no
  ///     other file has.
  public init(
    products: any ProductStore, events: any EventSource, files: any FileStore, timeZones: any TimeZoneSource,
    outbox: OutboxHandler? = nil, makeIDPrefix: @escaping @Sendable () -> String
  ) {
    self.products = ProductListHandler(store: products)
    productStore = products
    productImport = ProductImportHandler(files: files, products: products, makeIDPrefix: makeIDPrefix)
    productExport = ProductExportHandler(files: files, products: products)
    self.events = EventListHandler(source: events)
    self.outbox = outbox
    self.timeZones = timeZones
  }

  /// Runs one effect.
  public func run(_ effect: BackOffice.Effect, send: Send<BackOffice.Action>) async {
    switch effect {
    case .products(let effect): await products.run(effect, send: send.lift { .products($0) })
    case .productImport(let effect): await productImport.run(effect, send: send.lift { .productImport($0) })
    case .productExport(let effect): await productExport.run(effect, send: send.lift { .productExport($0) })
    case .events(let effect): await events.run(effect, send: send.lift { .events($0) })
    case .outbox(let effect):
      guard let outbox else { return await send(.outbox(.closed)) }
      await outbox.run(effect, send: send.lift { .outbox($0) })
    case .addSampleProducts:
      do throws(ProductTransactionError) {
        try await productStore.storeAll(Product.samples.map { ProductWrite($0) }) { _ in }
        await send(.sampleData(.added))
      } catch {
        await send(.sampleData(.failed(error)))
      }
    case .loadTimeZone(let name):
      do throws(TimeZoneError) {
        await send(.settings(.timeZoneLoaded(name: name, try await timeZones.timeZone(named: name))))
      } catch {
        await send(.settings(.timeZoneFailed(name: name, reason: error.description)))
      }
    }
  }
}
