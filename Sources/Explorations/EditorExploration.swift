public import LoopExplorer
public import MemoryHandlers
public import Shop
internal import Values

/// The product editor in a shop of two products, where somebody else changes things too.
public struct EditorExploration: Exploration {
  /// The feature that is played.
  public let feature = ProductEditor()
  private let shop: ShopWorld
  let actions: [ProductEditor.Action]?
  let isShared: Bool
  let makesAnew: Bool
  private let others: Set<Product.ID>?
  /// How a test makes this, in Swift.
  var source: String?

  /// Makes one in a shop.
  ///
  /// - Parameters:
  ///   - shop: What is sold at the beginning.
  ///   - actions: What a person does; everything there is to do, if nothing else is said.
  ///   - isShared: Whether somebody else changes things too.
  ///   - makesAnew: Whether somebody else makes anew what was deleted, too.
  ///   - others: What somebody else changes; everything, if nothing else is said.
  public init(
    shop: ShopWorld = .twoProducts, actions: [ProductEditor.Action]? = nil, isShared: Bool = true,
    makesAnew: Bool = true, others: Set<Product.ID>? = nil
  ) {
    self.shop = shop
    self.actions = actions
    self.isShared = isShared
    self.makesAnew = makesAnew
    self.others = others
  }

  /// The list has been read, and the sheet is closed.
  public var start: (state: ProductEditor.State, world: ShopWorld) {
    (ProductEditor.State(products: shop.products), shop)
  }

  /// What a person does, whether or not it makes sense in this state.
  ///
  /// Everything there is to do comes with few names and prices, and a product that is added gets the first identifier that
  /// nothing in the state is known by.
  public func actions(in state: ProductEditor.State) -> [ProductEditor.Action] {
    actions
      ?? [.appeared, .reloadTapped, .addTapped(.empty(id: state.freeID))]
      + state.rowIDs.map { .rowTapped($0) }
      + [
        .nameChanged("Tea"), .nameChanged(""), .priceChanged(Money(cents: 350)), .tagsChanged(["new"]), .revertTapped,
        .saveTapped, .cancelTapped, .discardTapped, .keepEditingTapped,
      ].map { .form($0) }
  }

  /// The store cannot be reached, or does what it is asked for, or has its reasons not to.
  public func outcomes(
    of effect: ProductEditor.Effect, in world: ShopWorld
  ) -> [Outcome<ProductEditor.Action, ShopWorld>] {
    switch effect {
    case .loadProducts:
      [
        Outcome("loaded", .productsLoaded(world.products), in: world),
        Outcome("failed offline", .loadFailed(.offline), in: world),
      ]
    case .insert(let product):
      saving(product, in: world) { shop throws(StoreFailure) in try shop.insert(product) }
    case .update(let product, let version):
      saving(product, in: world) { shop throws(StoreFailure) in try shop.update(product, expecting: version) }
    }
  }

  /// A store that was reached and could not answer was not reached, as far as anyone can tell.
  public func answerWhenLost(_ effect: ProductEditor.Effect) -> [ProductEditor.Action] {
    switch effect {
    case .loadProducts: [.loadFailed(.offline)]
    case .insert(let product), .update(let product, _): [.saveFailed(product.id, .offline)]
    }
  }

  /// The list is only read.
  public func onlyReads(_ effect: ProductEditor.Effect) -> Bool { effect == .loadProducts }

  /// The list is being read, or a sheet is being saved.
  public func isBusy(_ state: ProductEditor.State) -> Bool {
    state.list == .reading || state.sheet.form?.isSaving == true
      || state.aside.values.contains { $0.form.isSaving }
  }

  /// The sheet, and what is in it.
  public func kind(of state: ProductEditor.State) -> String { state.sheet.kind }

  private func saving(
    _ product: Product, in world: ShopWorld, _ deed: (inout ShopWorld) throws(StoreFailure) -> Product
  ) -> [Outcome<ProductEditor.Action, ShopWorld>] {
    var after = world
    do {
      let saved = try deed(&after)
      return [
        Outcome("saved", .saved(saved), in: after),
        Outcome("failed offline", .saveFailed(product.id, .offline), in: world),
      ]
    } catch {
      return [
        Outcome("failed \(error.name)", .saveFailed(product.id, error), in: world),
        Outcome("failed offline", .saveFailed(product.id, .offline), in: world),
      ]
    }
  }

  /// Somebody else gives a product another price, deletes it, or makes one anew that was sold before.
  ///
  /// What the shop refuses does not happen.
  public func happenings(in world: ShopWorld) -> [Happening<ShopWorld>] {
    if !isShared { return [] }
    let changes = world.products.filter(isOthers).flatMap { product in
      var priced = product
      priced.price = Money(cents: 9900)
      return [
        happening("priced", product, in: world) { shop throws(StoreFailure) in
          _ = try shop.update(priced, expecting: product.version)
        },
        happening("deleted", product, in: world) { shop throws(StoreFailure) in shop.delete(product.id) },
      ]
    }
    let returns = shop.products.filter { makesAnew && isOthers($0) && world[$0.id] == nil }.map { product in
      happening("made anew", product, in: world) { shop throws(StoreFailure) in _ = try shop.insert(product) }
    }
    return (changes + returns).compactMap(\.self)
  }

  private func isOthers(_ product: Product) -> Bool { others?.contains(product.id) ?? true }

  private func happening(
    _ name: String, _ product: Product, in world: ShopWorld, _ deed: (inout ShopWorld) throws(StoreFailure) -> Void
  ) -> Happening<ShopWorld>? {
    var after = world
    do { try deed(&after) } catch { return nil }
    return Happening("\(name) \(product.id.rawValue)", in: after)
  }
}

extension ProductEditor.State {
  /// What a sheet can be opened on: the products, and those whose first save has not been answered.
  fileprivate var rowIDs: [Product.ID] {
    let known = products.map(\.id)
    return known + aside.keys.filter { !known.contains($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  fileprivate var freeID: Product.ID {
    var number = 1
    func id() -> Product.ID { Product.ID(rawValue: "p\(number)") }
    while rowIDs.contains(id()) || sheet.isOpen(on: id()) { number += 1 }
    return id()
  }
}

extension SheetStatus {
  fileprivate var kind: String {
    guard let form else { return "closed" }
    return switch form.notice {
    case nil: form.isSaving ? "saving" : form.isChanged ? "changed" : "unchanged"
    case .asking: "asking"
    case .failed: "failed"
    }
  }
}

extension StoreFailure {
  fileprivate var name: String {
    switch self {
    case .offline: "offline"
    case .conflict: "conflict"
    case .gone: "gone"
    case .rejected: "rejected"
    }
  }
}

extension ShopWorld {
  /// A shop that sells a lamp and a chair.
  public static let twoProducts = ShopWorld(products: [
    Product(id: "p1", name: "Lamp", price: Money(cents: 1999), place: 1, version: 1),
    Product(id: "p2", name: "Chair", price: Money(cents: 4900), place: 2, version: 1),
  ])
}
