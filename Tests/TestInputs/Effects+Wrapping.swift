import Loop

extension Effects {
  /// Returns the effects of a wrapped feature as those of the feature that wraps it.
  public func ofWrapper<Wrapper>() -> Effects<Wrapper>
  where Wrapper.Action == Feature.Action, Wrapper.Effect == Feature.Effect, Wrapper.Slot == Feature.Slot {
    lift(ChildCases(action: { $0 }, effect: { $0 }, slot: { $0 }))
  }
}
