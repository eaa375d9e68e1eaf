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
    let filter = try eventFilter(&options)
    try await loadEvents(filter.query, requiring: [.events])
    let data = DataTable(loadedEvents(filter), columns: UserEvent.columns)
    try print(TableView(of: data, viewOptions).output, fields: [])
  }

  func countEvents(_ options: inout CommandArguments) async throws {
    let filter = try eventFilter(&options)
    let (events, users): (Int, Int)
    if filter.hasPeriod {
      try await loadEvents(filter.query, requiring: [.events])
      let loaded = loadedEvents(filter)
      (events, users) = (loaded.count, Set(loaded.map(\.userID)).count)
    } else {
      try await loadEvents(filter.query, requiring: [.eventCount, .userCount])
      (events, users) = (eventList.state.eventCount.value ?? 0, eventList.state.userCount.value ?? 0)
    }
    try print(
      .report(
        ["events": .integer(Int64(events)), "users": .integer(Int64(users))],
        text: "\(events) event\(events == 1 ? "" : "s"), \(users) user\(users == 1 ? "" : "s")\n"))
  }

  func countEventsByPeriod(_ options: inout CommandArguments) async throws {
    let grouping =
      try options.popValue("--by", EventGrouping.init, expected: "day, week, month, action or flag") ?? .day
    let filter = try eventFilter(&options)
    try await loadEvents(filter.query, requiring: [.events])
    let counts = grouping.counts(of: loadedEvents(filter), in: filter.zone)
    let fields: [RecordList.Field] = [.init(grouping.key), .init("count", isNumeric: true)]
    try print(
      .list(RecordList(fields: fields, rows: counts.map { [.init($0.label), .init(.integer(Int64($0.count)))] })))
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
  private func eventFilter(_ options: inout CommandArguments) throws -> EventFilter {
    let kinds = UserEvent.Action.allCases.map(\.rawValue).joined(separator: ", ")
    let (zone, now) = (try timeZone(), now())
    func bound(_ text: String) -> TimeBound? { TimeBound(text, now: now, zone: zone) }
    let filter = EventFilter(
      query: EventQuery(
        flag: try options.popValue("--flag", Bool.init, expected: "true or false"),
        action: try options.popValue("--action", UserEvent.Action.init, expected: "one of \(kinds)")),
      from: try options.popValue("--from", bound, expected: TimeBound.expectation),
      to: try options.popValue("--to", bound, expected: TimeBound.expectation), zone: zone)
    try options.rejectOperands()
    return filter
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

  private func loadedEvents(_ filter: EventFilter) -> [UserEvent] {
    (eventList.state.events.value ?? []).filter(filter.includes)
  }
}

/// What events a command prints or counts.
private struct EventFilter {
  /// What the event source filters.
  let query: EventQuery
  let from: TimeBound?
  let to: TimeBound?
  let zone: TimeZoneRules

  var hasPeriod: Bool { from != nil || to != nil }

  func includes(_ event: UserEvent) -> Bool {
    from?.isAtOrBefore(event.timestamp, in: zone) != false && to?.isAtOrAfter(event.timestamp, in: zone) != false
  }
}

extension UserEvent {
  fileprivate static let columns: [Column<UserEvent>] = [
    Column("userID", { "\($0.userID)" }, title: "USERID"), Column("flag", \.flag, title: "FLAG"),
    Column("timestamp", \.timestamp, title: "TIMESTAMP"), Column("action", \.action.rawValue, title: "ACTION"),
  ]
}

/// How events are grouped before they are counted.
private enum EventGrouping: String {
  case day, week, month, action, flag

  /// The name of the groups.
  var key: String {
    switch self {
    case .day, .week, .month: "start"
    case .action, .flag: rawValue
    }
  }

  func counts(of events: [UserEvent], in zone: TimeZoneRules) -> [(label: Value, count: Int)] {
    switch self {
    case .day, .week, .month:
      EventTimeline(events, by: CalendarPeriod(rawValue: rawValue) ?? .day, in: zone).bars.map {
        (.text("\($0.start)"), $0.count)
      }
    case .action:
      UserEvent.Action.allCases.map { kind in (.text(kind.rawValue), events.count { $0.action == kind }) }
    case .flag: [true, false].map { flag in (.boolean(flag), events.count { $0.flag == flag }) }
    }
  }
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
