// Composition is a `switch`: a parent has a case for each child and calls the child's `reduce` on the child's part of
// the state. Only for a part that may be absent does a helper read better than what it replaces.

extension Reducer {
  /// Reduces a part that may be absent: nothing happens to one that has left.
  public func reduce(_ state: inout State?, _ action: Action) -> Effects<Effect, Slot> {
    // Moved out and back: a copy left behind would make the child copy its collections at the first write.
    guard var present = state.take() else { return .none }
    let effects = reduce(&present, action)
    state = present
    return effects
  }

  /// Tells whether a slot still serves a part that may be absent.
  public func isAlive(_ slot: Slot, in state: State?) -> Bool {
    guard let state else { return false }
    return isAlive(slot, in: state)
  }
}

extension Reducer where State: Identifiable {
  /// Reduces the part with this id in an ordered collection: nothing happens to one that has left.
  ///
  /// - Complexity: O(*n*) to find the part.
  public func reduce<States: MutableCollection<State>>(
    _ states: inout States, at id: State.ID, _ action: Action
  ) -> Effects<Effect, Slot> {
    guard let place = states.firstIndex(where: { $0.id == id }) else { return .none }
    return reduce(&states[place], action)
  }
}
