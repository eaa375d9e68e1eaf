import Analytics
import Documents
import Interface
import Loop
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

  /// Returns the query, whose days are those of a time zone.
  func query(in zone: TimeZoneRules, now: Instant) throws(InvocationError) -> EventQuery {
    let interval = try EventInterval(from: start, through: end, in: zone, now: now)
    return EventQuery(
      flag: flag, action: action, userID: user, interval: interval == EventInterval() ? nil : interval)
  }
}

extension Parameter<String> {
  /// A time, whose meaning depends on the time zone.
  fileprivate var time: Parameter<String> {
    placeholder("TIME").map(expecting: TimeBound.expectation) { $0.isEmpty ? nil : $0 }
  }
}

extension BackOfficeApplication {
  /// The commands that list, count and record events, and answer with them.
  static func eventRecordCommands(_ inputs: Inputs) -> [OfficeCommand] {
    [
      listEventsCommand(inputs), countCommand(inputs), usersCommand(inputs), timelineCommand(inputs),
      recordCommand(inputs), sampleCommand(inputs),
    ]
  }

  private static func listEventsCommand(_ inputs: Inputs) -> OfficeCommand {
    let names = EventTable.printedColumns.map(\.id)
    return Command(
      "events.list", "list events", EventCriteria.input,
      TableViewOptions.input(columns: names, searched: "in the user or the action"),
      notes: """
        Without --sort, the newest events come first. The fields are userID, flag, timestamp and action. Timestamps are in \
        UTC. In JSON, groups and --select name events by the IDs that 'do events.list.select.rows' takes.
        """,
      examples: [
        "--flag true --from 2023-03-23 --to 2023-03-24",
        #"--where 'action == "stop"' --limit 5 --fields timestamp,userID"#,
      ],
      answer: .list(names),
      steps: { state, criteria, options throws(InvocationError) in
        let query = try criteria.query(in: state.feature.settings.timeZone, now: inputs.now())
        func view(of rows: [EventTable.Row]) throws(InvocationError) -> TableView<EventTable.Row> {
          try TableView(of: rows, EventTable.printedColumns, options) { EventTable.text(of: $0).jsonQuoted }
        }
        // Mistakes in the options are reported before anything is loaded.
        let emptyView = try view(of: [])
        guard let request = emptyView.windowRequest else {
          let matching = EventWindowRequest(query, emptyView.requestForMatchingRows, needsCount: false)
          return loadingRows(matching) { window throws(InvocationError) in .answer(try view(of: window.rows).answer) }
        }
        func answer(_ window: EventWindow) -> OfficeStep { .answer(.list(emptyView.records(of: window.rows))) }
        return loadingRows(EventWindowRequest(query, request, needsCount: options.pageSize != nil)) { window in
          guard let count = window.count, count > 0, window.rows.isEmpty else { return answer(window) }
          // A page after the last one is the last one.
          var last = request
          last.offset = (count - 1) / request.limit * request.limit
          return loadingRows(EventWindowRequest(query, last, needsCount: false)) { answer($0) }
        }
      }
    )
    .effect(.reads).onCommandLine()
  }

  private static func countCommand(_ inputs: Inputs) -> OfficeCommand {
    Command(
      "events.count", "count events and users", EventCriteria.input,
      notes: "Prints the number of events and the number of their users.",
      examples: ["--from -7d", "--action start -o json"], answer: .record(["events", "users"]),
      steps: { state, criteria throws(InvocationError) in
        let query = try criteria.query(in: state.feature.settings.timeZone, now: inputs.now())
        return .ask(.events(.countEvents(query))) { response throws(InvocationError) in
          guard case .eventCountLoaded(let events) = try eventResponse(response) else { throw .unexpectedResponse }
          return .ask(.events(.countUsers(query))) { response throws(InvocationError) in
            guard case .userCountLoaded(let users) = try eventResponse(response) else { throw .unexpectedResponse }
            return .answer(
              .report(
                ["events": .integer(Int64(events)), "users": .integer(Int64(users))],
                text: "\(events.counted("event")), \(users.counted("user"))\n"))
          }
        }
      }
    )
    .effect(.reads).onCommandLine()
  }

