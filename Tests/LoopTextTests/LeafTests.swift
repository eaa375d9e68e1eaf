import Testing

@testable import LoopText

@Suite struct `Lines of a state` {
  private let lamp = Animal(id: "p1", name: "Lamp", age: nil)

  private func lines(_ value: some Encodable) throws -> [String] { try CanonicalValue(value).leaves().map(\.text) }

  @Test func `a part without nested parts takes one line`() throws {
    #expect(
      try lines(Enclosure(animals: [lamp], keeper: nil)) == [
        #"animals[p1]: (id: p1, name: "Lamp", age: nil, price: 19.99)"#, "keeper: nil",
      ])
    #expect(try lines(Enclosure()) == ["animals: []", "keeper: nil"])
  }

  @Test func `a value without fields is named self`() throws {
    #expect(try lines(Empty()) == ["self: ()"])
    #expect(try lines(5) == ["self: 5"])
    #expect(try lines([Enclosure(), Enclosure()]).first == "self[0]: (animals: [], keeper: nil)")
    #expect(try lines(["a b": lamp]).first?.hasPrefix(#"self["a b"]: (id"#) == true)
  }

  @Test func `the parts of a payload that need lines of their own follow its line`() throws {
    #expect(
      try lines([PayloadSamples.caged(Enclosure(animals: [], keeper: lamp), isLocked: true)]) == [
        "self[0]: caged(..., isLocked: true)", "self[0].0.animals: []",
        #"self[0].0.keeper: (id: p1, name: "Lamp", age: nil, price: 19.99)"#,
      ])
    #expect(try lines(PayloadSamples.fed(3)) == ["self: fed(3)"])
  }

  @Test func `a key may contain the brackets and separators of paths`() throws {
    let value = ["]: [\"a.b\" => \n": ["x:": lamp]]
    try expectRoundTrip(value)
  }
}
