import Testing
import Values

@testable import Conditions

@Suite struct `The parts of a condition that are joined by AND` {
  private static let columns = [
    Reference.object("name"): SQLColumn("name", .text), .object("time"): SQLColumn("time", .instant),
  ]

  private func limits(_ text: String) throws -> [ReferenceLimit.Values?] {
    try Condition(parsing: text).conjuncts(columns: Self.columns).map(\.limit?.values)
  }

  @Test func `limit a reference if they compare it with constants`() throws {
    let time = try #require(Instant("2001-01-01T00:00:00Z"))
    #expect(try limits("name == 'a' AND 'b' == name") == [.among(["a"]), .among(["b"])])
    #expect(try limits("name IN {'a', 'b'} AND {'c'} CONTAINS name") == [.among(["a", "b"]), .among(["c"])])
    #expect(
      try limits("time >= '2001-01-01' AND time < CAST('2001-01-01', 'NSDate')")
        == [.range(from: .instant(time)), .less(.instant(time))])
    #expect(
      try limits("time BETWEEN {'2001-01-01', '2001-01-01'}")
        == [.range(from: .instant(time), through: .instant(time))])
    #expect(try limits("'2001-01-01' < time") == [.greater(.instant(time))])
  }

  @Test func `do not limit a reference otherwise`() throws {
    for text in [
      "name ==[c] 'a'", "name == $a", "name != 'a'", "name IN 'abc'", "name == 'a' OR name == 'b'", "NOT name == 'a'",
    ] { #expect(try limits(text) == [nil], "\(text)") }
    #expect(throws: ConditionError.self) { try limits("name == 5") }
  }
}
