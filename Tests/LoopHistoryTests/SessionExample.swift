import Loop
import LoopHistory

// The code that the guide of LoopHistory shows.

struct NoteFeature: Reducer {
  struct State: Hashable, Codable { var text = ""; var isSaved = true }
  enum Action: Hashable, Codable { case textChanged(String), saved, saveFailed }
  enum Effect: Hashable, Codable { case save(String) }
  enum Slot: Hashable, Codable { case save }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .textChanged(let text):
      state = State(text: text, isSaved: false)
      return .run(
        .save(text), in: .save, .latest, after: .seconds(1),
        ifLost: .saveFailed, afterRestart: .runAgain)  // or .reportLost, for an effect that must not run twice
    case .saved: state.isSaved = true
    case .saveFailed: break
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

@MainActor func openNote(
  in file: FileSessionStore, handler: any EffectHandler<NoteFeature.Effect, NoteFeature.Action>
) async throws -> (Store<NoteFeature>, SessionAutosave<NoteFeature>) {
  let store: Store<NoteFeature>
  if let data = try await file.load() {
    store = Store(NoteFeature(), resuming: try data.decode(schema: 1), handler: handler)
  } else {
    store = Store(NoteFeature(), state: .init(), handler: handler)
  }
  return (store, SessionAutosave(of: store, in: file, schema: 1) { print("not saved: \($0)") })
}
