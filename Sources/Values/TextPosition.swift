/// A position in a text: a line and a column, both counted from 1.
///
/// Columns count Unicode scalars.
public struct TextPosition: Hashable, Codable, Sendable, Comparable {
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1.
  public var column: Int

  /// Creates a position.
  public init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }

  /// Returns whether the left position is before the right one.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension TextPosition: CustomStringConvertible {
  /// The position in a message, for example `line 2, column 5`.
  public var description: String { "line \(line), column \(column)" }
}

extension TextPosition {
  /// Advances past a byte of UTF-8: a line ends with a line feed, a carriage return, or both.
  package mutating func advance(past byte: UInt8, next: UInt8?) {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n") {
      self = TextPosition(line: line + 1)
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  /// Returns the line of the position and a second line with a caret below the position.
  ///
  /// A long line is cut to the text around the position. Control characters are escaped, a tab becomes a space, and the
  /// caret accounts for wide characters. To show many positions of one text, use ``TextLines``.
  package func caretExcerpt(of text: String) -> String { TextLines(text).caretExcerpt(at: self) }
}

/// The lines of a text, for showing many positions in it.
package struct TextLines: Sendable {
  /// The number of scalars of a long line that are shown on either side of the position.
  private static let maxContextLength = 40

  /// The scalars of each line, without the line ending.
  package let lines: [ArraySlice<Unicode.Scalar>]

  /// Splits a text into lines.
  ///
  /// A line ends with a line feed, a carriage return, or both.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars in the text.
  package init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var lines: [ArraySlice<Unicode.Scalar>] = []
    var (start, place) = (0, 0)
    while place < scalars.count {
      let scalar = scalars[place]
      place += 1
      guard scalar == "\n" || scalar == "\r" else { continue }
      lines.append(scalars[start..<place - 1])
      if scalar == "\r", place < scalars.count, scalars[place] == "\n" { place += 1 }
      start = place
    }
    lines.append(scalars[start...])
    self.lines = lines
  }

  /// Returns the line of a position and a second line with a caret below the position.
  ///
  /// - Complexity: O(1).
  package func caretExcerpt(at position: TextPosition) -> String {
    let line = lines.indices.contains(position.line - 1) ? lines[position.line - 1] : []
    let place = min(line.startIndex + max(position.column - 1, 0), line.endIndex)
    let (before, after) = (line[..<place], line[place...])
    let left =
      (before.count > Self.maxContextLength ? "…" : "") + Self.escapedText(of: before.suffix(Self.maxContextLength))
    let right =
      Self.escapedText(of: after.prefix(Self.maxContextLength)) + (after.count > Self.maxContextLength ? "…" : "")
    return "\(left)\(right)\n\(String(repeating: " ", count: left.terminalWidth))^"
  }

  private static func escapedText(of scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text).escapedForTerminal
  }
}
