import Values

/// Reads the elements of a JSON array one after the other.
///
/// The nodes of a large document need many times the memory of its text. This reader has one element at a time. Numbers
/// are kept as they are written.
package struct JSONElementReader: Sendable {
  private var parser: JSONParser
  private var isInside = false
  private var isEnded = false

  /// Creates a reader of JSON in UTF-8.
  package init(_ bytes: [UInt8]) { parser = JSONParser(bytes.withoutBOM, keepsNumberText: true) }

  /// Returns the next element, or `nil` after the last one.
  package mutating func next() throws(DocumentError) -> JSONNode? {
    if isEnded { return nil }
    if !isInside {
      parser.skipWhitespace()
      guard parser.accept("[") else { throw parser.syntaxError(expected: "an array with an object for each row") }
      parser.skipWhitespace()
      isInside = true
      if parser.accept("]") { return try end() }
    } else if !parser.accept(",") {
      guard parser.accept("]") else { throw parser.syntaxError(expected: "a comma or ]") }
      return try end()
    }
    return try parser.parseNode()
  }

  private mutating func end() throws(DocumentError) -> JSONNode? {
    parser.skipWhitespace()
    if parser.nextByte != nil { throw parser.syntaxError(expected: "the end of the text") }
    isEnded = true
    return nil
  }
}
