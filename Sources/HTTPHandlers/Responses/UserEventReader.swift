import Analytics
import Values

/// Reads a JSON array of events as it arrives.
///
/// Only events are kept, or counted instead, and the bytes of one that is not complete yet.
package struct UserEventReader: BodyReader {
  /// The next thing in the array.
  private enum Expectation { case start, firstElement, element, separator, end }

  private let query: EventQuery
  private let keepsEvents: Bool
  /// The counters of the events that match.
  private(set) var counters: [EventCounter]
  private var expectation = Expectation.start
  private var events: [UserEvent] = []
  /// The bytes that were not read, because more are needed.
  private var rest: [UInt8] = []
  /// The number of bytes before the rest.
  private var offset = 0

  /// The maximum number of bytes of an event.
  private static let maximumEventSize = 1 << 16

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
  package mutating func read(_ bytes: UnsafeRawBufferPointer) throws(BodyError) {
    if rest.isEmpty {
      rest = unsafe Array(bytes.dropFirst(try readElements(in: bytes)))
    } else {
      let all = unsafe rest + bytes
      let count = try unsafe all.withBytes { bytes throws(BodyError) in try unsafe readElements(in: bytes) }
      rest = Array(all[count...])
    }
    if rest.count > Self.maximumEventSize {
      throw BodyError(offset: offset, message: "expected an event of at most \(Self.maximumEventSize) bytes")
    }
  }

  /// Returns the kept events that match, the newest first.
  package mutating func finish() throws(BodyError) -> [UserEvent] {
    guard expectation == .end else {
      throw BodyError(offset: offset + rest.count, message: "expected more, found the end of the response")
    }
    defer { events = [] }
    events.sort { $1.timestamp < $0.timestamp }
    return events
  }

  /// Reads all elements that are complete, and returns the number of their bytes.
  private mutating func readElements(in bytes: UnsafeRawBufferPointer) throws(BodyError) -> Int {
    var scanner = unsafe JSONScanner(bytes)
    var readCount = 0
    do throws(JSONScanner.Failure) {
      while try readPart(&scanner) { readCount = scanner.index }
      readCount = scanner.index
    } catch {
      if case .invalid(let index, let message) = error { throw BodyError(offset: offset + index, message: message) }
    }
    offset += readCount
    return readCount
  }

  /// Reads an event, a comma or a bracket, and returns `false` at the end of the bytes.
  private mutating func readPart(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) -> Bool {
    scanner.skipWhitespace()
    guard let byte = scanner.nextByte else { return false }
    switch expectation {
    case .start:
      try scanner.expect("[", or: "an array of events")
      expectation = .firstElement
    case .firstElement where byte == UInt8(ascii: "]"), .separator where byte == UInt8(ascii: "]"):
      try scanner.expect("]", or: "]")
      expectation = .end
    case .separator:
      try scanner.expect(",", or: "a comma or ]")
      expectation = .element
    case .firstElement, .element:
      let event = try UserEventParser.parse(&scanner)
      expectation = .separator
      if query.matches(event) { use(event) }
    case .end: throw scanner.failure(expected: "the end of the response")
    }
    return true
  }

  @inline(__always) private mutating func use(_ event: UserEvent) {
    if keepsEvents { events.append(event) }
    for index in counters.indices {
      counters[index].add(1, at: event.timestamp, flag: event.flag, action: event.action)
    }
  }
}

extension [UInt8] {
  /// Calls a closure that throws typed errors with the bytes.
  fileprivate func withBytes<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let result: Result<Answer, Failure> = unsafe withUnsafeBytes { bytes in
      do throws(Failure) { return unsafe .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
