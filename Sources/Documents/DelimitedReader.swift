internal import Values

/// Finds the fields in lines of delimited text.
struct DelimitedParser {
  static let quote = UInt8(ascii: "\"")
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place = 0
  /// The number of fields in the first line.
  private(set) var width = 0

  init(_ bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
  }

  /// Reads all fields, line by line.
  ///
  /// Every line has as many fields as the first.
  mutating func parseFields() throws(DocumentError) -> [DelimitedText.Field] {
    if let place = bytes.firstInvalidUTF8Index {
      throw documentError(at: place, found: bytes[place].hexadecimalText, expected: "text in UTF-8")
    }
    var fields: [DelimitedText.Field] = []
    while place < bytes.count {
      if Self.isLineEnd(bytes[place]) { skipLineEnd() } else { try parseLine(appendingTo: &fields) }
    }
    return fields
  }

  private mutating func parseLine(appendingTo fields: inout [DelimitedText.Field]) throws(DocumentError) {
    let (start, first) = (place, fields.count)
    while true {
      fields.append(place < bytes.count && bytes[place] == Self.quote ? try parseQuotedField() : parseUnquotedField())
      guard place < bytes.count, bytes[place] == separator else { break }
      place += 1
    }
    if place < bytes.count { skipLineEnd() }
    let count = fields.count - first
    if width == 0 { width = count }
    if count == width { return }
    // Point at the first excess field, or at the line if fields are missing.
    throw documentError(
      at: count < width ? start : fields[first + width].range.lowerBound, found: count.fieldCountText,
      expected: "\(width.fieldCountText), as in the first line")
  }

  private mutating func parseUnquotedField() -> DelimitedText.Field {
    let start = place
    while place < bytes.count, bytes[place] != separator, !Self.isLineEnd(bytes[place]) { place += 1 }
    return .init(range: start..<place, isQuoted: false, isEscaped: false)
  }

  private mutating func parseQuotedField() throws(DocumentError) -> DelimitedText.Field {
    let start = place
    var isEscaped = false
    place += 1
    while true {
      guard let end = bytes[place...].firstIndex(of: Self.quote) else {
        throw documentError(at: start, found: "an unterminated quoted field", expected: "a closing quotation mark")
      }
      place = end + 1
      guard place < bytes.count else { break }
      if bytes[place] == Self.quote {
        isEscaped = true
        place += 1
      } else if bytes[place] == separator || Self.isLineEnd(bytes[place]) {
        break
      } else {
        throw documentError(
          at: place, found: "more text after the closing quotation mark",
          expected: "a separator or the end of the line, or a doubled quotation mark inside the field")
      }
    }
    return .init(range: start + 1..<place - 1, isQuoted: true, isEscaped: isEscaped)
  }

  private mutating func skipLineEnd() {
    let isBoth = bytes[place] == UInt8(ascii: "\r") && place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n")
    place += isBoth ? 2 : 1
  }

  private func documentError(at place: Int, found: String, expected: String) -> DocumentError {
    DocumentError(at: TextPosition(ofByteAt: place, in: bytes), found: found, expected: expected)
  }
}

extension Int {
  fileprivate var fieldCountText: String { "\(self) field\(self == 1 ? "" : "s")" }
}

extension UInt8 {
  fileprivate var hexadecimalText: String {
    "the byte \(self < 16 ? "0" : "")\(String(self, radix: 16, uppercase: true))"
  }
}

extension [UInt8] {
  /// The index of the first byte that is not valid UTF-8, or `nil` if all are.
  fileprivate var firstInvalidUTF8Index: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}
