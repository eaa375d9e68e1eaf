/// Carries out what a feature asks for around which there is ``Undoing``.
///
/// ```swift
/// let handler = UndoingHandler<Catalogue, _>(CatalogueHandler(store: products))
/// let store = Store(Undoing(Catalogue()), state: .init(.init()), handler: handler)
/// ```
public struct UndoingHandler<Feature: Undoable, Handler: EffectHandler<Feature.Effect, Feature.Action>>: EffectHandler {
  private let handler: Handler

  /// Makes one from the feature's own handler.
  public init(_ handler: Handler) { self.handler = handler }

  /// Carries one effect out.
  public func run(_ effect: Feature.Effect, send: Send<Undoing<Feature>.Action>) async {
    await handler.run(effect, send: send.lift { .feature($0) })
  }
}
