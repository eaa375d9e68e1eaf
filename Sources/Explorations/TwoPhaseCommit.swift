package import Loop
package import LoopExplorer

/// Several managers of resources commit together or not at all, as one manager of the transaction decides.
///
/// Its number of states is known, so it tells whether an explorer sees everything, and how fast: 288 for three managers,
/// 8,832 for five, 296,448 for seven.
package struct TwoPhaseCommit: Reducer {
  /// Who has come to what, in a few bits each.
  package struct State: Hashable, Codable, Sendable {
    enum Decision: UInt8, Codable, Sendable { case none, commit, abort }

    /// What each manager of a resource has come to, two bits each.
    var resources: UInt32 = 0
    /// Whose readiness the manager of the transaction has heard of, a bit each.
    var heard: UInt8 = 0
    /// Who has sent word of readiness, a bit each.
    var sent: UInt8 = 0
    var decision = Decision.none

    init() {}

    /// All of it in one word, so that to compare and to hash it is one operation.
    var packedBits: UInt64 {
      UInt64(resources) | UInt64(heard) << 32 | UInt64(sent) << 40 | UInt64(decision.rawValue) << 48
    }

    /// Tells whether everybody has come to the same.
    package static func == (left: Self, right: Self) -> Bool { left.packedBits == right.packedBits }

    /// Feeds all of it.
    package func hash(into hasher: inout Hasher) { hasher.combine(packedBits) }

    /// What a manager of a resource has come to.
    package internal(set) subscript(resource: Int) -> Resource {
      get { Resource(rawValue: UInt8(truncatingIfNeeded: resources >> (2 * resource)) & 3) ?? .working }
      set { resources = resources & ~(3 << (2 * resource)) | UInt32(newValue.rawValue) << (2 * resource) }
    }
  }

  /// What a manager of a resource has come to.
  package enum Resource: UInt8, Codable, Sendable {
    /// It is at work.
    case working
    /// It can go either way.
    case prepared
    /// It has committed.
    case committed
    /// It has given up.
    case aborted
  }

  /// What the managers do.
  package enum Action: Hashable, Codable, Sendable {
    /// The manager of the transaction decides to commit, or to give up.
    case committed, aborted
    /// The manager of the transaction hears that a resource is ready.
    case readinessHeard(Int)
    /// A resource is ready and sends word, or gives up by itself.
    case prepared(Int), refused(Int)
    /// A resource hears what was decided.
    case commitHeard(Int), abortHeard(Int)
  }

  let count: Int

  init(_ count: Int) { self.count = count }

  /// Takes an action in; one that cannot be done changes nothing.
  package func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    switch action {
    case .committed:
      if state.decision == .none && state.heard == UInt8(truncatingIfNeeded: 1 << count - 1) {
        state.decision = .commit
      }
    case .aborted: if state.decision == .none { state.decision = .abort }
    case .readinessHeard(let resource):
      if state.decision == .none && state.sent >> resource & 1 == 1 { state.heard |= 1 << resource }
    case .prepared(let resource):
      if state[resource] == .working {
        state[resource] = .prepared
        state.sent |= 1 << resource
      }
    case .refused(let resource): if state[resource] == .working { state[resource] = .aborted }
    case .commitHeard(let resource): if state.decision == .commit { state[resource] = .committed }
    case .abortHeard(let resource): if state.decision == .abort { state[resource] = .aborted }
    }
    return .none
  }
}

/// Every order in which the managers can do what they do.
package struct TwoPhaseCommitExploration: Exploration {
  /// The feature that is played.
  package let feature: TwoPhaseCommit
  let alphabet: [TwoPhaseCommit.Action]

  /// Makes one with so many managers of resources, at most eight.
  package init(managers count: Int) {
    precondition((1...8).contains(count), "There are one to eight managers.")
    feature = TwoPhaseCommit(count)
    alphabet =
      [.committed, .aborted]
      + (0..<count).flatMap { resource -> [TwoPhaseCommit.Action] in
        [
          .readinessHeard(resource), .prepared(resource), .refused(resource), .commitHeard(resource),
          .abortHeard(resource),
        ]
      }
  }

  /// Everybody is at work.
  package var start: (state: TwoPhaseCommit.State, world: Bool) { (.init(), false) }

  /// Everybody tries everything, always.
  package func actions(in state: TwoPhaseCommit.State) -> [TwoPhaseCommit.Action] { alphabet }

  /// There is no effect.
  package func outcomes(of effect: Never, in world: Bool) -> [Outcome<TwoPhaseCommit.Action, Bool>] {}

  /// Prepares an exploration that holds the laws of a commit.
  ///
  /// To ask whether everybody can always come to an end, it has to keep every edge.
  package func explorer(
    faults: Int = 0, pending: Int = 3, isExact: Bool = false, canFinish: Bool = true
  ) -> Explorer<TwoPhaseCommitExploration> {
    let count = feature.count
    func all(_ state: TwoPhaseCommit.State, _ isSo: (TwoPhaseCommit.Resource) -> Bool) -> Bool {
      for resource in 0..<count where !isSo(state[resource]) { return false }
      return true
    }
    var explorer = Explorer(self, faults: faults, pendingLimit: pending, isExact: isExact)
    explorer.setSource(exploration: "TwoPhaseCommitExploration(managers: \(count))")
    explorer.always("nobody commits where another gives up") { moment in
      all(moment.state) { $0 != .committed } || all(moment.state) { $0 != .aborted }
    }
    explorer.reachable("all commit") { moment in all(moment.state) { $0 == .committed } }
    explorer.reachable("all give up") { moment in all(moment.state) { $0 == .aborted } }
    if canFinish {
      explorer.canAlwaysReach("everybody is done") { moment in
        all(moment.state) { $0 == .committed || $0 == .aborted }
      }
    }
    return explorer
  }
}
