import TestInputs
import Testing
import Values

@testable import LoopText

@Suite struct `Canonical text` {
  private let lamp = Animal(id: "p1", name: "Lamp", age: nil)

  @Test func `a struct prints all fields, including those that are nil`() throws {
    try expectRoundTrip(lamp, as: #"(id: p1, name: "Lamp", age: nil, price: 19.99)"#)
    try expectRoundTrip(Empty(), as: "()")
  }

  @Test func `a case prints its payload with its labels`() throws {
    try expectRoundTrip(PayloadSamples.opened, as: "opened")
    try expectRoundTrip(PayloadSamples.fed(-3), as: "fed(-3)")
    try expectRoundTrip(PayloadSamples.named(name: "a b"), as: #"named(name: "a b")"#)
    try expectRoundTrip(PayloadSamples.moved("p1", to: "p2", true), as: "moved(p1, to: p2, true)")
    try expectRoundTrip(PayloadSamples.counted(), as: "counted(of: 7)")
    try expectRoundTrip(PayloadSamples.painted(.red, [.blue, .blue]), as: "painted(red, [blue, blue])")
    try expectRoundTrip(PayloadSamples.renamed(nil), as: "renamed(nil)")
    try expectRoundTrip(PayloadSamples.renamed("nil"), as: #"renamed("nil")"#)
  }

  @Test func `cases can be nested`() throws {
    try expectRoundTrip(PayloadSamples.nested(.nested(.named(name: "x"))), as: #"nested(nested(named(name: "x")))"#)
    try expectRoundTrip(PayloadSamples.both(.opened, .nested(.fed(1))), as: "both(opened, nested(fed(1)))")
    try expectRoundTrip(
      PayloadSamples.several([.opened, .fed(1), .several([])]), as: "several([opened, fed(1), several([])])")
    try expectRoundTrip(PayloadSamples.maybeNested(nil), as: "maybeNested(nil)")
    try expectRoundTrip(PayloadSamples.maybeNested(.opened), as: "maybeNested(opened)")
  }

  @Test func `a struct that is the whole payload is printed without inner parentheses`() throws {
    let fields = #"id: p1, name: "Lamp", age: nil, price: 19.99"#
    try expectRoundTrip(PayloadSamples.arrived(lamp), as: "arrived(\(fields))")
    try expectRoundTrip(
      PayloadSamples.caged(Enclosure(), isLocked: true), as: "caged((animals: [], keeper: nil), isLocked: true)")
    #expect(try CanonicalValue(parsing: "arrived((\(fields)))").decode(PayloadSamples.self) == .arrived(lamp))
  }

  @Test func `an optional struct can be the whole payload`() throws {
    try expectRoundTrip(PayloadSamples.left(nil), as: "left(nil)")
    try expectRoundTrip(PayloadSamples.left(lamp))
    try expectRoundTrip(PayloadSamples.nested(.left(lamp)))
  }

  @Test func `an empty struct in a payload differs from nil and from no payload`() throws {
    try expectRoundTrip(PayloadSamples.emptied(Empty()), as: "emptied(())")
    try expectRoundTrip(PayloadSamples.maybeEmptied(Empty()), as: "maybeEmptied(())")
    try expectRoundTrip(PayloadSamples.maybeEmptied(nil), as: "maybeEmptied(nil)")
    #expect(try CanonicalValue(parsing: "emptied()").decode(PayloadSamples.self) == .emptied(Empty()))
  }

  @Test func `an optional prints like its wrapped value, wherever it occurs`() throws {
    try expectRoundTrip(OptionalFields())
    let all = OptionalFields(
      text: "nil", number: 0, truth: false, double: -0.5, event: .left(lamp), animal: lamp, list: [],
      texts: ["a", nil],
      animals: [nil, lamp], byText: ["a": "b", "c": nil], byColour: [:], codes: ["x", nil])
    try expectRoundTrip(all)
    #expect(try CanonicalValue(["a", nil, "1"]).description == #"["a", nil, "1"]"#)
    #expect(try CanonicalValue(["k": Optional("v")]).description == #"["k": "v"]"#)
    #expect(try CanonicalValue(Optional("v")).description == #""v""#)
    #expect(try CanonicalValue([Optional(Code("v"))]).description == "[v]")
  }

  @Test func `a type that encodes a single text prints as a name, and is quoted only if necessary`() throws {
    try expectRoundTrip(Code("p-1.x_2"), as: "p-1.x_2")
    try expectRoundTrip(Code("42"), as: "42")
    try expectRoundTrip(Code("1e5"), as: "1e5")
    try expectRoundTrip(Code("007"), as: "007")
    try expectRoundTrip(Code("a b"), as: #""a b""#)
    try expectRoundTrip(Code(""), as: #""""#)
    try expectRoundTrip(Code("nil"), as: #""nil""#)
    try expectRoundTrip(Code("true"), as: #""true""#)
    try expectRoundTrip(Code("..."), as: #""...""#)
    try expectRoundTrip(Code("-x"), as: #""-x""#)
    try expectRoundTrip(Code("größe"), as: #""größe""#)
    try expectRoundTrip(Amount(hundredths: 350), as: "3.50")
    try expectRoundTrip(Colour.allCases, as: "[red, green, blue]")
    try expectRoundTrip([Level.low, .high], as: "[1, 10]")
  }

  @Test func `a dictionary is sorted by the text of its keys`() throws {
    try expectRoundTrip(["b": 1, "a": 2, "": 3], as: #"["": 3, "a": 2, "b": 1]"#)
    try expectRoundTrip([10: "x", 9: "y"], as: #"[10: "x", 9: "y"]"#)
    try expectRoundTrip([Colour.red: 1, .blue: 2], as: "[blue: 2, red: 1]")
    try expectRoundTrip([Code("b c"): 1, "a": 2], as: #"["b c": 1, a: 2]"#)
    try expectRoundTrip([PayloadSamples.fed(2): 1, .opened: 2], as: "[fed(2): 1, opened: 2]")
    try expectRoundTrip([lamp: [Colour.red: lamp]])
    try expectRoundTrip([String: Int](), as: "[:]")
    try expectRoundTrip([[String: Int]()], as: "[[:]]")
    #expect(try CanonicalValue(parsing: "[]").decode([String: Int].self) == [:])
  }

  @Test func `a set is sorted by the text of its elements`() throws {
    try expectRoundTrip(Set([3, 1, 2, 10]), as: "[1, 10, 2, 3]")
    try expectRoundTrip(Set<Code>(["b", "a"]), as: "[a, b]")
    try expectRoundTrip(Set([PayloadSamples.opened, .fed(1)]), as: "[fed(1), opened]")
  }

  /// Law 1: no text depends on the hash seed or on how a collection was made.
  @Test func `law 1: equal sets and dictionaries print the same, however they were made`() throws {
    var numbers = SplitMix64(seed: 1)
    var keys = (0..<200).map { "k\($0)" }
    let set = try CanonicalValue(Set(keys)).description
    let dictionary = try CanonicalValue(Dictionary(keys.map { ($0, $0) }) { $1 }).description
    for capacity in [0, 300, 5000] {
      keys.shuffle(using: &numbers)
      var otherSet = Set<String>(minimumCapacity: capacity)
      var otherDictionary = [String: String](minimumCapacity: capacity)
      for key in keys {
        otherSet.insert(key + "gone")
        otherSet.remove(key + "gone")
        otherSet.insert(key)
        otherDictionary[key] = key
      }
      #expect(try CanonicalValue(otherSet).description == set)
      #expect(try CanonicalValue(otherDictionary).description == dictionary)
    }
  }

  @Test func `elements are found by their IDs, unless two share one`() throws {
    let chair = Animal(id: "p2", name: "Chair", age: 3)
    try expectRoundTrip([lamp, chair])
    try expectRoundTrip([lamp, lamp, chair])
    try expectRoundTrip([Animal]())
    #expect(try CanonicalValue([lamp, chair]).leaves().map(\.path.description) == ["self[p1]", "self[p2]"])
    #expect(try CanonicalValue([lamp, lamp]).leaves().map(\.path.description) == ["self[0]", "self[1]"])
  }

  @Test func `lists can be nested`() throws {
    try expectRoundTrip([[1, 2], [], [3]], as: "[[1, 2], [], [3]]")
    try expectRoundTrip([[[Optional(1), nil]]], as: "[[[1, nil]]]")
    try expectRoundTrip([[lamp], []])
    try expectRoundTrip([Empty(), Empty()], as: "[(), ()]")
    try expectRoundTrip([Enclosure(animals: [lamp], keeper: lamp), Enclosure()])
  }

  @Test func `numbers keep their values at the limits of their types`() throws {
    try expectRoundTrip([Int64.min, .max, 0, -1])
    try expectRoundTrip(UInt64.max, as: "18446744073709551615")
    try expectRoundTrip([Int8.min, .max])
    try expectRoundTrip([UInt8.min, .max])
    try expectRoundTrip([Int16.min, .max])
    try expectRoundTrip([UInt16.max])
    try expectRoundTrip([Int32.min, .max])
    try expectRoundTrip([UInt32.max])
    try expectRoundTrip([Int.min, .max])
    try expectRoundTrip([UInt.max])
    try expectRoundTrip([0.1, 1e300, -1e-300, 5, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    try expectRoundTrip([Float(0.1), .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  }

  @Test func `infinities, NaN and negative zero are parsed as they were printed`() throws {
    try expectRoundTrip([Double.infinity, -.infinity])
    try expectRoundTrip([Float.infinity, -.infinity])
    let zero = try CanonicalValue(parsing: CanonicalValue(-0.0).description).decode(Double.self)
    #expect(zero == 0 && zero.sign == .minus)
    for value in [Double.nan, -.nan] {
      #expect(try CanonicalValue(parsing: CanonicalValue(value).description).decode(Double.self).isNaN)
    }
    #expect(throws: DecodingError.self) { try CanonicalValue(parsing: #""5""#).decode(Double.self) }
  }

  @Test func `a number that does not fit the type is an error`() throws {
    for text in ["256", "-1", "1.0", "1e2", "nil", "true", "()"] {
      let canonical = try CanonicalValue(parsing: text)
      #expect(throws: DecodingError.self, "\(text)") { try canonical.decode(UInt8.self) }
    }
  }

  @Test func `a text takes one line and shows invisible characters`() throws {
    try expectRoundTrip("say \"no\" \\ \n\t\r", as: #""say \"no\" \\ \n\t\r""#)
    try expectRoundTrip("\0\u{7}\u{7F}\u{85}", as: #""\u{0}\u{7}\u{7f}\u{85}""#)
    try expectRoundTrip("a\u{202E}b\u{2066}c\u{FEFF}", as: #""a\u{202e}b\u{2066}c\u{feff}""#)
    try expectRoundTrip("\u{2028}\u{2029}", as: #""\u{2028}\u{2029}""#)
    // Joiners are parts of emoji and of words.
    try expectRoundTrip("👩‍👩‍👧 🇩🇪 中 ש می‌خواهم", as: #""👩‍👩‍👧 🇩🇪 中 ש می‌خواهم""#)
    try expectRoundTrip("\r\n", as: #""\r\n""#)
    try expectRoundTrip("")
  }

  @Test func `combining characters are kept, also at both ends of a text`() throws {
    for text in ["e\u{301}", "\u{301}", "\u{301}x\u{301}", "\u{600}", "é"] {
      let back = try CanonicalValue(parsing: CanonicalValue(text).description).decode(String.self)
      #expect(Array(back.unicodeScalars) == Array(text.unicodeScalars))
      try expectRoundTrip(Code(rawValue: text))
      try expectRoundTrip([text: text])
    }
  }

  @Test func `names beyond ASCII are parsed as they were printed`() throws {
    try expectRoundTrip(Größe(maß: .länge), as: "(maß: länge, straße: [])")
    try expectRoundTrip(Größe(maß: .höhe(größe: 3), straße: [.länge, .höhe(größe: 1), .🍎]))
  }

  @Test func `types with their own coding code are decoded as they were encoded`() throws {
    try expectRoundTrip(NestedContainers(x: 1, y: -2, rows: [[1, nil], [], [nil]]))
    #expect(
      try CanonicalValue(NestedContainers(x: 1, y: 2, rows: [[nil]])).description
        == "(point: (x: 1, y: 2), rows: [[nil]])")
    let text = try CanonicalValue(Bird(name: "Wren", span: 3)).description
    #expect(text == #"(span: 3, super: (name: "Wren"), named: (name: "Wren"))"#)
    let bird = try CanonicalValue(parsing: text).decode(Bird.self)
    #expect(bird.name == "Wren" && bird.span == 3)
  }
}

@Suite struct `Parsing canonical text` {
  @Test func `a random value equals the one parsed from its text and from its lines`() throws {
    var numbers = SplitMix64(seed: 2)
    for _ in 0..<caseCount(200, exhaustive: 1500) {
      let tree = numbers.randomTree(depth: 4)
      let node = numbers.randomNode(depth: 3)
      guard try expectRoundTrip(tree), try expectRoundTrip(node) else { return }
    }
  }

  @Test func `an error has its column and the text that was found there`() {
    func fault(_ text: String) -> String? {
      do {
        _ = try CanonicalValue(parsing: text)
        return nil
      } catch { return error.description }
    }
    #expect(fault("") == "column 1: expected a value, the text ends here")
    #expect(fault("a b") == "column 3: expected the end, found b")
    #expect(fault("(a 1)") == "column 2: expected a field's name and a colon, found a")
    #expect(fault("(a: 1") == "column 6: expected ), the text ends here")
    #expect(fault("[1, 2: 3]") == "column 9: either all values have a key or none, found ]")
    #expect(fault(#""abc"#) == "column 5: expected a closing quotation mark, the text ends here")
    #expect(fault(#""\q""#) == "column 3: unknown escape character, found q")
    #expect(fault(#""\u{d800}""#) == "column 9: expected a Unicode scalar value in hexadecimal digits and }, found }")
    #expect(fault("\u{7}") == #"column 1: expected a value, found \u{07}"#)
    #expect(fault("--1") == "column 4: --1 is neither a number nor a name, the text ends here")
  }

  @Test func `a value that the type cannot decode is an error with the expected value`() {
    func fault<Value: Decodable>(_ text: String, _ type: Value.Type) -> String? {
      do {
        _ = try CanonicalValue(parsing: text).decode(type)
        return nil
      } catch { return error.readableDescription }
    }
    #expect(fault("shut", PayloadSamples.self) == "expected a known name, found shut")
    #expect(fault("moved(p1, to: p2)", PayloadSamples.self) == "value 3 is missing")
    #expect(fault("moved(p1, p2, true)", PayloadSamples.self) == "unexpected extra value p2")
    #expect(fault("moved(p1, to: p2, tu: p3)", PayloadSamples.self) == "unknown field tu")
    #expect(fault("300", UInt8.self) == "expected a number (UInt8), found 300")
    #expect(fault("a", Bool.self) == "expected true or false, found a")
    #expect(fault("[1]", [String: Int].self) == "expected a dictionary, found [1]")
    #expect(fault("5", [Int].self) == "expected a list, found 5")
    #expect(fault("5", Empty.self) == nil, "a struct without fields decodes nothing")
    #expect(fault("5", Animal.self) == "expected a struct or an enum's case, found 5")
  }

  /// Law 2, for typed text: no text traps.
  @Test func `law 2: malformed text is an error with a column within the text`() throws {
    var numbers = SplitMix64(seed: 3)
    var examples: [String] = []
    for _ in 0..<50 { examples.append(try CanonicalValue(numbers.randomTree(depth: 3)).description) }
    var read = 0
    let count = caseCount(6_000, exhaustive: 20_000)
    for round in 0..<count {
      let text =
        round.isMultiple(of: 2)
        ? MalformedText.random(using: &numbers)
        : MalformedText.mutated(numbers.randomElement(of: examples) ?? "", using: &numbers)
      for isTyped in [false, true] {
        do throws(CanonicalTextError) {
          let canonical = isTyped ? try CanonicalValue(parsingCommand: text) : try CanonicalValue(parsing: text)
          read += 1
          _ = try? canonical.decode(RandomTree.self)
          _ = try? canonical.decode(OptionalFields.self)
        } catch {
          #expect((1...text.unicodeScalars.count + 1).contains(error.column), "\(error) in \(text)")
          #expect(!error.message.isEmpty)
        }
      }
      _ = try? CanonicalValue(parsingLines: text.split(separator: "\n").map(String.init))
    }
    #expect(read > count / 20, "too few mutated texts were parsed for a meaningful test")
  }

  @Test func `deep nesting is rejected`() throws {
    for (open, inner, close) in [("[", "", "]"), ("(a: ", "1", ")"), ("a(", "1", ")"), ("[1: ", "1", "]")] {
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
      }
      #expect(try CanonicalValue(parsing: nested(450)).description == nested(450))
      let fault = #expect(throws: CanonicalTextError.self) { try CanonicalValue(parsing: nested(100_000)) }
      #expect(fault?.message.hasPrefix("nested deeper than 500 levels") == true)
    }
  }

  @Test func `a value that is wider than a line is laid out over lines without commas`() throws {
    let value = try CanonicalValue(
      parsing: """
        (sheet: open(product: (id: p1, name: "a, b ("), isNew: false, tags: [x, y]), names: [1: (a: 1), 2: (a: 2)], \
        whole: saved(id: p1, name: "Lamp"), none: [:])
        """)
    let lines = [
      "sheet: open(", "  product: (", "    id: p1", #"    name: "a, b (""#, "  )", "  isNew: false", "  tags: [x, y]",
      ")", "names: [", "  1: (a: 1)", "  2: (a: 2)", "]", "whole: saved(", "  id: p1",
      #"  name: "Lamp""#, ")", "none: [:]",
    ]
    #expect(value.lines(width: 16) == lines)
    #expect(try CanonicalValue(parsingLines: lines) == value)
    #expect(try CanonicalValue(parsing: "()").lines(width: 0) == ["()"])
    #expect(try CanonicalValue(parsing: "[1, red(2)]").lines(width: 0) == ["[", "  1", "  red(", "    2", "  )", "]"])
    #expect(try CanonicalValue(parsing: "open(a: 1)").lines(width: 20) == ["open(a: 1)"])
    let fault = #expect(throws: CanonicalTextError.self) { try CanonicalValue(parsingLines: ["a: [", "1", ")"]) }
    #expect(fault?.description == "column 7: expected ], found )")
    #expect(throws: CanonicalTextError.self) { try CanonicalValue(parsingLines: []) }
    #expect(throws: CanonicalTextError.self) { try CanonicalValue(parsing: "...") }
  }
}

@Suite struct `Typed actions` {
  private func read(_ text: String) throws -> String { try CanonicalValue(parsingCommand: text).description }

  @Test func `a payload needs no parentheses`() throws {
    #expect(try read(#"nameChanged "Tea""#) == #"nameChanged("Tea")"#)
    #expect(try read("saveTapped") == "saveTapped")
    #expect(try read("  saveTapped  ") == "saveTapped")
    #expect(try read("rowTapped(p1)") == "rowTapped(p1)")
    #expect(try read("moved p1 to: p2, true") == "moved(p1, to: p2, true)")
    #expect(try read("moved p1, to: p2 true") == "moved(p1, to: p2, true)")
    #expect(try read("form (name: 1)") == "form(name: 1)")
    #expect(try read("form nameChanged(x)") == "form(nameChanged(x))")
    #expect(try read("tags [a, b]") == "tags([a, b])")
    #expect(try read("5") == "5")
  }

  @Test func `only a name has a payload`() throws {
    #expect(throws: CanonicalTextError(column: 3, message: "expected the end, found 6")) { try read("5 6") }
    #expect(throws: CanonicalTextError(column: 1, message: "expected a value, the text ends here")) { try read("") }
    #expect(throws: CanonicalTextError(column: 6, message: "expected a value, found ,")) { try read("a b, , c") }
  }
}
