/// A rule for the offsets of a time zone in every year, in the notation of POSIX: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct DaylightSavingRule: Hashable, Sendable {
  /// A day of the year and a time of day at which the offset changes.
  private struct Change: Hashable {
    enum Day: Hashable {
      /// The number of a day from 1 to 365, without leap days.
      case ofCommonYear(Int64)
      /// The number of a day from 0, with leap days.
      case ofYear(Int64)
      /// A day of the week (0 is Sunday) in a week (5 is the last one) of a month.
      case ofMonth(Int64, week: Int64, weekday: Int64)
    }

    var day: Day
    /// The seconds after midnight in local time.
    var second: Int64
  }

  private let standardOffset: Int
  /// The offset in summer, and when summer begins and ends, or `nil` if there is none.
  private let summer: Summer?

  private struct Summer: Hashable {
    let offset: Int
    let begin: Change
    let end: Change
  }

  /// The rule as it was written.
  let text: String

  /// Parses a rule.
  init?(_ text: String) {
    self.text = text
    var parser = Parser(rest: text.utf8[...])
    guard parser.skipName(), let west = parser.parseTime() else { return nil }
    standardOffset = Int(-west)
    if parser.rest.isEmpty {
      summer = nil
      return
    }
    guard parser.skipName() else { return nil }
    var offset = standardOffset + 3600
    if parser.rest.first != UInt8(ascii: ",") {
      guard let west = parser.parseTime() else { return nil }
      offset = Int(-west)
    }
    guard parser.accept(","), let begin = parser.parseChange(), parser.accept(","), let end = parser.parseChange(),
      parser.rest.isEmpty
    else { return nil }
    summer = Summer(offset: offset, begin: begin, end: end)
  }

  /// Returns the offset at a number of seconds since 1970.
  func offset(atSecond second: Int64) -> Int {
    guard let summer else { return standardOffset }
    let day = (second + Int64(standardOffset)).flooredQuotientAndRemainder(dividingBy: 86_400).quotient
    let year = Instant.civilDate(ofDay: day).year
    // The time of day at which summer begins is in standard time, and the one at which it ends in summer time.
    let begin = localSecond(of: summer.begin, inYear: year) - Int64(standardOffset)
    let end = localSecond(of: summer.end, inYear: year) - Int64(summer.offset)
    // In the south, summer begins late in a year and ends early in the next one.
    let isSummer = begin < end ? (begin..<end).contains(second) : !(end..<begin).contains(second)
    return isSummer ? summer.offset : standardOffset
  }

  /// Returns the seconds from 1970 to a change, in local time.
  private func localSecond(of change: Change, inYear year: Int64) -> Int64 {
    let newYear = Instant.dayNumber(year: year, month: 1, day: 1)
    let day: Int64
    switch change.day {
    case .ofCommonYear(let number):
      let isLeapYear = Instant.dayNumber(year: year, month: 3, day: 1) - newYear == 60
      day = newYear + number - 1 + (isLeapYear && number > 59 ? 1 : 0)
    case .ofYear(let number): day = newYear + number
    case .ofMonth(let month, let week, let weekday):
      let first = Instant.dayNumber(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday.
      let firstWeekday = (first + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder
      let distance = (weekday - firstWeekday + 7) % 7 + 7 * (week - 1)
      let next = Instant.dayNumber(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
      day = first + distance < next ? first + distance : first + distance - 7
    }
    return day * 86_400 + change.second
  }

  private struct Parser {
    var rest: Substring.UTF8View

    mutating func accept(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    /// Skips an abbreviation: at least three letters, or any characters between angle brackets.
    mutating func skipName() -> Bool {
      if accept("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[rest.index(after: end)...]
        return true
      }
      let letters = rest.prefix {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
      rest.removeFirst(letters.count)
      return letters.count >= 3
    }

    /// Returns a time as `[+|-]hh[:mm[:ss]]` in seconds.
    mutating func parseTime() -> Int64? {
      let isNegative = accept("-")
      if !isNegative { _ = accept("+") }
      guard var time = parseNumber(in: 0...167).map({ $0 * 3600 }) else { return nil }
      for unit in [60, 1] as [Int64] where accept(":") {
        guard let number = parseNumber(in: 0...59) else { return nil }
        time += number * unit
      }
      return isNegative ? -time : time
    }

    mutating func parseChange() -> Change? {
      let day: Change.Day
      if accept("M") {
        guard let month = parseNumber(in: 1...12), accept("."), let week = parseNumber(in: 1...5), accept("."),
          let weekday = parseNumber(in: 0...6)
        else { return nil }
        day = .ofMonth(month, week: week, weekday: weekday)
      } else if accept("J") {
        guard let number = parseNumber(in: 1...365) else { return nil }
        day = .ofCommonYear(number)
      } else {
        guard let number = parseNumber(in: 0...365) else { return nil }
        day = .ofYear(number)
      }
      if !accept("/") { return Change(day: day, second: 7200) }
      return parseTime().map { Change(day: day, second: $0) }
    }

    private mutating func parseNumber(in range: ClosedRange<Int64>) -> Int64? {
      let digits = rest.prefix(4).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest.removeFirst(digits.count)
      return Int64(String(Substring(digits))).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension DaylightSavingRule: LosslessStringConvertible, Codable {
  var description: String { text }

  init(from decoder: any Decoder) throws { self = try decodeFromText(from: decoder, expected: "a rule of POSIX") }

  func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
