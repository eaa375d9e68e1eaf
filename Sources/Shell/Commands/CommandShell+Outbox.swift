import Analytics
import BackOffice
import ConsoleIO
import HTTPHandlers
import Interface
import Loop
import Programs
import Values

/// What can be done with the events that wait to be sent.
private enum OutboxStep: String, CaseIterable { case list, send, discard }

extension ProgramCommand where Context == CommandShell {
  static var outboxCommand: ProgramCommand {
    ProgramCommand(
      "events outbox", "list, send or discard events that wait to be sent to a server",
      Argument.choice("step", "what to do", of: OutboxStep.self).positional.defaulting(to: "list"),
      Argument.integer("numbers", "the numbers of the events to discard, or none for all", in: 0 ... .max)
        .placeholder("NUMBER").positional.map { OutboxEntry.ID($0) }.repeated.defaulting(to: []),
      Argument.flag("yes", "discard without asking; required if standard input is not a terminal"),
      notes: """
        With --server, recorded events are kept in the database until the server has stored them. Each command with a \
        server that records events sends what waits. 'list' shows the events that are not sent, with the reason: those \
        of the server of --server, or of all servers. 'send' sends them now, also those that the server has refused; it \
        ends with status 69 if some remain. 'discard' removes events, or all of the server.

        An event is sent once: if a response is lost, the server is asked how many equal events it has before the event \
        is sent again.
        """,
      examples: [
        "", "send --server https://example.com/analytics", "discard 3 4 --server https://example.com/analytics",
      ]
    ) { try await $0.runOutboxCommand($1, $2, isConfirmed: $3) }
  }
}

extension CommandShell {
  /// The URL of the server to which events are sent, or `nil` if they are stored in the database.
  private var server: String? { connector.location.server?.url }

  /// Begins to send the events that wait for the server, if there is one.
  ///
  /// A program that stays open tries again and again.
  func openOutbox(retries: Bool) {
    if server != nil { store.send(.feature(.outbox(.opened(retries: retries)))) }
  }

  /// Says which events wait for the server.
  ///
  /// - Throws: An error if they will not be sent later.
  func reportWaitingEvents() throws(CommandError) {
    guard let server, let summary = store.state.feature.outbox.summary(of: .waiting) else { return }
    if connector.connection.outbox?.isDurable != true {
      throw CommandError(status: .unavailable, message: "\(summary); the database in memory ends with this command")
    }
    printNote("\(summary). Stored for \(server.withoutQuery.terminalSafe); 'backroom events outbox send' tries again.")
  }

  /// Lists, sends or discards the events that wait to be sent.
  fileprivate func runOutboxCommand(_ step: OutboxStep, _ ids: [OutboxEntry.ID], isConfirmed: Bool) async throws {
    if step != .discard, isConfirmed || !ids.isEmpty {
      throw InvocationError(.invalidText, "only discard takes numbers and --yes")
    }
    switch step {
    case .list: try print(.list(records(of: try await outboxEntries())))
    case .send: try await sendOutbox()
    case .discard: try await discardOutbox(ids, isConfirmed: isConfirmed)
    }
  }

  private func sendOutbox() async throws {
    if server == nil { throw .usageError("events are sent to a server; name it with --server") }
    let count = try await outboxEntries().count
    openOutbox(retries: false)
    store.send(.feature(.outbox(.sendTapped)))
    await store.waitUntilIdle()
    let outbox = store.state.feature.outbox
    if let problem = outbox.failure?.description ?? outbox.summary(of: .waiting) ?? outbox.summary(of: .refused) {
      let now = now()
      let isClaimed = outbox.entries(.waiting).contains { $0.isClaimed(at: now) }
      throw CommandError(
        status: .unavailable, message: problem.terminalSafe,
        suggestion: isClaimed
          ? "another program is sending events, or was killed while it did; try again in a minute" : nil)
    }
    // It may have had some of them before, after a response was lost.
    try print(
      .report(
        ["events": .integer(Int64(count))],
        text: count == 0 ? "no events wait to be sent\n" : "the server has stored \(count.counted("event"))\n"))
  }

  private func discardOutbox(_ ids: [OutboxEntry.ID], isConfirmed: Bool) async throws {
    guard let server else { throw .usageError("name the server of the events with --server") }
    if !isConfirmed { try requireTerminal(orUsing: "--yes to discard") }
    let entries = try await outboxEntries().filter { ids.isEmpty || ids.contains($0.id) }
    if let missing = ids.first(where: { id in !entries.contains { $0.id == id } }) {
      throw .dataError("no event with the number \(missing) waits to be sent to this server")
    }
    let count = entries.count.counted("event")
    if !isConfirmed, try !confirm("Discard \(count)?") {
      throw CommandError(status: .failure, message: "nothing was discarded")
    }
    let (now, known) = (now(), Set(entries.map(\.id)))
    let discarded = try await withOutbox { outbox async throws(OutboxError) in
      try await outbox.discard(for: server, at: now) { known.contains($0.id) }
    }
    try print(.list(records(of: discarded)))
    printNote("\(discarded.count.counted("event")) discarded")
    if discarded.count < entries.count {
      throw CommandError(status: .failure, message: "\(entries.count - discarded.count) of \(count) are being sent")
    }
  }

  /// Returns the entries for the server, or for all servers if none is named.
  private func outboxEntries() async throws(CommandError) -> [OutboxEntry] {
    let server = server
    return try await withOutbox { outbox async throws(OutboxError) in try await outbox.entries(for: server) }
  }

  private func withOutbox<Success: Sendable>(
    _ body: (any EventOutbox) async throws(OutboxError) -> Success
  ) async throws(CommandError) -> Success {
    guard let outbox = connector.connection.outbox else {
      throw CommandError(status: .unavailable, message: "there is no outbox in this build")
    }
    do throws(OutboxError) { return try await body(outbox) } catch {
      throw CommandError(status: .unavailable, message: "\(error)".terminalSafe)
    }
  }

  private func records(of entries: [OutboxEntry]) -> RecordList {
    let now = now()
    let fields: [RecordList.Field] = [
      .init("number", isNumeric: true), .init("status"), .init("userID"), .init("flag"), .init("timestamp"),
      .init("action"), .init("server"), .init("reason"),
    ]
    return RecordList(
      fields: fields,
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

extension String {
  /// The URL without its query, which may contain a key.
  fileprivate var withoutQuery: String { contains("?") ? "\(prefix { $0 != "?" })?…" : self }
}
