/// The offsets of a time zone from UTC, in the past and in the future.
///
/// They are read from a file of the time zone database (RFC 9636), which most Unix systems have. Foundation reads these
/// files too, but its essential part knows no zone by name.
///
/// ```swift
/// let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
/// let berlin = try TimeZoneRules(parsing: Array(bytes))
/// CalendarDay(of: Instant("2023-03-25T23:30:00Z")!, in: berlin)  // 2023-03-26
/// ```
public struct TimeZoneRules: Hashable, Sendable {
  /// The points in time at which the offset changes, in seconds since 1970, in ascending order.
  private var transitions: [Int64] = []
  /// The offset after each transition, in seconds.
  private var offsets: [Int] = []
  /// The offset before the first transition.
  private var firstOffset: Int
  /// The rule after the last transition.
  private var rule: DaylightSavingRule?

  /// Coordinated universal time.
  public static let utc = TimeZoneRules(offset: 0)

  /// Creates a time zone with a constant offset from UTC in seconds, which is less than a week.
  public init(offset: Int) {
    precondition(abs(offset) < Self.offsetLimit, "the offset of a time zone must be less than a week")
    firstOffset = offset
  }

  private static let offsetLimit = 7 * 86_400

  /// Parses a file of the time zone database.
  public init(parsing bytes: [UInt8]) throws(TimeZoneError) {
    var reader = ZoneFileReader(bytes)
    // The first part has 32-bit times. It is followed by the same data with 64-bit times.
    var header = try reader.readHeader()
    if header.version >= 2 {
      try reader.skip(header.byteCount(timeSize: 4))
      header = try reader.readHeader()
    }
    if header.leapCount > 0 { throw TimeZoneError("it counts leap seconds, which points in time here do not") }
    let timeSize = header.version >= 2 ? 8 : 4
    for _ in 0..<header.timeCount { transitions.append(try reader.readInteger(byteCount: timeSize)) }
    var types: [Int] = []
    for _ in 0..<header.timeCount { types.append(Int(try reader.readByte())) }
    var typeOffsets: [Int] = []
    for _ in 0..<header.typeCount {
      typeOffsets.append(Int(try reader.readInteger(byteCount: 4)))
      try reader.skip(2)
    }
    try reader.skip(header.abbreviationLength + header.leapCount * (timeSize + 4) + header.flagCount)
    guard let first = typeOffsets.first, types.allSatisfy({ $0 < typeOffsets.count }) else { throw .invalidOffsets }
    firstOffset = first
    offsets = types.map { typeOffsets[$0] }
    if header.version >= 2 { rule = try reader.readFooter() }
    try validate()
  }

  private func validate() throws(TimeZoneError) {
    guard (offsets + [firstOffset]).allSatisfy({ (1 - Self.offsetLimit..<Self.offsetLimit).contains($0) }),
      offsets.count == transitions.count,
      zip(transitions, transitions.dropFirst()).allSatisfy(<)
    else { throw .invalidOffsets }
  }

  /// Returns the offset from UTC at a point in time, in seconds.
  public func offset(at instant: Instant) -> Int {
    let second = instant.milliseconds.flooredQuotientAndRemainder(dividingBy: 1000).quotient
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    if low == transitions.count, let rule { return rule.offset(atSecond: second) }
    return low == 0 ? firstOffset : offsets[low - 1]
  }

  /// Returns the local date and time, such as `2023-03-24 08:40:49`.
  public func text(of instant: Instant) -> String {
    let (milliseconds, overflows) = instant.milliseconds.addingReportingOverflow(Int64(offset(at: instant)) * 1000)
    if overflows { return "\(instant)" }
    let local = Instant(milliseconds: milliseconds)
    return "\(local.dateText) \(local.timeText)"
  }
}

extension TimeZoneRules: Codable {
  private enum CodingKeys: CodingKey { case transitions, offsets, firstOffset, rule }

  /// Decodes a time zone, and throws an error if its offsets contradict each other.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    transitions = try container.decode([Int64].self, forKey: .transitions)
    offsets = try container.decode([Int].self, forKey: .offsets)
    firstOffset = try container.decode(Int.self, forKey: .firstOffset)
    rule = try container.decodeIfPresent(DaylightSavingRule.self, forKey: .rule)
    do {
      try validate()
    } catch {
      throw DecodingError.dataCorruptedError(forKey: .offsets, in: container, debugDescription: error.description)
    }
  }
}