  private static func usersCommand(_ inputs: Inputs) -> OfficeCommand {
    let names = UserCount.columns.map(\.id)
    return Command(
      "events.users", "list users with their numbers of events", EventCriteria.input,
      TableViewOptions.input(columns: names, searched: "in the user"),
      notes: """
        Lists the users of the events with their numbers of events, the largest number first. The fields are userID and \
        events.
        """,
      examples: ["--from -30d --limit 10", "--action stop --where 'events > 100'"], answer: .list(names),
      steps: { state, criteria, options throws(InvocationError) in
        let query = try criteria.query(in: state.feature.settings.timeZone, now: inputs.now())
        let answer = try answering(UserCount.columns, options) { $0.jsonQuoted }
        return .ask(.events(.countEventsByUser(query))) { response throws(InvocationError) in
          guard case .eventsByUserCounted(let counts) = try eventResponse(response) else { throw .unexpectedResponse }
          let sorted = counts.map { UserCount(userID: "\($0)", count: $1) }.sorted { first, second in
            (second.count, first.userID) < (first.count, second.userID)
          }
          return try answer(sorted)
        }
      }
    )
    .effect(.reads).onCommandLine()
  }

  private static func timelineCommand(_ inputs: Inputs) -> OfficeCommand {
    Command(
      "events.timeline", "count events by day, week or month, by action or by flag",
      Argument.choice("by", "how events are grouped", of: EventGrouping.self).defaulting(to: "day"),
      EventCriteria.input,
      TableViewOptions.input(
        columns: ["start"] + EventGrouping.allCases.filter { $0.period == nil }.map(\.rawValue) + ["count"],
        searched: "in any field"),
      notes: """
        A week begins on Monday. Periods without events are listed, too, unless there are more than 10000.
        """,
      examples: ["--by week --time-zone Europe/Berlin", "--by action --from yesterday -o csv"],
      answer: .list(["start", "action", "flag", "count"]),
      steps: { state, grouping, criteria, view throws(InvocationError) in
        let settings = state.feature.settings
        let answer = try answering(TimelineBar.columns(by: grouping), view) { $0.jsonText }
        let query = try criteria.query(in: settings.timeZone, now: inputs.now())
        let options = HistogramOptions(by: grouping, in: settings.timeZone, firstWeekday: settings.firstWeekday)
        return .ask(.events(.loadTimeline(query, options))) { response throws(InvocationError) in
          guard case .timelineLoaded(let histogram) = try eventResponse(response) else { throw .unexpectedResponse }
          return try answer(histogram.bars.map { TimelineBar(group: $0.group, count: $0.count) })
        }
      }
    )
    .effect(.reads).onCommandLine()
  }

  private static func recordCommand(_ inputs: Inputs) -> OfficeCommand {
    let user = "00000000-0000-4000-8000-000000000001"
    return Command(
      "events.record", "record an event",
      Argument.uuid("user", "the user").placeholder("UUID")
        .suggesting(.lines(ofCall: "events users -o plain --fields userID")),
      Argument.boolean("flag", "whether the event is marked"),
      Argument.choice("action", "the kind of action", of: UserEvent.Action.self),
      Argument.text("at", "time of the event").time.optional(otherwise: "now"),
      notes: """
        A recorded event stays: it cannot be undone. With a server, an event that cannot be sent waits in the database; \
        see 'backroom events outbox --help'.
        """,
      examples: [
        "--user \(user) --flag true --action start", "--user \(user) --flag false --action stop --at=-2h",
      ],
      answer: .record(EventTable.printedColumns.map(\.id)),
      steps: { state, user, flag, kind, time throws(InvocationError) in
        let (now, zone) = (inputs.now(), state.feature.settings.timeZone)
        let start = try EventInterval(from: time, through: nil, in: zone, now: now, names: ("--at", "")).start
        let event = UserEvent(userID: user, flag: flag, timestamp: start ?? now, action: kind)
        return recording([event], inputs) {
          .row(RecordList([EventTable.Row(event, 0)], EventTable.printedColumns, json: .properties))
        }
      }
    )
    .effect(.adds).onCommandLine()
  }

  /// The numbers of events that a sample can have.
  package static let sampleCounts = 1...1_000_000

  private static func sampleCommand(_ inputs: Inputs) -> OfficeCommand {
    Command(
      "events.sample", "record made-up events",
      Argument.integer("count", "number of events", in: sampleCounts).positional.defaulting(to: 100),
      Argument.number("seed", "seed of the random numbers: the same seed makes the same events", from: 0)
        .defaulting(to: 1),
      notes: "Records made-up events of the last 30 days, to try the program with.",
      examples: ["--count 1000 --seed 7"], answer: .record(["events"]),
      steps: { _, count, seed throws(InvocationError) in
        let generator = inputs.makeGenerator(UInt64(seed))
        return recording(sampleEvents(count, before: inputs.now(), using: generator), inputs) {
          .report(["events": .integer(Int64(count))], text: "\(count.counted("event")) recorded\n")
        }
      }
    )
    .effect(.adds).onCommandLine()
  }

  package static let outboxHint = "'backroom events outbox' lists the events that are not sent"

