import Analytics
import BackOffice
import Documents
import ConsoleIO
import Loop
import Tables
import TabularData
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandShell {
  func listEvents(_ options: inout CommandArguments) async throws {
    let viewOptions = try TableViewOptions(&options, self.options)
    let query = try eventQuery(&options)
    func view(of events: [UserEvent]) throws(CommandError) -> TableView {
      let data = DataTable(events, columns: UserEvent.columns)
      return try TableView(of: data, viewOptions, searchedColumns: UserEvent.searchedColumns)
    }
    // Mistakes in the options are reported before anything is loaded.
    let emptyView = try view(of: [])
    guard let request = emptyView.windowRequest else {
      let matching = EventWindowRequest(query, emptyView.requestForMatchingRows, needsCount: false)
      let rows = try await eventRows(matching).rows
      return try print(view(of: rows.map(\.content)).output, fields: [])
    }
    var window = try await eventRows(EventWindowRequest(query, request, needsCount: viewOptions.pageSize != nil))
    if let count = window.count, count > 0, window.rows.isEmpty {
      // A page after the last one is the last one.
      var last = request
      last.offset = (count - 1) / request.limit * request.limit
      window = try await eventRows(EventWindowRequest(query, last, needsCount: false))
    }
    try print(.list(emptyView.records(of: window.rows.lazy.map(\.content), UserEvent.columns)), fields: [])
  }

  /// Loads a part of the list of events.
  func eventRows(_ request: EventWindowRequest) async throws(CommandError) -> EventWindow {
    switch await connector.connection.response(to: .events(.loadWindow(request))) {
    case .events(.table(.windowLoaded(let rows, let count))): return EventWindow(rows, count: count)
    case .events(.table(.windowLoadFailed(let reason))): throw CommandError(status: .unavailable, message: reason)
    case let response: preconditionFailure("loading events was answered with \(String(describing: response))")
    }
  }

  func countEvents(_ options: inout CommandArguments) async throws {
    try await loadEvents(try eventQuery(&options), [.eventCount, .userCount])
    let (events, users) = (eventList.state.eventCount.value ?? 0, eventList.state.userCount.value ?? 0)
    try print(
      .report(
        ["events": .integer(Int64(events)), "users": .integer(Int64(users))],
        text: "\(events.counted("event")), \(users.counted("user"))\n"))
  }

  func listEventUsers(_ options: inout CommandArguments) async throws {
    let viewOptions = try TableViewOptions(&options, self.options)
    let query = try eventQuery(&options)
    func view(of counts: [UserCount]) throws(CommandError) -> TableView {
      try TableView(of: DataTable(counts, columns: UserCount.columns), viewOptions, searchedColumns: ["userID"])
    }
    // Mistakes in the options are reported before anything is loaded.
    _ = try view(of: [])
    let counts: [UUID: Int]
    do throws(EventSourceError) { counts = try await connector.connection.events.eventCountsByUser(query) } catch {
      throw CommandError(status: .unavailable, message: "\(error)".terminalSafe)
    }
    let sorted = counts.map { UserCount(userID: "\($0)", count: $1) }.sorted { first, second in
      (second.count, first.userID) < (first.count, second.userID)
    }
    try print(view(of: sorted).output, fields: [])
  }

  func countEventsByPeriod(_ options: inout CommandArguments) async throws {
    let grouping =
      try options.popValue("--by", EventGrouping.init, expected: "day, week, month, action or flag") ?? .day
    let query = try eventQuery(&options)
    let effect = EventListFeature.Effect.loadTimeline(query, HistogramOptions(by: grouping, in: try timeZone()))
    let counts: [EventHistogram.Bar]
    switch await connector.connection.response(to: .events(effect)) {
    case .events(.timelineLoaded(let histogram)): counts = histogram.bars
    case .events(.failed(_, let failure)): throw CommandError(status: .unavailable, message: "\(failure)")
    case let response: preconditionFailure("counting events was answered with \(String(describing: response))")
    }
    let fields: [RecordList.Field] = [.init(grouping.key), .init("count", isNumeric: true)]
    try print(
      .list(RecordList(fields: fields, rows: counts.map { [.init($0.group), .init(.integer(Int64($0.count)))] })))
  }

  func recordEvent(_ options: inout CommandArguments) async throws {
    let kinds = UserEvent.Action.allCases.map(\.rawValue).joined(separator: ", ")
    let time = "a time such as 2023-03-22T10:00:00Z, or a duration before now as in -12h"
    let (zone, now) = (try timeZone(), now())
    let user = try popUser(&options, isRequired: true)
    let flag = try options.popValue("--flag", isRequired: true, Bool.init, expected: "true or false")
    let kind = try options.popValue(
      "--action", isRequired: true, UserEvent.Action.init, expected: "one of \(kinds)")
    let instant = try options.popValue("--at", { TimeBound($0, now: now, in: zone)?.start }, expected: time)
    try options.rejectOperands()
    guard let user, let flag, let kind else { return }
    let event = UserEvent(userID: user, flag: flag, timestamp: instant ?? now, action: kind)
    try await record([event], id: makeBatchID())
    try printChange(.row(RecordList([event], UserEvent.columns, writesMoneyAsText: true)))
  }

  func recordSampleEvents(_ options: inout CommandArguments) async throws {
    let count = try options.popInteger("--count", atLeast: 1, example: 100) ?? 100
    let limit = BackOfficeApplication.sampleCounts.upperBound
    if count > limit { throw .usageError("--count \(count): too large; the largest is \(limit)") }
    let seed = try options.popInteger("--seed", atLeast: 0, example: 1) ?? UInt64(1)
    try options.rejectOperands()
    var sampler = EventSampler(using: SplitMix64(seed: seed))
    try await record(sampler.events(count, before: now()), id: makeBatchID())
    try printChange(.report(["events": .integer(Int64(count))], text: "\(count.counted("event")) recorded\n"))
  }

  /// Stores events in the database, or in the outbox, from which they are sent to the server.
  func record(_ events: [UserEvent], id: EventBatch.ID) async throws {
    eventList.send(.recordTapped(events, id: id))
    await office.waitUntilIdle()
    if let failure = eventList.state.unstoredEvents.first?.failure {
      throw CommandError(status: .unavailable, message: "\(failure)")
    }
    try await sendWaitingEvents(including: events)
  }

  /// The time zone of the option, the environment or the configuration file.
  private func timeZone() throws(CommandError) -> TimeZoneRules {
    do throws(TimeZoneError) {
      return try TimeZoneFiles.timeZone(named: options.timeZoneName) { try? console.readRegularFile($0) }
    } catch {
      let reason = error == .invalidName ? "" : "\(error); "
      throw .usageError(
        "\(options.timeZoneSource) \(options.timeZoneName.quoted): \(reason)\(TimeZoneError.invalidName)")
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
    if interval.isEmpty { throw .usageError("--from is after --to, so that no event is in between") }
    let query = EventQuery(
      flag: try options.popValue("--flag", Bool.init, expected: "true or false"),
      action: try options.popValue("--action", UserEvent.Action.init, expected: "one of \(kinds)"),
      userID: try popUser(&options), interval: interval == EventInterval() ? nil : interval)
    try options.rejectOperands()
    return query
  }

  private func popUser(_ options: inout CommandArguments, isRequired: Bool = false) throws -> UUID? {
    try options.popValue(
      "--user", isRequired: isRequired, UUID.init(uuidString:),
      expected: "a UUID such as 00000000-0000-4000-8000-000000000001")
  }

  /// Loads numbers of the events that match a query, and fails if one of them cannot be loaded.
  private func loadEvents(_ query: EventQuery, _ resources: [EventResource]) async throws {
    eventList.send(.filter(.presetPicked(query)))
    eventList.send(.requested(resources))
    await office.waitUntilIdle()
    for resource in resources {
      if let failure = eventList.state[resource].failure {
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

  /// The columns that are searched, which are the same on the screen.
  fileprivate static let searchedColumns = Set(EventTable.feature.columns.filter(\.isSearchable).map(\.id))
}

/// A user with the number of events.
private struct UserCount {
  let userID: String
  let count: Int

  static let columns: [Column<UserCount>] = [
    Column("userID", \.userID, title: "USERID"), Column("events", \.count, title: "EVENTS"),
  ]
}

extension EventGrouping {
  /// The name of the groups.
  fileprivate var key: String { period == nil ? rawValue : "start" }
}
