import Loop
import Shop
import Tables

extension BackOffice: Undoable {
  /// A change that can be undone: a change of the products.
  public typealias ChangeKind = ProductListFeature.ChangeKind

  /// Returns what undoes an action.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .products(let action): productList.compensation(of: action, in: state.products).lift(Action.products) { $0 }
    case .productImport(.imported(let edits)) where state.productImport.isImporting:
      edits.isEmpty ? .ignored : .actions([.products(.editsMade(edits.map(\.inverse)))], of: .fileImport)
    case .sampleData(.added(let edits)) where state.sampleData == .adding:
      .actions([.products(.editsMade(edits.map(\.inverse)))], of: .addition)
    case .tabSelected, .appeared, .resumed, .changesWatched, .productsChangedElsewhere, .eventsChangedElsewhere,
      .watchingEnded, .recordedChangesLoaded, .recordedChangesFailed, .fieldChanged, .events, .eventForm, .productEdit,
      .outbox, .productImport, .productExport, .sampleData, .settings:
      .ignored
    }
  }

  /// Returns what applying a compensating action would do.
  public func undoStatus(of action: Action, in state: State) -> UndoStatus {
    switch action {
    // An import compares the products with its preview, and a sheet hides them.
    case .products(.editsMade) where state.productImport.isOpen,
      .products where state.isOfficeSheetOpen:
      .deferred
    case .products(let action): productList.undoStatus(of: action, in: state.products)
    case .tabSelected, .appeared, .resumed, .changesWatched, .productsChangedElsewhere, .eventsChangedElsewhere,
      .watchingEnded, .recordedChangesLoaded, .recordedChangesFailed, .fieldChanged, .events, .eventForm, .productEdit,
      .outbox, .productImport, .productExport, .sampleData, .settings:
      .hasNoEffect
    }
  }
}

extension BackOffice.State {
  /// Returns why the changes of a step can be taken back only later, or `nil` if they can be now.
  func reasonForWaiting(toUndo actions: [BackOffice.Action]) -> String? {
    for case .products(.editsMade(let edits)) in actions {
      if products.isStoringEdits { return "products are being changed" }
      if productImport.isOpen {
        return "a file is being imported; finish that, or leave it with products.import.cancel"
      }
      guard let id = products.busyProduct(among: edits) else { continue }
      let reference = products[id]?.reference ?? id.rawValue
      return products.table.drafts[id]?.status == .unsaved
        ? "\(reference) has unsaved changes; save or revert them first" : "\(reference) is being stored"
    }
    return nil
  }
}
