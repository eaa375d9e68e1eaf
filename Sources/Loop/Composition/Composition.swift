// A parent composes its children in a `switch`: each case calls the `reduce` of a child with its part of the state.
// These helpers exist only for parts that may be missing, where they are clearer than the code they replace.

extension Reducer {
  /// Reduces an action on a part of the state that may be missing, such as an entry of a dictionary.
  ///
  /// If the part is `nil`, nothing happens. If another child can take the place of the part, use
  /// ``reduce(_:at:_:)-(Self.State?,_,_)``.
  public func reduce(_ state: inout State?, _ action: Action) -> Effects<Self> {
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
  public func isActive(_ slot: Slot, in state: State?) -> Bool {
    guard let state else { return false }
    return isActive(slot, in: state)
  }
}

extension Reducer where State: Identifiable {
  /// Reduces an action on an optional child with an ID.
  ///
  /// If there is no child, or another one has taken its place, nothing happens.
  public func reduce(_ state: inout State?, at id: State.ID, _ action: Action) -> Effects<Self> {
    state?.id == id ? reduce(&state, action) : .none
  }

  /// Returns a Boolean value that indicates whether a slot of the child with an ID is active.
  ///
  /// It is inactive if there is no child, or if another one has taken its place.
  public func isActive(_ slot: Slot, at id: State.ID, in state: State?) -> Bool {
    guard let state, state.id == id else { return false }
    return isActive(slot, in: state)
  }

  /// Reduces an action on the element with an ID.
  ///
  /// If there is no such element, nothing happens.
  ///
  /// - Complexity: O(*n*) to find the element.
  public func reduce<States: MutableCollection<State>>(
    _ states: inout States, at id: State.ID, _ action: Action
  ) -> Effects<Self> {
    guard let index = states.firstIndex(where: { $0.id == id }) else { return .none }
    return reduce(&states[index], action)
  }

  /// Returns a Boolean value that indicates whether a slot of the element with an ID is active.
  ///
  /// It is inactive if there is no such element.
  ///
  /// - Complexity: O(*n*) to find the element.
  public func isActive(_ slot: Slot, at id: State.ID, in states: some Collection<State>) -> Bool {
    isActive(slot, in: states.first { $0.id == id })
  }
}
