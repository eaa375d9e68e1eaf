import Testing

@testable import LoopText

/// Expects that parsing the text and the lines of a value gives the value, and that printing it again gives the text.
///
/// Returns whether the expectations were met, so that a long loop can stop at the first failure.
@discardableResult
func expectRoundTrip<Value: Codable & Equatable>(
  _ value: Value, as expected: String? = nil, at location: SourceLocation = #_sourceLocation
) throws -> Bool {
  let canonical = try CanonicalValue(value)
  let text = canonical.description
  if let expected { #expect(text == expected, sourceLocation: location) }
  let lines = canonical.leaves().map(\.text)
  do {
    let read = try CanonicalValue(parsing: text)
    #expect(read.description == text, "printing the parsed value gives another text", sourceLocation: location)
    let back = try read.decode(Value.self)
    #expect(back == value, "parsed from \(text)", sourceLocation: location)
    let leaves = try lines.map { line throws(CanonicalTextError) in try Leaf(parsing: line) }
    let grown = try CanonicalValue(leaves: leaves).decode(Value.self)
    #expect(grown == value, "parsed from the lines \(lines)", sourceLocation: location)
    return read.description == text && back == value && grown == value
  } catch {
    Issue.record(
      "\(text) or the lines \(lines) cannot be parsed: \(error.readableDescription)", sourceLocation: location)
    return false
  }
}
