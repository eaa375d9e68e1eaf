public import LoopProof
internal import Loop
internal import MemoryHandlers
internal import Shop

extension EditorExploration {
  /// Names versions by their rank.
  ///
  /// A version is a number that only grows: two moments that differ in how often a product was stored before, and in
  /// nothing else, have the same future.
  public func renamed(_ moment: borrowing Moment<Self>) -> Moment<Self>? {
    var moment = copy moment
    var versions: [Product.ID: Set<Int>] = [:]
    moment.restate { product in
      versions[product.id, default: [0]].insert(product.version)
      return product.version
    }
    let ranks = versions.mapValues { Dictionary(uniqueKeysWithValues: zip($0.sorted(), 0...)) }
    moment.restate { product in ranks[product.id]?[product.version] ?? product.version }
    return moment
  }
}

extension Moment where Played == EditorExploration {
  /// Gives every product in sight another version.
  fileprivate mutating func restate(_ version: (Product) -> Int) {
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
      form.draft = restated(form.draft)
      switch form.stage {
      case .failed(let failure): form.stage = .failed(restated(failure))
      case .asking(let failure): form.stage = .asking(after: failure.map(restated))
      case .editing, .saving: break
      }
      return .open(product: restated(product), isNew: isNew, form: form)
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
    world = ShopWorld(products: world.products.map(restated))
    situation.state.products = situation.state.products.map(restated)
    situation.state.sheet = restated(situation.state.sheet)
    situation.state.aside = situation.state.aside.mapValues { $0.restated(restated) }
    situation.pending.restate(restated)
    answers = answers.mapValues { $0.map(restated) }
    told = told.map(restated)
    late = late.map(restated)
  }
}
