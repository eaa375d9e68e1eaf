/// A feature around which what was done can be undone, and done again.
///
/// ```swift
/// let handler = UndoingHandler<Catalogue, _>(CatalogueHandler(store: products))
/// let store = Store(Undoing(Catalogue(), limit: 50), state: .init(.init()), handler: handler)
/// store.send(.feature(.deleteTapped))
/// store.send(.undo)
/// ```
///
/// - Undoing reduces what the feature named as the compensation, like any action of a person: the effects, the slots and
///   how long they live are the feature's own.
/// - What was undone is done again by the compensation of the compensation, asked for in the state before it.
/// - A new step takes away what could be done again. An answer of the world does not, and is no step.
/// - The world may have gone on: a step of which nothing would change any more is skipped, and forgotten; undoing takes the
///   next older one. A step that can only change something later waits, and undoing with it.
/// - What is done in a group is one step, taken back in reverse order in one reduction. A group in a group belongs to it; an
///   empty one leaves no step. Undoing closes what is open, and takes it back; a group that nobody closes grows.
public struct Undoing<Feature: Undoable>: Reducer {
  /// What the feature asks for.
  public typealias Effect = Feature.Effect
  /// Where the feature asks.
  public typealias Slot = Feature.Slot
  /// What can be taken back of the feature.
  public typealias History = UndoHistory<Feature.Action, Feature.Change>

  /// The feature inside.
  public let feature: Feature
  /// How many steps can be taken back; the oldest is forgotten for a new one.
  public let limit: Int

  /// Makes a feature undoable.
  ///
  /// With a limit of zero nothing can be undone, and nothing is asked.
  public init(_ feature: Feature, limit: Int = 100) {
    precondition(limit >= 0, "A history has no fewer than no steps")
    self.feature = feature
    self.limit = limit
  }

  /// The state of the feature, and what can be taken back.
  public struct State: Sendable {
    /// What the feature remembers.
    public var feature: Feature.State
    /// What can be taken back, and done again.
    public var history = History()

    /// Begins with nothing to take back.
    public init(_ feature: Feature.State) { self.feature = feature }
  }

  /// What a person does, and what the world answers.
  public enum Action: Sendable {
    /// Something of the feature.
    case feature(Feature.Action)
    /// The last step shall be taken back.
    case undo
    /// What was taken back last shall be done again.
    case redo
    /// What comes is one step, which is called this.
    case groupOpened(Feature.Change)
    /// What comes does not belong to the group any more.
    case groupClosed
  }

  /// Takes an action in.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .feature(let action): return take(action, &state)
    case .undo: return undo(&state)
    case .redo: return redo(&state)
    case .groupOpened(let change): if limit > 0 { state.history.openGroup(change) }
    case .groupClosed: state.history.closeGroup(limit: limit)
    }
    return .none
  }

  /// Tells whether a slot still serves the feature.
  public func isAlive(_ slot: Slot, in state: State) -> Bool {
    feature.isAlive(slot, in: state.feature)
  }

  private func take(_ action: Feature.Action, _ state: inout State) -> Effects<Effect, Slot> {
    if limit > 0 { state.history.record(feature.compensation(of: action, in: state.feature), limit: limit) }
    return feature.reduce(&state.feature, action)
  }

  private func undo(_ state: inout State) -> Effects<Effect, Slot> {
    state.history.closeGroups(limit: limit)
    guard let done = carryOutLast(of: &state.history.undoSteps, &state.feature) else { return .none }
    if done.back == nil { state.history.redoSteps = [] }
    if let back = done.back, !back.isEmpty { state.history.redoSteps.append(.init(done.change, back)) }
    return done.effects
  }

  private func redo(_ state: inout State) -> Effects<Effect, Slot> {
    state.history.closeGroups(limit: limit)
    guard let done = carryOutLast(of: &state.history.redoSteps, &state.feature) else { return .none }
    if done.back == nil { state.history.undoSteps = [] }
    if let back = done.back, !back.isEmpty { state.history.append(.init(done.change, back), limit: limit) }
    return done.effects
  }
}

extension Undoing {
  /// Tells what undoing would take back now, if anything.
  ///
  /// What the world has overtaken is passed over, as undoing will.
  public func changeToUndo(in state: State) -> Feature.Change? {
    var history = state.history
    history.closeGroups(limit: limit)
    return firstChange(of: history.undoSteps, in: state.feature)
  }

