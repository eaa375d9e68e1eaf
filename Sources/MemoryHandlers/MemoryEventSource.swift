public import Analytics

/// An event source in memory.
public actor MemoryEventSource: EventSource {
  /// What is kept.
  public private(set) var log: EventLog
  private var faults: FaultQueue<EventSourceError.Reason>

  /// Makes a source that keeps a log, in which these things go wrong.
  public init(_ log: EventLog = EventLog(), faults: FaultQueue<EventSourceError.Reason> = FaultQueue()) {
    self.log = log
    self.faults = faults
  }

  /// Lets things go wrong from now on.
  public func inject(_ faults: [FaultQueue<EventSourceError.Reason>.Fault]) { self.faults.enqueue(faults) }

  /// Lets a new event come in.
  package func add(_ event: UserEvent) { log.insert(event) }

  /// Reads the events that a query asks for.
  public func events(_ query: EventQuery) async throws(EventSourceError) -> [UserEvent] {
    try perform(EventRequest(.events, query)) { log.events(query) }
  }

  /// Counts the events that a query asks for.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try perform(EventRequest(.eventCount, query)) { log.eventCount(query) }
  }

  /// Counts the users with an event that a query asks for.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try perform(EventRequest(.userCount, query)) { log.userCount(query) }
  }

  private func perform<Answer>(_ request: EventRequest, _ read: () -> Answer) throws(EventSourceError) -> Answer {
    do { return try faults.perform { () throws(EventSourceError.Reason) in read() } } catch {
      throw EventSourceError(request, error)
    }
  }
}
