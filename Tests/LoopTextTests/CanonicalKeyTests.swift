import LoopText
import Testing

/// An e with an acute accent, as one code point and as two.
private let (composed, decomposed) = ("\u{e9}", "e\u{301}")

@Suite struct `Keys of canonical dictionaries` {
  private func fault<Key: Decodable & Hashable>(_ text: String, by key: Key.Type) -> String? {
    do {
      _ = try CanonicalValue(parsing: text).decode([Key: Int].self)
      return nil
    } catch { return error.readableDescription }
  }

  @Test func `a duplicate key is an error with the key`() {
    #expect(fault("[a: 1, b: 1]", by: String.self) == nil)
    #expect(fault("[a: 1, b: 2, a: 1]", by: String.self) == "duplicate key a")
    #expect(fault(#"["a": 1, a: 2]"#, by: String.self) == "duplicate key a")
    #expect(fault("[1: 1, 01: 2]", by: Int.self) == "duplicate key 01")
    #expect(
      fault("[(id: 1, name: a): 1, (id: 1, name: a): 2]", by: Name.self) == "duplicate key (id: 1, name: a)")
  }

  @Test func `canonically equivalent keys are equal, like Swift strings`() throws {
    #expect(fault("[\"\(composed)\": 1, \"\(decomposed)\": 2]", by: String.self) != nil)
    #expect(try CanonicalValue(composed) == CanonicalValue(decomposed))
    #expect(try ValueDifference(from: [composed: 1], to: [decomposed: 1]).isEmpty)
    #expect(try ValueDifference(from: [composed: 1], to: [decomposed: 2]).lines.count == 1)
  }

  @Test(arguments: [composed, decomposed]) func `a key keeps its code points`(letter: String) throws {
    let text = try CanonicalValue([letter: letter]).description
    #expect(Array(text.utf8) == Array("[\"\(letter)\": \"\(letter)\"]".utf8))
    let read = try CanonicalValue(parsing: text).decode([String: String].self)
    #expect(read.map { Array($0.utf8) + Array($1.utf8) } == [Array(letter.utf8) + Array(letter.utf8)])
  }

  /// Law 1: the hash seed must not decide the order of keys that are equal as Swift strings.
  @Test func `law 1: keys of a type that compares code points have one order, however the collection was made`()
    throws
  {
    let keys = [composed, decomposed].map(ByteComparedText.init)
    let text = "[\"\(decomposed)\": 2, \"\(composed)\": 1]"
    for capacity in 0..<40 {
      var values = [ByteComparedText: Int](minimumCapacity: capacity)
      var set = Set<ByteComparedText>(minimumCapacity: capacity)
      for (index, key) in keys.enumerated() {
        values[key] = index + 1
        set.insert(key)
      }
      #expect(Array(try CanonicalValue(values).description.utf8) == Array(text.utf8))
      #expect(Array(try CanonicalValue(set).description.utf8) == Array("[\"\(decomposed)\", \"\(composed)\"]".utf8))
      #expect(try CanonicalValue(parsing: text).decode([ByteComparedText: Int].self) == values)
    }
  }
}

private struct Name: Hashable, Codable {
  var id: Int
  var name: String
}

/// A text that is compared by its bytes.
private struct ByteComparedText: Hashable, Codable {
  let text: String

  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
  func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
