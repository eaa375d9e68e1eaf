import Analytics

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
  package func add(_ event: UserEvent) { database.insert(contentsOf: [event]) }

  /// Returns the events that match a query, the newest first.
  public func events(_ query: EventQuery) async throws(EventSourceError) -> [UserEvent] {
    try perform(EventRequest(.events, query)) { database.events(query) }
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try perform(EventRequest(.eventCount, query)) { database.eventCount(query) }
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try perform(EventRequest(.userCount, query)) { database.userCount(query) }
  }

  /// Adds events to the log.
  public func record(_ events: [UserEvent]) async throws(EventSourceError) {
    do throws(EventSourceError.Reason) {
      try faults.perform { () throws(EventSourceError.Reason) in database.insert(contentsOf: events) }
    } catch {
      throw EventSourceError(recording: error)
    }
  }

  private func perform<Answer>(_ request: EventRequest, _ read: () -> Answer) throws(EventSourceError) -> Answer {
    do { return try faults.perform { () throws(EventSourceError.Reason) in read() } } catch {
      throw EventSourceError(request, error)
    }
  }
}
