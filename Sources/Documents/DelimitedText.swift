import Values

/// Lines of fields in CSV or TSV.
///
/// ```swift
/// let text = try DelimitedText(parsing: Array("name,price\nLamp,19.99\n".utf8))
/// text.fieldTexts(ofLine: 1)  // ["Lamp", "19.99"]
/// ```
///
/// - A quoted field may contain separators, line endings and doubled quotation marks. A quotation mark inside an
///   unquoted field is an ordinary character.
/// - A line ends with a line feed, a carriage return, or both. Empty lines are skipped, even if there is only one column:
///   write an empty field there as two quotation marks.
/// - Every line has as many fields as the first, unless ragged lines are padded.
/// - A byte order mark at the beginning is ignored and does not count in positions.
public struct DelimitedText: Sendable {
  /// One field, as a range of the text.
  public struct Field: Hashable, Sendable {
    /// The bytes of the field, without the enclosing quotation marks.
    package let range: Range<Int>
    /// A Boolean value that indicates whether the field is quoted.
    public let isQuoted: Bool

    package init(range: Range<Int>, isQuoted: Bool) {
      self.range = range
      self.isQuoted = isQuoted
    }
  }

  /// The character between the fields.
  public let separator: FieldSeparator
  /// The number of fields in a line.
  public let columnCount: Int
  /// The position of the first byte of each line.
  ///
  /// The fields of a line are found on demand: those of a large file would take more memory than the file.
  private let lineStarts: [Int]
  private let bytes: [UInt8]

  /// Parses delimited text.
  ///
  /// If no separator is given, it is the one of ``FieldSeparator/inferable`` that occurs most often in the first line.
  public init(
    parsing bytes: [UInt8], separator: FieldSeparator? = nil, raggedLines: RaggedLines = .refuse
  ) throws(DocumentError) {
    let bytes = bytes.withoutBOM
    try TextEncoding.utf8.validate(bytes)
    let separator = separator ?? FieldSeparator(inferredFrom: bytes)
    var parser = DelimitedParser(bytes, separator: separator)
    (lineStarts, columnCount) = try parser.parseLines(raggedLines)
    self.separator = separator
    self.bytes = bytes
  }

  /// The number of lines.
  public var lineCount: Int { lineStarts.count }

  /// Returns the fields in a line, counted from 0.
  public func fields(ofLine line: Int) -> [Field] {
    var fields: [Field] = []
    readFields(ofLine: line, into: &fields)
    return fields
  }

  /// Replaces the elements of an array by the fields in a line, counted from 0.
  package func readFields(ofLine line: Int, into fields: inout [Field]) {
    var parser = DelimitedParser(bytes, separator: separator, index: lineStarts[line])
    // The line has no error: all lines were parsed before.
    _ = parser.parseLine(into: &fields)
    while fields.count < columnCount { fields.append(Field(range: parser.index..<parser.index, isQuoted: false)) }
  }

  /// Returns the texts of the fields in a line.
  public func fieldTexts(ofLine line: Int) -> [String] { fields(ofLine: line).map(text(of:)) }

  /// Returns the text of a field.
  public func text(of field: Field) -> String { Self.text(of: field, in: bytes) }

  static func text(of field: Field, in bytes: [UInt8]) -> String {
    guard field.isQuoted, bytes[field.range].contains(DelimitedParser.quote) else {
      return String(decoding: bytes[field.range], as: UTF8.self)
    }
    var text: [UInt8] = []
    var isSecond = false
    for byte in bytes[field.range] {
      isSecond = byte == DelimitedParser.quote && !isSecond
      if !isSecond { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the first byte of a field, or `nil` if the field is empty.
  package func firstByte(of field: Field) -> UInt8? { field.range.isEmpty ? nil : bytes[field.range.lowerBound] }

  /// Returns the number in a field with at most 15 digits, or `nil` for any other field.
  package func shortNumber(in field: Field) -> ShortNumber? { ShortNumber(in: bytes, at: field.range) }

  /// Returns the position at which a field begins.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes before the field.
  public func position(of field: Field) -> TextPosition {
    TextPosition(ofByteAt: field.range.lowerBound - (field.isQuoted ? 1 : 0), in: bytes)
  }
}
