import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import Tables

extension ProductListExploration {
  /// What the user does in a reduced space, besides undoing and redoing.
  public enum ReducedSpace: String, CaseIterable, Sendable {
    /// Deleting one product and restoring it.
    case deleting
    /// Selecting, sorting and deleting among two products.
    case selecting
    /// Selecting two products and reloading the list.
    case reloading
    /// Typing in the sheet of one product, and saving or discarding the draft.
    case typing
  }

  /// Creates a space that is small enough to explore completely.
  ///
  /// - Parameters:
  ///   - subject: What the user does.
  ///   - isShared: Whether another user changes products too.
  /// - Returns: An exploration with few actions and the shortest undo history that exercises the laws.
  public static func reducedExploration(_ subject: ReducedSpace = .selecting, isShared: Bool = true)
    -> ProductListExploration
  {
    switch subject {
    case .deleting:
      ProductListExploration(
        database: .oneProduct, initialSelection: ["p1"],
        actions: [.table(.deleteTapped), .table(.restoreTapped("p1")), .reloadTapped],
        undoLimit: 1, isShared: isShared, recreatesDeleted: false, subject: subject)
    case .selecting:
      // None of these actions moves the cursor. Otherwise `deleteTapped` could delete the other product too.
      ProductListExploration(
        actions: [
          .view(.selection(.idsReplaced(["p1"]))), .view(.selection(.cleared)), .view(.headerClicked("name")),
          .deleteTapped,
        ]
        .map { .table($0) },
        undoLimit: 1, isShared: isShared, recreatesDeleted: false, changedByOthers: ["p1"], subject: subject)
    case .reloading:
      ProductListExploration(
        actions: [
          .table(.view(.selection(.rowToggled("p1")))), .table(.view(.selection(.rowToggled("p2")))), .reloadTapped,
        ],
        undoLimit: 0, isShared: isShared, recreatesDeleted: false, subject: subject)
    case .typing:
      ProductListExploration(
        database: .oneProduct,
        actions: [.rowTapped("p1")]
          + [.changed("name", to: "A"), .saveTapped, .cancelTapped, .discardTapped].map { .editor(.form($0)) },
        undoLimit: 2, isShared: isShared, recreatesDeleted: false, subject: subject)
    }
  }

  /// The scope of the reduced space; empty if the exploration offers every action.
  public var scope: StateSpaceDescription {
    guard let subject else { return StateSpaceDescription() }
    let (included, changedProducts, excluded) =
      switch subject {
      case .deleting:
        (
          "one product, deleting and restoring it, reloading the list", "it",
          "a second product, selecting, sorting, editing, adding"
        )
      case .selecting:
        (
          "two products, selecting one of them, sorting by name, deleting", "one of them",
          "selecting both, restoring other than by undoing, editing, adding"
        )
      case .reloading:
        ("two products, selecting them, reloading the list", "them", "undoing, sorting, deleting, editing, adding")
      case .typing:
        (
          "one product, one new name, saving or discarding a draft", "it",
          "a second product, selecting, sorting, deleting, adding, prices, tags"
        )
      }
    return StateSpaceDescription(
      includes: [included]
        + (feature.limit == 0
          ? [] : ["undoing and redoing the last \(feature.limit == 1 ? "step" : "\(feature.limit) steps")"])
        + (list.isShared
          ? ["another user who reprices\(list.repricesAgain ? "" : " once") and deletes \(changedProducts)"] : []),
      excludes: [excluded, list.isShared ? "products recreated by other users" : "other users"])
  }

  /// The responses that can never arrive in some kinds of states, with the reasons.
  public static var expectedCoverageGaps: [ExpectedCoverageGap] {
    [
      ExpectedCoverageGap(
        "delete", in: "closed", "not deleted", "not restored",
        because: "while a deletion is pending, the state is deleting, or restoring if a restoration follows"),
      ExpectedCoverageGap(
        "restore", in: "closed", "deleting", "not deleted", "not restored",
        because: "while a restoration is pending, the state is restoring"),
    ]
  }

  /// The Swift expression that creates this exploration in the source code of a test.
  public var sourceExpression: String {
    subject.map { "ProductListExploration.reducedExploration(.\($0.rawValue), isShared: \(list.isShared))" }
      ?? "ProductListExploration()"
  }

  /// Adds the product list's laws.
  public func addLaws(to explorer: inout Explorer<ProductListExploration>) {
    explorer.always("law 8: selected products are in the table") { scenarioState in
      let table = scenarioState.state.feature.table.view
      return table.selection.ids.allSatisfy { table[$0] != nil }
        && table.selection.anchor.map { table[$0] != nil } != false
    }
    explorer.everyStep(
      "law 8: a selected product that is still in the list stays selected until the user changes the selection"
    ) {
      before, step, after in
      switch step {
      case .user(.feature(.table(.view(.selection)))), .user(.undo), .user(.redo): return true
      case .user, .execute, .deliver, .executeFireAndForget, .executeLate, .occur: break
      }
      let state = after.state.feature
      let selected = state.selected
      return before.state.feature.selected.allSatisfy { selected.contains($0) || state.table[$0] == nil }
    }
    explorer.always("law 8: sorting or loading the same products keeps the selection") { scenarioState in
      let state = scenarioState.state.feature
      return [
        .table(.view(.headerClicked("name"))), .table(.view(.headerClicked("price"))), .productsLoaded(state.products),
      ]
      .allSatisfy { feature.feature.state(after: $0, from: state).selected == state.selected }
    }
    explorer.addEditorLaws(isShared: list.isShared) { $0.state.feature }
    // The actions of a group can cancel each other out. A front end offers to undo the group all the same.
    explorer.addUndoLaw(of: feature) { $0.history.hasMultipleActionStep }
    explorer.always("an undo followed by a redo changes nothing") { scenarioState in
      let state = scenarioState.state
      return feature.changeToUndo(in: state) == nil
        || feature.state(after: .redo, from: feature.state(after: .undo, from: state)).feature
          .isEquivalent(to: state.feature)
    }
    explorer.canAlwaysReach("law 7: nothing pending") { $0.isIdle }
    if subject == .deleting {
      explorer.reachable("a deleted product") { $0.environment.products.isEmpty && $0.isIdle }
      if !list.isShared {
        explorer.canAlwaysReach("law 5: a deleted product is back in the shop and in the list") { scenarioState in
          scenarioState.isIdle && scenarioState.environment["p1"] != nil
            && scenarioState.state.feature["p1"] != nil
        }
      }
    }
    // Without another user, or without deletions, there are more gaps, and for other reasons.
    if list.isShared && (subject == .deleting || subject == .selecting) {
      explorer.expectedCoverageGaps = Self.expectedCoverageGaps
    }
  }
}

extension ProductListFeature.State {
  fileprivate var selected: Set<Product.ID> {
    Set(ProductListFeature.table.view.selectedRows(in: table.view).map(\.id))
  }

  /// Returns whether both states show the same results of the user's actions.
  ///
  /// Pending operations are not compared.
  fileprivate func isEquivalent(to other: Self) -> Bool {
    selected == other.selected && table.view.query == other.table.view.query
      && editor.sheet.draft == other.editor.sheet.draft
  }
}

extension UndoHistory {
  /// A Boolean value that indicates whether a step of the history has several actions, or a group is open.
  fileprivate var hasMultipleActionStep: Bool {
    isGroupOpen || (undoSteps + redoSteps).contains { $0.actions.count > 1 }
  }
}
