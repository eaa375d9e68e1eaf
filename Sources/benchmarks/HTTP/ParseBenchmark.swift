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
      let bytes = eventJSON
      var events: [UserEvent] = []
      let time = ContinuousClock().measure { events = readEvents(bytes) }
      precondition(events.count == size, "all events are read")
      return time
    },
    floor: { size in
      let data = Data(eventJSON)
      var events: [DecodedEvent] = []
      let time = ContinuousClock().measure {
        events = (try? JSONDecoder().decode([DecodedEvent].self, from: data)) ?? []
      }
      precondition(events.count == size, "all events are decoded")
      return time
    })
}

/// The events as a server sends them.
private let eventJSON: [UInt8] = {
  var sampler = EventSampler(using: SystemRandomNumberGenerator())
  let events = sampler.events(10_000, before: Instant(milliseconds: 1_700_000_000_000)).map {
    DecodedEvent(
      userID: $0.userID, flag: $0.flag, timestamp: $0.timestamp.secondsSince2001, action: $0.action)
  }
  return (try? JSONEncoder().encode(events)).map(Array.init) ?? []
}()

private struct DecodedEvent: Codable {
  let userID: UUID
  let flag: Bool
  let timestamp: Double
  let action: UserEvent.Action
}

private func readEvents(_ bytes: [UInt8]) -> [UserEvent] {
  var reader = UserEventReader()
  do {
    try bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 1 << 14) {
        try reader.read(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 1 << 14, bytes.count)]))
      }
    }
    return try reader.finish()
  } catch {
    preconditionFailure("\(error)")
  }
}
