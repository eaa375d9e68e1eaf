import Analytics
import Foundation
import MemoryHandlers
import Values

/// What every outbox must do: the same as the model that the explorations use.
package struct EventOutboxContract {
  private let outbox: any EventOutbox
  private var model = OutboxDatabase()
  private var random: SplitMix64
  private var now = Instant(milliseconds: 1_679_475_600_000)
  /// Entries as they were at some time, also entries that have changed since.
  private var known: [OutboxEntry] = []

  /// Creates a contract for an empty outbox.
  package init(_ outbox: any EventOutbox, seed: UInt64) {
    self.outbox = outbox
    random = SplitMix64(seed: seed)
  }

  /// Executes random operations on the outbox and on the model.
  ///
  /// - Throws: A violation if a result or the entries differ.
  package mutating func check(steps: Int) async throws {
    for _ in 0..<steps {
      now.milliseconds += Int64.random(in: -10_000...40_000, using: &random)
      try await takeStep()
      try expectEqual("entries", model.entries(for: nil), await outbox.entries(for: nil))
      let server = randomServer()
      try expectEqual("entries of \(server)", model.entries(for: server), await outbox.entries(for: server))
      known = Array((known + model.entries(for: nil)).suffix(30))
    }
  }

  private mutating func takeStep() async throws {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let (events, server) = ((0..<Int.random(in: 0...3, using: &random)).map { _ in randomEvent() }, randomServer())
      let batch =
        Bool.random(using: &random) ? EventBatch.ID(number: UInt8.random(in: 0..<20, using: &random)) : nil
      model.append(events, for: server, batch: batch)
      try await outbox.append(events, for: server, batch: batch)
    case 1, 2:
      // Some numbers occur twice, and some belong to the other server.
      let ids = (0..<Int.random(in: 1...3, using: &random)).map { _ in known.randomElement(using: &random)?.id ?? 1 }
      let server = randomServer()
      let claims = model.claim(ids, for: server, at: now)
      try expectEqual("claim \(ids)", claims, await outbox.claim(ids, for: server, at: now))
      for case .granted(let entry) in claims { known.append(entry) }
    case 3, 4:
      let entries = known.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)).map { changed($0) }
      let stored = model.update(entries)
      try expectEqual("update \(entries)", stored, await outbox.update(entries, removing: []))
    default:
      let stored = known.filter { _ in Int.random(in: 0..<40, using: &random) == 0 }.map { changed($0) }
      let removed = known.filter { _ in Int.random(in: 0..<20, using: &random) == 0 }
      let found = model.update(stored, removing: removed)
      try expectEqual(
        "update \(stored) and remove \(removed)", found, await outbox.update(stored, removing: removed))
    }
  }

  private mutating func changed(_ entry: OutboxEntry) -> OutboxEntry {
    let reasons: [EventSourceError.Reason] = [.timedOut, .offline, .badStatus(400, payload: "é\u{0}")]
    let error = EventSourceError(.recording, reasons[Int.random(in: reasons.indices, using: &random)])
    return switch Int.random(in: 0..<3, using: &random) {
    case 0: entry.readyToSend(copies: Int.random(in: 0...2, using: &random), at: now)
    case 1: entry.releasedAfterCounting(error)
    default: entry.releasedAfterSending(error)
    }
  }

  private func expectEqual<Result: Equatable>(_ operation: String, _ expected: Result, _ found: Result) throws {
    if expected != found { throw ContractViolation(operation, expected: expected, found: found) }
  }

  private mutating func randomServer() -> String {
    ["http://a", "http://a/b?key=1"][Int.random(in: 0...1, using: &random)]
  }

  /// Returns one of four events, so that some are equal.
  private mutating func randomEvent() -> UserEvent {
    UserEvent(
      userID: UUID(number: 1), flag: Bool.random(using: &random),
      timestamp: now.milliseconds.isMultiple(of: 2) ? Instant(milliseconds: -1) : Instant(milliseconds: 0),
      action: .start)
  }
}
