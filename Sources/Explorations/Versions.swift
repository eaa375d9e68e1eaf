internal import LoopExplorer
internal import MemoryHandlers
internal import Shop
internal import Tables

/// Gives products other versions, wherever they stand.
struct Versions {
  private let version: (Product) -> Int

  init(_ version: @escaping (Product) -> Int) { self.version = version }

  /// The versions that were met, product by product.
  struct Seen {
    /// Nothing is stored yet in version 0, and what is stored anew is in version 1: those are met always, and keep their names.
    ///
    /// In order, without doubles: they are few, and to look through an array is quicker than to hash.
    private var versions: [Product.ID: [Int]] = [:]

    /// Notes the version of a product, and leaves it.
    mutating func note(_ product: Product) -> Int {
      note(product.version, in: &versions[product.id, default: [0, 1]])
      return product.version
    }

    private func note(_ version: Int, in versions: inout [Int]) {
      let place = versions.firstIndex { $0 >= version } ?? versions.count
      if place == versions.count || versions[place] != version { versions.insert(version, at: place) }
    }

    /// Whether every version is its rank already.
    var areRanked: Bool { versions.values.allSatisfy { $0.last == $0.count - 1 } }

    /// How many versions of a product are below.
    func ranks() -> (Product) -> Int {
      { product in versions[product.id]?.firstIndex(of: product.version) ?? product.version }
    }
  }

  /// A moment in which every version is named by its rank; none where it is so already.
  static func ranked<Played>(
    in moment: borrowing Moment<Played>, _ restate: (inout Moment<Played>, Versions) -> Void
  ) -> Moment<Played>? {
    var moment = copy moment
    var seen = Seen()
    restate(&moment, Versions { seen.note($0) })
    if seen.areRanked { return nil }
    restate(&moment, Versions(seen.ranks()))
    return moment
  }

  func restated(_ product: Product) -> Product {
    var product = product
    product.version = version(product)
    return product
  }

  func restated(_ failure: StoreFailure) -> StoreFailure {
    if case .conflict(let current) = failure { .conflict(current: restated(current)) } else { failure }
  }

  func restated(_ sheet: SheetStatus) -> SheetStatus {
    guard case .open(let product, let isNew, var form) = sheet else { return sheet }
    switch form.notice {
    case .failed(let failure): form.notice = .failed(restated(failure))
    case .asking(let failure): form.notice = .asking(after: failure.map(restated))
    case nil: break
    }
    return .open(product: restated(product), isNew: isNew, form: form)
  }

  func restated(_ world: ShopWorld) -> ShopWorld { ShopWorld(products: world.products.map(restated)) }
}

extension Versions {
  func restated(_ state: ProductEditor.State) -> ProductEditor.State {
    var state = state
    state.products = state.products.map(restated)
    state.sheet = restated(state.sheet)
    state.aside = state.aside.mapValues { $0.restated(restated) }
    return state
  }

  func restated(_ effect: ProductEditor.Effect) -> ProductEditor.Effect {
    switch effect {
    case .loadProducts: return effect
    case .insert(let product): return .insert(restated(product))
    case .update(var product, let expected):
      product.version = expected
      let expected = version(product)
      return .update(restated(product), expecting: expected)
    }
  }

  func restated(_ action: ProductEditor.Action) -> ProductEditor.Action {
    switch action {
    case .addTapped(let product): .addTapped(restated(product))
    case .productsLoaded(let products): .productsLoaded(products.map(restated))
    case .saved(let product): .saved(restated(product))
    case .loadFailed(let failure): .loadFailed(restated(failure))
    case .saveFailed(let id, let failure): .saveFailed(id, restated(failure))
    case .appeared, .reloadTapped, .rowTapped, .form, .deleted: action
    }
  }
}

extension Versions {
  func restated(_ state: Catalogue.State) -> Catalogue.State {
    var state = state
    state.table.mapRows(restated)
    state.sheet = restated(state.sheet)
    state.aside = state.aside.mapValues { $0.restated(restated) }
    return state
  }

  func restated(_ effect: Catalogue.Effect) -> Catalogue.Effect {
    switch effect {
    case .editor(let effect): return .editor(restated(effect))
    case .restore(let placed): return .restore(placed.mapRows(restated))
    case .save(let product, over: let expected?):
      var stored = product
      stored.version = expected
      return .save(restated(product), over: version(stored))
    case .save(let product, over: nil): return .save(restated(product), over: nil)
    case .delete, .move: return effect
    }
  }

  func restated(_ action: Catalogue.Action) -> Catalogue.Action {
    switch action {
    case .editor(let action): .editor(restated(action))
    case .table(let action): .table(restated(action))
    case .takenBack(.discarding(let sheet)): .takenBack(.discarding(restated(sheet)))
    case .takenBack(.typing), .takenBack(.showing): action
    }
  }

  private func restated(_ action: Table<Product>.Action) -> Table<Product>.Action {
    switch action {
    case .saved(let product): .saved(restated(product))
    case .saveConflicted(let id, let stored): .saveConflicted(id, stored: stored.map(restated))
    case .restored(let placed): .restored(placed.map(restated))
    case .restoreFailed(let placed, let reason): .restoreFailed(placed.map(restated), reason)
    case .takenBack(.cell(let column, let old, let new)):
      .takenBack(.cell(column, was: restated(old), is: restated(new)))
    case .takenBack(.deletion(let placed)): .takenBack(.deletion(placed.map(restated)))
    case .takenBack(.restoring(let placed)): .takenBack(.restoring(placed.map(restated)))
    case .takenBack(.edits(let placed)): .takenBack(.edits(placed.map(restated)))
    // Neither a person nor the modelled store sends other actions that hold products.
    default: action
    }
  }

  private func restated(_ placed: Table<Product>.PlacedRow) -> Table<Product>.PlacedRow { placed.mapRows(restated) }

  private func restated(_ placed: Table<Product>.PlacedDraft) -> Table<Product>.PlacedDraft {
    var placed = placed
    placed.draft.edited = restated(placed.draft.edited)
    placed.draft.stored = placed.draft.stored.map(restated)
    return placed
  }
}