  /// Returns the steps that store events in the database, or in the outbox, from which they are sent to the server.
  private static func recording(
    _ events: [UserEvent], _ inputs: Inputs, answer: @escaping () -> CommandAnswer
  ) -> OfficeStep {
    let id = inputs.makeBatchID()
    func end(_ state: State) throws(InvocationError) -> OfficeStep {
      let outbox = state.feature.outbox
      if let failure = outbox.failure { throw InvocationError(.unreachable, "\(failure)") }
      let refused = Set(outbox.entries(.refused).map(\.event))
      if events.contains(where: refused.contains), let summary = outbox.summary(of: .refused) {
        throw InvocationError(.unreachable, summary, hint: outboxHint)
      }
      return .answer(answer(), isStored: true)
    }
    return storing(events, as: id) { state throws(InvocationError) in
      if state.feature.events.server == nil || state.feature.outbox.stage != .closed { return try end(state) }
      return .send(.feature(.outbox(.opened(retries: false))), then: end)
    }
  }

  /// Returns the steps that store events, and what follows if they were stored.
  static func storing(
    _ events: [UserEvent], as id: EventBatch.ID, then next: @escaping (State) throws(InvocationError) -> OfficeStep
  ) -> OfficeStep {
    .send(.feature(.events(.recordTapped(events, id: id)))) { state throws(InvocationError) in
      let unstored = state.feature.events.unstoredEvents
      if unstored.contains(where: { $0.id == id }), let failure = unstored.lazy.compactMap(\.failure).first {
        throw InvocationError(.unreachable, "\(failure)")
      }
      return try next(state)
    }
  }

  /// Returns the function that answers with a view of rows.
  ///
  /// - Throws: An error for a mistake in the options, which is reported before any row is loaded.
  static func answering<Row: Identifiable & Hashable & Sendable>(
    _ columns: [Column<Row>], _ options: TableViewOptions, idJSON: @escaping (Row.ID) -> String
  ) throws(InvocationError) -> ([Row]) throws(InvocationError) -> OfficeStep where Row.ID: Sendable {
    func answer(_ rows: [Row]) throws(InvocationError) -> OfficeStep {
      .answer(try TableView(of: rows, columns, options, idJSON: idJSON).answer)
    }
    _ = try answer([])
    return answer
  }

  /// Returns the step that loads rows of the list of events, and the next one with them.
  static func loadingRows(
    _ request: EventWindowRequest, then next: @escaping (EventWindow) throws(InvocationError) -> OfficeStep
  ) -> OfficeStep {
    .ask(.events(.loadWindow(request))) { response throws(InvocationError) in
      guard case .table(.windowLoaded(let rows, let count)) = try eventResponse(response) else {
        throw .unexpectedResponse
      }
      return try next(EventWindow(rows, count: count))
    }
  }

  /// Returns the response of the event source, or throws its failure.
  private static func eventResponse(_ response: Action?) throws(InvocationError) -> EventListFeature.Action {
    switch response {
    case .feature(.events(.table(.windowLoadFailed(let reason)))): throw InvocationError(.unreachable, reason)
    case .feature(.events(.failed(_, let failure))), .feature(.events(.countingByUserFailed(let failure))):
      throw InvocationError(.unreachable, "\(failure)")
    case .feature(.events(let action)): return action
    default: throw .unexpectedResponse
    }
  }
}

extension Error where Self == InvocationError {
  /// The error for a handler that answers an effect with the response to another one.
  static var unexpectedResponse: InvocationError {
    InvocationError(.unreachable, "the data was not loaded")
  }
}

extension EventTable {
  /// The columns of the screen in the order in which they are printed, with their names as titles.
  fileprivate static let printedColumns: [Column<Row>] = ["userID", "flag", "timestamp", "action"].compactMap { name in
    feature.columns.first { $0.id == name }?.printed
  }
}

extension Column {
  /// The column with its name as the title, as answers are printed.
  var printed: Column { configured { $0.title = id.uppercased() } }
}

/// A period, an action or a flag with the number of events.
private struct TimelineBar: Identifiable, Hashable, Sendable {
  let group: Value
  let count: Int

  var id: Value { group }

  static func columns(by grouping: EventGrouping) -> [Column<TimelineBar>] {
    let name = grouping.period == nil ? grouping.rawValue : "start"
    return [
      Column(name, title: name.uppercased(), kind: grouping == .flag ? .boolean : .text) { bar, _ in bar.group },
      Column("count", \.count, title: "COUNT"),
    ]
  }
}

/// A user with the number of events.
private struct UserCount: Identifiable, Hashable, Sendable {
  let userID: String
  let count: Int

  var id: String { userID }

  static let columns: [Column<UserCount>] = [
    Column("userID", \.userID), Column("events", \.count),
  ]
  .map(\.printed)
}
