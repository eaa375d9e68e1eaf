import Analytics
import Explorations
import Loop
import LoopExplorer
import MemoryHandlers
import Testing

/// All reachable states of the outbox with an event that equals one on the server.
@Suite struct `Explorations of the outbox` {
  /// `.ci/run` explores two equal events in a release build.
  @Test(arguments: [(false, 2_348)] + (runsExhaustively ? [(true, 6_536)] : []))
  func `law 5: no recorded event is lost or sent twice in any reachable state`(isShared: Bool, stateCount: Int) throws {
    let exploration = OutboxExploration.reducedExploration(eventCount: 1, hasOtherProgram: isShared)
    let explored = try Explorer(exploration).explore()
    #expect(explored.isVerified && explored.stateCount == stateCount, "\(explored)")
  }

  /// Runs the handler with each combination of two faults of the source.
  @MainActor @Test func `the handler does what the exploration models`() async throws {
    let exploration = OutboxExploration(attemptLimit: 2)
    let event = exploration.events[0]
    var environments = [OutboxEnvironment(server: EventDatabase([event]))]
    environments[0].outbox.append([event], for: OutboxExploration.server)
    // The second attempt finds an event that may be stored.
    for outcome in exploration.outcomes(of: .send(1), in: environments[0]) where outcome.name.hasPrefix("lost") {
      environments.append(outcome.environment)
    }
    typealias Fault = FaultQueue<EventSourceError.Reason>.Fault
    let faults: [Fault] = [.none, .requestFailed(.offline)]
    let sendingFaults: [Fault] = [
      .none, .requestFailed(.offline), .requestFailed(.badStatus(400)), .requestFailed(.connectionLost),
      .responseLost(.connectionLost), .responseLost(.badStatus(303)), .responseLost(.notHTTP),
    ]
    var names: Set<String> = []
    for environment in environments {
      for (counting, sending) in faults.flatMap({ fault in sendingFaults.map { (fault, $0) } }) {
        let outbox = MemoryEventOutbox(environment.outbox)
        let source = MemoryEventSource(environment.server, faults: FaultQueue([counting, sending]))
        let handler = OutboxHandler(outbox, for: OutboxExploration.server, sendingTo: source) { OutboxExploration.now }
        let response = await handler.run(.send(1), send: Send { _ in })
        let responses = response.map { [$0] } ?? []
        let found = (await outbox.database.withoutFailures, await source.database)
        let outcome = exploration.outcomes(of: .send(1), in: environment).first {
          $0.responses.map(\.withoutFailure) == responses.map(\.withoutFailure)
            && ($0.environment.outbox.withoutFailures, $0.environment.server) == found
        }
        names.insert(try #require(outcome, "\(counting) \(sending) in \(environment): \(responses)").name)
      }
    }
    let kills = names.filter { $0.hasPrefix("killed") }
    #expect(names.count == 9 && kills.isEmpty, "\(names)")
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
    if case .sendFailed(let entry, let reason) = self { .sendFailed(entry.withoutFailure, reason) } else { self }
  }
}
