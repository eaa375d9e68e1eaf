import Explorations
import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import TestInputs

/// The editor with a deliberate flaw, in the same space as the real one.
struct FlawedEditor: Exploration, Reducer {
  typealias Effect = ProductEditor.Effect

  enum Flaw {
    /// Saving any product closes the open sheet.
    case savedClosesAnySheet
  }

  let flaw: Flaw
  let editor = EditorExploration.reducedExploration(isShared: false, addsProduct: true)
  var feature: FlawedEditor { self }
  var start: (state: ProductEditor.State, environment: ProductDatabase) { editor.start }

  func reduce(
    _ state: inout ProductEditor.State, _ action: ProductEditor.Action
  ) -> Effects<Self> {
    switch (flaw, action) {
    case (.savedClosesAnySheet, .saved):
      defer { state.sheet = .closed }
      return editor.feature.reduce(&state, action).ofWrapper()
    default: return editor.feature.reduce(&state, action).ofWrapper()
    }
  }

  func isActive(_ slot: ProductEditor.Slot, in state: ProductEditor.State) -> Bool { true }
  func actions(in state: ProductEditor.State) -> [ProductEditor.Action] { editor.actions(in: state) }

  func outcomes(
    of effect: ProductEditor.Effect, in environment: ProductDatabase
  ) -> [Outcome<ProductEditor.Action, ProductDatabase>] {
    editor.outcomes(of: effect, in: environment)
  }

  func isReadOnly(_ effect: ProductEditor.Effect) -> Bool { editor.isReadOnly(effect) }
  func isBusy(_ state: ProductEditor.State) -> Bool { editor.isBusy(state) }
  func kind(of state: ProductEditor.State) -> String { editor.kind(of: state) }
}
