import Values

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension UserEvent {
  /// The events of seven users in two days of March 2023, to try a program with.
  ///
  /// They are the same in every run. ``EventSampler`` makes any number of events of the last 30 days.
  public static let samples = (0..<24).map(sample)

  /// Returns the sample event with this number.
  ///
  /// The events are about two hours apart, from 22 March 2023, 9:00 UTC. Users, flags and actions follow no visible
  /// pattern.
  private static func sample(_ number: Int) -> UserEvent {
    let morning: Int64 = 1_679_475_600_000
    let user = UUID(number: UInt8(number * 5 % 7))
    return UserEvent(
      userID: user, flag: number % 4 == 0, timestamp: Instant(milliseconds: morning + Int64(number) * 7_463_000),
      action: UserEvent.Action.allCases[number * 2 % 3])
  }
}

extension UUID {
  /// Creates a UUID of version 4 that ends with a number, for samples and tests.
  package init(number: UInt8) { self.init(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number)) }
}
