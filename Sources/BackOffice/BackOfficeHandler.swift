import Analytics
import Loop
import Shop

/// Runs the effects of the back office on a product store and an event source.
public struct BackOfficeHandler: EffectHandler {
  private let products: ProductListHandler
  private let events: EventListHandler

  /// Creates a handler.
  public init(products: any ProductStore, events: any EventSource) {
    self.products = ProductListHandler(store: products)
    self.events = EventListHandler(source: events)
  }

  /// Runs one effect.
  public func run(_ effect: BackOffice.Effect, send: Send<BackOffice.Action>) async {
    switch effect {
    case .products(let effect): await products.run(effect, send: send.lift { .products($0) })
    case .events(let effect): await events.run(effect, send: send.lift { .events($0) })
    }
  }
}
