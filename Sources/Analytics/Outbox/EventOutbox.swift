import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The recorded events that wait to be sent to servers: a port that memory or a database implements.
///
/// Several programs can use an outbox at the same time. Each operation happens as a whole or not at all.
public protocol EventOutbox: Sendable {
  /// A Boolean value that indicates whether the entries are still there when the program has ended.
  var isDurable: Bool { get }

  /// Adds events for a server in their order, all or none of them.
  ///
  /// Nothing is added if the batch with this ID was added before, even if its events have been sent since.
  func append(_ events: [UserEvent], for server: String, batch id: EventBatch.ID?) async throws(OutboxError)

  /// Returns the entries for a server, or for all servers if it is `nil`, in the order of recording.
  func entries(for server: String?) async throws(OutboxError) -> [OutboxEntry]

  /// Claims entries in turn, so that no other program sends their events or equal ones until the claims end.
  ///
  /// - Parameters:
  ///   - ids: The numbers of the entries.
  ///   - server: The URL of the server of the entries.
  ///   - now: The current point in time.
  /// - Throws: An error if the outbox cannot be changed.
  /// - Returns: The result for each number.
  func claim(
    _ ids: [OutboxEntry.ID], for server: String, at now: Instant
  ) async throws(OutboxError) -> [OutboxClaim]

  /// Stores changed entries and removes others, as far as they have not been claimed since they were loaded or claimed.
  ///
  /// - Parameters:
  ///   - changed: The entries that are stored.
  ///   - removed: The entries that are removed.
  /// - Throws: An error if the outbox cannot be changed.
  /// - Returns: The numbers of the entries that were stored or removed. The others have been claimed since or are gone.
  @discardableResult
  func update(
    _ changed: [OutboxEntry], removing removed: [OutboxEntry]
  ) async throws(OutboxError) -> Set<OutboxEntry.ID>
}

/// The error of an outbox that cannot be read or written.
public struct OutboxError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The message for the user.
  public let description: String

  /// Creates an error with a message.
  public init(_ description: String) { self.description = description }
}

extension EventOutbox {
  /// Adds events for a server in their order, all or none of them, without the ID of a batch.
  package func append(_ events: [UserEvent], for server: String) async throws(OutboxError) {
    try await append(events, for: server, batch: nil)
  }

  /// Removes entries for a server that no program is sending.
  ///
  /// - Parameters:
  ///   - server: The URL of the server.
  ///   - now: The current point in time.
  ///   - isDiscarded: A closure that returns whether an entry is removed.
  /// - Throws: An error if the outbox cannot be changed.
  /// - Returns: The removed entries.
  package func discard(
    for server: String, at now: Instant, where isDiscarded: (OutboxEntry) -> Bool
  ) async throws(OutboxError) -> [OutboxEntry] {
    let found = try await entries(for: server).filter { !$0.isClaimed(at: now) && isDiscarded($0) }
    let removed = try await update([], removing: found)
    return found.filter { removed.contains($0.id) }
  }
}

/// An event source that keeps recorded events in an outbox until they are sent.
///
/// Recording succeeds without the server. ``OutboxFeature`` sends the events to the other source.
public struct OutboxEventSource: EventSource {
  private let source: any EventSource
  private let outbox: any EventOutbox
  private let server: String

  /// Creates a source that loads from another source, and records into an outbox for a server.
  public init(_ source: any EventSource, recordingInto outbox: any EventOutbox, for server: String) {
    self.source = source
    self.outbox = outbox
    self.server = server
  }

  /// Returns a part of the list of the events that match a query.
  public func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    try await source.window(request, progress: progress)
  }

  /// Returns the numbers of the events that match a query, in groups.
  public func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    try await source.histogram(query, options)
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await source.eventCount(query)
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await source.userCount(query)
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await source.eventCountsByUser(query)
  }

  /// Adds events to the outbox, all or none of them, unless the batch with this ID was added before.
  public func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    do throws(OutboxError) { try await outbox.append(events, for: server, batch: id) } catch {
      throw EventSourceError(.recording, .storageFailed(error.description))
    }
  }
}
