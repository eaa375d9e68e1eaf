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
  private let waitingEvents: (any EventOutbox)?
  private let timeZones: any TimeZoneSource
  private let settings: (any SettingsStore)?
  private let changes: (any ChangeSource)?
  private let changeLog: (any ChangeLog)?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - products: The products.
  ///   - events: The events.
  ///   - files: The files that products are imported from and exported to.
  ///   - timeZones: The time zones.
  ///   - settings: The settings that all programs of the shop share, or `nil` if they are only those of the session.
  ///   - outbox: The handler of the outbox, or `nil` if events are not sent to a server.
  ///   - waitingEvents: The events that wait for any server, which are listed without a server, or `nil`.
  ///   - changes: Changes by other programs, or `nil` if no other program can change the data.
  ///   - changeLog: The record of who changed the products, or `nil` if there is none.
  ///   - makeIDPrefix: A closure that returns the beginning of the IDs of imported products without an ID, which no
  ///     other file has.
  public init(
    products: any ProductStore, events: any EventSource, files: any FileStore, timeZones: any TimeZoneSource,
    settings: (any SettingsStore)? = nil,
    outbox: OutboxHandler? = nil, waitingEvents: (any EventOutbox)? = nil, changes: (any ChangeSource)? = nil,
    changeLog: (any ChangeLog)? = nil, makeIDPrefix: @escaping @Sendable () -> String
  ) {
    self.products = ProductListHandler(store: products)
    productStore = products
    productImport = ProductImportHandler(files: files, products: products, makeIDPrefix: makeIDPrefix)
    productExport = ProductExportHandler(files: files, products: products)
    self.events = EventListHandler(source: events)
    self.outbox = outbox
    self.waitingEvents = waitingEvents
    self.timeZones = timeZones
    self.settings = settings
    self.changes = changes
    self.changeLog = changeLog
  }

  /// Runs one effect.
  public func run(_ effect: BackOffice.Effect, send: Send<BackOffice.Action>) async -> BackOffice.Action? {
    switch effect {
    case .products(let effect): return await products.run(effect, send: send, as: BackOffice.products)
    case .productImport(let effect): return await productImport.run(effect, send: send, as: BackOffice.productImport)
    case .productExport(let effect): return await productExport.run(effect, send: send, as: BackOffice.productExport)
    case .events(let effect): return await events.run(effect, send: send, as: BackOffice.events)
    case .outbox(.list) where outbox == nil:
      do throws(OutboxError) {
        guard let waitingEvents else { return .outbox(.closed) }
        return .outbox(.listed(try await waitingEvents.entries(for: nil)))
      } catch {
        return .outbox(.failed(error))
      }
    case .outbox(let effect):
      guard let outbox else { return .outbox(.closed) }
      return await outbox.run(effect, send: send, as: BackOffice.outbox)
    case .addSampleProducts:
      do throws(ProductTransactionError) {
        let products = try await productStore.apply(Product.samples.map { .insert($0) }) { _ in }
        return .sampleData(.added(products.map { ProductEdit(adding: $0) }))
      } catch {
        return .sampleData(.failed(error))
      }
    case .loadTimeZone(let name):
      do throws(TimeZoneError) {
        return .settings(.timeZoneLoaded(name: name, try await timeZones.timeZone(named: name)))
      } catch {
        return .settings(.timeZoneFailed(name: name, reason: error.description))
      }
    case .storeSetting(let change, let settings):
      do throws(SettingsStoreError) {
        return .settings(.stored(try await self.settings?.apply(change, orStore: settings) ?? settings))
      } catch {
        return .settings(.storingFailed(change, reason: "\(error)"))
      }
    case .loadRecordedChanges(let count):
      do throws(ProductStoreError) {
        return .recordedChangesLoaded(try await changeLog?.latestChanges(count) ?? [])
      } catch {
        return .recordedChangesFailed(error)
      }
    case .watchChanges:
      do {
        try await changes?.watch(every: .seconds(1)) { kind in
          switch kind {
          case .products: await send(.productsChangedElsewhere)
          case .events: await send(.eventsChangedElsewhere)
          case .settings: if let loaded = await loadSettings() { await send(.settings(loaded)) }
          default: break
          }
        }
        return nil
      } catch {
        return .watchingEnded(reason: "\(error)")
      }
    }
  }

  /// Returns the stored settings, why they cannot be read, or `nil` if none have been stored.
  private func loadSettings() async -> OfficeSettings.Action? {
    do throws(SettingsStoreError) { return try await settings?.settings().map { .restored($0) } } catch {
      return .loadingFailed(reason: "\(error)")
    }
  }
}
