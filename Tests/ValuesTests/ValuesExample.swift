import Testing
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The code that the guide of Values shows.
@Suite struct `The guide of Values` {
  @Test func `stores and compares values of several types`() throws {
    enum Size: String, ValueConvertible {
      case small, large
      var value: Value { .text(rawValue) }
    }
    let row: [String: Value] = ["size": Size.large.value, "price": Money(cents: 350).value, "note": nil]
    #expect(row == ["size": "large", "price": .money(Money(cents: 350)), "note": .null])

    let cells: [Value] = [3, 2.5, true, "ten", nil]
    let numbers = cells.filter { $0.compare(to: 0) != nil }  // 3, 2.5 and true, which counts as 1
    let isSame = Value.integer(1).isEquivalent(to: 1.0)  // true
    let isIdentical = Value.integer(1) == 1.0  // false
    #expect(numbers == [3, 2.5, true] && isSame && !isIdentical)
    #expect(Value.text("Z").compare(to: "a") == .less && Value.text("é").compare(to: "a") == .greater)
    let data = try JSONEncoder().encode(Value.integer(1))
    #expect(String(decoding: data, as: UTF8.self) == #"{"integer":{"_0":1}}"#)
  }

  @Test func `says what is wrong with an amount`() {
    func answer(to typed: String) -> String {
      do throws(MoneyError) {
        return "\(try Money(parsing: typed))"
      } catch {
        return "\(typed): \(error)"
      }
    }
    let answers = ["19,9", "19.999", "ten"].map(answer)
    // 19.90
    // 19.999: too many decimals; an amount has two at most, as in 19.99
    // ten: expected an amount such as 19.99
    #expect(
      answers == [
        "19.90", "19.999: too many decimals; an amount has two at most, as in 19.99",
        "ten: expected an amount such as 19.99",
      ])
    #expect(Money(Value.real(19.99)) == Money(cents: 1999) && Money(Value.real(19.999)) == nil)
  }

  @Test func `parses points in time in one format`() {
    let opened = Instant("2023-03-22T14:05:09Z")
    let closed = opened.map { Instant(milliseconds: $0.milliseconds + 90 * 60_000) }  // 2023-03-22T15:35:09Z
    let day = Instant(dateOrTimestamp: "2023-03-22")  // midnight in UTC
    let missing = Instant(dateText: "2023-02-29")  // nil: there is no such day
    let local = Instant("2023-03-22T14:05:09+01:00")  // 2023-03-22T13:05:09Z
    #expect(closed?.description == "2023-03-22T15:35:09Z" && day?.description == "2023-03-22T00:00:00Z")
    #expect(missing == nil && local?.description == "2023-03-22T13:05:09Z")
  }

  @Test func `searches without case and accents`() {
    let options = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    let wanted = options.folded("CAFÉ")
    let found = ["Café", "cafe au lait", "Tea"].filter { options.folded($0).contains(wanted) }  // the first two
    #expect(found == ["Café", "cafe au lait"])
  }
}
