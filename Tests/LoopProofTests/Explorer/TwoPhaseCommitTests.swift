import Loop
import LoopProof
import Testing

/// Several managers of resources commit together or not at all, as one manager of the transaction decides.
struct TwoPhaseCommit: Reducer {
  struct State: Hashable, Codable, Sendable {
    enum Decision: UInt8, Codable { case none, commit, abort }

    /// What each manager of a resource has come to, two bits each.
    var resources: UInt32 = 0
    /// Whose readiness the manager of the transaction has heard of, a bit each.
    var heard: UInt8 = 0
    /// Who has sent word of readiness, a bit each.
    var sent: UInt8 = 0
    var decision = Decision.none

    subscript(resource: Int) -> Resource {
      get { Resource(rawValue: UInt8(truncatingIfNeeded: resources >> (2 * resource)) & 3) ?? .working }
      set { resources = resources & ~(3 << (2 * resource)) | UInt32(newValue.rawValue) << (2 * resource) }
    }
  }

  enum Resource: UInt8, Codable { case working, prepared, committed, aborted }

  enum Action: Hashable, Codable, Sendable {
    case readinessHeard(Int), committed, aborted
    case prepared(Int), refused(Int), commitHeard(Int), abortHeard(Int)
  }

  let count: Int

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    switch action {
    case .readinessHeard(let resource):
      if state.decision == .none && state.sent >> resource & 1 == 1 { state.heard |= 1 << resource }
    case .committed:
      if state.decision == .none && state.heard == UInt8(truncatingIfNeeded: 1 << count - 1) {
        state.decision = .commit
      }
    case .aborted: if state.decision == .none { state.decision = .abort }
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

struct TwoPhaseCommitExploration: Exploration {
  let feature: TwoPhaseCommit
  private let alphabet: [TwoPhaseCommit.Action]

  init(managers count: Int) {
    feature = TwoPhaseCommit(count: count)
    alphabet =
      [.committed, .aborted]
      + (0..<count).flatMap { resource -> [TwoPhaseCommit.Action] in
        [
          .readinessHeard(resource), .prepared(resource), .refused(resource), .commitHeard(resource),
          .abortHeard(resource),
        ]
      }
  }

  var start: (state: TwoPhaseCommit.State, world: Bool) { (.init(), false) }
  func actions(in state: TwoPhaseCommit.State) -> [TwoPhaseCommit.Action] { alphabet }
  func outcomes(of effect: Never, in world: Bool) -> [Outcome<TwoPhaseCommit.Action, Bool>] {}
}

@Suite struct TwoPhaseCommitTests {
  @Test(arguments: [(3, 288), (5, 8832)])
  func `it has as many states as it is known to have, and nobody commits where another aborts`(
    managers: Int, moments: Int
  ) throws {
    for isExact in [true, false] {
      var explorer = Explorer(TwoPhaseCommitExploration(managers: managers), isExact: isExact)
      explorer.always("consistent") { moment in
        let all = (0..<managers).map { moment.situation.state[$0] }
        return !(all.contains(.committed) && all.contains(.aborted))
      }
      explorer.sometimes("all commit") { moment in
        (0..<managers).allSatisfy { moment.situation.state[$0] == .committed }
      }
      explorer.sometimes("all abort") { moment in
        (0..<managers).allSatisfy { moment.situation.state[$0] == .aborted }
      }
      explorer.canAlwaysReach("everyone is done") { moment in
        (0..<managers).allSatisfy { [.committed, .aborted].contains(moment.situation.state[$0]) }
      }
      let explored = try explorer.explore()
      #expect(explored.isVerified && explored.moments == moments, "\(explored)")
    }
  }
}
