import LoopText
import Testing

@Suite struct `The canonical value of a value that is not encodable` {
  private struct Lamp {
    enum Shade {
      case none, paper(layers: Int), glass(String, isClear: Bool), own(Base)
    }
    struct Base { var width = 3 }
    struct Tag: Encodable { var name = "red" }

    var shade = Shade.none
    var base: Base?
    var tags = [Tag()]
    var bases = ["b": Base(), "a": Base(width: 4)]
    var pair = (1, second: "two")
  }

  @Test func `consists of its stored properties, and of the encodings of those that are encodable`() throws {
    #expect(
      try "\(CanonicalValue(reflecting: Lamp()))" == """
        (shade: none, base: nil, tags: [(name: "red")], bases: ["a": (width: 4), "b": (width: 3)], \
        pair: (_0: 1, second: "two"))
        """)
    var lamp = Lamp()
    lamp.base = .init()
    for (shade, text) in [
      (Lamp.Shade.paper(layers: 2), "paper(layers: 2)"),
      (.glass("green", isClear: true), #"glass("green", isClear: true)"#),
      (.own(.init()), "own(width: 3)"),
    ] {
      lamp.shade = shade
      #expect(try "\(CanonicalValue(reflecting: lamp))".hasPrefix("(shade: \(text), base: (width: 3), "))
    }
    #expect(
      try ValueDifference(reflecting: Lamp(), lamp).lines == [
        "shade: none -> own(width: 3)", "base: nil -> (width: 3)",
      ])
  }

  @Test func `is the encoding of a value that is encodable`() throws {
    #expect(try CanonicalValue(reflecting: Lamp.Tag()) == CanonicalValue(Lamp.Tag()))
    #expect(try CanonicalValue(reflecting: Optional(Lamp.Tag()) as Any) == CanonicalValue(Lamp.Tag()))
    #expect(try CanonicalValue(reflecting: Optional<Lamp.Tag>.none as Any) == .null)
    #expect(try "\(CanonicalValue(reflecting: Set([2, 1])))" == "[1, 2]")
  }

  @Test func `of an object that contains itself is an error`() {
    final class Node { var next: Node? }
    let node = Node()
    node.next = node
    #expect(throws: EncodingError.self) { try CanonicalValue(reflecting: node) }
    node.next = nil
  }
}
