import Documents
import Loop
import Values

extension UndoFeature where Action: Equatable {
  /// Returns the commands `undo`, `redo` and `history.open`.
  ///
  /// - Parameters:
  ///   - title: A closure that returns a change in a word or two, as in `undo deletion`, or an empty text.
  ///   - reason: A closure that returns why nothing can be undone, in a state in which there are steps or none.
  /// - Returns: The commands.
  public func commands(
    title: @escaping @Sendable (Feature.ChangeKind) -> String = { _ in "" },
    reasonForNoUndo reason: @escaping @Sendable (State) -> String = { _ in "there is nothing to undo" }
  ) -> [Command<Self>] {
    @Sendable func suffix(_ change: Feature.ChangeKind) -> String {
      let title = title(change)
      return title.isEmpty ? "" : ", which was: \(title)"
    }
    return [
      Command("undo", "undo the last change", sending: .undo).role(ScreenRole.undo)
        .keys("z", "ctrl+z") { state in changeToUndo(in: state).map { "undo \(title($0))".trimmed } }
        .unavailable { state in changeToUndo(in: state) == nil ? reason(state) : nil }
        .askingAssistants { state, _ in changeToUndo(in: state).map { "Undo the last change\(suffix($0))?" } },
      Command("redo", "redo the change that was undone last", sending: .redo).role(ScreenRole.redo)
        .keys("shift+z", "ctrl+y") { state in changeToRedo(in: state).map { "redo \(title($0))".trimmed } }
        .unavailable { state in
          if changeToRedo(in: state) != nil { return nil }
          return state.history.redoSteps.isEmpty ? "there is nothing to redo" : "nothing can be redone now"
        }
        .askingAssistants { state, _ in changeToRedo(in: state).map { "Redo what was undone\(suffix($0))?" } },
      Command(
        "history.open", "go back or forward to the state after a change",
        Argument.text("id", "the number of changes that are kept").positional
          .map(expecting: "a number of changes") { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
      ) {
        .travelled(toStepCount: $0)
      }
      .group("history").role(TableRole.open)
      .unavailable { state in
        changeToUndo(in: state) == nil && changeToRedo(in: state) == nil ? reason(state) : nil
      }
      .askingAssistants { _, arguments in
        "Go back or forward to the state after \(arguments["id"]?.messageExcerpt ?? "") changes?"
      },
    ]
  }
}
