import Analytics

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event source in memory.
public actor MemoryEventSource: EventSource {
  /// The current events.
  public private(set) var database: EventDatabase
  private var faults: FaultQueue<EventSourceError.Reason>

  /// Creates a source with a log and injected faults.
  public init(_ log: EventDatabase = EventDatabase(), faults: FaultQueue<EventSourceError.Reason> = FaultQueue()) {
    self.database = log
    self.faults = faults
  }

  /// Injects faults into the next calls.
  public func inject(_ faults: [FaultQueue<EventSourceError.Reason>.Fault]) { self.faults.enqueue(faults) }

  /// Adds an event to the log.
  package func add(_ event: UserEvent) { database.record([event]) }

  /// Returns a part of the list of the events that match a query.
  public func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    try perform(.events) { () throws(EventSourceError.Reason) in try database.window(request) }
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try perform(.resource(.eventCount)) { database.eventCount(query) }
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try perform(.resource(.userCount)) { database.userCount(query) }
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try perform(.eventCountsByUser) { database.eventCountsByUser(query) }
  }

  /// Returns the numbers of the events that match a query, in groups.
  public func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    try perform(.resource(.timeline)) { database.histogram(query, options) }
  }

  /// Adds events to the log, unless the batch with this ID is stored.
  public func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    do throws(EventSourceError.Reason) {
      try faults.perform { () throws(EventSourceError.Reason) in database.record(events, batch: id) }
    } catch {
      throw EventSourceError(.recording, error)
    }
  }

  private func perform<Answer>(
    _ request: EventRequest, _ read: () throws(EventSourceError.Reason) -> Answer
  ) throws(EventSourceError) -> Answer {
    do throws(EventSourceError.Reason) { return try faults.perform(read) } catch {
      throw EventSourceError(request, error)
    }
  }
}
