import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import Tables
import Values

extension EditorExploration {
  /// Replaces each version with its rank among the versions of its product.
  ///
  /// Versions only grow. Two states that differ only in how often a product was stored have the same future.
  public func normalized(_ scenarioState: borrowing ScenarioState<Self>) -> ScenarioState<Self>? {
    VersionMapping.normalizingVersions(
      in: scenarioState, state: { $0.applied(to: $1) }, effect: { $0.applied(to: $1) }, action: { $0.applied(to: $1) })
  }
}

extension ProductListExploration {
  /// Replaces each version with its rank among the versions of its product, as ``EditorExploration`` does.
  public func normalized(_ scenarioState: borrowing ScenarioState<Self>) -> ScenarioState<Self>? {
    VersionMapping.normalizingVersions(
      in: scenarioState,
      state: { versions, state in
        var state = state
        state.feature = versions.applied(to: state.feature)
        state.history.transformActions(versions.applied)
        return state
      }, effect: { $0.applied(to: $1) },
      action: { versions, action in
        switch action {
        case .feature(let action): .feature(versions.applied(to: action))
        case .undo, .redo, .travelled, .groupOpened, .groupClosed: action
        }
      })
  }
}

/// Maps the versions of all products in a state, an effect or an action.
struct VersionMapping {
  private let newVersion: (Product) -> Int

  /// Returns a scenario state with each version replaced by its rank, or `nil` if nothing changes.
  static func normalizingVersions<Scenario>(
    in scenarioState: borrowing ScenarioState<Scenario>,
    state: (VersionMapping, Scenario.Feature.State) -> Scenario.Feature.State,
    effect: (VersionMapping, Scenario.Feature.Effect) -> Scenario.Feature.Effect,
    action: (VersionMapping, Scenario.Feature.Action) -> Scenario.Feature.Action
  ) -> ScenarioState<Scenario>? where Scenario.Environment == ProductDatabase {
    func replaceVersions(_ scenarioState: inout ScenarioState<Scenario>, _ versions: VersionMapping) {
      let environment = scenarioState.environment
      scenarioState.environment = ProductDatabase(
        products: environment.products.map(versions.applied),
        deletedVersions: Dictionary(
          uniqueKeysWithValues: environment.deletedVersions.map { ($0, versions.applied(to: $1, ofProduct: $0)) }))
      scenarioState.loopState.state = state(versions, scenarioState.loopState.state)
      if scenarioState.hasNoEffects { return }
      scenarioState.loopState.pending.transformRuns(effect: { effect(versions, $0) }, action: { action(versions, $0) })
      scenarioState.pendingResponses = scenarioState.pendingResponses.mapValues { $0.map { action(versions, $0) } }
      scenarioState.pendingFireAndForget = Multiset(scenarioState.pendingFireAndForget.map { effect(versions, $0) })
      scenarioState.lateEffects = Multiset(scenarioState.lateEffects.map { effect(versions, $0) })
    }
    var scenarioState = copy scenarioState
    // Versions 0 and 1 keep their numbers: a product with version 0 is not stored yet, and a stored one starts at 1.
    var versions: [Product.ID: [Int]] = [:]
    let collector = VersionMapping { product in
      if !versions[product.id, default: [0, 1]].contains(product.version) {
        versions[product.id, default: [0, 1]].append(product.version)
      }
      return product.version
    }
    replaceVersions(&scenarioState, collector)
    // Distinct versions from 0 are equal to their ranks if the greatest one is.
    if versions.values.allSatisfy({ $0.max() == $0.count - 1 }) { return nil }
    let ranks = VersionMapping { product in
      versions[product.id]?.count { $0 < product.version } ?? product.version
    }
    replaceVersions(&scenarioState, ranks)
    return scenarioState
  }

  func applied(to product: Product) -> Product {
    var product = product
    product.version = newVersion(product)
    return product
  }

  func applied(to failure: ProductStoreError) -> ProductStoreError {
    if case .conflict(let current) = failure { .conflict(current: applied(to: current)) } else { failure }
  }

  func applied(to sheet: SheetStatus) -> SheetStatus {
    guard case .open(let product, let isNew, var form) = sheet else { return sheet }
    switch form.notice {
    case .saveFailed(let failure): form.notice = .saveFailed(applied(to: failure))
    case .confirmingDiscard(let failure): form.notice = .confirmingDiscard(after: failure.map(applied))
    case nil: break
    }
    return .open(product: applied(to: product), isNew: isNew, form: form)
  }
}

