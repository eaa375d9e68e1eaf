/// The cases of a parent that carry the actions, effects and slots of a child.
///
/// A parent states them once for each child. Lifting effects, wrapping responses and scoping stores follow from them.
///
/// ```swift
/// struct Page: Reducer {
///   static let search = ChildCases<Search, Page>(action: Action.search, effect: Effect.search, slot: Slot.search)
///   …
///   case .search(let action): return search.reduce(&state.search, action).lift(Page.search)
/// ```
///
/// For children in a collection, and for an optional child that another one can replace, the cases contain the ID of the
/// child. A function returns them:
///
/// ```swift
/// static func row(_ id: Row.State.ID) -> ChildCases<Row, Page> {
///   ChildCases(action: { .row(id, $0) }, effect: { .row(id, $0) }, slot: { .row(id, $0) })
/// }
/// …
/// case .row(let id, let action): return row.reduce(&state.rows, at: id, action).lift(Page.row(id))
/// ```
///
/// The slots of such a child contain its ID, so that a child which takes the place of another one receives none of its
/// responses.
public struct ChildCases<Child: Reducer, Parent: Reducer>: Sendable {
  /// Wraps an action of the child.
  public let action: @Sendable (Child.Action) -> Parent.Action
  /// Wraps an effect of the child.
  public let effect: @Sendable (Child.Effect) -> Parent.Effect
  /// Wraps a slot of the child.
  public let slot: @Sendable (Child.Slot) -> Parent.Slot

  /// Creates a value from the cases of the parent, such as `Action.search`, `Effect.search` and `Slot.search`.
  public init(
    action: @escaping @Sendable (Child.Action) -> Parent.Action,
    effect: @escaping @Sendable (Child.Effect) -> Parent.Effect,
    slot: @escaping @Sendable (Child.Slot) -> Parent.Slot
  ) {
    self.action = action
    self.effect = effect
    self.slot = slot
  }
}

extension ChildCases where Child.Effect == Never, Child.Slot == Never {
  /// Creates a value for a child without effects.
  public init(action: @escaping @Sendable (Child.Action) -> Parent.Action) {
    self.init(action: action, effect: Self.convert, slot: Self.convert)
  }

  @Sendable private static func convert<Value>(_: Never) -> Value {}
}

extension Effects {
  /// Converts the effects of a child into effects of its parent.
  ///
  /// Most reductions return no effects. The cases are evaluated only if there are some, and each level of parents costs
  /// a comparison.
  @inline(__always)
  public func lift<Parent>(_ cases: @autoclosure () -> ChildCases<Feature, Parent>) -> Effects<Parent> {
    storage == nil ? .none : lifted(cases())
  }

  private func lifted<Parent>(_ cases: ChildCases<Feature, Parent>) -> Effects<Parent> {
    Effects<Parent>(instructions.map { $0.lift(cases) })
  }

  /// Replaces each instruction of a child by effects of its parent.
  ///
  /// A parent answers an effect of a child at once in this way, or carries it out in its own terms:
  ///
  /// ```swift
  /// sheet.reduce(&state.sheet, action).flatMap { instruction in
  ///   switch instruction {
  ///   case .run(let request): .run(request.lift(to: .store(state.draft), in: .sheet, action: Action.sheet))
  ///   case .fireAndForget(.close, _): close(&state)
  ///   case .cancel: .cancel(.sheet)
  ///   }
  /// }
  /// ```
  public func flatMap<Parent>(_ transform: (Instruction) -> Effects<Parent>) -> Effects<Parent> {
    guard let storage else { return .none }
    return storage.reduce(into: .none) { $0 += transform($1) }
  }
}

extension Effects.Instruction {
  /// Converts an instruction of a child into one of its parent.
  public func lift<Parent>(_ cases: ChildCases<Feature, Parent>) -> Effects<Parent>.Instruction {
    switch self {
    case .run(let request): .run(request.lift(cases))
    case .fireAndForget(let effect, let runsAgain):
      .fireAndForget(cases.effect(effect), runsAgainAfterRestart: runsAgain)
    case .cancel(let slot): .cancel(cases.slot(slot))
    }
  }
}

extension RunRequest {
  /// Converts a request of a child into one of its parent.
  public func lift<Parent>(_ cases: ChildCases<Feature, Parent>) -> RunRequest<Parent> {
    lift(to: cases.effect(effect), in: cases.slot(slot), action: cases.action)
  }

  /// Converts a request of a child into one that its parent carries out in its own terms.
  ///
  /// The delay stays, and so does what the child has said about a lost response and a restart, with converted actions.
  ///
  /// - Parameters:
  ///   - effect: The effect of the parent that replaces the child's.
  ///   - slot: The slot of the parent.
  ///   - policy: What happens if the slot is occupied, or `nil` for what the child has said. A slot that several children
  ///     share needs a policy of its own: with `latest`, a save of one would cancel that of another.
  ///   - action: A closure that converts the actions of the request: the one for a lost response, and the one that
  ///     reports a restart. It can return an action of the parent that says what failed in its own terms.
  /// - Returns: The request of the parent.
  public func lift<Parent>(
    to effect: Parent.Effect, in slot: Parent.Slot, _ policy: SlotPolicy? = nil,
    action: (Feature.Action) -> Parent.Action
  ) -> RunRequest<Parent> {
    var lifted = RunRequest<Parent>(
      effect, in: slot, policy ?? self.policy, after: delay, ifLost: action(lostResponse),
      afterRestart: restart.map(action))
    lifted.isSubscription = isSubscription
    return lifted
  }
}
