import Loop
import LoopExplorer
import TestInputs
import Values

/// A feature whose actions choose slots, policies, delays and what each response causes, so that random actions lead to
/// every kind of schedule.
///
/// Each run has a token of its own. The state lists the actions that were delivered, with the tokens.
struct ScheduleFeature: Reducer {
  struct State: Hashable, Codable, Sendable {
    var log: [String] = []
    var nextToken = 1
    var closedSlots: Set<Int> = []
    var child: ScheduleChild.State?
    var rows: [ScheduleChild.State] = []
    /// An observer of the store sends `followedUp` when this is `true`.
    var needsFollowUp = false
  }

  enum Action: Hashable, Codable, Sendable {
    case requested(Int, SlotPolicy, isDelayed: Bool, [Reaction])
    case subscribed(Int)
    case cancelled(Int)
    case slotClosed(Int), slotOpened(Int)
    case fired(Int)
    case presented(id: Int), dismissed
    case rowAdded(Int), rowRemoved(Int)
    case child(Int, ScheduleChild.Action), row(Int, ScheduleChild.Action)
    case responded(Int, token: Int, Reaction)
    case responseLost(Int, token: Int)
    case followedUp
  }

  /// What the feature does when it receives a response.
  enum Reaction: Hashable, Codable, Sendable {
    case nothing
    case requestAgain(SlotPolicy)
    case cancel(Int)
    case close(Int)
    case replaceChild, dismissChild, removeRows
    case followUp
  }

  enum Effect: Hashable, Codable, Sendable {
    case work(Int, token: Int, [Reaction])
    case watch(Int, token: Int)
    case note(Int)
    case child(Int, ScheduleChild.Effect), row(Int, ScheduleChild.Effect)
  }

  enum Slot: Hashable, Codable, Sendable {
    case own(Int)
    case child(Int, ScheduleChild.Slot), row(Int, ScheduleChild.Slot)
  }

  static func child(_ id: Int) -> ChildCases<ScheduleChild, Self> {
    ChildCases(action: { .child(id, $0) }, effect: { .child(id, $0) }, slot: { .child(id, $0) })
  }

  static func row(_ id: Int) -> ChildCases<ScheduleChild, Self> {
    ChildCases(action: { .row(id, $0) }, effect: { .row(id, $0) }, slot: { .row(id, $0) })
  }

  private let child = ScheduleChild()

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .requested(let slot, let policy, let isDelayed, let reactions):
      return request(&state, slot, policy, isDelayed: isDelayed, reactions)
    case .subscribed(let slot):
      if state.closedSlots.contains(slot) { return .none }
      defer { state.nextToken += 1 }
      return .subscribe(
        to: .watch(slot, token: state.nextToken), in: .own(slot), ifEnded: .responseLost(slot, token: state.nextToken))
    case .cancelled(let slot): return .cancel(.own(slot))
    case .slotClosed(let slot): state.closedSlots.insert(slot)
    case .slotOpened(let slot): state.closedSlots.remove(slot)
    case .fired(let number): return .fireAndForget(.note(number), runsAgainAfterRestart: true)
    case .presented(let id): state.child = ScheduleChild.State(id: id)
    case .dismissed: state.child = nil
    case .rowAdded(let id): if !state.rows.contains(where: { $0.id == id }) { state.rows.append(.init(id: id)) }
    case .rowRemoved(let id): state.rows.removeAll { $0.id == id }
    case .child(let id, let action): return child.reduce(&state.child, at: id, action).lift(Self.child(id))
    case .row(let id, let action): return child.reduce(&state.rows, at: id, action).lift(Self.row(id))
    case .responded(let slot, let token, let reaction):
      state.log.append("response of \(token) in \(slot)")
      return react(&state, reaction, in: slot)
    case .responseLost(let slot, let token): state.log.append("no response of \(token) in \(slot)")
    case .followedUp:
      state.needsFollowUp = false
      return request(&state, 0, .first, isDelayed: false, [.nothing])
    }
    return .none
  }

  private func react(_ state: inout State, _ reaction: Reaction, in slot: Int) -> Effects<Self> {
    switch reaction {
    case .nothing: return .none
    case .requestAgain(let policy): return request(&state, slot, policy, isDelayed: false, [.nothing])
    case .cancel(let other): return .cancel(.own(other))
    case .close(let other): state.closedSlots.insert(other)
    case .replaceChild: state.child = ScheduleChild.State(id: 7)
    case .dismissChild: state.child = nil
    case .removeRows: state.rows = []
    case .followUp: state.needsFollowUp = true
    }
    return .none
  }

  private func request(
    _ state: inout State, _ slot: Int, _ policy: SlotPolicy, isDelayed: Bool, _ reactions: [Reaction]
  ) -> Effects<Self> {
    if state.closedSlots.contains(slot) { return .none }
    defer { state.nextToken += 1 }
    return .run(
      .work(slot, token: state.nextToken, reactions), in: .own(slot), policy, after: isDelayed ? .seconds(1) : nil,
      ifLost: .responseLost(slot, token: state.nextToken), afterRestart: .runAgain)
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .own(let slot): !state.closedSlots.contains(slot)
    case .child(let id, let slot): child.isActive(slot, at: id, in: state.child)
    case .row(let id, let slot): child.isActive(slot, at: id, in: state.rows)
    }
  }
}

