import LoopText
import Testing

@Suite struct `Names that are not identifiers` {
  @Test func `a field is printed in backticks if its name could not be parsed otherwise`() throws {
    let inner = UnusualFields(tick: "`", inner: nil)
    try expectRoundTrip(
      UnusualFields(tick: "x", inner: inner),
      as: #"(`$id`: 1, `first name`: "a", `a b.c`: 2, ``: 3, `\``: "x", self: 4, `true`: 5, `7`: 6, inner: "#
        + #"(`$id`: 1, `first name`: "a", `a b.c`: 2, ``: 3, `\``: "`", self: 4, `true`: 5, `7`: 6, inner: nil))"#)
  }

  @Test func `a case is printed in backticks if its name could not be parsed otherwise`() throws {
    try expectRoundTrip(UnusualCases.`first tap`, as: "`first tap`")
    try expectRoundTrip(UnusualCases.`42`, as: "`42`")
    try expectRoundTrip(UnusualCases.`nil`(of: 1), as: "`nil`(of: 1)")
    try expectRoundTrip(UnusualCases.`a (b)`(["x"]), as: #"`a (b)`(["x"])"#)
    try expectRoundTrip([UnusualCases.labeled(`a label`: true)], as: "[labeled(`a label`: true)]")
  }

  @Test func `a struct with fields like unlabeled values keeps its parentheses in a payload`() throws {
    try expectRoundTrip(PositionalPayload.whole(PositionalFields()), as: "whole((_0: 1, _1: 2))")
    try expectRoundTrip(PositionalPayload.both(PositionalFields(), 3), as: "both((_0: 1, _1: 2), 3)")
  }

  @Test func `an unterminated name is an error`() {
    let failure = #expect(throws: CanonicalTextError.self) { try CanonicalValue(parsing: "(`a: 1)") }
    #expect(failure?.message.hasPrefix("expected a closing backtick") == true)
  }
}

@Suite struct `Nested values` {
  @Test func `with a hundred levels can be read back`() throws {
    try expectRoundTrip(Nest(depth: 100))
  }

  @Test func `that could not be read back are not encoded`() throws {
    let failure = #expect(throws: EncodingError.self) { try CanonicalValue(Nest(depth: 250)) }
    #expect(failure?.readableDescription == "nested deeper than 500 levels")
  }
}

private struct UnusualFields: Codable, Equatable {
  var dollar = 1
  var spaced = "a"
  var dotted = 2
  var empty = 3
  var tick: String
  var own = 4
  var literal = 5
  var number = 6
  var inner: Indirect<UnusualFields>?

  init(tick: String, inner: UnusualFields?) {
    self.tick = tick
    self.inner = inner.map(Indirect.init)
  }

  enum CodingKeys: String, CodingKey {
    case dollar = "$id"
    case spaced = "first name"
    case dotted = "a b.c"
    case empty = ""
    case tick = "`"
    case own = "self"
    case literal = "true"
    case number = "7"
    case inner
  }
}

/// A value behind a reference, encoded like the value itself.
private final class Indirect<Value: Codable & Equatable>: Codable, Equatable {
  let value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  static func == (left: Indirect, right: Indirect) -> Bool { left.value == right.value }
}

private enum UnusualCases: Codable, Equatable {
  case `first tap`
  case `42`
  case `nil`(of: Int)
  case `a (b)`([String])
  case labeled(`a label`: Bool)
}

private struct PositionalFields: Codable, Equatable {
  var first = 1
  var second = 2

  enum CodingKeys: String, CodingKey {
    case first = "_0"
    case second = "_1"
  }
}

private enum PositionalPayload: Codable, Equatable {
  case whole(PositionalFields)
  case both(PositionalFields, Int)
}

/// Lists and structs in each other.
private struct Nest: Codable, Equatable {
  var parts: [Nest]

  init(depth: Int) { parts = depth == 0 ? [] : [Nest(depth: depth - 1)] }
}
