/// Writes lines of fields that ``DelimitedText`` reads back unchanged.
///
/// ```swift
/// var writer = DelimitedWriter()
/// writer.writeLine(["name", "size"])
/// writer.writeLine(["Lamp, large", "12\""])
/// writer.text  // name,size\n"Lamp, large","12"""\n
/// ```
///
/// A field is quoted if it contains a line ending, a quotation mark or any separator that can be inferred: the separator
/// of the text is then inferred correctly.
public struct DelimitedWriter: Sendable {
  /// The character between the fields.
  public let separator: FieldSeparator
  /// The text that has been written.
  public private(set) var text = ""

  /// Creates a writer with an empty text.
  public init(separator: FieldSeparator = .comma) { self.separator = separator }

  /// Appends a line of fields.
  ///
  /// A missing field is written as nothing and an empty text as two quotation marks, so that they differ.
  public mutating func writeLine(_ fields: [String?]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { text.unicodeScalars.append(Unicode.Scalar(separator.byte)) }
      if let field { text += fieldText(field) }
    }
    // An empty line would be skipped when it is read.
    if fields.count == 1, fields[0] == nil { text += "\"\"" }
    text += "\n"
  }

  private func fieldText(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { byte in
      byte == separator.byte || byte == DelimitedParser.quote || DelimitedParser.isLineEnd(byte)
        || FieldSeparator.inferable.contains { $0.byte == byte }
    }
    // At the beginning of a file, the character would be a byte order mark.
    if !needsQuotes && !field.isEmpty && field.unicodeScalars.first != "\u{FEFF}" { return field }
    let parts = field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    return "\"\(parts.joined(separator: "\"\""))\""
  }
}