extension VersionMapping {
  func applied(to state: ProductListFeature.State) -> ProductListFeature.State {
    var state = state
    state.table.transformRows(applied)
    if case .failed(let edits, let error) = state.edits { state.edits = .failed(edits, applied(to: error)) }
    state.editor.sheet = applied(to: state.editor.sheet)
    state.editor.savingSheets = state.editor.savingSheets.mapValues { $0.mappingStatus(applied) }
    return state
  }

  func applied(to effect: ProductListFeature.Effect) -> ProductListFeature.Effect {
    switch effect {
    case .editor(.insert(let product)): .editor(.insert(applied(to: product)))
    case .editor(.update(let product, expecting: let version)):
      .editor(.update(applied(to: product), expecting: applied(to: version, ofProduct: product.id)))
    case .editor(.reportStored(let product, let author)): .editor(.reportStored(applied(to: product), by: author))
    case .restore(let placed): .restore(placed.map { $0.mapRows(applied) })
    case .save(let product, over: let version):
      .save(applied(to: product), over: version.map { applied(to: $0, ofProduct: product.id) })
    case .change(let changes): .change(changes.map(applied))
    case .loadProducts, .editor(.reportRemoved), .delete, .move, .cancelWrite: effect
    }
  }

  private func applied(to change: ProductChange) -> ProductChange {
    switch change {
    case .insert(let product): .insert(applied(to: product))
    case .update(let product, expecting: let version):
      .update(applied(to: product), expecting: applied(to: version, ofProduct: product.id))
    case .restore(let product): .restore(applied(to: product))
    case .delete, .move: change
    }
  }

  private func applied(to error: ProductTransactionError) -> ProductTransactionError {
    guard case .product(let product, let error) = error else { return error }
    return .product(applied(to: product), applied(to: error))
  }

  private func applied(to version: Int, ofProduct id: Product.ID) -> Int {
    newVersion(Product(id: id, name: "", price: .zero, version: version))
  }

  func applied(to action: ProductListFeature.Action) -> ProductListFeature.Action {
    switch action {
    case .productsLoaded(let products): .productsLoaded(products.map(applied))
    case .loadFailed(let failure): .loadFailed(applied(to: failure))
    case .editor(let action): .editor(applied(to: action))
    case .table(let action): .table(applied(to: action))
    case .editsStored(let products): .editsStored(products.map(applied))
    case .editsFailed(let error): .editsFailed(applied(to: error))
    // The products of an edit have version 0.
    case .appeared, .reloadTapped, .rowTapped, .writeProgressed, .cancelWriteTapped, .editsMade: action
    }
  }

  private func applied(to action: ProductEditor.Action) -> ProductEditor.Action {
    switch action {
    case .addTapped(let product): .addTapped(applied(to: product))
    case .rowTapped(let product): .rowTapped(applied(to: product))
    case .undone(.reopenSheet(let sheet)): .undone(.reopenSheet(applied(to: sheet)))
    case .saved(let product): .saved(applied(to: product))
    case .saveFailed(let id, let failure): .saveFailed(id, applied(to: failure))
    case .form, .undone(.editForm), .undone(.discardSheet): action
    }
  }

  private func applied(to action: EditableTable<Product>.Action) -> EditableTable<Product>.Action {
    switch action {
    case .saveCompleted(let product): .saveCompleted(applied(to: product))
    case .saveConflicted(let id, let stored): .saveConflicted(id, stored: stored.map(applied))
    case .restoreCompleted(let placed): .restoreCompleted(placed.map(applied))
    case .restoreFailed(let placed, let reason): .restoreFailed(placed.map(applied), reason)
    case .undoApplied(.cellEdit(let column, let old, let new)):
      .undoApplied(.cellEdit(column, was: applied(to: old), is: applied(to: new)))
    case .undoApplied(.deletion(let placed)): .undoApplied(.deletion(placed.map(applied)))
    case .undoApplied(.restoration(let placed)): .undoApplied(.restoration(placed.map(applied)))
    case .undoApplied(.revert(let placed)): .undoApplied(.revert(placed.map(applied)))
    // The user and the modelled store send no other actions that contain products.
    default: action
    }
  }

  private func applied(to placed: EditableTable<Product>.PositionedRow) -> EditableTable<Product>.PositionedRow {
    placed.mapRows(applied)
  }

  private func applied(to placed: EditableTable<Product>.PositionedDraft) -> EditableTable<Product>.PositionedDraft {
    var placed = placed
    placed.draft.editedRow = applied(to: placed.draft.editedRow)
    placed.draft.storedRow = placed.draft.storedRow.map(applied)
    return placed
  }
}
