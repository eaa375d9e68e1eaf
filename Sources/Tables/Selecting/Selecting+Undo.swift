public import Loop

extension Selecting: Undoable {
  /// The one thing there is to undo.
  public enum Change: Hashable, Codable, Sendable {
    /// Something else was selected.
    case selecting
  }

  /// Tells what brings the selection back.
  ///
  /// Of a toggle it is the one that was toggled: to hold on to the whole selection would copy it every time. Everything
  /// else replaces the selection, which is thereby moved, and not copied.
  public func compensation(of action: Action, in state: Selection<ID>) -> Compensation<Action, Change> {
    switch action {
    case .toggled(let id) where mode == .several: return exists(id) ? restoring(id, state) : .nothing
    case .restoredOne(let id, let isSelected, _) where state.ids.contains(id) != isSelected && exists(id):
      return restoring(id, state)
    // Where the anchor stood is no step of its own.
    case .restoredOne: return .nothing
    case .toggled, .pressed, .extended, .allPressed, .inverted, .written, .cleared, .restored:
      return restoring(action, state)
    }
  }

  private func restoring(_ id: ID, _ state: Selection<ID>) -> Compensation<Action, Change> {
    .actions([.restoredOne(id, isSelected: state.ids.contains(id), anchor: state.anchor)], of: .selecting)
  }

  private func restoring(_ action: Action, _ state: Selection<ID>) -> Compensation<Action, Change> {
    var after = state
    _ = reduce(&after, action)
    return after == state ? .nothing : .actions([.restored(state)], of: .selecting)
  }
}
