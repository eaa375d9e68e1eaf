/// Writes lines of fields, which ``DelimitedText`` reads as they were.
///
/// ```swift
/// var writer = DelimitedWriter()
/// writer.write(["name", "size"])
/// writer.write(["Lamp, large", "12\""])
/// writer.text  // name,size\n"Lamp, large","12"""\n
/// ```
public struct DelimitedWriter: Sendable {
  /// What stands between the fields.
  public let separator: Separator
  /// What was written.
  public private(set) var text = ""

  /// Begins with nothing.
  public init(separator: Separator = .comma) { self.separator = separator }

  /// Writes one line, in which no field is absent.
  public mutating func write(_ fields: [String]) { write(fields.map(Optional.some)) }

  /// Writes one line.
  ///
  /// A field that is absent leaves nothing, and an empty text two quotation marks, so that the two can be told apart.
  public mutating func write(_ fields: [String?]) {
    for (place, field) in fields.enumerated() {
      if place > 0 { text.unicodeScalars.append(Unicode.Scalar(separator.rawValue)) }
      if let field { write(field) }
    }
    // A line with nothing in it would be none.
    if fields.count == 1, fields[0] == nil { text += "\"\"" }
    text += "\n"
  }

  private mutating func write(_ field: String) {
    let isPlain =
      !field.isEmpty
      && !field.utf8.contains { byte in
        byte == separator.rawValue || byte == DelimitedReader.quote || DelimitedReader.isEnd(byte)
      }
    if isPlain {
      text += field
      return
    }
    text += "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    text += "\""
  }
}