/// A child that runs effects of its own.
struct ScheduleChild: Reducer {
  struct State: Hashable, Codable, Sendable, Identifiable {
    let id: Int
    var log: [String] = []
  }

  enum Action: Hashable, Codable, Sendable {
    case requested(SlotPolicy, token: Int), responded(token: Int), responseLost(token: Int)
  }

  enum Effect: Hashable, Codable, Sendable { case work(token: Int) }
  enum Slot: Hashable, Codable, Sendable { case work }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .requested(let policy, let token):
      return .run(
        .work(token: token), in: .work, policy, ifLost: .responseLost(token: token), afterRestart: .runAgain)
    case .responded(let token): state.log.append("response of \(token)")
    case .responseLost(let token): state.log.append("no response of \(token)")
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

/// An exploration whose environment is the list of executed effects, and of changes by others as notes.
struct ScheduleExploration: Exploration {
  let feature = ScheduleFeature()
  var start: (state: ScheduleFeature.State, environment: [ScheduleFeature.Effect]) { (.init(), []) }

  func actions(in state: ScheduleFeature.State) -> [ScheduleFeature.Action] { [] }

  func outcomes(
    of effect: ScheduleFeature.Effect, in environment: [ScheduleFeature.Effect]
  ) -> [Outcome<ScheduleFeature.Action, [ScheduleFeature.Effect]>] {
    [Outcome("done", responses: effect.responses, in: environment + [effect])]
  }

  func environmentEvents(
    in environment: [ScheduleFeature.Effect]
  ) -> [EnvironmentEvent<[ScheduleFeature.Effect]>] {
    [EnvironmentEvent("changed", in: environment + [.change])]
  }

  func responses(
    to subscription: ScheduleFeature.Effect, after event: EnvironmentEvent<[ScheduleFeature.Effect]>?,
    in environment: [ScheduleFeature.Effect]
  ) -> [ScheduleFeature.Action] { event == nil ? [] : subscription.responses }
}

extension ScheduleFeature.Effect {
  /// A change of the environment by others.
  static var change: Self { .note(-1) }

  /// The responses of the effect: none if it is fired and forgotten.
  var responses: [ScheduleFeature.Action] {
    switch self {
    case .work(let slot, let token, let reactions): reactions.map { .responded(slot, token: token, $0) }
    case .watch(let slot, let token): [.responded(slot, token: token, .nothing)]
    case .note: []
    case .child(let id, .work(let token)): [.child(id, .responded(token: token))]
    case .row(let id, .work(let token)): [.row(id, .responded(token: token))]
    }
  }
}

extension SplitMix64 {
  /// Returns a random action.
  ///
  /// `token` identifies the run of a child that the action requests.
  mutating func action(token: Int) -> ScheduleFeature.Action {
    func number(_ count: UInt64) -> Int { Int(next() % count) }
    let policies = [SlotPolicy.latest, .first, .queue, .queueLatest]
    func reaction() -> ScheduleFeature.Reaction {
      let reactions: [ScheduleFeature.Reaction] = [
        .nothing, .nothing, .requestAgain(policies[number(4)]), .cancel(number(2)), .close(number(2)), .replaceChild,
        .dismissChild, .removeRows, .followUp,
      ]
      return reactions[number(UInt64(reactions.count))]
    }
    switch number(18) {
    case 0...6:
      return .requested(
        number(2), policies[number(4)], isDelayed: number(4) == 0, (0...number(3)).map { _ in reaction() })
    case 7: return .cancelled(number(2))
    case 8: return .slotClosed(number(2))
    case 9: return .slotOpened(number(2))
    case 10: return .fired(number(3))
    case 16, 17: return .subscribed(number(2))
    case 11: return number(3) == 0 ? .dismissed : .presented(id: number(2))
    case 12: return number(3) == 0 ? .rowRemoved(number(2)) : .rowAdded(number(2))
    case 13, 14: return .child(number(2), .requested(policies[number(4)], token: token))
    default: return .row(number(2), .requested(policies[number(4)], token: token))
    }
  }
}
