import Analytics
import Documents

/// Reads a JSON array of events as it arrives.
///
/// Only events are kept, or counted instead, and the bytes of one that is not complete yet.
package struct UserEventReader: BodyReader {
  private let query: EventQuery
  private let keepsEvents: Bool
  /// The counters of the events that match.
  private(set) var counters: [EventCounter]
  private var elements = JSONElementReader(expecting: "an array of events")
  private var events: [UserEvent] = []

  /// Creates a reader that keeps the events that match a query.
  package init(matching query: EventQuery = EventQuery()) {
    self.init(matching: query, keepsEvents: true, counting: [])
  }

  /// Creates a reader that keeps or counts the events that match a query, or does both.
  init(matching query: EventQuery, keepsEvents: Bool, counting options: [HistogramOptions]) {
    self.query = query
    self.keepsEvents = keepsEvents
    counters = options.map(EventCounter.init)
  }

  /// Reads the next bytes.
  package mutating func read(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
    unsafe elements.append(bytes)
    try readEvents()
  }

  /// Returns the kept events that match, the newest first.
  package mutating func finish() throws(DocumentError) -> [UserEvent] {
    elements.finish()
    try readEvents()
    defer { events = [] }
    events.sort { $1.timestamp < $0.timestamp }
    return events
  }

  private mutating func readEvents() throws(DocumentError) {
    while let event = try elements.next(parse: { parser throws(DocumentError) in try parser.parseEvent() }) {
      if !query.matches(event) { continue }
      if keepsEvents { events.append(event) }
      for index in counters.indices {
        counters[index].add(1, at: event.timestamp, flag: event.flag, action: event.action)
      }
    }
  }
}
