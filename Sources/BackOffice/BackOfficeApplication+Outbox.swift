import Analytics
import Interface
import Loop
import Tables
import Values

extension BackOfficeApplication {
  /// The commands that list, send and discard the events that wait to be sent.
  static func outboxCommands(_ inputs: Inputs) -> [OfficeCommand] {
    [
      Command(
        "events.outbox", "list the events that wait to be sent to a server",
        TableViewOptions.input(columns: OutboxTable.columns.map(\.id), searched: "in any field"),
        notes: """
          With --server, recorded events are kept in the database until the server has stored them. Each command with a \
          server that records events sends what waits. This command lists the events that are not sent, with the reason: \
          those of the server of --server, or of all servers.
          """,
        examples: ["", "--where 'status == \"refused\"' -o json"], answer: .list(OutboxTable.columns.map(\.id)),
        steps: { _, options throws(InvocationError) in
          let answer = try answering(OutboxTable.columns, options) { "\($0)" }
          return listing { entries throws(InvocationError) in
            try answer(OutboxTable.rows(of: entries, at: inputs.now()))
          }
        }
      )
      .effect(.reads).onCommandLine(),
      Command(
        "events.outbox.send", "send the events that wait, and those that the server has refused",
        notes: """
          Ends with status 69 if some remain. An event is sent once: if a response is lost, the server is asked how many \
          equal events it has before the event is sent again.
          """,
        examples: ["--server https://example.com/analytics"], answer: .record(["events"]),
        steps: { state throws(InvocationError) in
          try requireServer(state)
          return listing { sending(count: $0.count, inputs) }
        }
      )
      .unavailable { $0.feature.outbox.isBusy ? "events are being sent" : nil }
      .effect(.adds).stopped(by: "events.outbox.stop").onCommandLine(),
      Command("events.outbox.stop", "stop sending events", sending: .feature(.outbox(.stopTapped)))
        .effect(.shows)
        .unavailable { $0.feature.outbox.isBusy ? nil : "no event is being sent" },
      Command(
        "events.outbox.discard", "discard events that wait to be sent, or that the server has refused",
        Argument.integer("numbers", "the numbers of the events, or none for all", in: 0 ... .max)
          .placeholder("NUMBER").positional.map { OutboxEntry.ID($0) }.repeated.defaulting(to: []),
        Argument.choice("status", "discard only waiting events, or only refused ones", of: OutboxStatus.self).optional,
        examples: [
          "3 4 --server https://example.com/analytics", "--status refused --server https://example.com/analytics",
        ],
        answer: .list(OutboxTable.columns.map(\.id)),
        steps: { state, ids, status throws(InvocationError) in
          try requireServer(state)
          // Nothing takes this back, and a session asks no question.
          if ids.isEmpty, status == nil, state.feature.outbox.stage != .closed {
            throw InvocationError(.missingParameter, "name the events by their numbers, or with --status")
          }
          return listing { entries throws(InvocationError) in
            if let id = ids.first(where: { id in !entries.contains { $0.id == id } }) {
              throw InvocationError(.invalidData, "no event with the number \(id) waits to be sent to this server")
            }
            let chosen = entries.filter {
              (ids.isEmpty || ids.contains($0.id)) && (status == nil || $0.status == status)
            }
            return discarding(chosen, inputs)
          }
        }
      )
      .onCommandLine(asking: "discard"),
    ]
  }

  private static func requireServer(_ state: State) throws(InvocationError) {
    if state.feature.events.server != nil || state.feature.outbox.stage != .closed { return }
    throw InvocationError(.invalidValue, "events are not sent to a server; name it with --server")
  }

  private static func listing(
    then next: @escaping ([OutboxEntry]) throws(InvocationError) -> OfficeStep
  ) -> OfficeStep {
    .ask(.outbox(.list)) { response throws(InvocationError) in
      switch response {
      case .feature(.outbox(.listed(let entries))): return try next(entries)
      case .feature(.outbox(.failed(let failure))): throw InvocationError(.unreachable, "\(failure)")
      default: throw InvocationError(.unreachable, "there is no outbox in this build")
      }
    }
  }

  private static func sending(count: Int, _ inputs: Inputs) -> OfficeStep {
    .send(actions: [.feature(.outbox(.opened(retries: false))), .feature(.outbox(.sendTapped))]) {
      state throws(InvocationError) in
      let outbox = state.feature.outbox
      if let problem = outbox.failure?.description ?? outbox.summary(of: .waiting) ?? outbox.summary(of: .refused) {
        let now = inputs.now()
        let isClaimed = outbox.entries(.waiting).contains { $0.isClaimed(at: now) }
        throw InvocationError(
          .unreachable, problem,
          hint: isClaimed
            ? "another program is sending events, or was killed while it did; try again in a minute" : nil)
      }
      // It may have had some of them before, after a response was lost.
      return .answer(
        .report(
          ["events": .integer(Int64(count))],
          text: count == 0 ? "no events wait to be sent\n" : "the server has stored \(count.counted("event"))\n"))
    }
  }

  private static func discarding(_ entries: [OutboxEntry], _ inputs: Inputs) -> OfficeStep {
    let count = entries.count.counted("event")
    return .confirm("Discard \(count)?", of: entries.map { "\($0.id)" }, otherwise: "nothing was discarded") {
      .send(.feature(.outbox(.discardTapped(entries.map(\.id))))) { state throws(InvocationError) in
        if let failure = state.feature.outbox.failure { throw InvocationError(.unreachable, "\(failure)") }
        return listing { rest in
          let remaining = Set(rest.map(\.id))
          let discarded = entries.filter { !remaining.contains($0.id) }
          let kept = entries.count - discarded.count
          let failure = kept == 0 ? nil : InvocationError(.failed, "\(kept) of \(count) are being sent")
          return .note("\(discarded.count.counted("event")) discarded") {
            .answer(.list(OutboxTable.records(of: discarded, at: inputs.now())), isStored: true, failure: failure)
          }
        }
      }
    }
  }
}

/// The table of the events that wait to be sent.
private enum OutboxTable {
  struct Row: Identifiable, Hashable, Sendable {
    let entry: OutboxEntry
    let isClaimed: Bool

    var id: OutboxEntry.ID { entry.id }
  }

  static let columns: [Column<Row>] = [
    Column("number", \.entry.id), Column("status", \.status), Column("userID", \.user),
    Column("flag", \.entry.event.flag), Column("timestamp", \.entry.event.timestamp),
    Column("action", \.entry.event.action.rawValue), Column("server", \.entry.server.withoutQuery),
    Column("reason", \.entry.failure),
  ]
  .map(\.printed)

  static func rows(of entries: [OutboxEntry], at now: Instant) -> [Row] {
    entries.map { Row(entry: $0, isClaimed: $0.isClaimed(at: now)) }
  }

  static func records(of entries: [OutboxEntry], at now: Instant) -> RecordList {
    RecordList(rows(of: entries, at: now), columns, json: .cells)
  }
}

extension OutboxTable.Row {
  fileprivate var user: String { "\(entry.event.userID)" }

  fileprivate var status: String { isClaimed ? "sending" : entry.status.rawValue }
}

extension String {
  /// The URL without its query, which may contain a key.
  package var withoutQuery: String { contains("?") ? "\(prefix { $0 != "?" })?…" : self }
}
