import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import Tables
import Values

/// The product list with undo, in a shop that another user changes too.
public struct ProductListExploration: Exploration {
  /// The explored feature.
  public let feature: UndoFeature<ProductListFeature>
  let list: EditorExploration
  let subject: ReducedSpace?
  private let database: ProductDatabase
  private let initialSelection: Set<Product.ID>
  private let actions: [ProductListFeature.Action]?

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - database: The initial products.
  ///   - selected: The initial selection.
  ///   - actions: The actions that the user can perform besides undo and redo; `nil` for all of them.
  ///   - undoLimit: The number of steps that can be undone.
  ///   - isShared: Whether another user changes products too.
  ///   - recreatesDeleted: Whether the other user also recreates deleted products.
  ///   - repricesAgain: Whether the other user reprices a product that has the new price already.
  ///   - changedByOthers: The products that the other user changes; `nil` for all of them.
  ///   - subject: The subject of a reduced space, which adds further laws; `nil` for the whole feature.
  public init(
    database: ProductDatabase = .twoProducts, initialSelection selected: Set<Product.ID> = [],
    actions: [ProductListFeature.Action]? = nil,
    undoLimit: Int = 100, isShared: Bool = true, recreatesDeleted: Bool = true, repricesAgain: Bool = true,
    changedByOthers: Set<Product.ID>? = nil,
    subject: ReducedSpace? = nil
  ) {
    feature = UndoFeature(ProductListFeature(), limit: undoLimit)
    list = EditorExploration(
      database: database, isShared: isShared, recreatesDeleted: recreatesDeleted,
      repricesAgain: repricesAgain, changedByOthers: changedByOthers)
    self.database = database
    self.initialSelection = selected
    self.actions = actions
    self.subject = subject
  }

  /// The initial state: the list is loaded and the sheet is closed.
  public var start: (state: UndoFeature<ProductListFeature>.State, environment: ProductDatabase) {
    var state = ProductListFeature.State(products: database.products)
    if !initialSelection.isEmpty {
      _ = feature.feature.reduce(&state, .table(.view(.selection(.idsReplaced(initialSelection)))))
    }
    return (UndoFeature.State(state), database)
  }

  /// All actions of the user, also those that have no effect in this state.
  public func actions(in state: UndoFeature<ProductListFeature>.State) -> [UndoFeature<ProductListFeature>.Action] {
    (actions ?? allActions(in: state.feature)).map { .feature($0) }
      + (actions == nil ? [.groupOpened(.table(.deletion)), .groupClosed] : [])
      + (feature.limit > 0 ? [.undo, .redo] : [])
  }

  private func allActions(in state: ProductListFeature.State) -> [ProductListFeature.Action] {
    let rows = ProductListFeature.table.view.visibleRows(of: state.table.view).map(\.id)
    let ofRows: [EditableTable<Product>.Action] = rows.flatMap { id in
      [
        .view(.selection(.rowClicked(id))), .view(.selection(.rowToggled(id))),
        .view(.selection(.rangeExtended(to: id))),
        .rowsMoved(.init([id], .end)), .cellValueSet(id, "name", "Mug"), .cellValueSet(id, "price", -1), .localKept(id),
        .remoteTaken(id),
      ]
    }
    let ofTable: [EditableTable<Product>.Action] =
      [
        .view(.selection(.allSelected)), .view(.selection(.cleared)), .deleteTapped, .saveTapped(nil),
        .revertTapped(nil),
      ]
      + [.view(.searchTextChanged("Lamp")), .view(.searchTextChanged(""))]
      + ["name", "price"].map { .view(.headerClicked($0)) }
      + state.table.deletions.keys.sorted { $0.rawValue < $1.rawValue }.map { .restoreTapped($0) }
    return (ofRows + ofTable).map { .table($0) } + list.actions(in: state)
  }

  /// The outcomes of an effect: success, a rejection by the store, or an unreachable store.
  public func outcomes(
    of effect: ProductListFeature.Effect, in environment: ProductDatabase
  ) -> [Outcome<UndoFeature<ProductListFeature>.Action, ProductDatabase>] {
    list.outcomes(of: effect, in: environment).map { $0.lift { .feature($0) } }
  }

  /// Only loading the list is read-only.
  public func isReadOnly(_ effect: ProductListFeature.Effect) -> Bool { list.isReadOnly(effect) }

  /// Another user changes the price of a product, deletes it, or recreates one that was deleted.
  public func environmentEvents(in environment: ProductDatabase) -> [EnvironmentEvent<ProductDatabase>] {
    list.environmentEvents(in: environment)
  }

  /// A Boolean value that indicates whether the list is loading, a sheet is saving, or a change of products is
  /// pending.
  public func isBusy(_ state: UndoFeature<ProductListFeature>.State) -> Bool {
    let table = state.feature.table
    return list.isBusy(state.feature) || state.feature.isStoringEdits
      || table.deletions.values.contains(where: \.isPending)
      || table.drafts.values.contains(where: \.status.isPending) || !table.pendingMoves.isEmpty
  }

  /// Clears the reason why the last action of the table was rejected.
  public func clearReports(in state: inout UndoFeature<ProductListFeature>.State) {
    state.feature.clearRejection()
  }

  /// The kind of the sheet's state if it is open, and the kinds of the pending deletions and restorations.
  public func kind(of state: UndoFeature<ProductListFeature>.State) -> String {
    let deletionKinds = Set(state.feature.table.deletions.values.map(\.kind)).sorted()
    let sheet = list.kind(of: state.feature)
    if deletionKinds.isEmpty { return sheet }
    return ((sheet == "closed" ? [] : [sheet]) + deletionKinds).joined(separator: ", ")
  }
}

extension EditableTable<Product>.DeletionStatus {
  fileprivate var kind: String {
    switch self {
    case .deleting: "deleting"
    case .deleteFailed: "not deleted"
    case .restoring: "restoring"
    case .restoreFailed: "not restored"
    }
  }
}
