import Values

/// Finds the fields in lines of delimited text.
struct DelimitedParser {
  static let quote = UInt8(ascii: "\"")
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private let bytes: [UInt8]
  private let separator: UInt8
  private(set) var index: Int

  init(_ bytes: [UInt8], separator: FieldSeparator, index: Int = 0) {
    self.bytes = bytes
    self.separator = separator.byte
    self.index = index
  }

  /// Parses all lines, and returns where each begins and the number of fields in each.
  mutating func parseLines(_ ragged: RaggedLines) throws(DocumentError) -> (starts: [Int], columnCount: Int) {
    var starts: [Int] = []
    var columnCount = 0
    var fields: [DelimitedText.Field] = []
    skipLineEnds()
    while index < bytes.count {
      let start = index
      if let problem = parseLine(into: &fields) {
        throw problem.error(at: TextPosition(ofByteAt: problem.index, in: bytes))
      }
      if fields.count != columnCount, !starts.isEmpty, ragged == .refuse {
        throw fieldCountError(fields, lineStart: start, expected: columnCount)
      }
      columnCount = max(columnCount, fields.count)
      starts.append(start)
      skipLineEnds()
    }
    return (starts, columnCount)
  }

  /// An error in a line, with the index of its byte.
  enum Problem {
    case unterminatedQuote(at: Int)
    case textAfterQuote(at: Int)

    var index: Int {
      switch self {
      case .unterminatedQuote(let index), .textAfterQuote(let index): index
      }
    }

    func error(at position: TextPosition) -> DocumentError {
      switch self {
      case .unterminatedQuote:
        DocumentError(at: position, found: "an unterminated quoted field", expected: "a closing quotation mark")
      case .textAfterQuote:
        DocumentError(
          at: position, found: "more text after the closing quotation mark",
          expected: "a separator or the end of the line, or a doubled quotation mark inside the field")
      }
    }
  }

  /// Replaces the elements of an array by the fields of the line at the index, and advances to the end of the line.
  mutating func parseLine(into fields: inout [DelimitedText.Field]) -> Problem? {
    fields.removeAll(keepingCapacity: true)
    while true {
      if index < bytes.count, bytes[index] == Self.quote {
        if let problem = parseQuotedField(appendingTo: &fields) { return problem }
      } else {
        parseUnquotedField(appendingTo: &fields)
      }
      guard index < bytes.count, bytes[index] == separator else { return nil }
      index += 1
    }
  }

  private mutating func parseUnquotedField(appendingTo fields: inout [DelimitedText.Field]) {
    var end = index
    while end < bytes.count, bytes[end] != separator, !Self.isLineEnd(bytes[end]) { end += 1 }
    fields.append(.init(range: index..<end, isQuoted: false))
    index = end
  }

  private mutating func parseQuotedField(appendingTo fields: inout [DelimitedText.Field]) -> Problem? {
    let start = index
    index += 1
    while true {
      guard let end = bytes[index...].firstIndex(of: Self.quote) else { return .unterminatedQuote(at: start) }
      index = end + 1
      if index < bytes.count, bytes[index] == Self.quote {
        index += 1
        continue
      }
      fields.append(.init(range: start + 1..<end, isQuoted: true))
      let isEnd = index == bytes.count || bytes[index] == separator || Self.isLineEnd(bytes[index])
      return isEnd ? nil : .textAfterQuote(at: index)
    }
  }

  mutating func skipLineEnds() { while index < bytes.count, Self.isLineEnd(bytes[index]) { index += 1 } }
}

extension DelimitedParser {
  /// Advances to the end of the line, after an error in it.
  mutating func skipRestOfLine() { while index < bytes.count, !Self.isLineEnd(bytes[index]) { index += 1 } }

  /// Returns an error that points at the first excess field, or at the line if fields are missing.
  private func fieldCountError(
    _ fields: [DelimitedText.Field], lineStart: Int, expected count: Int
  ) -> DocumentError {
    func text(_ count: Int) -> String { count.counted("field") }
    let place = fields.count < count ? lineStart : fields[count].range.lowerBound - (fields[count].isQuoted ? 1 : 0)
    return DocumentError(
      at: TextPosition(ofByteAt: place, in: bytes), found: text(fields.count),
      expected: "\(text(count)), as in the first line", kind: .fieldCount)
  }
}
