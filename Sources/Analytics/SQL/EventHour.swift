/// The hours of UTC, for which numbers of events are stored.
///
/// Times are in milliseconds since 1970.
package enum EventHour {
  private static let length: Int64 = 3_600_000
  /// The time after the first hour, which begins earlier than the first time.
  private static let endOfFirst = Int64.min / length * length

  /// Returns the beginning of the hour of a time: the first time in the first hour.
  package static func start(of time: Int64) -> Int64 {
    time < endOfFirst ? .min : time - (time % length + length) % length
  }

  /// The expression of SQL for the beginning of the hour of a time.
  package static func startSQL(of time: String) -> String {
    "CASE WHEN \(time) < \(endOfFirst) THEN \(Int64.min) ELSE \(time) - (\(time) % \(length) + \(length)) % \(length) END"
  }

  /// Returns the last time of the hour that begins at a time.
  package static func end(ofHourAt start: Int64) -> Int64 {
    if start == .min { return endOfFirst - 1 }
    let (end, overflows) = start.addingReportingOverflow(length - 1)
    return overflows ? .max : end
  }

  /// A part of an interval.
  package struct Part: Equatable {
    /// The times of the part.
    package let times: ClosedRange<Int64>
    /// A Boolean value that indicates whether the part consists of whole hours.
    package let isWhole: Bool
  }

  /// Returns the parts of an interval in order: the whole hours, and the rest before and after them.
  package static func divide(_ times: ClosedRange<Int64>) -> [Part] {
    let (first, last) = (start(of: times.lowerBound), start(of: times.upperBound))
    let (firstEnd, lastEnd) = (end(ofHourAt: first), end(ofHourAt: last))
    // A first hour that ends with the last time, and a last one that begins with the first, have no other beside them.
    guard first == times.lowerBound || firstEnd < .max, lastEnd == times.upperBound || last > .min else {
      return [Part(times: times, isWhole: false)]
    }
    let wholeStart = first == times.lowerBound ? first : firstEnd + 1
    let wholeEnd = lastEnd == times.upperBound ? lastEnd : last - 1
    if wholeStart > wholeEnd { return [Part(times: times, isWhole: false)] }
    var parts = [Part(times: wholeStart...wholeEnd, isWhole: true)]
    if times.lowerBound < wholeStart {
      parts.insert(Part(times: times.lowerBound...wholeStart - 1, isWhole: false), at: 0)
    }
    if wholeEnd < times.upperBound { parts.append(Part(times: wholeEnd + 1...times.upperBound, isWhole: false)) }
    return parts
  }
}
