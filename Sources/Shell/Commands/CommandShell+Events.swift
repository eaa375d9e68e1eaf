import Analytics
import Documents
import ExplorerTool
import Loop
import Tables
import TabularData
import Values

extension CommandShell {
  func listEvents(_ options: inout CommandArguments) async throws {
    let viewOptions = try TableViewOptions(&options, self.options)
    try await loadEvents(try eventQuery(&options), requiring: [.events])
    let data = DataTable(eventList.state.events.value ?? [], columns: UserEvent.columns)
    try print(TableView(of: data, viewOptions).output, fields: [])
  }

  func countEvents(_ options: inout CommandArguments) async throws {
    try await loadEvents(try eventQuery(&options), requiring: [.eventCount, .userCount])
    let (events, users) = (eventList.state.eventCount.value ?? 0, eventList.state.userCount.value ?? 0)
    try print(
      .report(
        ["events": .integer(Int64(events)), "users": .integer(Int64(users))],
        text: "\(events) event\(events == 1 ? "" : "s"), \(users) user\(users == 1 ? "" : "s")\n"))
  }

  func countEventsByPeriod(_ options: inout CommandArguments) async throws {
    let grouping =
      try options.popValue("--by", EventGrouping.init, expected: "day, week, month, action or flag") ?? .day
    try await loadEvents(try eventQuery(&options), requiring: [.events])
    let counts = EventHistogram(eventList.state.events.value ?? [], by: grouping, in: try timeZone()).bars
    let fields: [RecordList.Field] = [.init(grouping.key), .init("count", isNumeric: true)]
    try print(
      .list(RecordList(fields: fields, rows: counts.map { [.init($0.group), .init(.integer(Int64($0.count)))] })))
  }

  /// The time zone of the option, the environment or the configuration file.
  private func timeZone() throws(CommandError) -> TimeZoneRules {
    let name = options.timeZoneName
    if name == "UTC" { return .utc }
    let source = "\(options.timeZoneSource) \(name.quoted)"
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0.isLetterOrDigit || "_+-".utf8.contains($0) }
    }
    let hint = "expected a name such as Europe/Berlin, or UTC"
    if !isName { throw .usageError("\(source): \(hint)") }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try console.readFile("/usr/share/zoneinfo/\(name)")
    } catch {
      throw .usageError("\(source): no such time zone in /usr/share/zoneinfo; \(hint)")
    }
    do throws(TimeZoneError) {
      return try TimeZoneRules(parsing: bytes)
    } catch {
      throw .usageError("\(source): \(error); \(hint)")
    }
  }

  /// Removes the options that filter events.
  private func eventQuery(_ options: inout CommandArguments) throws -> EventQuery {
    let kinds = UserEvent.Action.allCases.map(\.rawValue).joined(separator: ", ")
    let (zone, now) = (try timeZone(), now())
    func bound(_ text: String) -> TimeBound? { TimeBound(text, now: now, in: zone) }
    let interval = EventInterval(
      start: try options.popValue("--from", bound, expected: TimeBound.expectation)?.start,
      end: try options.popValue("--to", bound, expected: TimeBound.expectation)?.end)
    let query = EventQuery(
      flag: try options.popValue("--flag", Bool.init, expected: "true or false"),
      action: try options.popValue("--action", UserEvent.Action.init, expected: "one of \(kinds)"),
      interval: interval == EventInterval() ? nil : interval)
    try options.rejectOperands()
    return query
  }

  /// Loads what matches a query, and fails if one of the required resources cannot be loaded.
  private func loadEvents(_ query: EventQuery, requiring resources: [EventResource]) async throws {
    eventList.send(.filter(.presetPicked(query)))
    eventList.send(.appeared)
    await office.waitUntilIdle()
    for resource in resources {
      if case .failed(let failure) = eventList.state[resource] {
        throw CommandError(status: .unavailable, message: "\(failure)")
      }
    }
  }
}

extension UserEvent {
  fileprivate static let columns: [Column<UserEvent>] = [
    Column("userID", { "\($0.userID)" }, title: "USERID"), Column("flag", \.flag, title: "FLAG"),
    Column("timestamp", \.timestamp, title: "TIMESTAMP"), Column("action", \.action.rawValue, title: "ACTION"),
  ]
}

extension EventGrouping {
  /// The name of the groups.
  fileprivate var key: String { period == nil ? rawValue : "start" }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
