public import Analytics

/// An event source in memory.
public actor MemoryEventSource: EventSource {
  /// What is kept.
  public private(set) var log: EventLog
  private var faults: Faults<EventFailure.Reason>

  /// Makes a source that keeps a log, in which these things go wrong.
  public init(_ log: EventLog = EventLog(), faults: Faults<EventFailure.Reason> = Faults()) {
    self.log = log
    self.faults = faults
  }

  /// Lets things go wrong from now on.
  public func inject(_ faults: [Faults<EventFailure.Reason>.Fault]) { self.faults.add(faults) }

  /// Lets a new event come in.
  package func add(_ event: UserEvent) { log.add(event) }

  /// Reads the events that a query asks for.
  public func events(_ query: EventQuery) async throws(EventFailure) -> [UserEvent] {
    try answer(EventRequest(.events, query)) { log.events(query) }
  }

  /// Counts the events that a query asks for.
  public func eventCount(_ query: EventQuery) async throws(EventFailure) -> Int {
    try answer(EventRequest(.eventCount, query)) { log.eventCount(query) }
  }

  /// Counts the users with an event that a query asks for.
  public func userCount(_ query: EventQuery) async throws(EventFailure) -> Int {
    try answer(EventRequest(.userCount, query)) { log.userCount(query) }
  }

  private func answer<Answer>(_ request: EventRequest, _ read: () -> Answer) throws(EventFailure) -> Answer {
    do { return try faults.meet { () throws(EventFailure.Reason) in read() } } catch {
      throw EventFailure(request, error)
    }
  }
}
