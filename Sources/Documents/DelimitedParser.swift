import Values

/// Finds the fields in lines of delimited text.
struct DelimitedParser {
  static let quote = UInt8(ascii: "\"")
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var index = 0
  /// The number of fields in the first line.
  private(set) var columnCount = 0

  init(_ bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
  }

  /// Reads all fields, line by line.
  ///
  /// Every line has as many fields as the first.
  mutating func parseFields() throws(DocumentError) -> [DelimitedText.Field] {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      // A byte that is invalid in UTF-8 has two hexadecimal digits.
      let index = error.byteOffsets.lowerBound
      let byte = String(bytes[index], radix: 16, uppercase: true)
      throw documentError(at: index, found: "the byte \(byte)", expected: "text in UTF-8")
    }
    var fields: [DelimitedText.Field] = []
    while index < bytes.count {
      if Self.isLineEnd(bytes[index]) { skipLineEnd() } else { try parseLine(appendingTo: &fields) }
    }
    return fields
  }

  private mutating func parseLine(appendingTo fields: inout [DelimitedText.Field]) throws(DocumentError) {
    let (start, first) = (index, fields.count)
    while true {
      fields.append(index < bytes.count && bytes[index] == Self.quote ? try parseQuotedField() : parseUnquotedField())
      guard index < bytes.count, bytes[index] == separator else { break }
      index += 1
    }
    if index < bytes.count { skipLineEnd() }
    let count = fields.count - first
    if columnCount == 0 { columnCount = count }
    if count == columnCount { return }
    // Point at the first excess field, or at the line if fields are missing.
    throw documentError(
      at: count < columnCount ? start : fields[first + columnCount].range.lowerBound, found: Self.fieldCountText(count),
      expected: "\(Self.fieldCountText(columnCount)), as in the first line")
  }

  private static func fieldCountText(_ count: Int) -> String { "\(count) field\(count == 1 ? "" : "s")" }

  private mutating func parseUnquotedField() -> DelimitedText.Field {
    let start = index
    while index < bytes.count, bytes[index] != separator, !Self.isLineEnd(bytes[index]) { index += 1 }
    return .init(range: start..<index, isQuoted: false)
  }

  private mutating func parseQuotedField() throws(DocumentError) -> DelimitedText.Field {
    let start = index
    index += 1
    while true {
      guard let end = bytes[index...].firstIndex(of: Self.quote) else {
        throw documentError(at: start, found: "an unterminated quoted field", expected: "a closing quotation mark")
      }
      index = end + 1
      guard index < bytes.count else { break }
      if bytes[index] == Self.quote {
        index += 1
      } else if bytes[index] == separator || Self.isLineEnd(bytes[index]) {
        break
      } else {
        throw documentError(
          at: index, found: "more text after the closing quotation mark",
          expected: "a separator or the end of the line, or a doubled quotation mark inside the field")
      }
    }
    return .init(range: start + 1..<index - 1, isQuoted: true)
  }

  private mutating func skipLineEnd() {
    let isBoth = bytes[index] == UInt8(ascii: "\r") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
    index += isBoth ? 2 : 1
  }

  private func documentError(at place: Int, found: String, expected: String) -> DocumentError {
    DocumentError(at: TextPosition(ofByteAt: place, in: bytes), found: found, expected: expected)
  }
}
