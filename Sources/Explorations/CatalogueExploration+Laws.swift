internal import Loop
public import LoopExplorer
internal import MemoryHandlers
internal import Shop
internal import Tables

extension ProductListExploration {
  /// What a person does in an exploration, besides undoing and redoing.
  public enum Subject: String, CaseIterable, Sendable {
    /// To delete two products at once, and to have them back.
    case deleting
    /// To select, sort and delete among two products.
    case selecting
    /// To select two products and to read the list again.
    case reloading
    /// To type in the sheet of one product, and throw the draft away.
    case typing
  }

  /// What is explored: few things to do, with a history as short as shows the laws, and somebody else or nobody.
  public static func exploredFeature(_ subject: Subject = .selecting, isShared: Bool = true) -> ProductListExploration {
    switch subject {
    case .deleting:
      ProductListExploration(
        database: .oneProduct, initialSelection: ["p1"],
        actions: [.table(.deleteTapped), .table(.restoreTapped("p1")), .editor(.reloadTapped)],
        undoLimit: 1, isShared: isShared, recreatesDeleted: false, subject: subject)
    case .selecting:
      // Neither of these moves the cursor, at which a person would delete the other product, too.
      ProductListExploration(
        actions: [.selection(.written(["p1"])), .selection(.cleared), .titlePressed("name"), .deleteTapped]
          .map { .table($0) },
        undoLimit: 1, isShared: isShared, recreatesDeleted: false, changedByOthers: ["p1"], subject: subject)
    case .reloading:
      ProductListExploration(
        actions: [.table(.selection(.toggled("p1"))), .table(.selection(.toggled("p2"))), .editor(.reloadTapped)],
        undoLimit: 1, isShared: isShared, recreatesDeleted: false, subject: subject)
    case .typing:
      ProductListExploration(
        database: .oneProduct,
        actions: [.rowTapped("p1")].map { .editor($0) }
          + [.nameChanged("A"), .saveTapped, .cancelTapped, .discardTapped].map { .editor(.form($0)) },
        undoLimit: 2, isShared: isShared, recreatesDeleted: false, subject: subject)
    }
  }

  /// What is in the space where little is done; of one with everything there is to do nothing is said.
  public var scope: ExplorationScope {
    guard let subject else { return ExplorationScope() }
    let others =
      switch subject {
      case .selecting: "one of them"
      case .reloading: "them"
      case .deleting, .typing: "it"
      }
    let (holds, leavesOut) =
      switch subject {
      case .deleting:
        (
          ["one product", "deleting it and having it back", "reading the list again"],
          ["a second product", "selecting", "sorting", "editing", "adding"]
        )
      case .selecting:
        (
          ["two products", "selecting one of them", "sorting by name", "deleting"],
          ["selecting both", "having back but by undoing", "editing", "adding"]
        )
      case .reloading:
        (
          ["two products", "selecting them", "reading the list again"],
          ["sorting", "deleting", "editing", "adding"]
        )
      case .typing:
        (
          ["one product", "one new name", "throwing a draft away"],
          ["a second product", "selecting", "sorting", "deleting", "adding", "prices", "tags"]
        )
      }
    return ExplorationScope(
      includes: holds + ["undoing and redoing the last \(feature.limit == 1 ? "step" : "\(feature.limit) steps")"]
        + (editor.isShared ? ["somebody else who prices and deletes \(others)"] : []),
      excludes: leavesOut + (editor.isShared ? ["what others make anew"] : ["anybody else"]))
  }

  /// What can never be heard, and why.
  public static var expectedCoverageGaps: [ExpectedCoverageGap] {
    [
      ExpectedCoverageGap(
        "delete", in: "closed", "not deleted", "not restored",
        because: "a deletion that is awaited shows as deleting, or as restoring where that follows it"),
      ExpectedCoverageGap(
        "restore", in: "closed", "deleting", "not deleted", "not restored",
        because: "a return that is awaited shows as restoring"),
    ]
  }

