extension Instant {
  /// The first of January 2001, midnight, from which `NSDate` counts.
  private static let epochMilliseconds: Int64 = 978_307_200_000

  /// The point so many seconds after the first of January 2001, to the nearest millisecond, if it is within reach.
  public init?(secondsSince2001 seconds: Double) {
    guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else { return nil }
    let (sum, isTooFar) = milliseconds.addingReportingOverflow(Self.epochMilliseconds)
    if isTooFar { return nil }
    self.init(milliseconds: sum)
  }

  /// How many seconds it is after the first of January 2001.
  public var secondsSince2001: Double { (Double(milliseconds) - Double(Self.epochMilliseconds)) / 1000 }
}
