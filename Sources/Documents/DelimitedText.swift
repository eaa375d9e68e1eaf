import Values

/// The character between the fields of a line.
public enum FieldSeparator: UInt8, Hashable, Sendable, CaseIterable {
  /// The separator of CSV.
  case comma = 0x2C
  /// The separator of TSV.
  case tab = 0x09
  /// The separator of CSV in countries where the decimal separator is a comma.
  case semicolon = 0x3B
}

/// Lines of fields in CSV or TSV.
///
/// ```swift
/// let text = try DelimitedText(parsing: Array("name,price\nLamp,19.99\n".utf8))
/// text.texts(ofLine: 1)  // ["Lamp", "19.99"]
/// ```
///
/// - A quoted field may contain separators, line endings and doubled quotation marks. A quotation mark inside an
///   unquoted field is an ordinary character.
/// - A line ends with a line feed, a carriage return, or both. Empty lines are skipped.
/// - Every line has as many fields as the first.
/// - A byte order mark at the beginning is ignored and does not count in positions.
public struct DelimitedText: Sendable {
  /// One field, as a range of the text.
  ///
  /// Its text is created on demand: the texts of a large file would take as much memory as the file.
  public struct Field: Hashable, Sendable {
    /// The bytes of the field, without the enclosing quotation marks.
    package let range: Range<Int>
    /// A Boolean value that indicates whether the field is quoted.
    public let isQuoted: Bool
  }

  /// The character between the fields.
  public let separator: FieldSeparator
  /// The number of fields in a line.
  public let columnCount: Int
  /// The number of lines.
  public let lineCount: Int
  private let fields: [Field]
  private let bytes: [UInt8]

  /// Parses delimited text.
  ///
  /// If no separator is given, it is the one that occurs most often in the first line.
  public init(parsing bytes: [UInt8], separator: FieldSeparator? = nil) throws(DocumentError) {
    let bytes = bytes.withoutBOM
    let separator = separator ?? FieldSeparator(inferredFrom: bytes)
    var parser = DelimitedParser(bytes, separator: separator.rawValue)
    self.separator = separator
    fields = try parser.parseFields()
    columnCount = parser.columnCount
    lineCount = columnCount == 0 ? 0 : fields.count / columnCount
    self.bytes = bytes
  }

  /// Returns the field in a line and a column, both counted from 0.
  public subscript(line: Int, column: Int) -> Field { fields[line * columnCount + column] }

  /// Returns the texts of the fields in a line.
  public func fieldTexts(ofLine line: Int) -> [String] { (0..<columnCount).map { text(of: self[line, $0]) } }

  /// Returns the text of a field.
  public func text(of field: Field) -> String {
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

  /// Returns the position at which a field begins.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes before the field.
  public func position(of field: Field) -> TextPosition {
    TextPosition(ofByteAt: field.range.lowerBound - (field.isQuoted ? 1 : 0), in: bytes)
  }
}

extension FieldSeparator {
  /// Creates the separator that occurs most often in the first line, outside of quotation marks.
  init(inferredFrom bytes: [UInt8]) {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == DelimitedParser.quote { isQuoted.toggle() }
      if isQuoted { continue }
      if DelimitedParser.isLineEnd(byte), !counts.isEmpty { break }
      counts[byte, default: 0] += 1
    }
    // Of separators that occur equally often, this is the first case.
    self = Self.allCases.max { counts[$0.rawValue, default: 0] < counts[$1.rawValue, default: 0] } ?? .comma
  }
}
