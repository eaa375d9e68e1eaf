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
  ///
  /// - Complexity: O(*n*) time, where *n* is the number of scalars up to the end of the line, without copying them.
  package func caretExcerpt(of text: String) -> String {
    var rest = text.unicodeScalars[...]
    for _ in 1..<max(line, 1) {
      guard let end = rest.firstIndex(where: \.isLineEnd) else {
        rest = rest[rest.endIndex...]
        break
      }
      rest = rest[rest.index(after: end)...]
      if text.unicodeScalars[end] == "\r", rest.first == "\n" { rest = rest.dropFirst() }
    }
    return caretExcerpt(ofLine: rest.prefix { !$0.isLineEnd })
  }

  /// The number of scalars of a long line that are shown on either side of the position.
  private static let maxContextLength = 40

  /// Returns the line and a second line with a caret below the position's column.
  fileprivate func caretExcerpt<Line: BidirectionalCollection<Unicode.Scalar>>(ofLine line: Line) -> String {
    let index = line.index(line.startIndex, offsetBy: max(column, 1) - 1, limitedBy: line.endIndex) ?? line.endIndex
    let (before, after) = (line[..<index], line[index...])
    let (shownBefore, shownAfter) = (before.suffix(Self.maxContextLength), after.prefix(Self.maxContextLength))
    func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      String(String.UnicodeScalarView(scalars)).escapedForTerminal
    }
    let left = (shownBefore.startIndex > before.startIndex ? "…" : "") + text(shownBefore)
    let right = text(shownAfter) + (shownAfter.endIndex < after.endIndex ? "…" : "")
    return "\(left)\(right)\n\(String(repeating: " ", count: left.terminalWidth))^"
  }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" }
}

/// The lines of a text, for showing many positions in it.
package struct TextLines: Sendable {
  /// The scalars of each line, without the line ending.
  package let lines: [ArraySlice<Unicode.Scalar>]

  /// Splits a text into lines.
  ///
  /// A line ends with a line feed, a carriage return, or both.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars in the text.
  package init(_ text: String) {
    // A carriage return and a line feed are one character.
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
      .map { Array($0.unicodeScalars)[...] }
  }

  /// Returns the line of a position and a second line with a caret below the position.
  ///
  /// - Complexity: O(1).
  package func caretExcerpt(at position: TextPosition) -> String {
    position.caretExcerpt(ofLine: lines.indices.contains(position.line - 1) ? lines[position.line - 1] : [])
  }
}
