import Loop
import Tables

/// Runs the effects of the product list on a product store.
public struct ProductListHandler: EffectHandler {
  private let store: any ProductStore
  private let editor: ProductEditorHandler
  private let write = RunningWrite()

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
      case .delete, .restore, .save, .change, .move:
        do throws(ProductTransactionError) {
          return effect.successAction(try await apply(effect.changes, send))
        } catch {
          return effect.failureAction(ofTransaction: error)
        }
      case .cancelWrite:
        write.cancel()
        return nil
      }
    } catch { return effect.failureAction(error) }
  }

  /// Makes changes, and reports the progress if they are many.
  private func apply(
    _ changes: [ProductChange], _ send: Send<ProductListFeature.Action>
  ) async throws(ProductTransactionError) -> [Product] {
    let total = changes.count
    return try await send.relaying { count in
      .writeProgressed(.init(completedCount: count, totalCount: total))
    } of: { report in
      await write.run { [store] in
        do throws(ProductTransactionError) {
          return .success(try await store.apply(changes) { if $0 > 0, $0 < total { report($0) } })
        } catch {
          return .failure(error)
        }
      }
    }.get()
  }
}

/// The change of the store that is being made.
@MainActor private final class RunningWrite {
  private var task: Task<Result<[Product], ProductTransactionError>, Never>?

  nonisolated init() {}

  func run(
    _ operation: @escaping @Sendable () async -> Result<[Product], ProductTransactionError>
  ) async -> Result<[Product], ProductTransactionError> {
    let task = Task { await operation() }
    self.task = task
    defer { self.task = nil }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func cancel() { task?.cancel() }
}

extension ProductListFeature.Effect {
  /// The changes of the stored products that the effect requests.
  package var changes: [ProductChange] {
    switch self {
    case .loadProducts, .cancelWrite: []
    case .editor(let effect): effect.changes
    case .delete(let ids): ids.map { .delete($0) }
    case .restore(let placed): placed.map { .restore($0.row) }
    case .save(let product, let version): [.store(product, over: version)]
    case .change(let changes): changes
    case .move(let moves): moves.map { .move($0.ids, to: $0.position) }
    }
  }

  /// Returns the response for the products that the store returned for the changes.
  package func successAction(_ stored: [Product]) -> ProductListFeature.Action {
    switch self {
    case .loadProducts: .productsLoaded(stored)
    case .cancelWrite: preconditionFailure("a cancellation has no response")
    case .editor: .editor(.saved(stored[0]))
    case .delete(let ids): .table(.deleteCompleted(ids))
    case .restore(let placed):
      .table(.restoreCompleted(zip(placed, stored).map { $0.replacingRow(with: $1) }))
    case .save: .table(.saveCompleted(stored[0]))
    case .change: .editsStored(stored)
    case .move(let moves): .table(.moveCompleted(moves))
    }
  }

  /// Returns the response for an error of a transaction, which also names the product that could not be stored.
  package func failureAction(ofTransaction error: ProductTransactionError) -> ProductListFeature.Action {
    if case .change = self { .editsFailed(error) } else { failureAction(ProductStoreError(error)) }
  }

  /// Returns the response for an error that the store threw.
  package func failureAction(_ failure: ProductStoreError) -> ProductListFeature.Action {
    switch (self, failure) {
    case (.loadProducts, _): .loadFailed(failure)
    case (.cancelWrite, _): preconditionFailure("a cancellation has no response")
    case (.editor(let effect), _): .editor(effect.failureAction(failure))
    case (.delete(let ids), _): .table(.deleteFailed(ids, "\(failure)"))
    case (.restore(let placed), _): .table(.restoreFailed(placed, "\(failure)"))
    case (.save(let product, _), .conflict(let current)): .table(.saveConflicted(product.id, stored: current))
    case (.save(let product, _), .notFound): .table(.saveConflicted(product.id, stored: nil))
    case (.save(let product, _), _): .table(.saveFailed(product.id, "\(failure)"))
    case (.change, .offline): .editsFailed(.offline)
    case (.change, _): .editsFailed(.failed("\(failure)"))
    case (.move(let moves), _): .table(.moveFailed(moves, "\(failure)"))
    }
  }
}