extension TimeZoneRules {
  /// Returns the first point in time of a day, or `nil` if it is out of range.
  public func start(of day: CalendarDay) -> Instant? {
    let (midnight, isFar) = day.number.multipliedReportingOverflow(by: 86_400_000)
    return isFar ? nil : instant(ofLocalMilliseconds: midnight)
  }

  /// Returns the first point in time at which clocks show a date and time, given as milliseconds since 1970, or `nil` if
  /// it is out of range.
  ///
  /// If clocks are put forward and skip this time, the result is as long after the change as this time.
  func instant(ofLocalMilliseconds local: Int64) -> Instant? {
    // The offsets of the days around, which differ if clocks change in between.
    let candidates = [-Int64(86_400_000), 0, 86_400_000].compactMap { distance -> (instant: Instant, isExact: Bool)? in
      let (near, isFar) = local.addingReportingOverflow(distance)
      let offset = isFar ? 0 : Int64(offset(at: Instant(milliseconds: near))) * 1000
      let (milliseconds, isFarther) = local.subtractingReportingOverflow(offset)
      if isFar || isFarther { return nil }
      let instant = Instant(milliseconds: milliseconds)
      return (instant, Int64(self.offset(at: instant)) * 1000 == offset)
    }
    return candidates.filter(\.isExact).map(\.instant).min() ?? candidates.map(\.instant).max()
  }

  /// Returns the last point in time of a day, or `nil` if it is out of range.
  public func end(of day: CalendarDay) -> Instant? {
    start(of: day.startOfNext(.day)).flatMap {
      $0.milliseconds > .min ? Instant(milliseconds: $0.milliseconds - 1) : nil
    }
  }
}

/// The reason why a file of the time zone database cannot be read.
public struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message for the user.
  public let description: String

  /// Creates an error with a message.
  public init(_ description: String) { self.description = description }

  fileprivate static let invalidOffsets = TimeZoneError("the offsets are invalid")
}

/// Reads the parts of a file of the time zone database.
private struct ZoneFileReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  struct Header {
    let version: Int
    let (utcFlagCount, standardFlagCount, leapCount, timeCount, typeCount, abbreviationLength):
      (
        Int, Int, Int, Int, Int, Int
      )

    var flagCount: Int { utcFlagCount + standardFlagCount }

    func byteCount(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + abbreviationLength + leapCount * (timeSize + 4) + flagCount
    }
  }

  mutating func readHeader() throws(TimeZoneError) -> Header {
    guard rest.starts(with: "TZif".utf8) else { throw TimeZoneError("it is not a file of the time zone database") }
    try skip(4)
    let version = try readByte()
    try skip(15)
    var counts: [Int] = []
    for _ in 0..<6 {
      let count = try readInteger(byteCount: 4)
      guard (0...1_000_000).contains(count) else { throw TimeZoneError("it has invalid lengths") }
      counts.append(Int(count))
    }
    return Header(
      version: version == 0 ? 1 : Int(version) - 0x30,
      utcFlagCount: counts[0], standardFlagCount: counts[1], leapCount: counts[2], timeCount: counts[3],
      typeCount: counts[4], abbreviationLength: counts[5])
  }

  mutating func skip(_ count: Int) throws(TimeZoneError) {
    if count > rest.count { throw TimeZoneError("it ends too early") }
    rest = rest.dropFirst(count)
  }

  mutating func readByte() throws(TimeZoneError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw TimeZoneError("it ends too early") }
    return byte
  }

  /// Returns a signed big-endian number.
  mutating func readInteger(byteCount: Int) throws(TimeZoneError) -> Int64 {
    var number: Int64 = 0
    for index in 0..<byteCount {
      let byte = try readByte()
      number = index == 0 ? Int64(Int8(bitPattern: byte)) : number << 8 | Int64(byte)
    }
    return number
  }

  /// Returns the rule between the two line endings at the end, or `nil` if there is none.
  mutating func readFooter() throws(TimeZoneError) -> DaylightSavingRule? {
    guard rest.popFirst() == UInt8(ascii: "\n"), let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      throw TimeZoneError("it ends too early")
    }
    let text = String(decoding: rest[..<end], as: UTF8.self)
    if text.isEmpty { return nil }
    guard let rule = DaylightSavingRule(text) else { throw TimeZoneError("the rule \"\(text)\" is invalid") }
    return rule
  }
}
