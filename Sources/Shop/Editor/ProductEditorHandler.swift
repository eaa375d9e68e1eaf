import Loop

/// Runs the editor's effects on a product store.
public struct ProductEditorHandler: EffectHandler {
  private let store: any ProductStore

  /// Creates a handler for a product store.
  public init(store: any ProductStore) { self.store = store }

  /// Runs one effect.
  ///
  /// A report to a parent is ignored.
  public func run(_ effect: ProductEditor.Effect, send: Send<ProductEditor.Action>) async -> ProductEditor.Action? {
    do throws(ProductStoreError) {
      switch effect {
      case .insert, .update: return .saved(try await store.apply(effect.changes)[0])
      case .reportStored, .reportRemoved: return nil
      }
    } catch { return effect.failureAction(error) }
  }
}

extension ProductEditor.Effect {
  /// The changes of the stored products that the effect requests.
  package var changes: [ProductChange] {
    switch self {
    case .insert(let product): [.insert(product)]
    case .update(let product, let version): [.update(product, expecting: version)]
    case .reportStored, .reportRemoved: []
    }
  }

  /// Returns the response for an error that the store threw.
  package func failureAction(_ failure: ProductStoreError) -> ProductEditor.Action { .saveFailed(productID, failure) }

  private var productID: Product.ID {
    switch self {
    case .insert(let product), .update(let product, _), .reportStored(let product, _): product.id
    case .reportRemoved(let id): id
    }
  }
}
