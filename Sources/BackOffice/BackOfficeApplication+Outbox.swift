import Analytics
import Interface
import Loop
import Values

/// What can be done with the events that wait to be sent.
private enum OutboxStep: String, CaseIterable { case list, send, discard }

extension BackOfficeApplication {
  /// The command that lists, sends or discards the events that wait to be sent.
  static func outboxCommand(_ inputs: Inputs) -> OfficeCommand {
    Command(
      "events.outbox", "list, send or discard events that wait to be sent to a server",
      Argument.choice("step", "what to do", of: OutboxStep.self).positional.defaulting(to: "list"),
      Argument.integer("numbers", "the numbers of the events to discard, or none for all", in: 0 ... .max)
        .placeholder("NUMBER").positional.map { OutboxEntry.ID($0) }.repeated.defaulting(to: []),
      notes: """
        With --server, recorded events are kept in the database until the server has stored them. Each command with a \
        server that records events sends what waits. 'list' shows the events that are not sent, with the reason: those of \
        the server of --server, or of all servers. 'send' sends them now, also those that the server has refused; it ends \
        with status 69 if some remain. 'discard' removes events, or all of the server.

        An event is sent once: if a response is lost, the server is asked how many equal events it has before the event is \
        sent again.
        """,
      examples: [
        "", "send --server https://example.com/analytics", "discard 3 4 --server https://example.com/analytics",
      ],
      answer: .list(OutboxEntry.fieldNames),
      steps: { state, step, ids throws(InvocationError) in
        if step != .discard, !ids.isEmpty { throw InvocationError(.invalidValue, "only discard takes numbers") }
        let hasServer = state.feature.events.server != nil
        switch step {
        case .list: return listing { .answer(.list(records(of: $0, at: inputs.now()))) }
        case .send where !hasServer:
          throw InvocationError(.invalidValue, "events are sent to a server; name it with --server")
        case .discard where !hasServer:
          throw InvocationError(.invalidValue, "name the server of the events with --server")
        case .send: return listing { sending(count: $0.count, inputs) }
        case .discard: return listing { entries throws(InvocationError) in try discarding(ids, among: entries, inputs) }
        }
      }
    )
    .onCommandLine(asking: "discard")
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

  private static func discarding(
    _ ids: [OutboxEntry.ID], among waiting: [OutboxEntry], _ inputs: Inputs
  ) throws(InvocationError) -> OfficeStep {
    let entries = waiting.filter { ids.isEmpty || ids.contains($0.id) }
    if let missing = ids.first(where: { id in !entries.contains { $0.id == id } }) {
      throw InvocationError(.invalidData, "no event with the number \(missing) waits to be sent to this server")
    }
    let count = entries.count.counted("event")
    return .confirm("Discard \(count)?", otherwise: "nothing was discarded") {
      .send(.feature(.outbox(.entriesDiscarded(entries.map(\.id))))) { state throws(InvocationError) in
        if let failure = state.feature.outbox.failure { throw InvocationError(.unreachable, "\(failure)") }
        return listing { rest in
          let remaining = Set(rest.map(\.id))
          let discarded = entries.filter { !remaining.contains($0.id) }
          let kept = entries.count - discarded.count
          let failure = kept == 0 ? nil : InvocationError(.failed, "\(kept) of \(count) are being sent")
          return .note("\(discarded.count.counted("event")) discarded") {
            .answer(.list(records(of: discarded, at: inputs.now())), isStored: true, failure: failure)
          }
        }
      }
    }
  }

  private static func records(of entries: [OutboxEntry], at now: Instant) -> RecordList {
    RecordList(
      fields: OutboxEntry.fieldNames.map { .init($0, isNumeric: $0 == "number") },
      rows: entries.map { entry in
        let event = entry.event
        return [
          .init(.integer(Int64(entry.id))), .init(.text(entry.isClaimed(at: now) ? "sending" : entry.status.rawValue)),
          .init(.text("\(event.userID)")), .init(.boolean(event.flag)), .init(.text("\(event.timestamp)")),
          .init(.text(event.action.rawValue)), .init(.text(entry.server.withoutQuery)),
          .init(entry.failure.map { .text($0) } ?? .null),
        ]
      })
  }
}

extension OutboxEntry {
  fileprivate static let fieldNames = [
    "number", "status", "userID", "flag", "timestamp", "action", "server", "reason",
  ]
}

extension String {
  /// The URL without its query, which may contain a key.
  package var withoutQuery: String { contains("?") ? "\(prefix { $0 != "?" })?…" : self }
}
