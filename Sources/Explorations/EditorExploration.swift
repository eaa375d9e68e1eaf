public import LoopExplorer
public import MemoryHandlers
public import Shop
internal import Values

/// The product editor in a shop of two products, where somebody else changes things too.
public struct EditorExploration: Exploration {
  /// The feature that is played.
  public let feature = ProductEditor()
  private let shop: ProductDatabase
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
    database shop: ProductDatabase = .twoProducts, actions: [ProductEditor.Action]? = nil, isShared: Bool = true,
    recreatesDeleted makesAnew: Bool = true, changedByOthers others: Set<Product.ID>? = nil
  ) {
    self.shop = shop
    self.actions = actions
    self.isShared = isShared
    self.makesAnew = makesAnew
    self.others = others
  }

  /// The list has been read, and the sheet is closed.
  public var start: (state: ProductEditor.State, world: ProductDatabase) {
    (ProductEditor.State(products: shop.products), shop)
  }

  /// What a person does, whether or not it makes sense in this state.
  ///
  /// Everything there is to do comes with few names and prices, and a product that is added gets the first identifier that
  /// nothing in the state is known by.
  public func actions(in state: ProductEditor.State) -> [ProductEditor.Action] {
    actions
      ?? [.appeared, .reloadTapped, .addTapped(.empty(id: state.unusedID))]
      + state.rowIDs.map { .rowTapped($0) }
      + [
        .nameChanged("Tea"), .nameChanged(""), .priceChanged(Money(cents: 350)), .tagsChanged(["new"]), .revertTapped,
        .saveTapped, .cancelTapped, .discardTapped, .keepEditingTapped,
      ].map { .form($0) }
  }

  /// The store cannot be reached, or does what it is asked for, or has its reasons not to.
  public func outcomes(
    of effect: ProductEditor.Effect, in world: ProductDatabase
  ) -> [Outcome<ProductEditor.Action, ProductDatabase>] {
    switch effect {
    case .loadProducts:
      [
        Outcome("loaded", .productsLoaded(world.products), in: world),
        Outcome("failed offline", .loadFailed(.offline), in: world),
      ]
    case .insert(let product):
      saveOutcomes(of: product, in: world) { shop throws(ProductStoreError) in try shop.insert(product) }
    case .update(let product, let version):
      saveOutcomes(of: product, in: world) { shop throws(ProductStoreError) in
        try shop.update(product, expecting: version)
      }
    }
  }

  /// A store that was reached and could not answer was not reached, as far as anyone can tell.
  public func responsesWhenLost(of effect: ProductEditor.Effect) -> [ProductEditor.Action] {
    switch effect {
    case .loadProducts: [.loadFailed(.offline)]
    case .insert(let product), .update(let product, _): [.saveFailed(product.id, .offline)]
    }
  }

  /// The list is only read.
  public func isReadOnly(_ effect: ProductEditor.Effect) -> Bool { effect == .loadProducts }

  /// The list is being read, or a sheet is being saved.
  public func isBusy(_ state: ProductEditor.State) -> Bool {
    state.list == .reading || state.sheet.form?.isSaving == true
      || state.aside.values.contains { $0.form.isSaving }
  }

  /// The sheet, and what is in it.
  public func kind(of state: ProductEditor.State) -> String { state.sheet.stateKind }

  private func saveOutcomes(
    of product: Product, in world: ProductDatabase, _ deed: (inout ProductDatabase) throws(ProductStoreError) -> Product
  ) -> [Outcome<ProductEditor.Action, ProductDatabase>] {
    var after = world
    do {
      let saved = try deed(&after)
      return [
        Outcome("saved", .saved(saved), in: after),
        Outcome("failed offline", .saveFailed(product.id, .offline), in: world),
      ]
    } catch {
      return [
        Outcome("failed \(error.outcomeName)", .saveFailed(product.id, error), in: world),
        Outcome("failed offline", .saveFailed(product.id, .offline), in: world),
      ]
    }
  }

  /// Somebody else gives a product another price, deletes it, or makes one anew that was sold before.
  ///
  /// What the shop refuses does not happen.
  public func environmentEvents(in world: ProductDatabase) -> [EnvironmentEvent<ProductDatabase>] {
    if !isShared { return [] }
    let changes = world.products.filter(canOthersChange).flatMap { product in
      var priced = product
      priced.price = Money(cents: 9900)
      return [
        environmentEvent("priced", product, in: world) { shop throws(ProductStoreError) in
          _ = try shop.update(priced, expecting: product.version)
        },
        environmentEvent("deleted", product, in: world) { shop throws(ProductStoreError) in shop.delete(product.id) },
      ]
    }
    let returns = shop.products.filter { makesAnew && canOthersChange($0) && world[$0.id] == nil }.map { product in
      environmentEvent("made anew", product, in: world) { shop throws(ProductStoreError) in _ = try shop.insert(product)
      }
    }
    return (changes + returns).compactMap(\.self)
  }

  private func canOthersChange(_ product: Product) -> Bool { others?.contains(product.id) ?? true }

  private func environmentEvent(
    _ name: String, _ product: Product, in world: ProductDatabase,
    _ deed: (inout ProductDatabase) throws(ProductStoreError) -> Void
  ) -> EnvironmentEvent<ProductDatabase>? {
    var after = world
    do { try deed(&after) } catch { return nil }
    return EnvironmentEvent("\(name) \(product.id.rawValue)", in: after)
  }
}

extension ProductEditor.State {
  /// What a sheet can be opened on: the products, and those whose first save has not been answered.
  fileprivate var rowIDs: [Product.ID] {
    let known = products.map(\.id)
    return known + aside.keys.filter { !known.contains($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  fileprivate var unusedID: Product.ID {
    var number = 1
    func id() -> Product.ID { Product.ID(rawValue: "p\(number)") }
    while rowIDs.contains(id()) || sheet.isOpen(for: id()) { number += 1 }
    return id()
  }
}

extension SheetStatus {
  fileprivate var stateKind: String {
    guard let form else { return "closed" }
    return switch form.notice {
    case nil: form.isSaving ? "saving" : form.isChanged ? "changed" : "unchanged"
    case .asking: "asking"
    case .failed: "failed"
    }
  }
}

extension ProductStoreError {
  fileprivate var outcomeName: String {
    switch self {
    case .offline: "offline"
    case .conflict: "conflict"
    case .gone: "gone"
    case .rejected: "rejected"
    }
  }
}

extension ProductDatabase {
  /// A shop that sells a lamp and a chair.
  public static let twoProducts = ProductDatabase(products: [
    Product(id: "p1", name: "Lamp", price: Money(cents: 1999), position: 1, version: 1),
    Product(id: "p2", name: "Chair", price: Money(cents: 4900), position: 2, version: 1),
  ])
}
