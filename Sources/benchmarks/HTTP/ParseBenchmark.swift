import Analytics
import Foundation
import HTTPHandlers
import Values

extension Benchmark {
  /// Ten thousand events are read from JSON, in parts of 16 KB as libcurl receives them.
  ///
  /// The floor is Foundation's decoder for the same bytes, which needs all of them at once.
  static let httpParse = Benchmark(
    "http.parse", size: 10_000, unit: "events/s",
    subject: { size in
      let bytes = ServerEvents.json
      var events: [UserEvent] = []
      let time = ContinuousClock().measure { events = ServerEvents.read(bytes) }
      precondition(events.count == size, "all events are read")
      return time
    },
    floor: { size in
      let data = Data(ServerEvents.json)
      var events: [DecodedEvent] = []
      let time = ContinuousClock().measure {
        events = (try? JSONDecoder().decode([DecodedEvent].self, from: data)) ?? []
      }
      precondition(events.count == size, "all events are decoded")
      return time
    })

  /// A million events are read from JSON and prepared for a list that can be sorted and filtered.
  ///
  /// The floor is an array of them.
  static let httpMemory = Benchmark("http.memory.1m", bytesPerRowOf: .downloadedEvents, floor: .events)
}

private struct DecodedEvent: Codable {
  let userID: UUID
  let flag: Bool
  let timestamp: Double
  let action: UserEvent.Action
}

/// Events as a server sends them.
enum ServerEvents {
  /// Ten thousand events.
  static let json: [UInt8] = {
    var sampler = EventSampler(using: SplitMix64(seed: 1))
    return makeJSON(&sampler)
  }()

  /// Reads events in parts of 16 KB, as libcurl receives them.
  static func read(_ bytes: [UInt8]) -> [UserEvent] {
    var reader = UserEventReader()
    do {
      try read(bytes[...], with: &reader)
      return try reader.finish()
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Reads events whose JSON is never in memory as a whole, and prepares them for the list.
  static func downloaded(_ count: Int) -> EventRows {
    var sampler = EventSampler(using: SplitMix64(seed: 1))
    var reader = UserEventReader()
    do {
      try read(Array("[".utf8)[...], with: &reader)
      for block in 0..<count / blockSize {
        if block > 0 { try read(Array(",".utf8)[...], with: &reader) }
        // The elements of a list, without its brackets.
        try read(makeJSON(&sampler).dropFirst().dropLast(), with: &reader)
      }
      try read(Array("]".utf8)[...], with: &reader)
      return EventRows(try reader.finish())
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns the same events, after as much work to make them.
  static func events(_ count: Int) -> [UserEvent] {
    var sampler = EventSampler(using: SplitMix64(seed: 1))
    var events: [UserEvent] = []
    events.reserveCapacity(count)
    for _ in 0..<count / blockSize { events += read(makeJSON(&sampler)) }
    return events
  }

  private static let blockSize = 10_000

  private static func read(_ bytes: ArraySlice<UInt8>, with reader: inout UserEventReader) throws {
    try bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 1 << 14) {
        try reader.read(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 1 << 14, bytes.count)]))
      }
    }
  }

  private static func makeJSON(_ sampler: inout EventSampler<SplitMix64>) -> [UInt8] {
    let events = sampler.events(blockSize, before: Instant(milliseconds: 1_700_000_000_000)).map {
      DecodedEvent(userID: $0.userID, flag: $0.flag, timestamp: $0.timestamp.secondsSince2001, action: $0.action)
    }
    return (try? JSONEncoder().encode(events)).map(Array.init) ?? []
  }
}
