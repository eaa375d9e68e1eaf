/// A feature that adds undo and redo to another feature.
///
/// ```swift
/// let handler = UndoEffectHandler<ProductListFeature, _>(ProductListHandler(store: products))
/// let store = Store(UndoFeature(ProductListFeature(), limit: 50), state: .init(.init()), handler: handler)
/// store.send(.feature(.table(.deleteTapped)))
/// store.send(.undo)
/// ```
///
/// - Undo reduces the compensating actions of the feature like user actions. Their effects and slots are those of the
///   feature.
/// - Redo reduces the compensation of the compensation, which was computed in the state before the undo.
/// - A new step removes all redo steps. A response is a step only if the feature returns what takes it back, such as the
///   response that something was saved.
/// - The state may have changed since a step was recorded. Undo skips and removes a step that would change nothing any
///   more, and undoes the step before it. A step that is deferred blocks undo until it can be applied.
/// - Going to a point of the history undoes or redoes the steps in between. A step that would change nothing any more
///   counts as one of them. A step that is deferred makes the rest wait, and one that the feature refuses is the last.
/// - The actions of a group form one step, which is undone in reverse order in one reduction. A nested group belongs to
///   the outer group. An empty group leaves no step. Undo closes an open group and undoes it. A group that is never
///   closed keeps growing.
public struct UndoFeature<Feature: Undoable>: Reducer {
  /// The effects of the feature.
  public typealias Effect = Feature.Effect
  /// The slots of the feature.
  public typealias Slot = Feature.Slot
  /// The undo history of the feature.
  public typealias History = UndoHistory<Feature.Action, Feature.ChangeKind>

  /// The cases that carry the feature.
  public static var feature: ChildCases<Feature, Self> {
    ChildCases(action: { .feature($0) }, effect: { $0 }, slot: { $0 })
  }

  /// The feature that undo is added to.
  public let feature: Feature
  /// The largest number of steps.
  ///
  /// A new step removes the oldest one.
  public let limit: Int

  /// Adds undo to a feature.
  ///
  /// If the limit is zero, nothing can be undone and `compensation(of:in:)` is not called.
  public init(_ feature: Feature, limit: Int = 100) {
    precondition(limit >= 0, "The limit of an undo history must not be negative.")
    self.feature = feature
    self.limit = limit
  }

  /// The state of the feature and the undo history.
  public struct State: Sendable {
    /// The state of the feature.
    public var feature: Feature.State
    /// The steps that can be undone and redone.
    public var history = History()

    /// Creates a state with an empty history.
    public init(_ feature: Feature.State) { self.feature = feature }
  }

  /// The actions of the feature, and those that control the history.
  public enum Action: Sendable {
    /// An action of the feature.
    case feature(Feature.Action)
    /// The user requested undo.
    case undo
    /// The user requested redo.
    case redo
    /// The user went back or forward, to the point at which this many steps can be undone.
    ///
    /// While the next step is deferred, for example until the one before it is stored, the rest waits. It is given up when
    /// another step is recorded, undone or redone, or when an action breaks the coalescing of steps.
    case travelled(toStepCount: Int)
    /// A group was opened: the actions until it is closed form one step with this change.
    case groupOpened(Feature.ChangeKind)
    /// The innermost open group was closed.
    case groupClosed
  }

  /// Reduces an action of the feature, or one that controls the history.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .feature(let action):
      if limit > 0 { state.history.record(feature.compensation(of: action, in: state.feature), limit: limit) }
      let effects = feature.reduce(&state.feature, action).lift(Self.feature)
      return state.history.travel == nil ? effects : effects + continueTravel(&state)
    case .undo:
      state.history.travel = nil
      return undo(&state)
    case .redo:
      state.history.travel = nil
      return redo(&state)
    case .travelled(let count):
      state.history.closeAllGroups(limit: limit)
      state.history.beginTravel(toStepCount: count)
      return continueTravel(&state)
    case .groupOpened(let change):
      state.history.travel = nil
      if limit > 0 { state.history.openGroup(change) }
    case .groupClosed: state.history.closeGroup(limit: limit)
    }
    return .none
  }

  /// Returns a Boolean value that indicates whether a slot of the feature is active.
  public func isActive(_ slot: Slot, in state: State) -> Bool {
    feature.isActive(slot, in: state.feature)
  }
}