  /// Prepares an exploration that holds the list's laws.
  public func explorer(faults: Int = 0, pending: Int = 3, isExact: Bool = false) -> Explorer<ProductListExploration> {
    var explorer = Explorer(self, faults: faults, pendingLimit: pending, isExact: isExact)
    let made = subject.map { "CatalogueExploration.explored(.\($0.rawValue), isShared: \(editor.isShared))" }
    explorer.setSource(exploration: made ?? "CatalogueExploration()")
    explorer.always("law 8: what is selected is known") { moment in
      let table = moment.situation.state.feature.table
      return table.selection.ids.allSatisfy { table[$0] != nil }
        && table.selection.anchor.map { table[$0] != nil } != false
    }
    explorer.everyStep("law 8: what is selected and still in the list stays selected until a person changes that") {
      before, step, after in
      switch step {
      case .user(.feature(.table(.selection))), .user(.undo), .user(.redo): return true
      case .user, .deed, .answer, .told, .late, .happening: break
      }
      let state = after.state.feature
      let selected = state.selected
      return before.state.feature.selected.allSatisfy { selected.contains($0) || state.table[$0] == nil }
    }
    // What comes back after somebody else deleted it begins with its first version again, be it made anew or restored.
    if !editor.isShared || subject == .reloading {
      explorer.everyStep("law 6: while nothing went wrong, no product goes back to an older version") {
        before, _, after in
        after.faults < faults
          || before.state.feature.products.allSatisfy { known in
            after.state.feature[known.id].map { $0.version >= known.version } ?? true
          }
      }
    }
    explorer.always("law 8: a selection survives sorting and reading the same again") { moment in
      let state = moment.situation.state.feature
      return [.table(.titlePressed("name")), .table(.titlePressed("price")), .editor(.productsLoaded(state.products))]
        .allSatisfy { self.state(after: $0, from: state).selected == state.selected }
    }
    explorer.always("law 4: no product is both in sight and aside, and nothing is asked or told while it is saved") {
      moment in
      let state = moment.situation.state.feature.editorState
      return state.sheet.productID.map { state.aside[$0] == nil } != false
        && state.allSheets.allSatisfy { $0.form?.isSaving != true || $0.form?.notice == nil }
    }
    explorer.always("what is offered to be undone changes something, and so does what is offered to be done again") {
      moment in
      let state = moment.situation.state
      // What was done in a group may come full circle, and a front end offers it all the same.
      if state.history.hasMultipleActionStep { return true }
      return (feature.changeToUndo(in: state) == nil || self.state(after: .undo, from: state).feature != state.feature)
        && (feature.changeToRedo(in: state) == nil || self.state(after: .redo, from: state).feature != state.feature)
    }
    explorer.always("to undo and to redo at once changes nothing") { moment in
      let state = moment.situation.state
      return feature.changeToUndo(in: state) == nil
        || self.state(after: .redo, from: self.state(after: .undo, from: state)).feature.isEquivalent(to: state.feature)
    }
    if !editor.isShared {
      explorer.always("law 6: when nothing is on its way and nothing went wrong, the list shows what the shop sells") {
        moment in
        let state = moment.situation.state.feature
        return !moment.isIdle || moment.faults < faults || state.list != .read
          || state.products == moment.world.products
      }
    }
    explorer.canAlwaysReach("law 7: everything answered") { $0.isIdle }
    if subject == .deleting {
      explorer.reachable("a product that was deleted") { $0.world.products.isEmpty && $0.isIdle }
      if !editor.isShared {
        explorer.canAlwaysReach("law 5: what was deleted is sold again, and in the list") { moment in
          moment.isIdle && moment.world["p1"] != nil && moment.situation.state.feature["p1"] != nil
        }
      }
    }
    // Of what nobody else changes, or nobody deletes, less can happen, and for other reasons.
    if editor.isShared && (subject == .deleting || subject == .selecting) {
      explorer.impossible = Self.expectedCoverageGaps
    }
    return explorer
  }

  private func state(after action: ProductListFeature.Action, from state: ProductListFeature.State)
    -> ProductListFeature.State
  {
    var state = state
    _ = feature.feature.reduce(&state, action)
    return state
  }

  private func state(
    after action: UndoFeature<ProductListFeature>.Action, from state: UndoFeature<ProductListFeature>.State
  ) -> UndoFeature<ProductListFeature>.State {
    var state = state
    _ = feature.reduce(&state, action)
    return state
  }
}

extension ProductListFeature.State {
  fileprivate var selected: Set<Product.ID> { Set(ProductListFeature.table.selectedRows(in: table).map(\.id)) }

  /// Whether nothing that a person did is different: what the store is asked for meanwhile does not count.
  fileprivate func isEquivalent(to other: Self) -> Bool {
    selected == other.selected && table.query == other.table.query && sheet.draft == other.sheet.draft
  }
}

extension UndoHistory {
  /// Whether something that is taken back at once has several parts.
  fileprivate var hasMultipleActionStep: Bool {
    isGroupOpen || (undoSteps + redoSteps).contains { $0.actions.count > 1 }
  }
}
