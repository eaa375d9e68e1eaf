import LoopText
import Testing
import Values

@Suite struct `Value difference` {
  private struct Part: Hashable, Codable {
    var name = "a"
    var count = 1
  }

  private struct Whole: Hashable, Codable {
    var title = "t"
    var part = Part()
    var spare: Part?
    var deep: Enclosure?
    var event = PayloadSamples.opened
    var animals: [Animal] = []
    var numbers: [Int] = []
    var parts: [Part] = []
    var byCode: [Code: Part] = [:]
    var one = Animal(id: "p1", name: "Lamp", age: nil)
  }

  private let lamp = Animal(id: "p1", name: "Lamp", age: nil)
  private let chair = Animal(id: "p2", name: "Chair", age: nil)
  private let tea = Animal(id: "p3", name: "Tea", age: nil)

  private func lines(from old: Whole = Whole(), _ change: (inout Whole) -> Void) throws -> [String] {
    var new = old
    change(&new)
    let difference = try ValueDifference(from: old, to: new)
    #expect(difference.isEmpty == (old == new))
    #expect(difference.description == difference.lines.joined(separator: "\n"))
    return difference.lines
  }

  @Test func `equal values have no difference`() throws {
    #expect(try lines { _ in } == [])
  }

  @Test func `one changed leaf is one line`() throws {
    #expect(try lines { $0.title = "u" } == [#"title: "t" -> "u""#])
    #expect(try lines { $0.part.count = 2 } == ["part.count: 1 -> 2"])
    #expect(
      try lines {
        $0.part = Part(name: "b", count: 2)
      } == [#"part.name: "a" -> "b""#, "part.count: 1 -> 2"])
    #expect(try lines { $0.numbers = [1] } == ["numbers: [] -> [1]"])
    #expect(try lines { $0.event = .fed(1) } == ["event: opened -> fed(1)"])
  }

  @Test func `a change between nil and a struct is a replacement`() throws {
    #expect(try lines { $0.spare = Part() } == [#"spare: nil -> (name: "a", count: 1)"#])
    #expect(try lines(from: Whole(spare: Part())) { $0.spare = nil } == [#"spare: (name: "a", count: 1) -> nil"#])
    #expect(
      try lines { $0.deep = Enclosure(animals: [lamp]) } == [
        "deep: nil -> ...", #"deep.animals[p1]: + (id: p1, name: "Lamp", age: nil, price: 19.99)"#,
        "deep.keeper: + nil",
      ])
    #expect(try lines(from: Whole(deep: Enclosure(animals: [lamp]))) { $0.deep = nil } == ["deep: ... -> nil"])
  }

  @Test func `a changed case has one line for itself and one for each part`() throws {
    #expect(
      try lines {
        $0.event = .caged(Enclosure(), isLocked: false)
      } == ["event: opened -> caged(..., isLocked: false)", "event.0: + (animals: [], keeper: nil)"])
    #expect(
      try lines(from: Whole(event: .caged(Enclosure(), isLocked: false))) {
        $0.event = .caged(Enclosure(), isLocked: true)
      } == ["event: caged(..., isLocked: false) -> caged(..., isLocked: true)"])
    #expect(
      try lines(from: Whole(event: .caged(Enclosure(keeper: lamp), isLocked: false))) {
        $0.event = .caged(Enclosure(keeper: Animal(id: "p1", name: "Bulb", age: nil)), isLocked: false)
      } == [#"event.0.keeper.name: "Lamp" -> "Bulb""#])
    #expect(
      try lines(from: Whole(event: .left(lamp))) {
        $0.event = .left(nil)
      } == [#"event: left(id: p1, name: "Lamp", age: nil, price: 19.99) -> left(nil)"#])
  }

  @Test func `a struct with another ID is a replacement`() throws {
    #expect(
      try lines { $0.one = chair } == [
        #"one: (id: p1, name: "Lamp", age: nil, price: 19.99) -> (id: p2, name: "Chair", age: nil, price: 19.99)"#
      ])
    #expect(try lines { $0.one.name = "Bulb" } == [#"one.name: "Lamp" -> "Bulb""#])
  }

  @Test func `elements with IDs are added, removed and changed by their IDs`() throws {
    #expect(
      try lines(from: Whole(animals: [lamp])) { $0.animals = [lamp, tea] } == [
        #"animals[p3]: + (id: p3, name: "Tea", age: nil, price: 19.99)"#
      ])
    #expect(
      try lines(from: Whole(animals: [lamp, tea])) { $0.animals = [tea] } == [
        #"animals[p1]: - (id: p1, name: "Lamp", age: nil, price: 19.99)"#
      ])
    #expect(
      try lines(from: Whole(animals: [lamp])) { $0.animals = [] } == [
        #"animals[p1]: - (id: p1, name: "Lamp", age: nil, price: 19.99)"#
      ])
    #expect(
      try lines(from: Whole(animals: [lamp, tea])) { $0.animals[1].age = 4 } == ["animals[p3].age: nil -> 4"])
  }

  @Test func `a changed order is one line, and appended elements do not change it`() throws {
    #expect(
      try lines(from: Whole(animals: [lamp, chair, tea])) { $0.animals = [tea, lamp, chair] } == [
        "animals: [p1, p2, p3] -> [p3, p1, p2]"
      ])
    #expect(
      try lines(from: Whole(animals: [lamp])) { $0.animals = [chair, lamp] } == [
        "animals: [p1] -> [p2, p1]", #"animals[p2]: + (id: p2, name: "Chair", age: nil, price: 19.99)"#,
      ])
  }

  @Test func `values of a dictionary are added, removed and changed by their keys`() throws {
    #expect(
      try lines(from: Whole(byCode: ["a b": Part(), "c": Part()])) {
        $0.byCode = ["c": Part(count: 2), "d": Part()]
      } == [
        #"byCode["a b"]: - (name: "a", count: 1)"#, "byCode[c].count: 1 -> 2", #"byCode[d]: + (name: "a", count: 1)"#,
      ])
  }

  @Test func `elements without IDs are compared by position`() throws {
    #expect(
      try lines(from: Whole(parts: [Part(), Part()])) { $0.parts = [Part(count: 9)] } == [
        #"parts[1]: - (name: "a", count: 1)"#, "parts[0].count: 1 -> 9",
      ])
    #expect(try lines { $0.parts = [Part()] } == [#"parts[0]: + (name: "a", count: 1)"#])
  }

  @Test func `random values have a difference exactly if they are not equal`() throws {
    var numbers = SplitMix64(seed: 4)
    for _ in 0..<1000 {
      let old = numbers.randomTree(depth: 3)
      let new = numbers.randomTree(depth: 3)
      let difference = try ValueDifference(from: old, to: new)
      #expect(difference.isEmpty == (old == new))
      #expect(try ValueDifference(from: old, to: old).isEmpty)
      #expect(!difference.lines.contains { $0.contains("\n") })
    }
  }
}
