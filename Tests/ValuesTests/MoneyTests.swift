import Testing
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct `An amount of money` {
  @Test(arguments: [
    (0, "0.00"), (1, "0.01"), (-1, "-0.01"), (10, "0.10"), (99, "0.99"), (100, "1.00"), (1999, "19.99"),
    (-350, "-3.50"), (123_456_789, "1234567.89"), (Int.max, "92233720368547758.07"),
    (Int.min, "-92233720368547758.08"),
  ])
  func `is printed with two decimals and parsed back`(cents: Int, text: String) {
    #expect(Money(cents: cents).description == text)
    #expect(Money(text) == Money(cents: cents))
  }

  @Test(arguments: [
    ("5", 500), (".5", 50), ("5.5", 550), ("5,5", 550), ("5,50", 550), ("-5", -500), ("-0", 0), ("007", 700),
    ("+5", 500),
    ("1,299.00", 129900), ("1.299,00", 129900), ("1 299", 129900), ("€5", 500), ("$5", 500), ("-5 €", -500),
    ("00000000000000000000000001.00", 100),
  ])
  func `is parsed in several spellings`(text: String, cents: Int) {
    #expect(Money(text) == Money(cents: cents))
  }

  @Test(arguments: [
    "", "-", ".", ",", "5.", "5.555", "5.5.5", "5,5.5", "--5", "1,299", "5-", " 5", "5 ", "1e2", "0x5", "٥", "½",
    "５", "5.٥", "€", "1'00", "nan", "92233720368547758.08", "-92233720368547758.09", "999999999999999999999",
    "-\u{301}5", "5\u{301}", "5.\u{301}5", "\u{600}5", "5\u{0}", "5\n",
  ])
  func `is not parsed from any other text`(text: String) {
    #expect(Money(text) == nil)
  }

  @Test func `is ordered and parsed back, for all amounts near zero`() {
    var before = Money(cents: -2001)
    for cents in -2000...2000 {
      let money = Money(cents: cents)
      #expect(Money(money.description) == money)
      #expect(before < money && !(money < before))
      before = money
    }
    #expect(Money.zero == Money(cents: 0))
  }

  @Test func `is stored as text`() throws {
    let data = try JSONEncoder().encode([Money(cents: 1999), Money(cents: -5)])
    #expect(String(decoding: data, as: UTF8.self) == #"["19.99","-0.05"]"#)
    #expect(try JSONDecoder().decode([Money].self, from: data) == [Money(cents: 1999), Money(cents: -5)])
  }

  @Test func `has a clear error when decoding fails`() throws {
    let fault = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Money].self, from: Data(#"["much"]"#.utf8))
    }
    guard case .dataCorrupted(let context)? = fault else {
      Issue.record("expected corrupted data, not \(String(describing: fault))")
      return
    }
    #expect(context.debugDescription == #""much" is not an amount such as 19.99"#)
  }
}
