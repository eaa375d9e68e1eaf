import Analytics
import BackOffice
import Documents
import ConsoleIO
import Interface
import Loop
import Programs
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which events a command is about.
private struct EventCriteria {
  let flag: Bool?
  let action: UserEvent.Action?
  let user: UUID?
  let start: String?
  let end: String?

  static let input = ParameterGroup(
    Argument.boolean("flag", "only marked or only unmarked events").optional,
    Argument.choice("action", "only events of this kind", of: UserEvent.Action.self).optional,
    Argument.uuid("user", "only events of this user").placeholder("UUID").optional,
    Argument.text(
      "from",
      "only events at or after this time; a day is the whole day, and durations can be in minutes, hours, days or weeks"
    ).time.optional, Argument.text("to", "only events at or before this time").time.optional
  ) { EventCriteria(flag: $0, action: $1, user: $2, start: $3, end: $4) }
}

extension Parameter<String> {
  /// A time, whose meaning depends on the time zone.
  fileprivate var time: Parameter<String> {
    placeholder("TIME").map(expecting: TimeBound.expectation) { $0.isEmpty ? nil : $0 }
  }
}

extension ProgramCommand where Context == CommandShell {
  static var eventCommands: [ProgramCommand] { eventListCommands + eventRecordCommands + [outboxCommand] }

  private static var eventListCommands: [ProgramCommand] {
    [
      ProgramCommand(
        "events list", "list events", EventCriteria.input,
        TableViewOptions.input(columns: EventTable.columns.map(\.id), searched: "in the user or the action"),
        options: .output + [.timeZone],
        notes: """
          Without --sort, the newest events come first. The fields are userID, flag, timestamp and action. Timestamps are \
          in UTC. In JSON, groups and --select name events by the IDs that 'do events.list.select.rows' takes.
          """,
        examples: [
          "--flag true --from 2023-03-23 --to 2023-03-24",
          #"--where 'action == "stop"' --limit 5 --fields timestamp,userID"#,
        ]
      ) { try await $0.listEvents($1, $2) },
      ProgramCommand(
        "events count", "count events and users", EventCriteria.input, options: .output + [.timeZone],
        notes: "Prints the number of events and the number of their users.",
        examples: ["--from -7d", "--action start -o json"]
      ) { try await $0.countEvents($1) },
      ProgramCommand(
        "events users", "list users with their numbers of events", EventCriteria.input,
        TableViewOptions.input(columns: UserCount.columns.map(\.id), searched: "in the user"),
        options: .output + [.timeZone],
        notes: """
          Lists the users of the events with their numbers of events, the largest number first. The fields are userID and \
          events.
          """,
        examples: ["--from -30d --limit 10", "--action stop --where 'events > 100'"]
      ) { try await $0.listEventUsers($1, $2) },
      ProgramCommand(
        "events timeline", "count events by day, week or month, by action or by flag",
        Argument.choice("by", "how events are grouped", of: EventGrouping.self).defaulting(to: "day"),
        EventCriteria.input, options: .output + [.timeZone],
        notes: """
          A week begins on Monday. Periods without events are listed, too, unless there are more than 10000.
          """,
        examples: ["--by week --time-zone Europe/Berlin", "--by action --from yesterday -o csv"]
      ) { try await $0.countEvents(by: $1, $2) },
    ]
  }

  private static var eventRecordCommands: [ProgramCommand] {
    let user = "00000000-0000-4000-8000-000000000001"
    return [
      ProgramCommand(
        "events record", "record an event", Argument.uuid("user", "the user").placeholder("UUID"),
        Argument.boolean("flag", "whether the event is marked"),
        Argument.choice("action", "the kind of action", of: UserEvent.Action.self),
        Argument.text(
          "at",
          "time of the event"
        ).time.optional(otherwise: "now"), options: .output + [.timeZone],
        notes: """
          With a server, an event that cannot be sent waits in the database; see 'backroom events outbox --help'.
          """,
        examples: [
          "--user \(user) --flag true --action start", "--user \(user) --flag false --action stop --at=-2h",
        ]
      ) { try await $0.recordEvent($1, $2, $3, at: $4) },
      ProgramCommand(
        "events sample", "record made-up events",
        Argument.integer("count", "number of events", in: BackOfficeApplication.sampleCounts).defaulting(to: 100),
        Argument.number("seed", "seed of the random numbers: the same seed makes the same events", from: 0)
          .defaulting(to: 1),
        notes: "Records made-up events of the last 30 days, to try the program with.",
        examples: ["--count 1000 --seed 7"]
      ) { try await $0.recordSampleEvents($1, seed: $2) },
    ]
  }
}

extension CommandShell {
  fileprivate func listEvents(_ criteria: EventCriteria, _ viewOptions: TableViewOptions) async throws {
    let viewOptions = try viewOptions.printed(by: self)
    let query = try query(criteria)
    func view(of rows: [EventTable.Row]) throws(CommandError) -> TableView<EventTable.Row> {
      try TableView(of: rows, EventTable.columns, viewOptions) { EventTable.text(of: $0).jsonQuoted }
    }
    // Mistakes in the options are reported before anything is loaded.
    let emptyView = try view(of: [])
    guard let request = emptyView.windowRequest else {
      let matching = EventWindowRequest(query, emptyView.requestForMatchingRows, needsCount: false)
      let rows = try await eventRows(matching).rows
      return try print(view(of: rows).output, fields: [])
    }
    var window = try await eventRows(EventWindowRequest(query, request, needsCount: viewOptions.pageSize != nil))
    if let count = window.count, count > 0, window.rows.isEmpty {
      // A page after the last one is the last one.
      var last = request
      last.offset = (count - 1) / request.limit * request.limit
      window = try await eventRows(EventWindowRequest(query, last, needsCount: false))
    }
    try print(.list(emptyView.records(of: window.rows)), fields: [])
  }

