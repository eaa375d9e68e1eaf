import Explorations
import Loop
import LoopExplorer
import MemoryHandlers
import Shop
import TestInputs

/// The editor with a deliberate flaw, in the same space as the real one.
struct FlawedEditor: Exploration, Reducer {
  typealias Effect = ProductListFeature.Effect

  enum Flaw {
    /// Saving any product closes the open sheet.
    case savedClosesAnySheet
  }

  let flaw: Flaw
  let editor = EditorExploration.reducedExploration(isShared: false, addsProduct: true)
  var feature: FlawedEditor { self }
  var start: (state: ProductListFeature.State, environment: ProductDatabase) { editor.start }

  func reduce(
    _ state: inout ProductListFeature.State, _ action: ProductListFeature.Action
  ) -> Effects<Self> {
    switch (flaw, action) {
    case (.savedClosesAnySheet, .editor(.saved)):
      defer { state.editor.sheet = .closed }
      return editor.feature.reduce(&state, action).ofWrapper()
    default: return editor.feature.reduce(&state, action).ofWrapper()
    }
  }

  func isActive(_ slot: ProductListFeature.Slot, in state: ProductListFeature.State) -> Bool { true }
  func actions(in state: ProductListFeature.State) -> [ProductListFeature.Action] { editor.actions(in: state) }

  func outcomes(
    of effect: ProductListFeature.Effect, in environment: ProductDatabase
  ) -> [Outcome<ProductListFeature.Action, ProductDatabase>] {
    editor.outcomes(of: effect, in: environment)
  }

  func isReadOnly(_ effect: ProductListFeature.Effect) -> Bool { editor.isReadOnly(effect) }
  func isBusy(_ state: ProductListFeature.State) -> Bool { editor.isBusy(state) }
  func kind(of state: ProductListFeature.State) -> String { editor.kind(of: state) }
}