extension UndoFeature {
  /// Returns the change that undo would undo now, or `nil` if there is none.
  ///
  /// Steps that would change nothing any more are skipped, as undo skips them.
  public func changeToUndo(in state: State) -> Feature.ChangeKind? { stepToUndo(in: state)?.change }

  /// Returns the step that undo would undo now, or `nil` if there is none.
  public func stepToUndo(in state: State) -> History.Step? {
    nextStep(among: closedUndoSteps(of: state), with: .applicable, in: state.feature)
  }

  /// Returns the step that prevents undo because it is deferred, or `nil`.
  public func deferredStep(in state: State) -> History.Step? {
    nextStep(among: closedUndoSteps(of: state), with: .deferred, in: state.feature)
  }

  /// Adds the steps of another history.
  ///
  /// The newest steps follow all others, so that nothing can be redone. The oldest ones leave what can be redone.
  public func addSteps(_ steps: [History.Step], asOldest: Bool = false, to state: inout State) {
    state.history.closeAllGroups(limit: limit)
    if asOldest {
      state.history.undoSteps.insert(contentsOf: steps, at: 0)
    } else {
      (state.history.redoSteps, state.history.travel) = ([], nil)
      state.history.undoSteps += steps
    }
    state.history.removeOldestUndoSteps(beyond: limit - state.history.redoSteps.count)
  }

  /// Returns the change that redo would redo now, or `nil` if there is none.
  public func changeToRedo(in state: State) -> Feature.ChangeKind? {
    nextStep(among: state.history.redoSteps, with: .applicable, in: state.feature)?.change
  }

  /// Returns the steps that can be undone as they are when all groups are closed.
  private func closedUndoSteps(of state: State) -> [History.Step] {
    var history = state.history
    history.closeAllGroups(limit: limit)
    return history.undoSteps
  }

  /// Returns the last step that is not without effect, if it has a status.
  private func nextStep(
    among steps: [History.Step], with expected: UndoStatus, in state: Feature.State
  ) -> History.Step? {
    guard let step = steps.last(where: { status(of: $0, in: state) != .hasNoEffect }) else { return nil }
    return status(of: step, in: state) == expected ? step : nil
  }

  private func undo(_ state: inout State) -> Effects<Self> {
    state.history.closeAllGroups(limit: limit)
    return applyLastStep(of: &state.history.undoSteps, revertedBy: &state.history.redoSteps, to: &state.feature)
  }

  private func redo(_ state: inout State) -> Effects<Self> {
    state.history.closeAllGroups(limit: limit)
    defer { state.history.removeOldestUndoSteps(beyond: limit) }
    return applyLastStep(of: &state.history.redoSteps, revertedBy: &state.history.undoSteps, to: &state.feature)
  }

  /// Undoes or redoes steps up to a point of the history, or until the next one is deferred.
  ///
  /// A step that the feature refuses, which is applied and cannot be reverted, is the last.
  private func continueTravel(_ state: inout State) -> Effects<Self> {
    var effects = Effects<Self>.none
    while let travel = state.history.travel {
      if travel.isBackward {
        removeStepsWithoutEffect(from: &state.history.undoSteps, in: state.feature)
      } else {
        removeStepsWithoutEffect(from: &state.history.redoSteps, in: state.feature)
      }
      let before = travel.counts(in: state.history)
      if before.ahead > travel.remainingCount {
        effects += travel.isBackward ? undo(&state) : redo(&state)
        let after = travel.counts(in: state.history)
        if after.ahead == before.ahead { return effects }
        if after.behind > before.behind { continue }
      }
      state.history.travel = nil
    }
    return effects
  }

