// A parent composes its children in a `switch`: each case calls the `reduce` of a child with its part of the state.
// These helpers exist only for parts that may be missing, where they are clearer than the code they replace.

extension Reducer {
  /// Reduces an action on an optional part of the state.
  ///
  /// If the part is `nil`, nothing happens.
  public func reduce(_ state: inout State?, _ action: Action) -> Effects<Effect, Slot> {
    // The part is moved out of the state. A second reference would make the child copy its collections at the first
    // write.
    guard var present = state.take() else { return .none }
    let effects = reduce(&present, action)
    state = present
    return effects
  }

  /// Returns a Boolean value that indicates whether a slot is active.
  ///
  /// A slot of a missing part is inactive.
  public func isAlive(_ slot: Slot, in state: State?) -> Bool {
    guard let state else { return false }
    return isAlive(slot, in: state)
  }
}

extension Reducer where State: Identifiable {
  /// Reduces an action on the element with an ID.
  ///
  /// If there is no such element, nothing happens.
  ///
  /// - Complexity: O(*n*) to find the element.
  public func reduce<States: MutableCollection<State>>(
    _ states: inout States, at id: State.ID, _ action: Action
  ) -> Effects<Effect, Slot> {
    guard let place = states.firstIndex(where: { $0.id == id }) else { return .none }
    return reduce(&states[place], action)
  }
}
