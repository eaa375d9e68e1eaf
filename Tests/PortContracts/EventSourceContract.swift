import Analytics
import Conditions
import Foundation
import MemoryHandlers
import Tables
import Values

/// What every event source must do: the same as the model that the explorations use.
package struct EventSourceContract {
  private let source: any EventSource
  private var model = EventDatabase()
  private let keepsBatchIDs: Bool
  private var random: SplitMix64

  /// Creates a contract for an empty source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - keepsBatchIDs: Whether the source stores a batch only once.
  ///   - seed: The seed of the random operations.
  package init(_ source: any EventSource, keepsBatchIDs: Bool = true, seed: UInt64) {
    self.source = source
    self.keepsBatchIDs = keepsBatchIDs
    random = SplitMix64(seed: seed)
  }

  /// Records random events, and asks random queries after each.
  ///
  /// - Throws: A violation if a result differs.
  package mutating func check(steps: Int) async throws {
    for _ in 0..<steps {
      try await recordRandomEvents()
      let query = randomQuery()
      try expectEqual(query, model.events(query), await source.events(query))
      try expectEqual(query, model.eventCount(query), await source.eventCount(query))
      try expectEqual(query, model.userCount(query), await source.userCount(query))
      try expectEqual(query, model.eventCountsByUser(query), await source.eventCountsByUser(query))
      let options = randomHistogramOptions()
      try expectEqual(
        "\(query) \(options)", model.histogram(query, options), await source.histogram(query, options))
      try await checkWindows(query)
    }
  }

  private mutating func recordRandomEvents() async throws {
    var events = (0..<Int.random(in: 0...4, using: &random)).map { _ in randomEvent() }
    // Some events are equal to each other or to stored ones.
    if Bool.random(using: &random) { events += events.suffix(1) + model.events.prefix(1) }
    // Of these batches, some have been recorded before.
    let batch =
      keepsBatchIDs && Bool.random(using: &random)
      ? EventBatch.ID(number: UInt8.random(in: .min ... .max, using: &random)) : nil
    model.record(events, batch: batch)
    try await source.record(events, batch: batch)
  }

  /// Reads parts of a list, and then of the same events in another order.
  ///
  /// All but the first one may be read from what the source has kept. Sometimes events are recorded in between.
  private mutating func checkWindows(_ query: EventQuery) async throws {
    let rows = try randomWindowRequest()
    var request = EventWindowRequest(query, rows, needsCount: Bool.random(using: &random))
    for _ in 0..<3 {
      try expectEqual(request, try model.window(request), await source.window(request))
      request.mayUseCache = true
      request.needsCount = Int.random(in: 0..<4, using: &random) == 0
      request.rows.offset = randomOffset(below: 60)
      if Int.random(in: 0..<4, using: &random) == 0 { try await recordRandomEvents() }
    }
    request.rows.query.sort = randomSort()
    try expectEqual(request, try model.window(request), await source.window(request))
  }

  /// Returns a small offset, or rarely the largest one.
  private mutating func randomOffset(below limit: Int) -> Int {
    Int.random(in: 0..<12, using: &random) == 0 ? .max : Int.random(in: 0..<limit, using: &random)
  }

  private mutating func randomHistogramOptions() -> HistogramOptions {
    HistogramOptions(
      by: EventGrouping.allCases[Int.random(in: 0..<5, using: &random)],
      // One of them differs from the others by a part of an hour.
      in: TimeZoneRules(offset: [0, 3_600, 20_700, -34_200][Int.random(in: 0..<4, using: &random)]),
      firstWeekday: Bool.random(using: &random) ? .monday : .sunday)
  }

  private mutating func randomSort() -> [SortKey] {
    ["timestamp", "action", "flag", "userID"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      .map { SortKey($0, Bool.random(using: &random) ? .forward : .reverse) }
  }

  private mutating func randomWindowRequest() throws -> WindowRequest {
    var filter = RowFilter()
    if Bool.random(using: &random) {
      let (column, columnFilter) = randomColumnFilter()
      filter.columns[column] = columnFilter
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      filter.condition = try Condition(
        parsing: Self.conditions[Int.random(in: Self.conditions.indices, using: &random)])
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      filter.search = ["st", "001", "TRUE", "2023"].randomElement(using: &random) ?? ""
    }
    return WindowRequest(
      TableQuery(sort: randomSort(), filter: filter),
      contextValues: ["kind": .text("stop")], offset: randomOffset(below: 30),
      limit: [1, 7, 100, .max][Int.random(in: 0..<4, using: &random)])
  }

  /// Conditions that SQL can express, others, and those of which it can express a part.
  private static let conditions = [
    "action == 'stop'", "flag == TRUE OR action BEGINSWITH 's'", "timestamp >= CAST('2001-01-01', 'NSDate')",
    "userID ENDSWITH '2'", "flag == FALSE AND userID CONTAINS '03'", "action == $kind",
    "NOT (action IN {'start', 'stop'})", "userID == '00000000-0000-4000-8000-000000000002' AND flag == TRUE",
    "userID IN {'00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003', 'x'}",
    "userID ==[c] '00000000-0000-4000-8000-000000000001'", "flag == NULL OR 'sto' IN action", "flag != TRUE",
    "timestamp > CAST('2001-01-01', 'NSDate') AND timestamp < CAST('2023-03-23', 'NSDate') AND action IN {'stop'}",
    "timestamp BETWEEN {CAST('2001-01-01', 'NSDate'), CAST('2023-03-23', 'NSDate')} AND userID ENDSWITH '2'",
  ]

  private mutating func randomColumnFilter() -> (column: String, filter: ColumnFilter) {
    let users = (0..<2).map { _ in Value.text(randomUser().uuidString) }
    let (first, second) = (randomInstant(), randomInstant())
    let filters: [(String, ColumnFilter)] = [
      ("action", .among(["stop", "nap"])), ("action", .contains("A")), ("action", .range(from: "q")),
      ("flag", .among([true])), ("flag", .among([])), ("flag", .contains("u")), ("userID", .among(users + ["x"])),
      ("userID", .contains("4000-8")), ("userID", .range(from: users[0])),
      ("timestamp", .range(from: .instant(first), through: .instant(second))),
      ("timestamp", .range(through: .instant(second))), ("timestamp", .contains("2023-03")),
    ]
    return filters[Int.random(in: filters.indices, using: &random)]
  }

  private func expectEqual<Result: Equatable>(_ query: Any, _ expected: Result, _ found: Result) throws {
    if expected != found { throw ContractViolation("\(query)", expected: expected, found: found) }
  }

  /// Returns one of six users, of whom two begin with other bytes.
  private mutating func randomUser() -> UUID {
    let number = UInt8.random(in: 0...5, using: &random)
    let first: UInt8 = [4: 0x7F, 5: 0xFF][number] ?? 0
    return UUID(uuid: (first, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }

  /// Returns an event of one of 150 times, before and after 1970 and 2001.
  private mutating func randomEvent() -> UserEvent {
    UserEvent(
      userID: randomUser(), flag: Bool.random(using: &random), timestamp: randomInstant(),
      action: UserEvent.Action.allCases[Int.random(in: 0..<3, using: &random)])
  }

  private mutating func randomInstant() -> Instant {
    // The last two are around midnight in time zones that differ by a part of an hour from the others.
    let starts: [Int64] = [
      -5_000_000_000, 978_307_199_990, 1_679_475_600_123, 1_679_475_600_999, 1_679_508_899_990, 1_679_477_399_990,
    ]
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
