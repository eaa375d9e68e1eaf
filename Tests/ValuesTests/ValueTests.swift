import Testing
import Values

@Suite struct `Values` {
  /// Values of every type.
  ///
  /// Values with equal `kind` texts are equivalent.
  private static let samples: [(value: Value, kind: String)] = [
    (.null, "null"), (false, "number 0"), (true, "number 1"), (0, "number 0"), (1, "number 1"), (1.0, "number 1"),
    (1.5, "number 1.5"), (Money(cents: 100).value, "number 1"), (Money(cents: 150).value, "number 1.5"),
    (0.3, "number 0.3"), (Money(cents: 30).value, "number 0.3"), ("", "text"), ("1", "text 1"), ("a", "text a"),
    (.instant(Instant(milliseconds: 0)), "instant 0"),
    (.instant(Instant(milliseconds: 1)), "instant 1"), ([], "list"), ([1], "list 1"), ([1.0], "list 1"),
    ([nil], "list null"),
    ([:], "object"), (["a": 1], "object 1"), (["a": true], "object 1"), (["a": nil], "object null"),
    (["b": 1], "object b"),
  ]

  @Test(
    arguments: [
      (Value.null, nil), (true, .boolean), (1, .integer), (1.5, .real), (Money(cents: 150).value, .money), ("a", .text),
      (.instant(Instant(milliseconds: 0)), .instant), ([], .list), ([:], .object),
    ] as [(Value, Value.Kind?)])
  func `have a kind, except null`(_ value: Value, _ kind: Value.Kind?) {
    #expect(value.kind == kind)
  }

