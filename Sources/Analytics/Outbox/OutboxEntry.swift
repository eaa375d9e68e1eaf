import Values

/// A recorded event that waits to be sent to a server.
///
/// The server gives an event no ID. If it is not known whether an attempt was executed, the number of equal events on
/// the server decides. Therefore that number is stored before each attempt, and only one of several equal events is sent
/// at a time.
public struct OutboxEntry: Hashable, Codable, Sendable, Identifiable {
  /// The number of the entry.
  ///
  /// Later entries have larger numbers, and a number is never used again.
  public let id: Int
  /// The URL of the server.
  public let server: String
  /// The event.
  public let event: UserEvent
  /// The number of attempts to send the event, which identifies the claim of the last one.
  public var attemptCount = 0
  /// The end of the claim of the program that is sending the event, or `nil` if none is.
  public var claimEnd: Instant?
  /// The number of equal events that the server had before an attempt that it may have executed, or `nil` if there is no
  /// such attempt.
  public var copiesBefore: Int?
  /// Why the last attempt failed, or `nil` if there was none.
  public var failure: String?
  /// A Boolean value that indicates whether the server has refused the event, so that it is sent only on request.
  public var isRefused = false

  /// Creates an entry that has not been sent.
  public init(id: Int, server: String, event: UserEvent) {
    self.id = id
    self.server = server
    self.event = event
  }
}

/// What happens to an event in the outbox next.
public enum OutboxStatus: String, Hashable, Codable, Sendable, CaseIterable {
  /// The event will be sent.
  case waiting
  /// The server has refused the event. It is sent again only on request.
  case refused
}

/// The result of claiming an entry.
public enum OutboxClaim: Hashable, Sendable {
  /// The entry, which the program may send until the claim ends.
  case granted(OutboxEntry)
  /// Another program is sending the event, or an equal one whose fate is unknown comes first.
  case busy
  /// The entry is no longer in the outbox.
  case gone
}

/// The result of trying to send the event of an entry.
public enum OutboxResult: Hashable, Codable, Sendable {
  /// The server has stored the event, or the entry is gone.
  case sent(OutboxEntry.ID)
  /// Another program is sending the event, or an equal event.
  case skipped(OutboxEntry.ID)
  /// The event could not be sent.
  case failed(OutboxEntry, EventSourceError)

  /// The number of the entry.
  var id: OutboxEntry.ID {
    switch self {
    case .sent(let id), .skipped(let id): id
    case .failed(let entry, _): entry.id
    }
  }

  /// Why the event could not be sent, or `nil`.
  var error: EventSourceError? { if case .failed(_, let error) = self { error } else { nil } }

  /// A Boolean value that indicates whether no other event can be sent now.
  package var endsSending: Bool { error.map { !$0.reason.concernsOneEvent } ?? false }
}

extension OutboxEntry {
  /// The duration of a claim in milliseconds, before the end of which a request is cancelled.
  static let claimDuration: Int64 = 60_000

  private static func end(ofClaimAt now: Instant) -> Instant {
    Instant(milliseconds: now.milliseconds &+ claimDuration)
  }

  /// What happens to the event next.
  public var status: OutboxStatus { isRefused ? .refused : .waiting }

  /// Returns whether a program may be sending the event.
  package func isClaimed(at now: Instant) -> Bool {
    // A claim that ends even later was made before the clock was set back.
    claimEnd.map { now < $0 && $0 <= Self.end(ofClaimAt: now) } ?? false
  }

  /// Returns the results of claiming entries in turn, given all entries of their server.
  package static func claim(_ ids: [ID], among entries: [OutboxEntry], at now: Instant) -> [OutboxClaim] {
    var entries = entries
    return ids.map { id in
      guard let index = entries.firstIndex(where: { $0.id == id }) else { return .gone }
      var entry = entries[index]
      let isBusy = entries.contains { other in
        if other.event != entry.event { return false }
        // Of several restored entries whose fate is unknown, the first one comes first.
        let comesFirst = other.id < id || entry.copiesBefore == nil
        return other.isClaimed(at: now) || other.id != id && other.copiesBefore != nil && comesFirst
      }
      if isBusy { return .busy }
      entry.attemptCount += 1
      entry.claimEnd = end(ofClaimAt: now)
      entries[index] = entry
      return .granted(entry)
    }
  }

  /// Returns the entries of a copy of an outbox that must change, because the other one may send them, too.
  ///
  /// The number of equal events on the server then decides whether an entry has been sent.
  package static func changedInCopy(_ entries: [OutboxEntry]) -> [OutboxEntry] {
    var counts: [String: [UserEvent: Int]] = [:]
    return entries.compactMap { entry in
      // If the server has two equal events, the first two of several entries have been sent.
      let count = counts[entry.server]?[entry.event] ?? 0
      counts[entry.server, default: [:]][entry.event] = max(count, entry.copiesBefore ?? 0) + 1
      if entry.copiesBefore != nil { return nil }
      var changed = entry
      changed.copiesBefore = count
      return changed
    }
  }

  /// Returns whether an earlier attempt was executed, given the number of equal events on the server.
  package func isStored(copies: Int) -> Bool { copiesBefore.map { $0 < copies } ?? false }

  /// Returns the claimed entry before its event is sent to a server with this number of equal events.
  package func readyToSend(copies: Int, at now: Instant) -> OutboxEntry {
    var entry = self
    entry.copiesBefore = copies
    entry.claimEnd = Self.end(ofClaimAt: now)
    // If the program is killed, the reason of an earlier attempt would explain nothing.
    entry.failure = nil
    return entry
  }

  /// Returns the claimed entry if its event was not sent after all.
  package var released: OutboxEntry {
    var entry = self
    entry.claimEnd = nil
    return entry
  }

  /// Returns the entry after the request for the number of equal events has failed.
  package func releasedAfterCounting(_ error: EventSourceError) -> OutboxEntry {
    var entry = released
    entry.failure = error.reason.problem
    entry.isRefused = false
    return entry
  }

  /// Returns the entry after sending its event has failed.
  package func releasedAfterSending(_ error: EventSourceError) -> OutboxEntry {
    var entry = releasedAfterCounting(error)
    entry.isRefused = error.reason.refusesEvent
    if !error.reason.mayBeExecuted { entry.copiesBefore = nil }
    return entry
  }
}

extension EventQuery {
  /// Creates a query for the events at the times of some events, and of their user if it is the same, or returns `nil` if
  /// there are no events.
  init?(including events: [UserEvent]) {
    let times = events.map(\.timestamp)
    guard let first = times.min(by: { $0.milliseconds < $1.milliseconds }),
      let last = times.max(by: { $0.milliseconds < $1.milliseconds })
    else { return nil }
    let isOfOneUser = events.allSatisfy { $0.userID == events[0].userID }
    self.init(userID: isOfOneUser ? events[0].userID : nil, interval: EventInterval(start: first, end: last))
  }

  /// Creates a query for the events that are equal to an event.
  package init(equalTo event: UserEvent) {
    self.init(
      flag: event.flag, action: event.action, userID: event.userID,
      interval: EventInterval(start: event.timestamp, end: event.timestamp))
  }
}
