import Values

/// The text that is parsed, with the current position and the arguments for its placeholders.
struct SourceScanner {
  let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var offset = 0
  private(set) var position = TextPosition()
  private var arguments: ArraySlice<ConditionArgument>
  private let argumentCount: Int
  /// The indices of interpolated arguments, or `nil` if the placeholders are written in the text.
  private let insertionOffsets: Set<Int>?

  init(_ text: String, arguments: [ConditionArgument], insertedAt insertions: Set<Int>? = nil) {
    bytes = Array(text.utf8)
    self.arguments = arguments[...]
    argumentCount = arguments.count
    self.insertionOffsets = insertions
  }

  var nextByte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func byte(atDistance distance: Int) -> UInt8? { offset + distance < bytes.count ? bytes[offset + distance] : nil }

  func hasNext(_ mark: String) -> Bool { bytes[offset...].starts(with: mark.utf8) }

  /// Advances by ASCII characters, none of which ends a line.
  mutating func advance(by count: Int = 1) {
    offset += count
    position.column += count
  }

  /// Advances by one scalar.
  mutating func advanceByScalar() {
    let byte = bytes[offset]
    offset += 1
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    position.advance(past: byte, next: nextByte)
  }

  /// The next scalar.
  var nextScalar: Unicode.Scalar? {
    guard let byte = nextByte else { return nil }
    if byte < 0x80 { return Unicode.Scalar(byte) }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    return String(decoding: bytes[offset..<min(offset + length, bytes.count)], as: UTF8.self).unicodeScalars.first
  }

  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension SourceScanner {
  /// A Boolean value that indicates whether the next placeholder is an interpolated argument.
  var isAtInsertion: Bool { insertionOffsets?.contains(offset) ?? false }

  /// Returns the next argument.
  mutating func nextArgument(for mark: String, at position: TextPosition) throws(ConditionError) -> ConditionArgument {
    guard let argument = arguments.popFirst() else {
      let given = argumentCount == 1 ? "1 is" : "\(argumentCount) are"
      throw ConditionError(
        at: position, found: "no more arguments", expected: "an argument for \(mark)", hint: "\(given) given")
    }
    return argument
  }

  /// Throws an error for a written placeholder in an interpolated text, in which every argument already has a position.
  func rejectPlaceholderInInterpolation(_ mark: String, isInserted: Bool, at position: TextPosition)
    throws(ConditionError)
  {
    if insertionOffsets == nil || isInserted { return }
    throw ConditionError(
      at: position, found: mark, expected: "an interpolated value", hint: "there are no other arguments")
  }

  func rejectUnusedArguments() throws(ConditionError) {
    if arguments.isEmpty { return }
    let used = argumentCount - arguments.count
    throw ConditionError(
      at: position, found: "\(argumentCount)", expected: "\(used) argument\(used == 1 ? "" : "s")",
      hint: "a placeholder in quotation marks is text and takes no argument")
  }
}
