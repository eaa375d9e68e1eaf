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
      case .delete, .restore, .save, .move: return effect.successAction(try await store.apply(effect.changes))
      }
    } catch { return effect.failureAction(error) }
  }
}

extension ProductListFeature.Effect {
  /// The changes of the stored products that the effect requests.
  package var changes: [ProductChange] {
    switch self {
    case .loadProducts: []
    case .editor(let effect): effect.changes
    case .delete(let ids): ids.map { .delete($0) }
    case .restore(let placed): placed.map { .restore($0.row) }
    case .save(let product, let version): [.store(product, over: version)]
    case .move(let move): [.move(move.ids, to: move.position)]
    }
  }

  /// Returns the response for the products that the store returned for the changes.
  package func successAction(_ stored: [Product]) -> ProductListFeature.Action {
    switch self {
    case .loadProducts: .productsLoaded(stored)
    case .editor: .editor(.saved(stored[0]))
    case .delete(let ids): .table(.deleteCompleted(ids))
    case .restore(let placed):
      .table(.restoreCompleted(zip(placed, stored).map { $0.replacingRow(with: $1) }))
    case .save: .table(.saveCompleted(stored[0]))
    case .move(let move): .table(.moveCompleted(move))
    }
  }

  /// Returns the response for an error that the store threw.
  package func failureAction(_ failure: ProductStoreError) -> ProductListFeature.Action {
    switch (self, failure) {
    case (.loadProducts, _): .loadFailed(failure)
    case (.editor(let effect), _): .editor(effect.failureAction(failure))
    case (.delete(let ids), _): .table(.deleteFailed(ids, "\(failure)"))
    case (.restore(let placed), _): .table(.restoreFailed(placed, "\(failure)"))
    case (.save(let product, _), .conflict(let current)): .table(.saveConflicted(product.id, stored: current))
    case (.save(let product, _), .notFound): .table(.saveConflicted(product.id, stored: nil))
    case (.save(let product, _), _): .table(.saveFailed(product.id, "\(failure)"))
    case (.move(let move), _): .table(.moveFailed(move, "\(failure)"))
    }
  }
}
