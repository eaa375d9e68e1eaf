import Testing
import Values

@Suite struct `A number as people write it` {
  private func plainText(
    _ text: String, _ separator: WrittenNumber.DecimalSeparator? = nil
  ) throws(AmbiguousCommaError) -> String? { try WrittenNumber(text, decimalSeparator: separator)?.plainText }

  @Test(arguments: [
    ("5", "5"), ("+5", "5"), ("-5", "-5"), ("\u{2212}5", "-5"), ("007", "007"), ("3.50", "3.50"), ("3,50", "3.50"),
    ("0,125", "0.125"), ("1234,567", "1234.567"), ("1,2345", "1.2345"), ("1.299", "1.299"), ("1,299.00", "1299.00"),
    ("1.299,00", "1299.00"), ("1 299", "1299"), ("-1\u{A0}299,5", "-1299.5"), ("1\u{202F}299.5", "1299.5"),
    ("1,299,000", "1299000"), ("12,345,678.9", "12345678.9"), ("1.299.000,5", "1299000.5"), ("€5", "5"), ("$5", "5"),
    (".5", "0.5"), (",5", "0.5"), ("-.500", "-0.500"), ("$.50", "0.50"), ("5 €", "5"), ("5€", "5"),
    ("-$1,299.00", "-1299.00"), ("€ -3,50", "-3.50"), ("£ 5", "5"),
  ])
  func `is read whatever its separators are`(text: String, plain: String) throws {
    let number = try #require(try WrittenNumber(text))
    #expect(number.plainText == plain)
    #expect((number.currencySign != nil) == text.unicodeScalars.contains { "€$£".unicodeScalars.contains($0) })
  }

  @Test(arguments: [
    "", "-", "+", ".", ",", "5.", "5,", ".5.5", ".5,5", " .5", ",500,000", "5.5.5", "5,5.5", "1,29.00", "12 34",
    "1 299 00", "0 299", "0,299,000",
    "1.299.000", "192.168.100.200", "1,299 000", "1 299.000.5", "1234,567.8", "--5", "+-5", "5-", "- 5", " 5", "5 ",
    "1e2", "0x5", "٥", "½", "1'00", "'100", "1'000'00", "€", "€€5", "€5€", "5 EUR", "5\u{301}", "1,299,00,0",
  ])
  func `is nothing else`(text: String) throws {
    #expect(try WrittenNumber(text) == nil)
  }

  @Test func `with only a comma before three digits has no meaning unless the decimal separator is known`() throws {
    for (text, withoutComma, withPoint) in [
      ("1,299", "1299", "1.299"), ("-12,345", "-12345", "-12.345"), ("€123,456", "123456", "123.456"),
    ] {
      let error = #expect(throws: AmbiguousCommaError.self) { try WrittenNumber(text) }
      #expect(error?.withoutComma == withoutComma && error?.withPoint == withPoint)
      #expect(try plainText(text, .point) == withoutComma && plainText(text, .comma) == withPoint)
    }
    #expect(try plainText("1.299", .comma) == "1299" && plainText("1.299", .point) == "1.299")
    #expect(try plainText("3.50", .comma) == "3.50" && plainText("3,50", .point) == "3.50")
  }

  @Test func `proves its decimal separator if it can have no other`() throws {
    for (text, separator): (String, WrittenNumber.DecimalSeparator?) in [
      ("3,50", .comma), ("1.299,00", .comma), ("1 299,5", .comma), ("0,125", .comma), ("3.50", .point),
      ("1,299.00", .point), ("1,299,000", .point), ("1.299", nil), ("1 299", nil), ("5", nil), (".500", .point),
      (",500", .comma),
    ] { #expect(try WrittenNumber(text)?.provenSeparator == separator, "\(text)") }
  }
}
