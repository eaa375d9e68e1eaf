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
