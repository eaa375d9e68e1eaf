import Analytics
import Loop
import LoopExplorer
import MemoryHandlers

extension OutboxExploration {
  /// The scope of the reduced space; empty if the exploration offers every action.
  public var scope: StateSpaceDescription {
    if !isReduced { return StateSpaceDescription() }
    return StateSpaceDescription(
      includes: [
        events.count == 1 ? "one event" : areEqual ? "two equal events" : "two events that are sent in a batch",
        "requests that fail once",
        "kills at any moment",
      ] + (hasOtherProgram ? ["another program that sends the same events"] : []),
      excludes: ["discarding waiting events", "requests that the server executes late"]
        + (hasOtherProgram ? [] : ["other programs"]))
  }

  /// The Swift expression that creates this exploration in the source code of a test.
  public var sourceExpression: String {
    isReduced
      ? """
      OutboxExploration.reducedExploration(eventCount: \(events.count), areEqual: \(areEqual), \
      hasOtherProgram: \(hasOtherProgram))
      """
      : "OutboxExploration()"
  }

  private var areEqual: Bool { events.allSatisfy { $0 == events[0] } }

  /// Adds the laws of the outbox.
  public func addLaws(to explorer: inout Explorer<OutboxExploration>) {
    explorer.always("law 5: a recorded event is in the outbox or on the server, or was discarded") { scenario in
      isTrueForEachEvent(in: scenario.environment) { recorded, waiting, stored, discarded in
        waiting + stored + discarded >= recorded
      }
    }
    explorer.always("no event is on the server more often than it was recorded") { scenario in
      isTrueForEachEvent(in: scenario.environment) { recorded, _, stored, _ in stored <= recorded }
    }
    // A user has to wait for the other program, and after a kill until the claim of the killed program ends.
    explorer.canAlwaysReach(
      "every event is sent or discarded, and nothing is pending", with: "an event is recorded",
      "the claims of killed programs end", "the other program takes a step"
    ) { scenario in
      scenario.isIdle && scenario.environment.outbox.entries.isEmpty
        && scenario.environment.recordedCount == events.count
    }
  }

  /// Returns whether a relation holds between how often each event was recorded, waits, is stored and was discarded.
  private func isTrueForEachEvent(
    in environment: OutboxEnvironment,
    _ isTrue: (_ recorded: Int, _ waiting: Int, _ stored: Int, _ discarded: Int) -> Bool
  ) -> Bool {
    events.allSatisfy { event in
      isTrue(
        (start.environment.server.events + events.prefix(environment.recordedCount)).count { $0 == event },
        environment.outbox.entries.count { $0.event == event }, environment.server.events.count { $0 == event },
        environment.discarded.count { $0 == event })
    }
  }
}
