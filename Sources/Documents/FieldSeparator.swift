/// The character between the fields of a line.
public struct FieldSeparator: Hashable, Sendable {
  let byte: UInt8

  /// The separator of CSV.
  public static let comma = FieldSeparator(byte: UInt8(ascii: ","))
  /// The separator of TSV.
  public static let tab = FieldSeparator(byte: UInt8(ascii: "\t"))
  /// The separator of CSV in countries where the decimal separator is a comma.
  public static let semicolon = FieldSeparator(byte: UInt8(ascii: ";"))
  /// The separator of many exports of databases.
  public static let pipe = FieldSeparator(byte: UInt8(ascii: "|"))

  /// The separators that are inferred from the first line of a text.
  public static let inferable: [FieldSeparator] = [.comma, .tab, .semicolon, .pipe]

  private init(byte: UInt8) { self.byte = byte }

  /// Creates a separator from an ASCII character.
  ///
  /// The result is `nil` for any other text, and for a quotation mark and a line ending.
  public init?(_ character: String) {
    guard character.utf8.count == 1, let byte = character.utf8.first, byte < 0x80, byte != DelimitedParser.quote,
      !DelimitedParser.isLineEnd(byte)
    else { return nil }
    self.byte = byte
  }

  /// Creates the separator that occurs most often in the first line, outside of quoted fields.
  ///
  /// Of separators that occur equally often, this is the first one.
  init(inferredFrom bytes: [UInt8]) {
    var counts: [Int] = Self.inferable.map { _ in 0 }
    var index = bytes.firstIndex { !DelimitedParser.isLineEnd($0) } ?? bytes.count
    var isFieldStart = true
    while index < bytes.count, !DelimitedParser.isLineEnd(bytes[index]) {
      if isFieldStart, bytes[index] == DelimitedParser.quote, let end = Self.endOfQuotedField(at: index, in: bytes) {
        (index, isFieldStart) = (end, false)
        continue
      }
      let separator = Self.inferable.firstIndex { $0.byte == bytes[index] }
      if let separator { counts[separator] += 1 }
      (index, isFieldStart) = (index + 1, separator != nil)
    }
    self = counts.indices.max { counts[$0] < counts[$1] }.map { Self.inferable[$0] } ?? .comma
  }

  /// Returns the index after the closing quotation mark, or `nil` if the field is not terminated.
  private static func endOfQuotedField(at start: Int, in bytes: [UInt8]) -> Int? {
    var index = start + 1
    while let end = bytes[index...].firstIndex(of: DelimitedParser.quote) {
      index = end + 1
      guard index < bytes.count, bytes[index] == DelimitedParser.quote else { return index }
      index += 1
    }
    return nil
  }
}

/// What to do with lines that have more or fewer fields than the first line.
public enum RaggedLines: String, Hashable, Sendable, CaseIterable {
  /// Such a line is an error.
  case refuse
  /// Every line gets as many fields as the longest one. The missing fields are empty.
  case pad
}
