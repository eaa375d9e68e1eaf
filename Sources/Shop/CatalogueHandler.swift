public import Loop

/// Carries the catalogue's effects out in a product store.
public struct CatalogueHandler: EffectHandler {
  private let store: any ProductStore
  private let editor: ProductEditorHandler

  /// Makes a handler on a store.
  public init(store: any ProductStore) {
    self.store = store
    editor = ProductEditorHandler(store: store)
  }

  /// Carries one effect out.
  public func run(_ effect: Catalogue.Effect, send: Send<Catalogue.Action>) async {
    switch effect {
    case .editor(let effect): await editor.run(effect, send: send.lift { .editor($0) })
    case .delete(let id):
      do {
        try await store.delete(id)
        await send(.deleted(id))
      } catch { await send(.deleteFailed(id, error)) }
    case .restore(let product):
      do { await send(.restored(try await store.insert(product))) } catch {
        await send(.restoreFailed(product.id, error))
      }
    }
  }
}
