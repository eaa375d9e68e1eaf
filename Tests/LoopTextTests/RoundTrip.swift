import Testing

@testable import LoopText

/// Expects a value to come back from its text and from its lines, and its text from its text.
///
/// Returns whether it did, so that a long loop can end at its first failure.
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
    #expect(read.description == text, "printed again it reads otherwise", sourceLocation: location)
    let back = try read.decode(Value.self)
    #expect(back == value, "read back from \(text)", sourceLocation: location)
    let leaves = try lines.map { line throws(CanonicalTextError) in try Leaf(parsing: line) }
    let grown = try CanonicalValue(leaves: leaves).decode(Value.self)
    #expect(grown == value, "read back from the lines \(lines)", sourceLocation: location)
    return read.description == text && back == value && grown == value
  } catch {
    Issue.record("\(text) or the lines \(lines) cannot be read: \(error.readableDescription)", sourceLocation: location)
    return false
  }
}
