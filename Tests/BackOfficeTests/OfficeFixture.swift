import BackOffice
import LoopExplorer
import Shop
import Values

extension BackOfficeApplication {
  /// The application with fixed inputs.
  static let fixture = BackOfficeApplication(
    inputs: Inputs {
      "new"
    } now: {
      Instant(milliseconds: 1_679_652_000_000)  // 2023-03-24T10:00:00Z
    } makeGenerator: {
      SplitMix64(seed: $0)
    })
}

/// A source that knows one time zone.
struct FixedTimeZones: TimeZoneSource {
  func timeZone(named name: String) async throws(TimeZoneError) -> TimeZoneRules {
    if name == "Two/Ahead" { return TimeZoneRules(offset: 7200) }
    throw TimeZoneError("no such time zone")
  }
}
