import Shop
import Testing
import Values

@Suite struct `A change of a price` {
  @Test(arguments: [
    ("19.99", "5.00", "19.99"), ("+2.50", "5.00", "7.50"), ("-0.10", "5.00", "4.90"), ("+10%", "19.95", "21.95"),
    ("-10%", "19.95", "17.96"), ("+12.5%", "8.00", "9.00"), ("-100%", "8.00", "0.00"), ("+0%", "8.00", "8.00"),
    ("1 299", "5.00", "1299.00"), ("+12,5%", "8.00", "9.00"),
  ])
  func `replaces the price, or adds an amount or a part of it`(text: String, price: String, result: String) throws {
    #expect(try #require(PriceChange(text)).applied(to: #require(Money(price)))?.description == result)
  }

  @Test(arguments: ["", "x", "10%", "%", "+%", "+1.234", "++1", "+-1", "1%2"])
  func `is no other text`(text: String) { #expect(PriceChange(text) == nil) }

  @Test(arguments: [
    ("5.00", PriceRounding.fiveCents, "5.00"), ("5.02", .fiveCents, "5.00"), ("5.03", .fiveCents, "5.05"),
    ("5.05", .tenCents, "5.10"), ("5.49", .whole, "5.00"), ("5.50", .whole, "6.00"), ("0.00", .upTo99, "0.99"),
    ("0.99", .upTo99, "0.99"), ("1.00", .upTo99, "1.99"), ("24.30", .upTo99, "24.99"),
  ])
  func `is rounded as chosen, halves away from zero`(price: String, rounding: PriceRounding, result: String) throws {
    let price = try #require(Money(price))
    #expect(try #require(PriceChange("+0")).applied(to: price, roundingTo: rounding)?.description == result)
    // The same price, as half of another one.
    let twice = Money(cents: 2 * price.cents)
    #expect(try #require(PriceChange("-50%")).applied(to: twice, roundingTo: rounding)?.description == result)
  }

  @Test func `is rounded once, and not to a cent first`() throws {
    let half = try #require(PriceChange("-50%"))
    #expect(half.applied(to: Money(cents: 1005), roundingTo: .fiveCents) == Money(cents: 505))
    #expect(half.applied(to: Money(cents: 4999), roundingTo: .upTo99) == Money(cents: 2599))
    #expect(half.applied(to: Money(cents: 1009), roundingTo: .tenCents) == Money(cents: 500))
  }

  @Test func `is nil for a price below zero or too large`() throws {
    #expect(try #require(PriceChange("-5.01")).applied(to: Money(cents: 500)) == nil)
    #expect(try #require(PriceChange("-101%")).applied(to: Money(cents: 500)) == nil)
    for text in ["+1", "+1%", "+0.01"] {
      #expect(try #require(PriceChange(text)).applied(to: Money(cents: .max)) == nil, "\(text)")
    }
    #expect(PriceChange.set(Money(cents: .max)).applied(to: .zero) == Money(cents: .max))
    for rounding in PriceRounding.allCases {
      let rounded = PriceChange.set(Money(cents: .max)).applied(to: .zero, roundingTo: rounding)
      #expect(rounded.map { $0.cents >= .max - 100 } ?? true, "\(rounding)")
    }
  }
}
