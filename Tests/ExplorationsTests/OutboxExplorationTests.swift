import Analytics
import Explorations
import Loop
import LoopExplorer
import MemoryHandlers
import TestInputs
import Testing

/// All reachable states of the outbox with an event that equals one on the server.
///
/// `.ci/run` explores two events, equal ones and a batch, in a release build.
@Suite struct `Explorations of the outbox` {
  @Test(arguments: [(false, 2_348)] + (runsExhaustively ? [(true, 6_536)] : []))
  func `law 5: no recorded event is lost or sent twice in any reachable state`(isShared: Bool, stateCount: Int) throws {
    let exploration = OutboxExploration.reducedExploration(eventCount: 1, hasOtherProgram: isShared)
    let explored = try Explorer(exploration).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }

  /// Runs the handler with each combination of faults of the source.
  @MainActor @Test(arguments: [1, 2])
  func `the handler does what the exploration models`(eventCount: Int) async throws {
    let exploration = OutboxExploration(attemptLimit: 2)
    let events = Array(exploration.events.suffix(eventCount))
    let ids = Array(1...eventCount)
    var environments = [OutboxEnvironment(server: EventDatabase([events[0]]))]
    environments[0].outbox.append(events, for: OutboxExploration.server)
    // The second attempt finds an event that may be stored.
    for outcome in exploration.outcomes(of: .send(ids), in: environments[0])
    where outcome.name.hasPrefix("lost") || outcome.name.hasPrefix("sent, lost") {
      environments.append(outcome.environment)
    }
    typealias Fault = FaultQueue<EventSourceError.Reason>.Fault
    let faults: [Fault] = [.none, .requestFailed(.offline)]
    let sendingFaults: [Fault] = [
      .none, .requestFailed(.offline), .requestFailed(.badStatus(400)), .requestFailed(.connectionLost),
      .responseLost(.connectionLost), .responseLost(.badStatus(303)), .responseLost(.notHTTP),
    ]
    // The events of a batch are counted together, and then one after the other because the server has one of them.
    let counted = eventCount == 1 ? ids : [0] + ids
    var combinations: [[Fault]] = [[]]
    for (requests, faults) in [(counted, faults), (ids, sendingFaults)] {
      for _ in requests { combinations = combinations.flatMap { rest in faults.map { rest + [$0] } } }
    }
    var names: Set<String> = []
    for environment in environments {
      for faults in combinations {
        let outbox = MemoryEventOutbox(environment.outbox)
        let source = MemoryEventSource(environment.server, faults: FaultQueue(faults))
        let handler = OutboxHandler(
          outbox, for: OutboxExploration.server, sendingTo: source, maximumRequestCount: 1
        ) { OutboxExploration.now }
        let response = await handler.run(.send(ids), send: Send { _ in })
        let responses = response.map { [$0] } ?? []
        let found = (await outbox.database.withoutFailures, await source.database)
        let outcome = exploration.outcomes(of: .send(ids), in: environment).first {
          $0.responses.map(\.withoutFailure) == responses.map(\.withoutFailure)
            && ($0.environment.outbox.withoutFailures, $0.environment.server) == found
        }
        names.insert(try #require(outcome, "\(faults) in \(environment): \(responses)").name)
      }
    }
    let kills = names.filter { $0.contains("killed") }
    #expect(names.count == (eventCount == 1 ? 9 : 31) && kills.isEmpty, "\(names.sorted())")
  }
}

extension OutboxDatabase {
  /// The entries without the texts of their failures.
  fileprivate var withoutFailures: [OutboxEntry] { entries.map(\.withoutFailure) }
}

extension OutboxEntry {
  fileprivate var withoutFailure: OutboxEntry {
    var entry = self
    entry.failure = nil
    return entry
  }
}

extension OutboxFeature.Action {
  fileprivate var withoutFailure: OutboxFeature.Action {
    guard case .batchEnded(let results) = self else { return self }
    return .batchEnded(
      results.map {
        guard case .failed(let entry, let error) = $0 else { return $0 }
        return .failed(entry.withoutFailure, EventSourceError(.recording, error.reason))
      })
  }
}
