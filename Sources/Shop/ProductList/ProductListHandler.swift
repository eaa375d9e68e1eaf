import Loop
import Tables

/// Runs the effects of the product list on a product store.
public struct ProductListHandler: EffectHandler {
  private let store: any ProductStore
  private let editor: ProductEditorHandler

  /// Creates a handler for a product store.
  public init(store: any ProductStore) {
    self.store = store
    editor = ProductEditorHandler(store: store)
  }

  /// Runs one effect.
  public func run(
    _ effect: ProductListFeature.Effect, send: Send<ProductListFeature.Action>
  ) async -> ProductListFeature.Action? {
    do throws(ProductStoreError) {
      switch effect {
      case .loadProducts: return .productsLoaded(try await store.products())
      case .editor(let effect): return await editor.run(effect, send: send, as: ProductListFeature.editor)
      case .delete(let id):
        try await store.delete(id)
        return .table(.deleteCompleted([id]))
      case .restore(let placed): return effect.successAction(try await store.restore(placed.row))
      case .save(let product, over: let version?):
        return effect.successAction(try await store.update(product, expecting: version))
      case .save(let product, over: nil): return effect.successAction(try await store.insert(product))
      case .move(let move):
        try await store.move(move.ids, to: move.position)
        return .table(.moveCompleted(move))
      }
    } catch { return effect.failureAction(error) }
  }
}

extension ProductListFeature.Effect {
  /// Returns the response for a product that the store returned.
  package func successAction(_ product: Product) -> ProductListFeature.Action {
    switch self {
    case .restore(let placed): .table(.restoreCompleted([placed.replacingRow(with: product)]))
    case .save: .table(.saveCompleted(product))
    case .loadProducts, .editor, .delete, .move: .editor(.saved(product))
    }
  }

  /// Returns the response for an error that the store threw.
  package func failureAction(_ failure: ProductStoreError) -> ProductListFeature.Action {
    switch (self, failure) {
    case (.loadProducts, _): .loadFailed(failure)
    case (.editor(let effect), _): .editor(effect.failureAction(failure))
    case (.delete(let id), _): .table(.deleteFailed([id], "\(failure)"))
    // The product has already been restored.
    case (.restore, .conflict(let current)): successAction(current)
    case (.restore(let placed), _): .table(.restoreFailed([placed], "\(failure)"))
    case (.save(let product, _), .conflict(let current)): .table(.saveConflicted(product.id, stored: current))
    case (.save(let product, _), .notFound): .table(.saveConflicted(product.id, stored: nil))
    case (.save(let product, _), _): .table(.saveFailed(product.id, "\(failure)"))
    case (.move(let move), _): .table(.moveFailed(move, "\(failure)"))
    }
  }
}
