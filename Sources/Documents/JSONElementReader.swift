import Values

/// Reads the elements of a JSON array one after the other, while its bytes arrive or when all of them are known.
///
/// The nodes of a large document need many times the memory of its text. This reader has one element at a time, and the
/// bytes that were not read. Numbers are kept as they are written.
package struct JSONElementReader: Sendable {
  /// The next thing in the array.
  private enum Expectation { case start, firstElement, element, separator, end }

  private var parser: JSONParser
  private var expectation = Expectation.start
  /// A Boolean value that indicates whether no more bytes will be appended.
  private var isComplete: Bool
  /// The array in the message of an error.
  private let array: String

  /// The maximum number of bytes of an element that arrives in parts.
  private static let maxElementSize = 1 << 16

  /// Creates a reader of JSON in UTF-8, or without bytes one to which they are appended.
  package init(_ bytes: [UInt8]? = nil, expecting array: String) {
    parser = JSONParser(bytes?.withoutBOM ?? [], keepsNumberText: true)
    isComplete = bytes != nil
    self.array = array
  }

  /// Appends bytes, from which all elements should be read before more are appended.
  package mutating func append(_ bytes: some Sequence<UInt8>) { parser.append(bytes) }

  /// Ends the bytes.
  package mutating func finish() { isComplete = true }

  /// Returns the next element, or `nil` after the last one and if more bytes are needed.
  package mutating func next() throws(DocumentError) -> JSONNode? {
    try next { parser throws(DocumentError) in try parser.parseNode() }
  }

  /// Returns the result of a closure that parses the next element, or `nil` after the last one and if more bytes are
  /// needed.
  ///
  /// An element whose bytes arrive in parts may be parsed several times.
  package mutating func next<Element>(
    parse: (inout JSONParser) throws(DocumentError) -> Element
  ) throws(DocumentError) -> Element? {
    guard try reachesElement() else { return nil }
    let start = parser
    do throws(DocumentError) {
      let element = try parse(&parser)
      parser.skipWhitespace()
      if !needsMore {
        expectation = .separator
        return element
      }
    } catch {
      if !needsMore { throw error }
    }
    // An element that ends with the bytes may continue in the next ones.
    parser = start
    if parser.bytes.count - parser.index > Self.maxElementSize {
      throw DocumentError(
        at: parser.position, found: "more", expected: "an element of at most \(Self.maxElementSize) bytes")
    }
    return nil
  }

  private var needsMore: Bool { !isComplete && parser.isAtEnd }

  /// Reads brackets and commas, and returns whether an element follows.
  private mutating func reachesElement() throws(DocumentError) -> Bool {
    while true {
      parser.skipWhitespace()
      if needsMore { return false }
      switch expectation {
      case .start:
        guard parser.accept("[") else { throw parser.syntaxError(expected: array) }
        expectation = .firstElement
      case .firstElement where parser.accept("]"), .separator where parser.accept("]"): expectation = .end
      case .firstElement, .element: return true
      case .separator:
        guard parser.accept(",") else { throw parser.syntaxError(expected: "a comma or ]") }
        expectation = .element
      case .end:
        if parser.nextByte != nil { throw parser.syntaxError(expected: "the end of the text") }
        return false
      }
    }
  }
}
