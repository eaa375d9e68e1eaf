public import Values

/// What stands between the fields of a line.
public enum Separator: UInt8, Hashable, Sendable, CaseIterable {
  /// As in CSV.
  case comma = 0x2C
  /// As in TSV.
  case tab = 0x09
  /// As in the CSV of countries that write a comma in numbers.
  case semicolon = 0x3B
}

/// Lines of fields, as CSV and TSV have them.
///
/// ```swift
/// let text = try DelimitedText(parsing: Array("name,price\nLamp,19.99\n".utf8))
/// text.texts(ofLine: 1)  // ["Lamp", "19.99"]
/// ```
///
/// - A field in quotation marks may hold separators, ends of lines, and quotation marks written twice. A quotation mark
///   within a field that does not begin with one stands for itself.
/// - A line ends with a line feed, a carriage return, or both. A line with nothing in it is none.
/// - Every line has as many fields as the first.
/// - A byte order mark at the beginning is passed over, and no place in the text.
public struct DelimitedText: Sendable {
  /// One field, by where it stands.
  ///
  /// It holds no text, which is made when it is asked for: all texts of a large file at once would be as large again.
  public struct Field: Hashable, Sendable {
    /// The bytes between its ends, without quotation marks around them.
    package let range: Range<Int>
    /// Whether it stood in quotation marks.
    public let isQuoted: Bool
    /// Whether there are quotation marks in it, written twice.
    let isEscaped: Bool
  }

  /// What stands between the fields.
  public let separator: Separator
  /// How many fields there are in a line.
  public let width: Int
  /// How many lines there are.
  public let lineCount: Int
  private let fields: [Field]
  private let bytes: [UInt8]

  /// Reads lines of fields, or tells what is wrong with them.
  ///
  /// Where no separator is said, it is the one that the first line has most of.
  public init(parsing bytes: [UInt8], separator: Separator? = nil) throws(DocumentFault) {
    let bytes = bytes.withoutMark
    let separator = separator ?? Separator(guessedFrom: bytes)
    var reader = DelimitedReader(bytes, separator.rawValue)
    self.separator = separator
    fields = try reader.fields()
    width = reader.width
    lineCount = width == 0 ? 0 : fields.count / width
    self.bytes = bytes
  }

  /// The field in a line and a column, both from 0.
  public subscript(line: Int, column: Int) -> Field { fields[line * width + column] }

  /// The texts of a line.
  public func texts(ofLine line: Int) -> [String] { (0..<width).map { text(of: self[line, $0]) } }

  /// The text of a field.
  public func text(of field: Field) -> String {
    if !field.isEscaped { return String(decoding: bytes[field.range], as: UTF8.self) }
    var text: [UInt8] = []
    var isSecond = false
    for byte in bytes[field.range] {
      isSecond = byte == DelimitedReader.quote && !isSecond
      if !isSecond { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Where a field begins.
  ///
  /// - Complexity: O(*n*) for *n* bytes before it.
  public func position(of field: Field) -> TextPosition {
    TextPosition(at: field.range.lowerBound - (field.isQuoted ? 1 : 0), in: bytes)
  }
}

extension Separator {
  /// The one that the first line has most of, outside of quotation marks.
  init(guessedFrom bytes: [UInt8]) {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == DelimitedReader.quote { isQuoted.toggle() }
      if isQuoted { continue }
      if DelimitedReader.isEnd(byte), !counts.isEmpty { break }
      counts[byte, default: 0] += 1
    }
    // Of those that are as many, the first that is listed.
    self = Self.allCases.reduce(.comma) { best, other in
      counts[other.rawValue, default: 0] > counts[best.rawValue, default: 0] ? other : best
    }
  }
}