  /// Tells what redoing would do again now, if anything.
  public func changeToRedo(in state: State) -> Feature.Change? {
    firstChange(of: state.history.redoSteps, in: state.feature)
  }

  private func firstChange(of steps: [History.Step], in state: Feature.State) -> Feature.Change? {
    for step in steps.reversed() {
      switch outlook(of: step, in: state) {
      case .stale: continue
      case .notNow: return nil
      case .live: return step.change
      }
    }
    return nil
  }

  /// Carries out the last step that would change something, and removes the stale ones after it.
  ///
  /// Returns `nil` if there is none, or if the next one has to wait.
  private func carryOutLast(
    of steps: inout [History.Step], _ state: inout Feature.State
  ) -> (effects: Effects<Effect, Slot>, change: Feature.Change, back: [Feature.Action]?)? {
    while let step = steps.last {
      let outlook = outlook(of: step, in: state)
      if outlook == .notNow { return nil }
      steps.removeLast()
      if outlook == .stale { continue }
      let (effects, back, left) = carryOut(step, &state)
      // A part that can only be taken back later is a step of its own by then.
      if !left.isEmpty { steps.append(.init(step.change, left)) }
      return (effects, step.change, back)
    }
    return nil
  }

  /// What would come of a step.
  private enum Outlook {
    /// Nothing would change any more.
    case stale
    /// Nothing can change now.
    case notNow
    case live
  }

  /// What would come of a step: as long as its actions change nothing, each of them meets this state.
  private func outlook(of step: History.Step, in state: Feature.State) -> Outlook {
    var outlook = Outlook.stale
    for action in step.actions {
      switch feature.compensation(of: action, in: state) {
      case .nothing: break
      case .notNow: return .notNow
      case .pause, .impossible, .actions: outlook = .live
      }
    }
    return outlook
  }

  /// Reduces what is left of a step, and tells what takes that back: nothing at all if it is impossible.
  private func carryOut(
    _ step: History.Step, _ state: inout Feature.State
  ) -> (Effects<Effect, Slot>, back: [Feature.Action]?, left: [Feature.Action]) {
    var effects = Effects<Effect, Slot>.none
    var left: [Feature.Action] = []
    var parts: [[Feature.Action]] = []
    var isPossible = true
    for action in step.actions {
      switch feature.compensation(of: action, in: state) {
      case .nothing: continue
      case .notNow:
        left.append(action)
        continue
      case .pause: break
      case .impossible: isPossible = false
      case .actions(let actions, _, _): parts.append(actions)
      }
      effects += feature.reduce(&state, action)
    }
    return (effects, isPossible ? Array(parts.reversed().joined()) : nil, left)
  }
}

extension Undoing.State: Equatable where Feature.State: Equatable, Feature.Action: Equatable {}
extension Undoing.State: Hashable where Feature.State: Hashable, Feature.Action: Hashable {}
extension Undoing.State: Codable
where Feature.State: Codable, Feature.Action: Codable, Feature.Change: Codable {}
extension Undoing.Action: Equatable where Feature.Action: Equatable {}
extension Undoing.Action: Hashable where Feature.Action: Hashable {}
extension Undoing.Action: Codable where Feature.Action: Codable, Feature.Change: Codable {}

extension Undoing: Resumable where Feature: Resumable {
  /// The feature decides.
  public func resume(_ effect: Effect, in state: State) -> Resumption<Action> {
    feature.resume(effect, in: state.feature).lift(Action.feature)
  }
}

/// Carries out what a feature asks for around which there is ``Undoing``.
///
/// ```swift
/// let handler = UndoingHandler<Catalogue, _>(CatalogueHandler(store: products))
/// let store = Store(Undoing(Catalogue()), state: .init(.init()), handler: handler)
/// ```
public struct UndoingHandler<Feature: Undoable, Handler: EffectHandler<Feature.Effect, Feature.Action>>: EffectHandler {
  private let handler: Handler

  /// Makes one from the feature's own handler.
  public init(_ handler: Handler) { self.handler = handler }

  /// Carries one effect out.
  public func run(_ effect: Feature.Effect, send: Send<Undoing<Feature>.Action>) async {
    await handler.run(effect, send: send.lift { .feature($0) })
  }
}
