internal import Loop
public import LoopProof
public import Tables

extension TableExploration {
  /// What can never be heard where rows are changed, and why.
  public static var impossible: [Impossible] {
    ["delete", "move", "save"].map { deed in
      Impossible(
        deed, in: "quiet", "edited", "failed", "conflict", because: "while an answer is awaited, the table is busy")
    }
  }

  /// What the feature hears of an answer that was lost: nobody was reached.
  public func answerWhenLost(_ effect: Table<Card>.Effect) -> [Table<Card>.Action] {
    switch effect {
    case .load: [.windowFailed("offline")]
    case .move(let move): [.moveFailed(move, "offline")]
    case .delete(let ids): [.deleteFailed(ids, "offline")]
    case .restore(let placed): [.restoreFailed(placed, "offline")]
    case .save(let card, _): [.saveFailed(card.id, "offline")]
    case .noteChange: []
    }
  }

  /// Rows are only read by being loaded.
  public func onlyReads(_ effect: Table<Card>.Effect) -> Bool {
    switch effect {
    case .load, .noteChange: true
    case .move, .delete, .restore, .save: false
    }
  }

  /// Something is under way with a row, with the order, or with the window.
  public func isBusy(_ state: Table<Card>.State) -> Bool {
    !state.moves.isEmpty || state.remote?.awaited != nil || state.errands.values.contains(where: \.isAwaited)
      || state.drafts.values.contains { $0.stage.isAwaited }
  }

  /// What is going on with the data.
  public func kind(of state: Table<Card>.State) -> String {
    if isBusy(state) { return "busy" }
    if let failure = state.remote?.failure { return failure.reason }
    switch state.drafts["b"]?.stage {
    case .changed?: return "edited"
    case .conflict?: return "conflict"
    case .failed?: return "failed"
    case .saving?, .overtaken?: return "busy"
    case nil: return state.errands.isEmpty && state.moveFailure == nil ? "quiet" : "failed"
    }
  }

  /// What is in the space.
  public var scope: Scope {
    switch space {
    case .looking:
      Scope(
        holds: ["four rows on pages of two", "sorting, filtering, selecting, hovering, the keyboard"],
        leavesOut: ["grouping, searching, layout", "changes of data"])
    case .changing:
      Scope(
        holds: ["editing, saving, moving and deleting", "somebody else who changes and deletes"],
        leavesOut: ["typing", "undoing", "reading again"])
    case .leafing:
      Scope(
        holds: ["four rows in windows of two", "sorting, selecting everything, deleting"],
        leavesOut: ["selecting one by one", "editing and moving", "somebody else"])
    }
  }

  /// Prepares an exploration that holds a table's laws.
  public func explorer(faults: Int = 0, pending: Int = 3) -> Explorer<TableExploration> {
    var explorer = Explorer(self, faults: faults, pending: pending)
    explorer.isMade(by: "TableExploration(.\(space))")
    let feature = feature
    explorer.always("law 8: what is selected is there") { moment in
      let state = moment.state
      return state.remote != nil || state.selection.ids.allSatisfy { state[$0] != nil }
    }
    explorer.always("what is pointed at is on the page, and the page one there is") { moment in
      let ids = feature.pageRows(of: moment.state).map(\.id)
      let pages = feature.pageCount(of: moment.state) ?? .max
      return moment.state.page.number < pages && moment.state.hovered.map(ids.contains) ?? true
        && moment.state.cursor.map { ids.contains($0.row) } ?? true
    }
    explorer.always("the order that is seen is that of a naive reading") { moment in
      let state = moment.state
      if state.remote != nil { return true }
      let most = state.query.filter.columns.isEmpty ? Int.max : 2
      let naive = Self.sorted(state.allRows.filter { $0.price <= most }, state.query.sort)
      return feature.passingRows(of: state) == naive
    }
    explorer.always("law 5: what was edited is seen") { moment in
      moment.state.drafts.allSatisfy { id, draft in moment.state.remote != nil || moment.state[id] == draft.edited }
    }
    explorer.everyStep("a move is a permutation") { before, _, after in
      before.state.moves.count <= after.state.moves.count || after.state.errands != before.state.errands
        || Set(before.state.allRows) == Set(after.state.allRows)
    }
    explorer.canAlwaysReach("law 7: nothing under way") { !isBusy($0.state) }
    return explorer
  }
}
