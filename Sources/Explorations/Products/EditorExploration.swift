import LoopExplorer
import MemoryHandlers
import Shop
import Tables
import Values

/// The product list and its editor with two products, which another user changes too.
public struct EditorExploration: Exploration {
  /// The explored feature.
  public let feature = ProductListFeature()
  private let database: ProductDatabase
  let actions: [ProductListFeature.Action]?
  let isShared: Bool
  let recreatesDeleted: Bool
  let repricesAgain: Bool
  private let changedByOthers: Set<Product.ID>?
  /// The Swift expression that creates this exploration in the source code of a test.
  public internal(set) var sourceExpression = "EditorExploration()"

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - database: The initial products.
  ///   - actions: The actions that the user can perform; `nil` for all of them.
  ///   - isShared: Whether another user changes products too.
  ///   - recreatesDeleted: Whether the other user also recreates deleted products.
  ///   - repricesAgain: Whether the other user reprices a product that has the new price already, so that there are any
  ///     number of versions.
  ///   - changedByOthers: The products that the other user changes; `nil` for all of them.
  public init(
    database: ProductDatabase = .twoProducts, actions: [ProductListFeature.Action]? = nil, isShared: Bool = true,
    recreatesDeleted: Bool = true, repricesAgain: Bool = true, changedByOthers: Set<Product.ID>? = nil
  ) {
    self.database = database
    self.actions = actions
    self.isShared = isShared
    self.recreatesDeleted = recreatesDeleted
    self.repricesAgain = repricesAgain
    self.changedByOthers = changedByOthers
  }

  /// The initial state: the list is loaded and the sheet is closed.
  public var start: (state: ProductListFeature.State, environment: ProductDatabase) {
    (ProductListFeature.State(products: database.products), database)
  }

  /// All actions of the user, also those that have no effect in this state.
  ///
  /// Without a fixed list of actions, names and prices come from small sets, and a product that is added gets the first
  /// identifier that the state does not use.
  public func actions(in state: ProductListFeature.State) -> [ProductListFeature.Action] {
    actions
      ?? [.appeared, .reloadTapped, .editor(.addTapped(.empty(id: state.unusedID)))]
      + state.rowIDs.map { .rowTapped($0) }
      + [
        .changed("name", to: "Tea"), .changed("name", to: ""), .changed("price", to: Money(cents: 350)),
        .changed("tags", to: ["new"]), .revertTapped,
        .saveTapped, .cancelTapped, .discardTapped, .keepEditingTapped,
      ].map { .editor(.form($0)) }
  }

  /// The outcomes of an effect: success, a rejection by the store, or an unreachable store.
  public func outcomes(
    of effect: ProductListFeature.Effect, in environment: ProductDatabase
  ) -> [Outcome<ProductListFeature.Action, ProductDatabase>] {
    [outcomeIfReachable(of: effect, in: environment)]
      + [Outcome("failed offline", effect.failureAction(.offline), in: environment)]
  }

  private func outcomeIfReachable(
    of effect: ProductListFeature.Effect, in environment: ProductDatabase
  ) -> Outcome<ProductListFeature.Action, ProductDatabase> {
    var after = environment
    let name: String
    switch effect {
    case .loadProducts: return Outcome("loaded", .productsLoaded(environment.products), in: environment)
    case .editor(.insert), .editor(.update), .save, .change, .restore: name = "saved"
    case .delete: name = "deleted"
    case .move: name = "moved"
    case .editor(.reportStored), .editor(.reportRemoved): preconditionFailure("the list answers a report at once")
    case .cancelWrite: return Outcome("cancelled", in: environment)
    }
    do throws(ProductTransactionError) {
      let stored = try after.apply(effect.changes)
      return Outcome(name, effect.successAction(stored), in: after)
    } catch {
      let name = ProductStoreError(error).outcomeName
      return Outcome("failed \(name)", effect.failureAction(ofTransaction: error), in: environment)
    }
  }

  /// Only loading the list is read-only.
  public func isReadOnly(_ effect: ProductListFeature.Effect) -> Bool { effect == .loadProducts }

  /// A Boolean value that indicates whether the list is loading or a sheet is saving.
  public func isBusy(_ state: ProductListFeature.State) -> Bool {
    state.listStatus == .loading || state.editor.sheet.form?.isSaving == true
      || state.editor.savingSheets.values.contains { $0.form.isSaving }
  }

  /// The kind of the open sheet's state, or "closed".
  public func kind(of state: ProductListFeature.State) -> String { state.editor.sheet.stateKind }

  /// Another user changes the price of a product, deletes it, or recreates one that was deleted.
  ///
  /// An event that the database rejects is left out.
  public func environmentEvents(in environment: ProductDatabase) -> [EnvironmentEvent<ProductDatabase>] {
    if !isShared { return [] }
    func event(
      _ name: String, _ product: Product, _ change: (inout ProductDatabase) throws(ProductStoreError) -> Void
    ) -> EnvironmentEvent<ProductDatabase>? {
      var after = environment
      do { try change(&after) } catch { return nil }
      return EnvironmentEvent("\(name) \(product.id.rawValue)", in: after)
    }
    func canChange(_ product: Product) -> Bool { changedByOthers?.contains(product.id) ?? true }
    let changes = environment.products.filter(canChange).flatMap { product in
      var priced = product
      priced.price = Money(cents: 9900)
      return [
        priced == product && !repricesAgain
          ? nil
          : event("priced", product) { shop throws(ProductStoreError) in
            _ = try shop.update(priced, expecting: product.version)
          },
        event("deleted", product) { shop in shop.delete(product.id) },
      ]
    }
    let deleted = database.products.filter { recreatesDeleted && canChange($0) && environment[$0.id] == nil }
    let returns = deleted.map { product in
      event("recreated", product) { shop throws(ProductStoreError) in _ = try shop.insert(product) }
    }
    return (changes + returns).compactMap(\.self)
  }
}

extension ProductListFeature.State {
  /// The products that a sheet can be opened for, including those whose first save is still pending.
  fileprivate var rowIDs: [Product.ID] {
    let known = products.map(\.id)
    return known + editor.savingSheets.keys.filter { !known.contains($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  fileprivate var unusedID: Product.ID {
    var number = 1
    func id() -> Product.ID { Product.ID(rawValue: "p\(number)") }
    while rowIDs.contains(id()) || editor.sheet.isOpen(for: id()) { number += 1 }
    return id()
  }
}

extension SheetStatus {
  fileprivate var stateKind: String {
    guard let form else { return "closed" }
    return switch form.notice {
    case nil: form.isSaving ? "saving" : form.isChanged ? "changed" : "unchanged"
    case .confirmingDiscard: "asking"
    case .saveFailed: "failed"
    }
  }
}

extension ProductStoreError {
  var outcomeName: String {
    switch self {
    case .offline, .failed: "offline"
    case .conflict: "conflict"
    case .notFound: "gone"
    case .rejected: "rejected"
    }
  }
}

extension ProductDatabase {
  /// A database with two products, a lamp and a chair.
  public static let twoProducts = ProductDatabase(products: [
    Product(id: "p1", name: "Lamp", price: Money(cents: 1999), position: 1, version: 1),
    Product(id: "p2", name: "Chair", price: Money(cents: 4900), position: 2, version: 1),
  ])
}
