import Testing
import Values

@Suite struct `Computing with money` {
  private static func money(_ text: String) -> Value { Money(text).value }

  @Test(
    arguments: [
      ("0.10", .plus, money("0.20"), money("0.30")), ("19.99", .plus, 1, money("20.99")),
      ("19.99", .minus, money("20.00"), money("-0.01")), ("0.10", .plus, 0.2, money("0.30")),
      ("0.10", .plus, 0.205, money("0.31")), ("0.10", .minus, 0.205, money("-0.11")),
      ("0.10", .plus, true, money("1.10")),
      ("19.99", .times, 3, money("59.97")), ("19.99", .times, 1.19, money("23.79")),
      ("0.05", .times, 0.5, money("0.03")),
      ("-0.05", .times, 0.5, money("-0.03")), ("10.00", .dividedBy, 3, money("3.33")),
      ("0.05", .dividedBy, 2, money("0.03")), ("10.00", .dividedBy, 0.3, money("33.33")),
      ("10.00", .dividedBy, 1e-5, money("1000000.00")), ("10.00", .times, 1e-300, money("0.00")),
      ("10.00", .dividedBy, money("2.50"), 4.0), ("2.00", .times, money("2.00"), 4.0), ("2.00", .power, 2, 4.0),
      ("1.00", .dividedBy, 0, nil), ("1.00", .dividedBy, money("0.00"), nil), ("1.00", .times, nil, nil),
      ("1.00", .plus, "1", nil), ("1.00", .times, .real(.nan), nil), ("1.00", .plus, .real(.infinity), nil),
      ("92233720368547758.07", .plus, money("0.01"), .real(92_233_720_368_547_760)),
      ("92233720368547758.07", .times, 2, .real(184_467_440_737_095_520)),
      ("92233720368547758.07", .minus, 1, money("92233720368547757.07")),
      ("1.00", .times, 1e300, 1e300), ("1.00", .dividedBy, 0x1p-900, .real(0x1p900)),
      ("1.00", .times, .integer(.max), .real(0x1p63)),
    ] as [(String, ArithmeticOperator, Value, Value)])
  func `is exact or rounded to cents`(left: String, operation: ArithmeticOperator, right: Value, result: Value) {
    #expect(Self.money(left).applying(operation, with: right) == result)
  }

  @Test func `with a number on the left gives money, except in a division`() {
    #expect(Value.integer(1).applying(.minus, with: Self.money("0.30")) == Self.money("0.70"))
    #expect(Value.integer(2).applying(.times, with: Self.money("0.30")) == Self.money("0.60"))
    #expect(Value.real(0.5).applying(.times, with: Self.money("0.30")) == Self.money("0.15"))
    #expect(Value.integer(3).applying(.dividedBy, with: Self.money("0.30")) == 10.0)
    #expect(Self.money("0.30").negated == Self.money("-0.30"))
    #expect(Value.money(Money(cents: .min)).negated == .real(92_233_720_368_547_760))
  }

  @Test func `adds any cents to any cents exactly`() {
    for first in -120...120 {
      for second in stride(from: -250, through: 250, by: 7) {
        let (left, right) = (Value.money(Money(cents: first)), Value.money(Money(cents: second)))
        #expect(left.applying(.plus, with: right) == .money(Money(cents: first + second)))
        #expect(left.applying(.plus, with: .real(Double(second) / 100)) == .money(Money(cents: first + second)))
        #expect(left.compare(to: .real(Double(second) / 100)) == left.compare(to: right))
      }
    }
  }

  @Test func `compares with the decimal number that a real shows`() {
    for (text, real, order) in [
      ("0.30", 0.3, .equal), ("0.30", 0.30000000000000004, .less), ("0.30", 0.29999999999999999, .equal),
      ("0.30", 0.3000000000000001, .less), ("12345678901234.56", 12345678901234.56, .equal),
      ("12345678901234.57", 12345678901234.56, .greater), ("90071992547409.93", 90071992547409.93, .less),
      ("90071992547409.94", 90071992547409.93, .equal), ("9007199254740992.00", 0x1p53, .equal),
      ("9007199254740992.01", 0x1p53, .greater), ("92233720368547758.07", 0x1p63, .less),
      ("-1.00", -.infinity, .greater),
      ("0.01", 1e-300, .greater), ("-0.01", -1e-300, .less), ("0.00", -0.0, .equal),
    ] as [(String, Double, ValueOrdering)] {
      #expect(Self.money(text).compare(to: .real(real)) == order, "\(text) and \(real)")
      #expect(Self.money(text).isEquivalent(to: .real(real)) == (order == .equal))
      let hasSameKey = Self.money(text).comparisonKey == Value.real(real).comparisonKey
      #expect(hasSameKey == (order == .equal), "\(text) and \(real)")
    }
    #expect(Self.money("1.00").compare(to: .real(.nan)) == nil && Self.money("1.00").compare(to: "1") == nil)
    #expect(Self.money("92233720368547758.07").compare(to: .integer(92_233_720_368_547_758)) == .greater)
  }

  @Test func `converts only numbers of whole cents`() {
    for (value, text) in [
      (19.99, "19.99"), (3, "3.00"), (0x1p53, "9007199254740992.00"), (0.001, nil), (90071992547409.93, nil),
      (true, nil), ("1.00", nil), (.integer(.max), nil), (.real(.nan), nil), (.real(.infinity), nil),
      (Self.money("92233720368547758.07"), "92233720368547758.07"),
    ] as [(Value, String?)] {
      #expect(Money(value)?.description == text, "\(value)")
    }
  }
}
