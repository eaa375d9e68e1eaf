import Loop
import LoopExplorer

/// Two-phase commit: several resource managers commit or abort together, as one transaction manager decides.
///
/// The number of states is known, so this feature shows whether an explorer finds all of them and how fast it is: 288
/// for three resource managers, 8,832 for five, 296,448 for seven.
package struct TwoPhaseCommit: Reducer {
  /// The states of all managers, packed into bits.
  package struct State: Hashable, Codable, Sendable {
    enum Decision: UInt8, Codable, Sendable { case none, commit, abort }

    /// The state of each resource manager, two bits each.
    var resources: UInt32 = 0
    /// The resource managers whose `prepared` message the transaction manager has received, one bit each.
    var receivedPrepared: UInt8 = 0
    /// The resource managers that have sent a `prepared` message, one bit each.
    var sent: UInt8 = 0
    var decision = Decision.none

    init() {}

    /// The whole state in one word, so that comparing and hashing are single operations.
    var packedBits: UInt64 {
      UInt64(resources) | UInt64(receivedPrepared) << 32 | UInt64(sent) << 40 | UInt64(decision.rawValue) << 48
    }

    package static func == (left: Self, right: Self) -> Bool { left.packedBits == right.packedBits }

    package func hash(into hasher: inout Hasher) { hasher.combine(packedBits) }

    /// The state of a resource manager.
    package internal(set) subscript(resource: Int) -> ResourceManagerState {
      get { ResourceManagerState(rawValue: UInt8(truncatingIfNeeded: resources >> (2 * resource)) & 3) ?? .working }
      set { resources = resources & ~(3 << (2 * resource)) | UInt32(newValue.rawValue) << (2 * resource) }
    }
  }

  /// The state of a resource manager.
  ///
  /// A prepared manager can still commit or abort.
  package enum ResourceManagerState: UInt8, Codable, Sendable { case working, prepared, committed, aborted }

  /// The steps of the managers.
  package enum Action: Hashable, Codable, Sendable {
    /// The transaction manager decides to commit or to abort.
    case committed, aborted
    /// The transaction manager receives a `prepared` message.
    case preparedReceived(Int)
    /// A resource manager prepares and sends a message, or aborts by itself.
    case prepared(Int), refused(Int)
    /// A resource manager receives the decision.
    case commitReceived(Int), abortReceived(Int)
  }

  let resourceCount: Int

  init(_ count: Int) { self.resourceCount = count }

  /// Reduces an action.
  ///
  /// An action that is not possible changes nothing.
  package func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .committed:
      if state.decision == .none && state.receivedPrepared == UInt8(truncatingIfNeeded: 1 << resourceCount - 1) {
        state.decision = .commit
      }
    case .aborted: if state.decision == .none { state.decision = .abort }
    case .preparedReceived(let resource):
      if state.decision == .none && state.sent >> resource & 1 == 1 { state.receivedPrepared |= 1 << resource }
    case .prepared(let resource):
      if state[resource] == .working {
        state[resource] = .prepared
        state.sent |= 1 << resource
      }
    case .refused(let resource): if state[resource] == .working { state[resource] = .aborted }
    case .commitReceived(let resource): if state.decision == .commit { state[resource] = .committed }
    case .abortReceived(let resource): if state.decision == .abort { state[resource] = .aborted }
    }
    return .none
  }
}

/// An exploration of every order in which the managers can act.
package struct TwoPhaseCommitExploration: Exploration {
  package let feature: TwoPhaseCommit
  let offeredActions: [TwoPhaseCommit.Action]
  private let checksGoal: Bool

  /// Creates an exploration with one to eight resource managers.
  ///
  /// With `checksGoal` it also checks that every resource manager can always finish, for which the explorer keeps every
  /// edge.
  package init(managers count: Int, checksGoal: Bool = true) {
    self.checksGoal = checksGoal
    precondition((1...8).contains(count), "The number of resource managers must be between 1 and 8.")
    feature = TwoPhaseCommit(count)
    offeredActions =
      [.committed, .aborted]
      + (0..<count).flatMap { resource -> [TwoPhaseCommit.Action] in
        [
          .preparedReceived(resource), .prepared(resource), .refused(resource), .commitReceived(resource),
          .abortReceived(resource),
        ]
      }
  }

  package var start: (state: TwoPhaseCommit.State, environment: Bool) { (.init(), false) }

  package func actions(in state: TwoPhaseCommit.State) -> [TwoPhaseCommit.Action] { offeredActions }

  package func outcomes(of effect: Never, in environment: Bool) -> [Outcome<TwoPhaseCommit.Action, Bool>] {}

  /// The Swift expression that creates this exploration in the source code of a test.
  package var sourceExpression: String {
    "TwoPhaseCommitExploration(managers: \(feature.resourceCount))"
  }

  /// Adds the laws of a commit.
  package func addLaws(to explorer: inout Explorer<TwoPhaseCommitExploration>) {
    let count = feature.resourceCount
    func all(_ state: TwoPhaseCommit.State, _ predicate: (TwoPhaseCommit.ResourceManagerState) -> Bool) -> Bool {
      for resource in 0..<count where !predicate(state[resource]) { return false }
      return true
    }
    explorer.always("no resource manager commits while another aborts") { scenarioState in
      all(scenarioState.state) { $0 != .committed } || all(scenarioState.state) { $0 != .aborted }
    }
    explorer.reachable("all commit") { scenarioState in all(scenarioState.state) { $0 == .committed } }
    explorer.reachable("all abort") { scenarioState in all(scenarioState.state) { $0 == .aborted } }
    if checksGoal {
      explorer.canAlwaysReach("every resource manager is done") { scenarioState in
        all(scenarioState.state) { $0 == .committed || $0 == .aborted }
      }
    }
  }
}
