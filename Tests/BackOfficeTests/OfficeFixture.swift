import Analytics
import BackOffice
import Foundation
import Shop
import TestInputs
import Values

extension BackOfficeApplication {
  /// A new application with fixed inputs, which numbers the batches of events.
  static var fixture: BackOfficeApplication {
    let batchCount = Locked<UInt32>(0)
    return BackOfficeApplication(
      inputs: Inputs {
        "new"
      } makeBatchID: {
        batchCount.withLock {
          $0 += 1
          let (low, rest) = (UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8))
          return UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, UInt8($0 >> 16), rest, low))
        }
      } now: {
        Instant(milliseconds: 1_679_652_000_000)  // 2023-03-24T10:00:00Z
      } makeGenerator: {
        SplitMix64(seed: $0)
      })
  }
}

/// A source that knows one time zone.
struct FixedTimeZones: TimeZoneSource {
  func timeZone(named name: String) async throws(TimeZoneError) -> TimeZoneRules {
    if name == "Two/Ahead" { return TimeZoneRules(offset: 7200) }
    throw TimeZoneError("no such time zone")
  }
}
