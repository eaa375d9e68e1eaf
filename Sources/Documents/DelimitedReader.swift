internal import Values

/// Finds the fields in lines of them.
struct DelimitedReader {
  static let quote = UInt8(ascii: "\"")
  static func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var place = 0
  /// How many fields the first line has.
  private(set) var width = 0

  init(_ bytes: [UInt8], _ separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
  }

  /// All fields, line by line, of which each has as many as the first.
  mutating func fields() throws(DocumentFault) -> [DelimitedText.Field] {
    if let place = bytes.firstFaultInUTF8 {
      throw fault(at: place, found: bytes[place].asHexadecimal, expected: "text in UTF-8")
    }
    var fields: [DelimitedText.Field] = []
    while place < bytes.count {
      if Self.isEnd(bytes[place]) { endLine() } else { try line(into: &fields) }
    }
    return fields
  }

  private mutating func line(into fields: inout [DelimitedText.Field]) throws(DocumentFault) {
    let (start, first) = (place, fields.count)
    while true {
      fields.append(place < bytes.count && bytes[place] == Self.quote ? try quoted() : plain())
      guard place < bytes.count, bytes[place] == separator else { break }
      place += 1
    }
    if place < bytes.count { endLine() }
    let count = fields.count - first
    if width == 0 { width = count }
    if count == width { return }
    // What is too much is pointed at, and of what is too little the line.
    throw fault(
      at: count < width ? start : fields[first + width].range.lowerBound, found: count.fields,
      expected: "\(width.fields), as in the first line")
  }

  private mutating func plain() -> DelimitedText.Field {
    let start = place
    while place < bytes.count, bytes[place] != separator, !Self.isEnd(bytes[place]) { place += 1 }
    return .init(range: start..<place, isQuoted: false, isEscaped: false)
  }

  private mutating func quoted() throws(DocumentFault) -> DelimitedText.Field {
    let start = place
    var isEscaped = false
    place += 1
    while true {
      guard let end = bytes[place...].firstIndex(of: Self.quote) else {
        throw fault(at: start, found: "a quotation mark without its other", expected: "a closing quotation mark")
      }
      place = end + 1
      guard place < bytes.count else { break }
      if bytes[place] == Self.quote {
        isEscaped = true
        place += 1
      } else if bytes[place] == separator || Self.isEnd(bytes[place]) {
        break
      } else {
        throw fault(
          at: place, found: "more behind the closing quotation mark",
          expected: "a separator, the end of the line, or the quotation mark twice to stand for itself")
      }
    }
    return .init(range: start + 1..<place - 1, isQuoted: true, isEscaped: isEscaped)
  }

  private mutating func endLine() {
    let isBoth = bytes[place] == UInt8(ascii: "\r") && place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n")
    place += isBoth ? 2 : 1
  }

  private func fault(at place: Int, found: String, expected: String) -> DocumentFault {
    DocumentFault(at: TextPosition(at: place, in: bytes), found: found, expected: expected)
  }
}

extension Int {
  fileprivate var fields: String { "\(self) field\(self == 1 ? "" : "s")" }
}

extension UInt8 {
  fileprivate var asHexadecimal: String {
    "the byte \(self < 16 ? "0" : "")\(String(self, radix: 16, uppercase: true))"
  }
}

extension [UInt8] {
  /// Where the first byte stands that belongs to no scalar.
  fileprivate var firstFaultInUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}
