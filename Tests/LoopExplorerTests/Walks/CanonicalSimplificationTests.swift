import LoopText
import Testing

@testable import LoopExplorer

/// The simpler values that the shrinker tries for a value, simplest first.
@Suite struct CanonicalSimplificationTests {
  @Test(arguments: [
    ("101", ["0", "51", "76", "89", "95", "98", "100"]), ("-3", ["0", "3", "-2"]), ("1", ["0"]), ("0", []),
    ("19.99", ["0", "19"]), ("19.00", ["0", "10", "15", "17", "18"]), ("-0.5", ["0"]), ("1e300", ["0"]),
    ("true", ["false"]), ("false", []), ("nil", []), ("p1", []),
    (#""abc""#, [#""""#, #""ab""#, #""ac""#, #""bc""#]),
    ("[1, 2]", ["[]", "[1]", "[2]", "[0, 2]", "[1, 0]", "[1, 1]"]), ("[a: true]", ["[:]", "[a: false]"]),
    ("move(p1, by: 2)", ["move(p1, by: 0)", "move(p1, by: 1)"]),
    ("(x: 1, y: true)", ["(x: 0, y: true)", "(x: 1, y: false)"]),
  ])
  func `simpler values are tried in a fixed order`(text: String, simpler: [String]) throws {
    var tried: [String] = []
    let isAccepted = try CanonicalValue(parsing: text).visitSimplifications { other in
      tried.append("\(other)")
      return false
    }
    #expect(tried == simpler && !isAccepted)
  }

  @Test func `no value is tried after one was accepted`() throws {
    var tried = 0
    let isAccepted = try CanonicalValue(parsing: "[8, 9]").visitSimplifications { other in
      tried += 1
      return "\(other)" == "[8]"
    }
    #expect(isAccepted && tried == 2)
  }
}
