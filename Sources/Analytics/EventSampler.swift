import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes plausible events to try the program with: the same ones for the same random numbers.
public struct EventSampler<Generator: RandomNumberGenerator> {
  private var generator: Generator
  private let users: [UUID]

  /// Creates a sampler.
  ///
  /// - Parameters:
  ///   - generator: The source of random numbers.
  ///   - userCount: The number of users, which is at least 1.
  public init(using generator: Generator, userCount: Int = 25) {
    var generator = generator
    users = (0..<max(1, userCount)).map { _ in UUID(random: &generator) }
    self.generator = generator
  }

  /// Returns events in the 30 days before a point in time, in ascending order.
  ///
  /// A third of the users cause two thirds of the events, most of them between 8:00 and 20:00 UTC.
  public mutating func events(_ count: Int, before end: Instant) -> [UserEvent] {
    (0..<max(0, count)).map { _ in event(before: end) }.sorted { $0.timestamp < $1.timestamp }
  }

  private mutating func event(before end: Instant) -> UserEvent {
    let busyCount = Int.random(in: 0..<3, using: &generator) < 2 ? (users.count + 2) / 3 : users.count
    let day = Int64.random(in: 1...30, using: &generator)
    let hours: ClosedRange<Int64> = Int.random(in: 0..<5, using: &generator) < 4 ? 8...19 : 0...23
    let hour = Int64.random(in: hours, using: &generator)
    let rest = Int64.random(in: 0..<3_600_000, using: &generator)
    let midnight = end.milliseconds / 86_400_000 * 86_400_000
    return UserEvent(
      userID: users[Int.random(in: 0..<busyCount, using: &generator)],
      flag: Int.random(in: 0..<4, using: &generator) == 0,
      timestamp: Instant(milliseconds: midnight - day * 86_400_000 + hour * 3_600_000 + rest),
      action: UserEvent.Action.allCases[Int.random(in: 0..<3, using: &generator)])
  }
}

extension UUID {
  /// Creates a random UUID (version 4).
  fileprivate init(random generator: inout some RandomNumberGenerator) {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
        bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
