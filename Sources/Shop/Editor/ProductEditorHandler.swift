public import Loop

/// Carries the editor's effects out in a product store.
public struct ProductEditorHandler: EffectHandler {
  private let store: any ProductStore

  /// Makes a handler on a store.
  public init(store: any ProductStore) { self.store = store }

  /// Carries one effect out.
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
  /// The list is read again; a save may have been carried out, so a person decides what is done next.
  ///
  /// Its draft says that the store was not reached. Where it was, the next save meets a conflict with itself, and is
  /// acknowledged.
  public func resumption(of effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .loadProducts: .again
    case .insert(let product), .update(let product, _): .givenUp(hearing: .saveFailed(product.id, .offline))
    }
  }
}
