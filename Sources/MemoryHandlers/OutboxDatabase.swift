import Analytics
import Values

/// An outbox, as a value.
public struct OutboxDatabase: Hashable, Codable, Sendable {
  /// The entries in the order of recording.
  public private(set) var entries: [OutboxEntry] = []
  private var lastID = 0
  private var batches: Set<EventBatch.ID> = []

  /// Creates an empty outbox.
  public init() {}

  /// Adds events for a server, unless the batch with this ID was added before.
  package mutating func append(_ events: [UserEvent], for server: String, batch id: EventBatch.ID? = nil) {
    if let id, !batches.insert(id).inserted { return }
    for event in events {
      lastID += 1
      entries.append(OutboxEntry(id: lastID, server: server, event: event))
    }
  }

  /// Returns the entries for a server, or for all servers if it is `nil`.
  package func entries(for server: String?) -> [OutboxEntry] {
    entries.filter { server == nil || $0.server == server }
  }

  /// Claims entries in turn.
  package mutating func claim(_ ids: [OutboxEntry.ID], for server: String, at now: Instant) -> [OutboxClaim] {
    let claims = OutboxEntry.claim(ids, among: entries(for: server), at: now)
    for case .granted(let entry) in claims {
      if let index = entries.firstIndex(where: { $0.id == entry.id }) { entries[index] = entry }
    }
    return claims
  }

  /// Stores changed entries and removes others, as far as they have not been claimed since, and returns their numbers.
  @discardableResult
  package mutating func update(_ changed: [OutboxEntry], removing removed: [OutboxEntry] = []) -> Set<OutboxEntry.ID> {
    var ids: Set<OutboxEntry.ID> = []
    for entry in changed {
      guard let index = index(of: entry) else { continue }
      entries[index] = entry
      ids.insert(entry.id)
    }
    for entry in removed {
      guard let index = index(of: entry) else { continue }
      entries.remove(at: index)
      ids.insert(entry.id)
    }
    return ids
  }

  private func index(of entry: OutboxEntry) -> Int? {
    entries.firstIndex { $0.id == entry.id && $0.attemptCount == entry.attemptCount }
  }

  /// Lets all claims end.
  package mutating func endClaims() { for index in entries.indices { entries[index].claimEnd = nil } }
}

/// An outbox in memory.
public actor MemoryEventOutbox: EventOutbox {
  /// The current entries.
  public private(set) var database: OutboxDatabase
  /// A Boolean value that indicates whether the value is said to outlive the program, for tests.
  public let isDurable: Bool
  private var faults = FaultQueue<OutboxError>()

  /// Creates an outbox.
  public init(_ database: OutboxDatabase = OutboxDatabase(), isDurable: Bool = false) {
    self.database = database
    self.isDurable = isDurable
  }

  /// Injects faults into the next calls.
  public func inject(_ faults: [FaultQueue<OutboxError>.Fault]) { self.faults.enqueue(faults) }

  /// Lets all claims end.
  package func endClaims() { database.endClaims() }

  /// Adds events for a server, unless the batch with this ID was added before.
  public func append(
    _ events: [UserEvent], for server: String, batch id: EventBatch.ID?
  ) async throws(OutboxError) {
    try faults.perform { () throws(OutboxError) in database.append(events, for: server, batch: id) }
  }

  /// Returns the entries for a server, or for all servers.
  public func entries(for server: String?) async throws(OutboxError) -> [OutboxEntry] {
    try faults.perform { () throws(OutboxError) in database.entries(for: server) }
  }

  /// Claims entries in turn.
  public func claim(
    _ ids: [OutboxEntry.ID], for server: String, at now: Instant
  ) async throws(OutboxError) -> [OutboxClaim] {
    try faults.perform { () throws(OutboxError) in database.claim(ids, for: server, at: now) }
  }

  /// Stores changed entries and removes others.
  @discardableResult
  public func update(
    _ changed: [OutboxEntry], removing removed: [OutboxEntry]
  ) async throws(OutboxError) -> Set<OutboxEntry.ID> {
    try faults.perform { () throws(OutboxError) in database.update(changed, removing: removed) }
  }
}
