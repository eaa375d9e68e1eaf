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
  public func isActive(_ slot: Slot, in state: State?) -> Bool {
    guard let state else { return false }
    return isActive(slot, in: state)
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
    guard let index = states.firstIndex(where: { $0.id == id }) else { return .none }
    return reduce(&states[index], action)
  }
}

extension Effects {
  /// Converts the effects and slots of a child into effects and slots of its parent.
  ///
  /// ```swift
  /// case .editor(let action): editor.reduce(&state.editor, action).lift(Effect.editor, Slot.editor)
  /// ```
  public func lift<ParentEffect, ParentSlot>(
    _ effect: (Effect) -> ParentEffect, _ slot: (Slot) -> ParentSlot
  ) -> Effects<ParentEffect, ParentSlot> {
    guard let storage else { return .none }
    return Effects<ParentEffect, ParentSlot>(
      storage.map { instruction in
        switch instruction {
        case .run(let childEffect, let childSlot, let policy, let delay):
          .run(effect(childEffect), in: slot(childSlot), policy, after: delay)
        case .fireAndForget(let childEffect): .fireAndForget(effect(childEffect))
        case .cancel(let index): .cancel(slot(index))
        }
      })
  }
}

extension Effects where Slot == Never {
  /// Converts each fire-and-forget effect of a child into effects of its parent, instead of passing it to a handler.
  ///
  /// A child reports to a parent that it knows nothing about in this way. For example, a form returns the effect
  /// `save(draft)`, and the feature that contains the form decides how to save. A child without slots can only return
  /// fire-and-forget effects, so every effect is converted.
  public func flatMap<ParentEffect, ParentSlot>(
    _ transform: (Effect) -> Effects<ParentEffect, ParentSlot>
  ) -> Effects<ParentEffect, ParentSlot> {
    instructions.reduce(into: .none) { effects, instruction in
      switch instruction {
      case .fireAndForget(let childEffect): effects += transform(childEffect)
      }
    }
  }
}
