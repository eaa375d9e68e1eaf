import LoopExplorer
import MemoryHandlers
import Shop
import Tables

/// Maps the versions of all products in a state, an effect or an action.
struct VersionMapping {
  private let newVersion: (Product) -> Int

  init(_ version: @escaping (Product) -> Int) { self.newVersion = version }

  /// Collects the versions of each product.
  struct VersionCollector {
    /// The versions of each product, sorted and without duplicates.
    ///
    /// Versions 0 and 1 are always included, so that they keep their numbers: a product with version 0 is not stored
    /// yet, and a stored one starts at version 1. The versions are few, so searching an array is faster than hashing.
    private var versions: [Product.ID: [Int]] = [:]

    /// Collects the version of a product and returns it unchanged.
    mutating func insert(_ product: Product) -> Int {
      insert(product.version, in: &versions[product.id, default: [0, 1]])
      return product.version
    }

    private func insert(_ version: Int, in versions: inout [Int]) {
      let place = versions.firstIndex { $0 >= version } ?? versions.count
      if place == versions.count || versions[place] != version { versions.insert(version, at: place) }
    }

    /// A Boolean value that indicates whether every version already equals its rank.
    var areNormalized: Bool { versions.values.allSatisfy { $0.last == $0.count - 1 } }

    /// Returns a function that gives the rank of a product's version.
    func ranks() -> (Product) -> Int {
      { product in versions[product.id]?.firstIndex(of: product.version) ?? product.version }
    }
  }

  /// Returns the state with each version replaced by its rank, or `nil` if nothing changes.
  static func normalizingVersions<Scenario>(
    in scenarioState: borrowing ScenarioState<Scenario>,
    _ restate: (inout ScenarioState<Scenario>, VersionMapping) -> Void
  ) -> ScenarioState<Scenario>? {
    var scenarioState = copy scenarioState
    var seen = VersionCollector()
    restate(&scenarioState, VersionMapping { seen.insert($0) })
    if seen.areNormalized { return nil }
    restate(&scenarioState, VersionMapping(seen.ranks()))
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

  func applied(to environment: ProductDatabase) -> ProductDatabase {
    ProductDatabase(products: environment.products.map(applied))
  }
}

extension VersionMapping {
  func applied(to state: ProductEditor.State) -> ProductEditor.State {
    var state = state
    state.products = state.products.map(applied)
    state.sheet = applied(to: state.sheet)
    state.savingSheets = state.savingSheets.mapValues { $0.restated(applied) }
    return state
  }

  func applied(to effect: ProductEditor.Effect) -> ProductEditor.Effect {
    switch effect {
    case .loadProducts: return effect
    case .insert(let product): return .insert(applied(to: product))
    case .update(var product, let expected):
      product.version = expected
      let expected = newVersion(product)
      return .update(applied(to: product), expecting: expected)
    }
  }

  func applied(to action: ProductEditor.Action) -> ProductEditor.Action {
    switch action {
    case .addTapped(let product): .addTapped(applied(to: product))
    case .productsLoaded(let products): .productsLoaded(products.map(applied))
    case .saved(let product): .saved(applied(to: product))
    case .loadFailed(let failure): .loadFailed(applied(to: failure))
    case .saveFailed(let id, let failure): .saveFailed(id, applied(to: failure))
    case .appeared, .reloadTapped, .rowTapped, .form, .deleted: action
    }
  }
}

extension VersionMapping {
  func applied(to state: ProductListFeature.State) -> ProductListFeature.State {
    var state = state
    state.table.mapRows(applied)
    state.sheet = applied(to: state.sheet)
    state.savingSheets = state.savingSheets.mapValues { $0.restated(applied) }
    return state
  }

  func applied(to effect: ProductListFeature.Effect) -> ProductListFeature.Effect {
    switch effect {
    case .editor(let effect): return .editor(applied(to: effect))
    case .restore(let placed): return .restore(placed.mapRows(applied))
    case .save(let product, over: let expected?):
      var stored = product
      stored.version = expected
      return .save(applied(to: product), over: newVersion(stored))
    case .save(let product, over: nil): return .save(applied(to: product), over: nil)
    case .delete, .move: return effect
    }
  }

  func applied(to action: ProductListFeature.Action) -> ProductListFeature.Action {
    switch action {
    case .editor(let action): .editor(applied(to: action))
    case .table(let action): .table(applied(to: action))
    case .undone(.reopenSheet(let sheet)): .undone(.reopenSheet(applied(to: sheet)))
    case .undone(.editForm), .undone(.discardSheet): action
    }
  }

  private func applied(to action: TableFeature<Product>.Action) -> TableFeature<Product>.Action {
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

  private func applied(to placed: TableFeature<Product>.PositionedRow) -> TableFeature<Product>.PositionedRow {
    placed.mapRows(applied)
  }

  private func applied(to placed: TableFeature<Product>.PositionedDraft) -> TableFeature<Product>.PositionedDraft {
    var placed = placed
    placed.draft.editedRow = applied(to: placed.draft.editedRow)
    placed.draft.storedRow = placed.draft.storedRow.map(applied)
    return placed
  }
}
