import Testing

@testable import LoopText

/// Expects that parsing the text of a value, on one line and laid out over lines, gives the value, and that printing it
/// again gives the text.
///
/// Returns whether the expectations were met, so that a long loop can stop at the first failure.
@discardableResult
func expectRoundTrip<Value: Codable & Equatable>(
  _ value: Value, as expected: String? = nil, at location: SourceLocation = #_sourceLocation
) throws -> Bool {
  let canonical = try CanonicalValue(value)
  let text = canonical.description
  if let expected { #expect(text == expected, sourceLocation: location) }
  do {
    let read = try CanonicalValue(parsing: text)
    #expect(read.description == text, "printing the parsed value gives another text", sourceLocation: location)
    let back = try read.decode(Value.self)
    #expect(back == value, "parsed from \(text)", sourceLocation: location)
    var isEqual = read.description == text && back == value
    for width in [0, 20, 80] {
      let lines = canonical.lines(width: width)
      let laidOut = try CanonicalValue(parsingLines: lines)
      #expect(laidOut == read, "parsed from the lines \(lines)", sourceLocation: location)
      isEqual = isEqual && laidOut == read
    }
    return isEqual
  } catch {
    Issue.record(
      "\(text) or its lines cannot be parsed: \(error.readableDescription)", sourceLocation: location)
    return false
  }
}
