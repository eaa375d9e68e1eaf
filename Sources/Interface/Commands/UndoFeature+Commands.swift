import Loop

extension UndoFeature where Action: Equatable {
  /// The commands `undo` and `redo`.
  public var commands: [Command<State, Action>] {
    [
      Command("undo", "undo the last change", sending: .undo).keys("z", "ctrl+z").unavailable { state in
        changeToUndo(in: state) == nil ? "there is nothing to undo" : nil
      },
      Command("redo", "redo the change that was undone last", sending: .redo).keys("shift+z", "ctrl+y")
        .unavailable { state in changeToRedo(in: state) == nil ? "there is nothing to redo" : nil },
    ]
  }
}
