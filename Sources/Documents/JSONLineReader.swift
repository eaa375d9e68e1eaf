import Values

/// Reads JSON that has one value per line, and continues after a line with an error.
package struct JSONLineReader: Sendable {
  /// A line that is not blank.
  package enum Line: Sendable {
    /// A value, whose positions are those in its line.
    case read(JSONNode, linesBefore: Int)
    /// A line that is not JSON.
    case bad(DocumentError)
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line = 0

  /// Creates a reader of JSON in UTF-8.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the value of the next line that is not blank, or `nil` at the end.
  package mutating func next() -> Line? {
    while index < bytes.count {
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let text = bytes[index..<end]
      (index, line) = (end + 1, line + 1)
      if text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      do throws(DocumentError) {
        return .read(try JSONNode(parsing: Array(text), keepingNumberText: true), linesBefore: line - 1)
      } catch {
        return .bad(error.advanced(byLines: line - 1))
      }
    }
    return nil
  }
}

extension TextPosition {
  /// Returns the position in the given number of lines further down.
  package func advanced(byLines lines: Int) -> TextPosition { TextPosition(line: line + lines, column: column) }
}

extension DocumentError {
  /// Returns the error for the same place in a document that has the given number of lines before the text.
  package func advanced(byLines lines: Int) -> DocumentError {
    DocumentError(at: position.advanced(byLines: lines), found: found, expected: expected, kind: kind)
  }
}