  /// Loads a part of the list of events.
  func eventRows(_ request: EventWindowRequest) async throws(CommandError) -> EventWindow {
    switch await connector.connection.response(to: .events(.loadWindow(request))) {
    case .events(.table(.windowLoaded(let rows, let count))): return EventWindow(rows, count: count)
    case .events(.table(.windowLoadFailed(let reason))): throw CommandError(status: .unavailable, message: reason)
    case let response: preconditionFailure("loading events was answered with \(String(describing: response))")
    }
  }

  fileprivate func countEvents(_ criteria: EventCriteria) async throws {
    try await loadEvents(try query(criteria), [.eventCount, .userCount])
    let (events, users) = (eventList.state.eventCount.value ?? 0, eventList.state.userCount.value ?? 0)
    try print(
      .report(
        ["events": .integer(Int64(events)), "users": .integer(Int64(users))],
        text: "\(events.counted("event")), \(users.counted("user"))\n"))
  }

  fileprivate func listEventUsers(_ criteria: EventCriteria, _ viewOptions: TableViewOptions) async throws {
    let viewOptions = try viewOptions.printed(by: self)
    let query = try query(criteria)
    func view(of counts: [UserCount]) throws(CommandError) -> TableView<UserCount> {
      try TableView(of: counts, UserCount.columns, viewOptions) { $0.jsonQuoted }
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

  fileprivate func countEvents(by grouping: EventGrouping, _ criteria: EventCriteria) async throws {
    let query = try query(criteria)
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

  fileprivate func recordEvent(_ user: UUID, _ flag: Bool, _ kind: UserEvent.Action, at time: String?) async throws {
    let now = now()
    let start = try EventInterval(from: time, through: nil, in: try timeZone(), now: now, names: ("--at", "")).start
    let event = UserEvent(userID: user, flag: flag, timestamp: start ?? now, action: kind)
    try await record([event], id: makeBatchID())
    try printChange(.row(RecordList([EventTable.Row(event, 0)], EventTable.columns, json: .properties)))
  }

  fileprivate func recordSampleEvents(_ count: Int, seed: Int) async throws {
    var sampler = EventSampler(using: SplitMix64(seed: UInt64(seed)))
    try await record(sampler.events(count, before: now()), id: makeBatchID())
    try printChange(.report(["events": .integer(Int64(count))], text: "\(count.counted("event")) recorded\n"))
  }

  /// Stores events in the database, or in the outbox, from which they are sent to the server.
  func record(_ events: [UserEvent], id: EventBatch.ID) async throws {
    eventList.send(.recordTapped(events, id: id))
    await store.waitUntilIdle()
    if let failure = eventList.state.unstoredEvents.first?.failure {
      throw CommandError(status: .unavailable, message: "\(failure)")
    }
    try await sendWaitingEvents(including: events)
  }

  /// The time zone of the option, the environment or the configuration file.
  private func timeZone() throws(CommandError) -> TimeZoneRules {
    let name = try options.content(of: OfficeOptions.timeZone)
    do throws(TimeZoneError) {
      return try TimeZoneFiles.timeZone(named: name) { try? console.readRegularFile($0) }
    } catch {
      let reason = error == .invalidName ? "" : "\(error); "
      throw .usageError(
        "\(options.sourceName(of: "time-zone")) \(name.quoted): \(reason)\(TimeZoneError.invalidName)")
    }
  }

  /// Returns the query for criteria, whose days are those of the time zone.
  private func query(_ criteria: EventCriteria) throws -> EventQuery {
    let interval = try EventInterval(
      from: criteria.start, through: criteria.end, in: try timeZone(), now: now(), names: ("--from", "--to"))
    return EventQuery(
      flag: criteria.flag, action: criteria.action, userID: criteria.user,
      interval: interval == EventInterval() ? nil : interval)
  }

  /// Loads numbers of the events that match a query, and fails if one of them cannot be loaded.
  private func loadEvents(_ query: EventQuery, _ resources: [EventResource]) async throws {
    eventList.send(.filter(.presetPicked(query)))
    eventList.send(.requested(resources))
    await store.waitUntilIdle()
    for resource in resources {
      if let failure = eventList.state[resource].failure {
        throw CommandError(status: .unavailable, message: "\(failure)")
      }
    }
  }
}

extension EventTable {
  /// The columns of the screen in the order in which they are printed, with their names as titles.
  fileprivate static let columns: [Column<Row>] = ["userID", "flag", "timestamp", "action"].compactMap { name in
    feature.columns.first { $0.id == name }?.configured { $0.title = name.uppercased() }
  }
}

/// A user with the number of events.
private struct UserCount: Identifiable, Hashable, Sendable {
  let userID: String
  let count: Int

  var id: String { userID }

  static let columns: [Column<UserCount>] = [
    Column("userID", \.userID, title: "USERID"), Column("events", \.count, title: "EVENTS"),
  ]
}

extension EventGrouping {
  /// The name of the groups.
  fileprivate var key: String { period == nil ? rawValue : "start" }
}
