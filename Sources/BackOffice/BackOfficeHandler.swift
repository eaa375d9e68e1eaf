import Analytics
import Loop
import Shop
import Values

/// Runs the effects of the back office on a product store, an event source and a source of time zones.
public struct BackOfficeHandler: EffectHandler {
  private let products: ProductListHandler
  private let events: EventListHandler
  private let timeZones: any TimeZoneSource

  /// Creates a handler.
  public init(products: any ProductStore, events: any EventSource, timeZones: any TimeZoneSource) {
    self.products = ProductListHandler(store: products)
    self.events = EventListHandler(source: events)
    self.timeZones = timeZones
  }

  /// Runs one effect.
  public func run(_ effect: BackOffice.Effect, send: Send<BackOffice.Action>) async {
    switch effect {
    case .products(let effect): await products.run(effect, send: send.lift { .products($0) })
    case .events(let effect): await events.run(effect, send: send.lift { .events($0) })
    case .loadTimeZone(let name):
      do throws(TimeZoneError) {
        await send(.settings(.timeZoneLoaded(name: name, try await timeZones.timeZone(named: name))))
      } catch {
        await send(.settings(.timeZoneFailed(name: name, reason: error.description)))
      }
    }
  }
}
