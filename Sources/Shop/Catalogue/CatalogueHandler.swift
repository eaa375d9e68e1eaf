public import Loop
internal import Tables

/// Runs the catalogue's effects on a product store.
public struct ProductListHandler: EffectHandler {
  private let store: any ProductStore
  private let editor: ProductEditorHandler

  /// Creates a handler for a store.
  public init(store: any ProductStore) {
    self.store = store
    editor = ProductEditorHandler(store: store)
  }

  /// Runs one effect.
  public func run(_ effect: ProductListFeature.Effect, send: Send<ProductListFeature.Action>) async {
    switch effect {
    case .editor(let effect): await editor.run(effect, send: send.lift { .editor($0) })
    case .delete(let id):
      do {
        try await store.delete(id)
        await send(.table(.deleted([id])))
      } catch { await send(effect.failureAction(error)) }
    case .restore(let placed):
      do { await send(effect.successAction(try await store.insert(placed.row))) } catch {
        await send(effect.failureAction(error))
      }
    case .save(let product, over: let version):
      do {
        let stored =
          if let version { try await store.update(product, expecting: version) } else {
            try await store.insert(product)
          }
        await send(effect.successAction(stored))
      } catch { await send(effect.failureAction(error)) }
    case .move(let move):
      do {
        try await store.move(move.ids, to: move.place)
        await send(.table(.moved(move)))
      } catch { await send(effect.failureAction(error)) }
    }
  }
}

extension ProductListFeature.Effect {
  /// The answer if the store returned a product.
  package func successAction(_ product: Product) -> ProductListFeature.Action {
    switch self {
    case .restore(let placed): .table(.restored([placed.replacingRow(with: product)]))
    case .save: .table(.saved(product))
    case .editor, .delete, .move: .editor(.saved(product))
    }
  }

  /// The answer if the store threw an error.
  package func failureAction(_ failure: ProductStoreError) -> ProductListFeature.Action {
    switch (self, failure) {
    case (.editor(.loadProducts), _): .editor(.loadFailed(failure))
    case (.editor(.insert(let product)), _), (.editor(.update(let product, _)), _):
      .editor(.saveFailed(product.id, failure))
    case (.delete(let id), _): .table(.deleteFailed([id], "\(failure)"))
    // The product is there again.
    case (.restore, .conflict(let current)): successAction(current)
    case (.restore(let placed), _): .table(.restoreFailed([placed], "\(failure)"))
    case (.save(let product, _), .conflict(let current)): .table(.saveConflicted(product.id, stored: current))
    case (.save(let product, _), .gone): .table(.saveConflicted(product.id, stored: nil))
    case (.save(let product, _), _): .table(.saveFailed(product.id, "\(failure)"))
    case (.move(let move), _): .table(.moveFailed(move, "\(failure)"))
    }
  }
}

extension ProductListFeature: Resumable {
  /// What was written may have been stored, and changed by others since: a person decides what to do next.
  public func resumption(of effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .editor(let part): editor.resumption(of: part, in: state.editorState).lift(Action.editor)
    case .delete, .restore, .save, .move: .givenUp(hearing: effect.failureAction(.offline))
    }
  }
}