  /// Removes the last steps, up to one that would change something.
  private func removeStepsWithoutEffect(from steps: inout [History.Step], in state: Feature.State) {
    while let step = steps.last, status(of: step, in: state) == .hasNoEffect { steps.removeLast() }
  }

  /// Applies the last of these steps that would change something, and adds the step that reverts it to other steps.
  ///
  /// The steps after it are removed, because they have no effect any more. A step that is deferred is not applied.
  private func applyLastStep(
    of steps: inout [History.Step], revertedBy others: inout [History.Step], to state: inout Feature.State
  ) -> Effects<Self> {
    removeStepsWithoutEffect(from: &steps, in: state)
    guard let step = steps.last, status(of: step, in: state) == .applicable else { return .none }
    steps.removeLast()
    var effects = Effects<Self>.none
    var deferred: [Feature.Action] = []
    var compensations: [[Feature.Action]] = []
    var isReversible = true
    for action in step.actions {
      switch feature.undoStatus(of: action, in: state) {
      case .hasNoEffect: continue
      case .deferred:
        deferred.append(action)
        continue
      case .applicable: break
      }
      switch feature.compensation(of: action, in: state) {
      case .ignored, .deferred, .breaksCoalescing: break
      case .irreversible: isReversible = false
      case .actions(let actions, _, _): compensations.append(actions)
      }
      effects += feature.reduce(&state, action).lift(Self.feature)
    }
    // Actions that are deferred now become a step of their own.
    if !deferred.isEmpty { steps.append(.init(step.change, deferred)) }
    let reverting = Array(compensations.reversed().joined())
    if !isReversible {
      others = []
    } else if !reverting.isEmpty {
      others.append(.init(step.change, reverting))
    }
    return effects
  }

  /// Returns what applying a step would do.
  ///
  /// All actions are checked in the same state. This is exact, because the state stays the same for as long as the
  /// actions change nothing.
  private func status(of step: History.Step, in state: Feature.State) -> UndoStatus {
    var status = UndoStatus.hasNoEffect
    for action in step.actions {
      switch feature.undoStatus(of: action, in: state) {
      case .hasNoEffect: break
      case .deferred: return .deferred
      case .applicable: status = .applicable
      }
    }
    return status
  }
}

extension UndoFeature.State: Equatable where Feature.State: Equatable, Feature.Action: Equatable {}
extension UndoFeature.State: Hashable where Feature.State: Hashable, Feature.Action: Hashable {}
extension UndoFeature.State: Codable
where Feature.State: Codable, Feature.Action: Codable, Feature.ChangeKind: Codable {}
extension UndoFeature.Action: Equatable where Feature.Action: Equatable {}
extension UndoFeature.Action: Hashable where Feature.Action: Hashable {}
extension UndoFeature.Action: Codable where Feature.Action: Codable, Feature.ChangeKind: Codable {}

/// Runs the effects of a feature that is wrapped in ``UndoFeature``.
///
/// ```swift
/// let handler = UndoEffectHandler<ProductListFeature, _>(ProductListHandler(store: products))
/// let store = Store(UndoFeature(ProductListFeature()), state: .init(.init()), handler: handler)
/// ```
public struct UndoEffectHandler<Feature: Undoable, Handler: EffectHandler<Feature.Effect, Feature.Action>>:
  EffectHandler
{
  private let handler: Handler

  /// Creates a handler from the handler of the feature.
  public init(_ handler: Handler) { self.handler = handler }

  /// Runs one effect with the handler of the feature.
  public func run(
    _ effect: Feature.Effect, send: Send<UndoFeature<Feature>.Action>
  ) async -> UndoFeature<Feature>.Action? {
    await handler.run(effect, send: send, as: UndoFeature.feature)
  }
}
