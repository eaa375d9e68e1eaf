import Loop
import LoopExplorer
import MemoryHandlers
import Shop

extension Explorer {
  /// Adds the laws that undo and redo are offered only if they change something, and that it is known without reducing
  /// whether they do.
  ///
  /// A state to which `isExempt` applies is not checked.
  mutating func addUndoLaw<Base>(
    of feature: UndoFeature<Base>, except isExempt: @escaping (UndoFeature<Base>.State) -> Bool = { _ in false }
  ) where Scenario.Feature == UndoFeature<Base>, Base.State: Equatable {
    always("every undo and redo that is offered changes something") { scenarioState in
      let state = scenarioState.state
      func changesState(_ action: UndoFeature<Base>.Action) -> Bool {
        feature.state(after: action, from: state).feature != state.feature
      }
      return isExempt(state)
        || (feature.changeToUndo(in: state) == nil || changesState(.undo))
          && (feature.changeToRedo(in: state) == nil || changesState(.redo))
    }
    always("an action of a step changes something or is ignored, as its status says") { scenarioState in
      let (state, base) = (scenarioState.state.feature, feature.feature)
      let history = scenarioState.state.history
      return (history.undoSteps + history.redoSteps).flatMap(\.actions).allSatisfy { action in
        switch base.undoStatus(of: action, in: state) {
        case .applicable: base.state(after: action, from: state) != state
        case .deferred: true
        case .hasNoEffect: if case .ignored = base.compensation(of: action, in: state) { true } else { false }
        }
      }
    }
  }
}

extension Reducer {
  /// Returns the state after an action, without the action's effects.
  func state(after action: Action, from state: State) -> State {
    var state = state
    _ = reduce(&state, action)
    return state
  }
}

extension Explorer where Scenario.Environment == ProductDatabase {
  /// Adds the laws of a feature that contains the product list.
  ///
  /// - Parameters:
  ///   - isShared: Whether another user changes products too.
  ///   - list: Returns the state of the list.
  mutating func addEditorLaws(
    isShared: Bool, _ list: @escaping (ScenarioState<Scenario>) -> ProductListFeature.State
  ) {
    let faults = options.faults
    always("law 4: no product has both an open and a saving sheet, and no saving sheet shows a notice") {
      let state = list($0).editor
      return state.sheet.productID.map { state.savingSheets[$0] == nil } != false
        && state.allSheets.allSatisfy { $0.form?.isSaving != true || $0.form?.notice == nil }
    }
    everyStep("law 6: without faults, no product returns to an older version") { before, _, after in
      if after.remainingFaults < faults { return true }
      let after = list(after)
      return list(before).products.allSatisfy { known in after[known.id].map { $0.version >= known.version } ?? true }
    }
    if !isShared {
      always("law 6: when nothing is pending and no fault occurred, the list shows the stored products") {
        if !$0.isIdle || $0.remainingFaults < faults { return true }
        let state = list($0)
        return state.listStatus != .loaded || state.products == $0.environment.products
      }
    }
  }
}
