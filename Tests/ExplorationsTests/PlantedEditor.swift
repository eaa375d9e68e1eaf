import Explorations
import Loop
import LoopExplorer
import MemoryHandlers
import Shop

/// The editor with a fault that was planted in it, among as much as is explored of the one that ships.
struct PlantedEditor: Exploration, Reducer {
  enum Fault {
    /// Whatever was saved, the sheet that is open is closed.
    case savedClosesAnySheet
  }

  let fault: Fault
  let editor = EditorExploration.explored(isShared: false, adds: true)
  var feature: PlantedEditor { self }
  var start: (state: ProductEditor.State, world: ShopWorld) { editor.start }

  func reduce(
    _ state: inout ProductEditor.State, _ action: ProductEditor.Action
  ) -> Effects<ProductEditor.Effect, ProductEditor.Slot> {
    switch (fault, action) {
    case (.savedClosesAnySheet, .saved):
      defer { state.sheet = .closed }
      return editor.feature.reduce(&state, action)
    default: return editor.feature.reduce(&state, action)
    }
  }

  func isAlive(_ slot: ProductEditor.Slot, in state: ProductEditor.State) -> Bool { true }
  func actions(in state: ProductEditor.State) -> [ProductEditor.Action] { editor.actions(in: state) }

  func outcomes(
    of effect: ProductEditor.Effect, in world: ShopWorld
  ) -> [Outcome<ProductEditor.Action, ShopWorld>] {
    editor.outcomes(of: effect, in: world)
  }

  func answerWhenLost(_ effect: ProductEditor.Effect) -> [ProductEditor.Action] { editor.answerWhenLost(effect) }
  func onlyReads(_ effect: ProductEditor.Effect) -> Bool { editor.onlyReads(effect) }
  func isBusy(_ state: ProductEditor.State) -> Bool { editor.isBusy(state) }
  func kind(of state: ProductEditor.State) -> String { editor.kind(of: state) }
}