  @Test func `of a type have a kind`() {
    let types: [any ValueConvertible.Type] = [
      Bool?.self, UInt8.self, Float.self, Money.self, String.self, Instant.self, [Int]?.self, Value.self,
    ]
    #expect(
      types.map { Value.Kind(of: $0) } == [.boolean, .integer, .real, .money, .text, .instant, .list, .text])
  }

  @Test func `are the same only within their type`() {
    for left in Self.samples {
      for right in Self.samples {
        let isSame = left.kind == right.kind
        #expect(left.value.isEquivalent(to: right.value) == isSame, "\(left) and \(right)")
        #expect((left.value.comparisonKey == right.value.comparisonKey) == isSame, "\(left) and \(right)")
      }
    }
  }

  /// Lists of values in ascending order.
  ///
  /// Values in the same inner list compare as equal.
  private static let orders: [[[Value]]] = [
    [
      [.real(-.infinity)], [.integer(.min), .real(-0x1p63)], [-1, -1.0], [false, 0, 0.0, -0.0],
      [Money(cents: 30).value, 0.3], [0.5, Money(cents: 50).value], [true, 1, 1.0, Money(cents: 100).value],
      [1.5], [Money(cents: 199).value], [2],
    ]
      + [
        [9_007_199_254_740_992, .real(0x1p53)], [9_007_199_254_740_993], [.integer(.max)], [.real(0x1p63)],
        [.real(.infinity)],
      ],
    [[""], ["A"], ["a"], ["aa"], ["b"], ["e\u{301}"], ["é"], ["😀"]],
    [
      [.instant(Instant(milliseconds: -1))], [.instant(Instant(milliseconds: 0))], [.instant(Instant(milliseconds: 5))],
    ],
    [[.null]], [[[]]], [[[1]]], [[[:]]], [[.real(.nan)]],
  ]

  @Test func `have an order within numbers, texts and instants only`() {
    for (first, left) in Self.orders.enumerated() {
      for (second, right) in Self.orders.enumerated() {
        for (low, lefts) in left.enumerated() {
          for (high, rights) in right.enumerated() {
            let hasOrder = first == second && first < 3
            let order: ValueOrdering? = !hasOrder ? nil : low < high ? .less : low == high ? .equal : .greater
            for a in lefts { for b in rights { #expect(a.compare(to: b) == order, "\(a) and \(b)") } }
          }
        }
      }
    }
  }

  @Test func `are equal only if identical`() {
    #expect(Value.integer(1) != .real(1))
    #expect(Value.real(0) != .real(-0.0))
    #expect(Value.real(0).isEquivalent(to: .real(-0.0)))
    #expect(Value.real(.nan) == .real(.nan))
    #expect(Value.text("é") != .text("e\u{301}"))
    #expect(Value.list([.text("é")]) != .list([.text("e\u{301}")]))
    #expect(!Value.real(.nan).isEquivalent(to: .real(.nan)))
    #expect(Value.null.isEquivalent(to: .null))
    #expect(Value.null.compare(to: .null) == nil)
  }

  private static let computed: [(Value, ArithmeticOperator, Value, Value)] = [
    (5, .dividedBy, 2, 2), (-5, .dividedBy, 2, -2), (5, .dividedBy, 2.0, 2.5), (0.1, .plus, 0.2, 0.30000000000000004),
    (.integer(.max), .plus, 1, .real(0x1p63)), (.integer(.min), .minus, 1, .real(-0x1p63)),
    (.integer(.max), .times, 2, .real(0x1p64)), (.integer(.min), .dividedBy, -1, .real(0x1p63)),
    (1e308, .times, 10, nil),
    (1, .dividedBy, 0, nil), (1, .dividedBy, 0.0, nil), (0, .dividedBy, 0, nil), (0.0, .dividedBy, 0.0, nil),
    (2, .power, 10, 1024), (2, .power, -1, 0.5), (2, .power, 0.5, 1.4142135623730951), (0, .power, 0, 1),
    (0, .power, -1, nil),
    (-2, .power, 3, -8), (2, .power, 62, 4_611_686_018_427_387_904), (2, .power, 63, .real(0x1p63)),
    (-2, .power, 63, .integer(.min)), (10, .power, .integer(.max), nil), (1, .power, .integer(.max), 1),
    (-1, .power, .integer(.max), -1), (-8, .power, 0.5, nil), (true, .plus, 1, 2), (nil, .plus, 1, nil),
    (1, .times, nil, nil),
    ("a", .plus, 1, nil), ([1], .plus, 1, nil), (.instant(Instant(milliseconds: 0)), .plus, 1, nil),
    ([:], .minus, [:], nil),
  ]

  @Test(arguments: computed.indices)
  func `are computed as documented`(index: Int) {
    let (left, computation, right, result) = Self.computed[index]
    #expect(left.applying(computation, with: right) == result, "\(left) \(computation.rawValue) \(right)")
  }

  @Test func `have a negative only if they are numbers`() {
    #expect(Value.integer(5).negated == -5)
    #expect(Value.integer(.min).negated == .real(0x1p63))
    #expect(Value.real(1.5).negated == -1.5)
    #expect(Value.text("5").negated == .null)
    #expect(Value.null.negated == .null)
  }

  @Test func `are folded to texts without case and accents`() {
    #expect(StringCompareOptions(ignoresCase: true).folded("ÄbC") == "äbc")
    #expect(StringCompareOptions(ignoresAccents: true).folded("Äbé") == "Abe")
    #expect(StringCompareOptions(ignoresCase: true, ignoresAccents: true).folded("ÄBÉ") == "abe")
    #expect(StringCompareOptions.none.folded("Ä") == "Ä")
    #expect(StringCompareOptions(ignoresCase: true).folded("ABC") == "abc")
  }
}

@Suite struct `A position in a text` {
  @Test func `the excerpt of a position is the same whether the lines are split or not`() {
    let long = String(repeating: "ä日", count: 60)
    for text in ["", "a", "one\ntwo\r\nthree\rfour\n", "\n\r\r\n\u{301}x\n", long, "a\n\(long)\nb"] {
      let lines = TextLines(text)
      for line in [1, 2, 3, 4, 5, 6, .max] {
        for column in [Int.min, 0, 1, 2, 40, 41, 42, 80, 81, 121, .max] {
          let position = TextPosition(line: line, column: column)
          #expect(position.caretExcerpt(of: text) == lines.caretExcerpt(at: position), "\(position) \(text)")
        }
      }
    }
  }

  @Test func `is shown below its line`() {
    #expect(TextPosition(line: 2, column: 3).caretExcerpt(of: "one\ntwo\nthree") == "two\n  ^")
    #expect(TextPosition(line: 2, column: 1).caretExcerpt(of: "one\r\ntwo") == "two\n^")
    #expect(TextPosition(line: 1, column: 4).caretExcerpt(of: "one") == "one\n   ^")
    #expect(TextPosition(line: 1, column: 1).caretExcerpt(of: "") == "\n^")
    #expect(TextPosition(line: 9, column: 9).caretExcerpt(of: "x") == "\n^")
  }

  @Test func `accounts for tabs, wide characters and control characters`() {
    #expect(TextPosition(line: 1, column: 3).caretExcerpt(of: "\tax") == " ax\n  ^")
    #expect(TextPosition(line: 1, column: 3).caretExcerpt(of: "日本x") == "日本x\n    ^")
    #expect(TextPosition(line: 1, column: 2).caretExcerpt(of: "\u{1B}[31mx") == "\\u{1b}[31mx\n      ^")
  }

  @Test func `is shown with only a part of a long line`() {
    let text = String(repeating: "x", count: 1000)
    let lines = TextPosition(line: 1, column: 500).caretExcerpt(of: text).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 82 })
    #expect(lines[1].last == "^" && lines[1].count == 42)
  }
}
