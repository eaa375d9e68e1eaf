import Values

/// A character encoding of a file.
public enum TextEncoding: String, Hashable, Codable, Sendable, CaseIterable {
  /// UTF-8.
  case utf8 = "utf-8"
  /// ISO 8859-1, in which every byte is a character.
  case latin1 = "latin-1"
  /// The encoding of western versions of Windows, which contains Latin-1, the euro and typographic quotation marks.
  case windows1252 = "windows-1252"
  /// UTF-16, in little-endian order unless a byte order mark says otherwise.
  case utf16 = "utf-16"

  /// Returns the text of a file in UTF-8, without a byte order mark.
  ///
  /// A byte order mark determines the encoding, even if another one is given. Without both, the text is UTF-8.
  public static func decode(_ bytes: [UInt8], as encoding: TextEncoding? = nil) throws(DocumentError) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) { return try decodeUTF16(bytes.dropFirst(2), isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try decodeUTF16(bytes.dropFirst(2), isBigEndian: true) }
    let text = bytes.withoutBOM
    switch text.count < bytes.count ? .utf8 : encoding ?? .utf8 {
    case .utf8:
      try utf8.validate(text)
      return text
    case .latin1: return Array(String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })).utf8)
    case .windows1252: return try decodeWindows1252(text)
    case .utf16: return try decodeUTF16(text[...], isBigEndian: false)
    }
  }

  /// Throws an error for the first byte that is not part of a text in UTF-8.
  func validate(_ bytes: [UInt8]) throws(DocumentError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let place = error.byteOffsets.lowerBound
      throw Self.utf8.error(found: bytes[place], at: TextPosition(ofByteAt: place, in: bytes))
    }
  }

  private func error(found byte: UInt8, at position: TextPosition) -> DocumentError {
    let digits = String(byte, radix: 16, uppercase: true)
    let name = self == .windows1252 ? "Windows-1252" : "UTF-8"
    return DocumentError(at: position, found: "the byte \(digits)", expected: "text in \(name)", kind: .encoding)
  }

  private static func decodeWindows1252(_ bytes: [UInt8]) throws(DocumentError) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for (index, byte) in bytes.enumerated() {
      guard (0x80...0x9F).contains(byte) else {
        text.append(Unicode.Scalar(byte))
        continue
      }
      let scalar = windows1252Scalars[Int(byte) - 0x80]
      if scalar == "\0" {
        // Every byte is one column.
        let before = bytes[..<index].map { $0 < 0x80 ? $0 : UInt8(ascii: "x") }
        throw windows1252.error(found: byte, at: TextPosition(ofByteAt: index, in: before))
      }
      text.append(scalar)
    }
    return Array(String(text).utf8)
  }

  /// The characters of the bytes from 80 to 9F, with zeros in place of the unassigned ones.
  private static let windows1252Scalars = Array(
    "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ".unicodeScalars)

  private static func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(DocumentError) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    let isWhole = bytes.count.isMultiple(of: 2)
    if isWhole, let text = String(validating: units, as: UTF16.self) { return Array(text.utf8) }
    var decoder = UTF16()
    var iterator = units.makeIterator()
    var decoded: [UInt8] = []
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { decoded += Array(String(scalar).utf8) }
    throw DocumentError(
      at: TextPosition(ofByteAt: decoded.count, in: decoded),
      found: isWhole ? "half a character" : "an incomplete unit",
      expected: "text in UTF-16", kind: .encoding)
  }
}
