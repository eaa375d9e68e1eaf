import Values

/// Reads delimited text line by line, and continues after a line with an error.
///
/// ``DelimitedText`` rejects a text with any error. This reader reports the error of each line, so that all of them can
/// be listed. After an unterminated quoted field nothing can be read, so that error is thrown.
package struct DelimitedRowReader: Sendable {
  /// The character between the fields.
  package let separator: FieldSeparator
  /// The number of fields in the current line.
  package var fieldCount: Int { fields.count }
  /// The position of the current line.
  package private(set) var position = TextPosition()
  private let bytes: [UInt8]
  private var parser: DelimitedParser
  private var fields: [DelimitedText.Field] = []
  /// The byte at the position.
  private var positionIndex = 0

  /// Creates a reader of a text in UTF-8 without a byte order mark.
  ///
  /// If no separator is given, it is inferred from the first line.
  package init(_ bytes: [UInt8], separator: FieldSeparator? = nil) {
    self.bytes = bytes
    self.separator = separator ?? FieldSeparator(inferredFrom: bytes)
    parser = DelimitedParser(bytes, separator: self.separator)
  }

  /// A line that was read.
  package enum Line: Equatable {
    /// A line without an error.
    case read
    /// A line with an error. Its fields are those before the error.
    case bad(DocumentError)
  }

  /// Advances to the next line that is not empty, or returns `nil` at the end of the text.
  package mutating func next() throws(DocumentError) -> Line? {
    parser.skipLineEnds()
    position = position(ofByteAt: parser.index)
    positionIndex = parser.index
    guard parser.index < bytes.count else { return nil }
    guard let problem = parser.parseLine(into: &fields) else { return .read }
    let error = problem.error(at: position(ofByteAt: problem.index))
    if case .unterminatedQuote = problem { throw error }
    parser.skipRestOfLine()
    return .bad(error)
  }

  /// Returns the text of a field of the current line, or `nil` if the line has fewer fields.
  package func text(ofField index: Int) -> String? {
    index < fields.count ? DelimitedText.text(of: fields[index], in: bytes) : nil
  }

  /// Returns the position of a field of the current line, or of the line if it has fewer fields.
  package func position(ofField index: Int) -> TextPosition {
    guard index < fields.count else { return position }
    return position(ofByteAt: fields[index].range.lowerBound - (fields[index].isQuoted ? 1 : 0))
  }

  /// Returns the position of a byte in the current line or after it.
  private func position(ofByteAt index: Int) -> TextPosition {
    var position = position
    for index in positionIndex..<index {
      position.advance(past: bytes[index], next: index + 1 < bytes.count ? bytes[index + 1] : nil)
    }
    return position
  }
}
