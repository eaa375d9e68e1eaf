import Analytics
import Foundation
import LoopExplorer
import MemoryHandlers
import Values

/// What every event source must do: the same as the model that the explorations use.
package struct EventSourceContract {
  private let source: any EventSource
  private let hasDistinctTimes: Bool
  private var model = EventDatabase()
  private var random: SplitMix64

  /// Creates a contract for an empty source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - hasDistinctTimes: Whether no two events have the same time: a server does not define their order.
  ///   - seed: The seed of the random operations.
  package init(_ source: any EventSource, hasDistinctTimes: Bool = false, seed: UInt64) {
    self.source = source
    self.hasDistinctTimes = hasDistinctTimes
    random = SplitMix64(seed: seed)
  }

  /// Records random events, and asks random queries after each.
  ///
  /// - Throws: A violation if a result differs.
  package mutating func check(steps: Int) async throws {
    for _ in 0..<steps {
      let events = (0..<Int.random(in: 0...4, using: &random)).map { _ in randomEvent() }
      let distinct = hasDistinctTimes ? events.filter { event in isNew(event, among: events) } : events
      model.insert(contentsOf: distinct)
      try await source.record(distinct)
      let query = randomQuery()
      try expectEqual(query, model.events(query), await source.events(query))
      try expectEqual(query, model.eventCount(query), await source.eventCount(query))
      try expectEqual(query, model.userCount(query), await source.userCount(query))
    }
  }

  private func isNew(_ event: UserEvent, among events: [UserEvent]) -> Bool {
    !model.events.contains { $0.timestamp == event.timestamp }
      && events.count { $0.timestamp == event.timestamp } == 1
  }

  private func expectEqual<Result: Equatable>(_ query: EventQuery, _ expected: Result, _ found: Result) throws {
    if expected != found { throw ContractViolation("\(query)", expected: expected, found: found) }
  }

  private mutating func randomUser() -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8.random(in: 0...3, using: &random)))
  }

  /// Returns an event of one of a hundred times, before and after 1970 and 2001.
  private mutating func randomEvent() -> UserEvent {
    UserEvent(
      userID: randomUser(), flag: Bool.random(using: &random), timestamp: randomInstant(),
      action: UserEvent.Action.allCases[Int.random(in: 0..<3, using: &random)])
  }

  private mutating func randomInstant() -> Instant {
    let starts: [Int64] = [-5_000_000_000, 978_307_199_990, 1_679_475_600_123, 1_679_475_600_999]
    return Instant(
      milliseconds: starts[Int.random(in: starts.indices, using: &random)] + Int64.random(in: 0..<25, using: &random))
  }

  private mutating func randomQuery() -> EventQuery {
    var query = EventQuery()
    if Bool.random(using: &random) { query.flag = Bool.random(using: &random) }
    if Bool.random(using: &random) { query.action = UserEvent.Action.allCases[Int.random(in: 0..<3, using: &random)] }
    if Bool.random(using: &random) { query.userID = randomUser() }
    if Bool.random(using: &random) {
      query.interval = EventInterval(
        start: Bool.random(using: &random) ? randomInstant() : nil,
        end: Bool.random(using: &random) ? randomInstant() : nil)
    }
    return query
  }
}
