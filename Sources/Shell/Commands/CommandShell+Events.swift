import Analytics
import Documents
import ExplorerTool
import Loop
import Values

extension CommandShell {
  func runEventsCommand(_ words: [String]) async throws {
    try await runSubcommand(
      words, of: "events", ["list": listEvents, "count": countEvents, "timeline": countEventsByPeriod])
  }

  private func listEvents(_ words: [String]) async throws {
    try await loadEvents(words, help: Help.eventsList)
    var columns = AlignedColumns(titles: [("", .leading), ("DATE", .leading), ("TIME", .leading), ("ACTION", .leading)])
    columns.rows = eventList.state.rows.map { [$0.flagSymbol, $0.date, $0.time, $0.action] }
    try console.print(columns.text + "\n")
    try printFooter()
  }

  private func countEvents(_ words: [String]) async throws {
    try await loadEvents(words, help: Help.eventsCount)
    try printFooter()
  }

  private func countEventsByPeriod(_ words: [String]) async throws {
    var options = try CommandArguments(words, help: Help.eventsTimeline)
    let grouping =
      try options.popValue("--by", EventGrouping.init, expected: "day, week, month, action or flag") ?? .day
    let zone = try options.popValue("--time-zone").map(timeZone(named:)) ?? .utc
    let output = try options.popValue("-o", TimelineOutputFormat.init, expected: "table or json") ?? .table
    try await loadEvents(&options)
    let events = eventList.state.events.value ?? []
    let counts = EventHistogram(events, by: grouping, in: zone).bars
    switch output {
    case .json:
      let list = counts.jsonList { orderedJSONObject([(grouping.key, $0.group.jsonText), ("count", "\($0.count)")]) }
      try console.print(list + "\n")
    case .table:
      var columns = AlignedColumns(titles: [(grouping.key.uppercased(), .leading), ("EVENTS", .trailing)])
      columns.rows = counts.map { [$0.group.text, "\($0.count)"] }
      try console.print(columns.text)
    }
  }

  /// Returns the time zone with a name such as `Europe/Berlin`.
  private func timeZone(named name: String) throws(CommandError) -> TimeZoneRules {
    if name == "UTC" { return .utc }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0.isLetterOrDigit || "_+-".utf8.contains($0) }
    }
    let hint = "expected a name such as Europe/Berlin, or UTC"
    if !isName { throw .usageError("--time-zone \(name.quoted): \(hint)") }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try console.readFile("/usr/share/zoneinfo/\(name)")
    } catch {
      throw .usageError("--time-zone \(name.quoted): no such time zone in /usr/share/zoneinfo; \(hint)")
    }
    do throws(TimeZoneError) {
      return try TimeZoneRules(parsing: bytes)
    } catch {
      throw .usageError("--time-zone \(name.quoted): \(error); \(hint)")
    }
  }

  private func loadEvents(_ words: [String], help: String) async throws {
    var options = try CommandArguments(words, help: help)
    try await loadEvents(&options)
  }

  private func loadEvents(_ options: inout CommandArguments) async throws {
    let kinds = UserEvent.Action.allCases.map(\.rawValue).joined(separator: ", ")
    let flag = try options.popValue("--flag", Bool.init, expected: "true or false")
    let action = try options.popValue("--action", UserEvent.Action.init, expected: "one of \(kinds)")
    try options.rejectOperands()
    eventList.send(.filter(.presetPicked(EventQuery(flag: flag, action: action))))
    eventList.send(.appeared)
    await office.waitUntilIdle()
    for part in EventResource.allCases {
      if case .failed(let failure) = eventList.state[part] {
        throw CommandError(status: .unavailable, message: "\(failure)")
      }
    }
  }

  private func printFooter() throws {
    let footer = eventList.state.footer
    try console.print("\(footer.events), \(footer.users)\n")
  }
}

private enum TimelineOutputFormat: String { case table, json }

extension EventGrouping {
  /// The name of the groups.
  fileprivate var key: String { period == nil ? rawValue : "start" }
}

extension Value {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    default: jsonText
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
