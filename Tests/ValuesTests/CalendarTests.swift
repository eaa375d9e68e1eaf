import Foundation
import TestInputs
import Testing

@testable import Values

@Suite(
  .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin"), "no time zone database"))
struct `Days in time zones` {
  private static let zones = [
    "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kathmandu",
    "Africa/Casablanca",
    "Pacific/Apia", "America/Nuuk", "Asia/Tehran", "Europe/Dublin", "Antarctica/Troll", "UTC",
  ]

  private func rules(_ name: String) throws -> TimeZoneRules {
    try TimeZoneRules(parsing: Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
  }

  @Test(arguments: zones) func `have the offsets of Foundation`(name: String) throws {
    let (rules, zone) = (try rules(name), try #require(TimeZone(identifier: name)))
    // Every five days and a few hours from 1971 to 2037, and the hours around each change.
    var second: Int64 = 31_536_000
    var last = rules.offset(at: Instant(milliseconds: second * 1000))
    while second < 2_145_916_800 {
      let offset = rules.offset(at: Instant(milliseconds: second * 1000))
      #expect(offset == zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))), "\(name) at \(second)")
      if offset != last {
        for earlier in stride(from: second - 450_000, to: second, by: 1800) {
          let date = Date(timeIntervalSince1970: Double(earlier))
          #expect(
            rules.offset(at: Instant(milliseconds: earlier * 1000)) == zone.secondsFromGMT(for: date), "\(earlier)")
        }
        last = offset
      }
      second += 450_000
    }
  }

  @Test func `follow the rule after the last change of the file`() throws {
    let berlin = try rules("Europe/Berlin")
    for (text, hours) in [
      ("2060-03-28T00:59:59Z", 1), ("2060-03-28T01:00:00Z", 2), ("2060-10-31T00:59:59Z", 2),
      ("2060-10-31T01:00:00Z", 1),
    ] {
      #expect(berlin.offset(at: try #require(Instant(text))) == hours * 3600, "\(text)")
    }
    let sydney = try rules("Australia/Sydney")
    #expect(sydney.offset(at: try #require(Instant("2060-01-01T00:00:00Z"))) == 11 * 3600)
    #expect(sydney.offset(at: try #require(Instant("2060-07-01T00:00:00Z"))) == 10 * 3600)
  }

  @Test func `change at the local midnight`() throws {
    let berlin = try rules("Europe/Berlin")
    for (text, day) in [
      ("2023-03-25T22:59:59.999Z", "2023-03-25"), ("2023-03-25T23:00:00Z", "2023-03-26"),
      ("2023-03-26T21:59:59Z", "2023-03-26"), ("2023-03-26T22:00:00Z", "2023-03-27"),
      ("1969-12-31T23:30:00Z", "1970-01-01"),
    ] {
      #expect("\(CalendarDay(of: try #require(Instant(text)), in: berlin))" == day, "\(text)")
    }
    for milliseconds in [Int64.min, .max] {
      _ = CalendarDay(of: Instant(milliseconds: milliseconds), in: berlin)
    }
  }

  @Test func `begin weeks and months`() throws {
    func start(_ date: String, _ period: CalendarPeriod, _ first: Weekday = .monday) throws -> String {
      "\(try #require(CalendarDay(date)).start(of: period, firstWeekday: first))"
    }
    #expect(try start("2023-03-22", .week) == "2023-03-20" && start("2023-03-20", .week) == "2023-03-20")
    #expect(try start("2023-03-26", .week) == "2023-03-20" && start("2023-03-26", .week, .sunday) == "2023-03-26")
    #expect(try start("2023-03-25", .week, .sunday) == "2023-03-19" && start("1969-12-31", .week) == "1969-12-29")
    #expect(try start("2024-02-29", .month) == "2024-02-01" && start("2024-02-29", .day) == "2024-02-29")
    let december = try #require(CalendarDay("2023-12-01"))
    #expect("\(december.startOfNext(.month))" == "2024-01-01" && "\(december.startOfNext(.week))" == "2023-12-08")
    #expect(december.weekday == .friday && CalendarDay("2023-02-29") == nil && CalendarDay("2023-02-01T") == nil)
    let decoded = try JSONDecoder().decode([CalendarDay].self, from: JSONEncoder().encode([december]))
    #expect(decoded == [december])
  }

  @Test func `are read from valid files only`() throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
    #expect(throws: TimeZoneError.self) { try TimeZoneRules(parsing: []) }
    #expect(throws: TimeZoneError.self) { try TimeZoneRules(parsing: Array("hello".utf8)) }
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: TimeZoneError.self) { try TimeZoneRules(parsing: Array(bytes.prefix(length))) }
    }
    for round in 0..<caseCount(1_000, exhaustive: 4_000) {
      var mutated = bytes
      for number in 1...4 { mutated[round * 7919 * number % bytes.count] = UInt8(truncatingIfNeeded: round * number) }
      guard let rules = try? TimeZoneRules(parsing: mutated) else { continue }
      for milliseconds in [Int64.min, 0, 1_700_000_000_000, .max] {
        _ = rules.offset(at: Instant(milliseconds: milliseconds))
      }
    }
  }

  @Test(arguments: [
    "", "CE-1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "<CET-1", "CET-1x",
  ])
  func `have no rule that is incomplete`(text: String) {
    #expect(DaylightSavingRule(text) == nil)
  }

  @Test func `have rules by the number of a day`() throws {
    // Summer from day 60 of common years, which is March 1, to day 300.
    let rule = try #require(DaylightSavingRule("<-03>3<-02>,J60/0,300/-1"))
    func offset(_ text: String) throws -> Int {
      rule.offset(atSecond: try #require(Instant(text)).milliseconds / 1000)
    }
    #expect(try offset("2024-03-01T02:59:59Z") == -10_800 && offset("2024-03-01T03:00:00Z") == -7_200)
    #expect(try offset("2023-03-01T03:00:00Z") == -7_200 && offset("2023-12-01T00:00:00Z") == -10_800)
  }
}
