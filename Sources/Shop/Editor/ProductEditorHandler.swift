import Loop

/// Runs the editor's effects on a product store.
public struct ProductEditorHandler: EffectHandler {
  private let store: any ProductStore

  /// Creates a handler for a product store.
  public init(store: any ProductStore) { self.store = store }

  /// Runs one effect.
  public func run(_ effect: ProductEditor.Effect, send: Send<ProductEditor.Action>) async {
    switch effect {
    case .loadProducts:
      do { await send(.productsLoaded(try await store.products())) } catch { await send(.loadFailed(error)) }
    case .insert(let product):
      do { await send(.saved(try await store.insert(product))) } catch { await send(.saveFailed(product.id, error)) }
    case .update(let product, let version):
      do { await send(.saved(try await store.update(product, expecting: version))) } catch {
        await send(.saveFailed(product.id, error))
      }
    }
  }
}

extension ProductEditor: Resumable {
  /// Loads the list again, and reports an interrupted save as failed.
  ///
  /// The save may have succeeded, so the user decides whether to repeat it; the draft shows that the store was offline.
  /// If the save did succeed, the next one ends in a conflict with an equal product, which counts as saved.
  public func resumption(of effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .loadProducts: .restart
    case .insert(let product), .update(let product, _): .fail(with: .saveFailed(product.id, .offline))
    }
  }
}
