internal import LoopExplorer
internal import MemoryHandlers
internal import Shop
internal import Tables

/// Gives products other versions, wherever they stand.
struct VersionMapping {
  private let version: (Product) -> Int

  init(_ version: @escaping (Product) -> Int) { self.version = version }

  /// The versions that were met, product by product.
  struct VersionCollector {
    /// Nothing is stored yet in version 0, and what is stored anew is in version 1: those are met always, and keep their names.
    ///
    /// In order, without doubles: they are few, and to look through an array is quicker than to hash.
    private var versions: [Product.ID: [Int]] = [:]

    /// Notes the version of a product, and leaves it.
    mutating func insert(_ product: Product) -> Int {
      insert(product.version, in: &versions[product.id, default: [0, 1]])
      return product.version
    }

    private func insert(_ version: Int, in versions: inout [Int]) {
      let place = versions.firstIndex { $0 >= version } ?? versions.count
      if place == versions.count || versions[place] != version { versions.insert(version, at: place) }
    }

    /// Whether every version is its rank already.
    var areNormalized: Bool { versions.values.allSatisfy { $0.last == $0.count - 1 } }

    /// How many versions of a product are below.
    func ranks() -> (Product) -> Int {
      { product in versions[product.id]?.firstIndex(of: product.version) ?? product.version }
    }
  }

  /// A moment in which every version is named by its rank; none where it is so already.
  static func normalizingVersions<Played>(
    in moment: borrowing ScenarioState<Played>, _ restate: (inout ScenarioState<Played>, VersionMapping) -> Void
  ) -> ScenarioState<Played>? {
    var moment = copy moment
    var seen = VersionCollector()
    restate(&moment, VersionMapping { seen.insert($0) })
    if seen.areNormalized { return nil }
    restate(&moment, VersionMapping(seen.ranks()))
    return moment
  }

  func applied(to product: Product) -> Product {
    var product = product
    product.version = version(product)
    return product
  }

  func applied(to failure: ProductStoreError) -> ProductStoreError {
    if case .conflict(let current) = failure { .conflict(current: applied(to: current)) } else { failure }
  }

  func applied(to sheet: SheetStatus) -> SheetStatus {
    guard case .open(let product, let isNew, var form) = sheet else { return sheet }
    switch form.notice {
    case .failed(let failure): form.notice = .failed(applied(to: failure))
    case .asking(let failure): form.notice = .asking(after: failure.map(applied))
    case nil: break
    }
    return .open(product: applied(to: product), isNew: isNew, form: form)
  }

  func applied(to world: ProductDatabase) -> ProductDatabase { ProductDatabase(products: world.products.map(applied)) }
}

extension VersionMapping {
  func applied(to state: ProductEditor.State) -> ProductEditor.State {
    var state = state
    state.products = state.products.map(applied)
    state.sheet = applied(to: state.sheet)
    state.aside = state.aside.mapValues { $0.restated(applied) }
    return state
  }

  func applied(to effect: ProductEditor.Effect) -> ProductEditor.Effect {
    switch effect {
    case .loadProducts: return effect
    case .insert(let product): return .insert(applied(to: product))
    case .update(var product, let expected):
      product.version = expected
      let expected = version(product)
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
    state.aside = state.aside.mapValues { $0.restated(applied) }
    return state
  }

  func applied(to effect: ProductListFeature.Effect) -> ProductListFeature.Effect {
    switch effect {
    case .editor(let effect): return .editor(applied(to: effect))
    case .restore(let placed): return .restore(placed.mapRows(applied))
    case .save(let product, over: let expected?):
      var stored = product
      stored.version = expected
      return .save(applied(to: product), over: version(stored))
    case .save(let product, over: nil): return .save(applied(to: product), over: nil)
    case .delete, .move: return effect
    }
  }

  func applied(to action: ProductListFeature.Action) -> ProductListFeature.Action {
    switch action {
    case .editor(let action): .editor(applied(to: action))
    case .table(let action): .table(applied(to: action))
    case .takenBack(.discarding(let sheet)): .takenBack(.discarding(applied(to: sheet)))
    case .takenBack(.typing), .takenBack(.showing): action
    }
  }

  private func applied(to action: TableFeature<Product>.Action) -> TableFeature<Product>.Action {
    switch action {
    case .saved(let product): .saved(applied(to: product))
    case .saveConflicted(let id, let stored): .saveConflicted(id, stored: stored.map(applied))
    case .restored(let placed): .restored(placed.map(applied))
    case .restoreFailed(let placed, let reason): .restoreFailed(placed.map(applied), reason)
    case .takenBack(.cell(let column, let old, let new)):
      .takenBack(.cell(column, was: applied(to: old), is: applied(to: new)))
    case .takenBack(.deletion(let placed)): .takenBack(.deletion(placed.map(applied)))
    case .takenBack(.restoring(let placed)): .takenBack(.restoring(placed.map(applied)))
    case .takenBack(.edits(let placed)): .takenBack(.edits(placed.map(applied)))
    // Neither a person nor the modelled store sends other actions that hold products.
    default: action
    }
  }

  private func applied(to placed: TableFeature<Product>.PositionedRow) -> TableFeature<Product>.PositionedRow {
    placed.mapRows(applied)
  }

  private func applied(to placed: TableFeature<Product>.PositionedDraft) -> TableFeature<Product>.PositionedDraft {
    var placed = placed
    placed.draft.edited = applied(to: placed.draft.edited)
    placed.draft.stored = placed.draft.stored.map(applied)
    return placed
  }
}
