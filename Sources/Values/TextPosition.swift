/// A place in a text: line and column, both from 1, the column in Unicode scalars.
public struct TextPosition: Hashable, Codable, Sendable, Comparable {
  /// The line.
  public var line: Int
  /// How many scalars before it in its line, and one.
  public var column: Int

  /// Makes a place of its parts.
  public init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }

  /// Tells which place comes first.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension TextPosition: CustomStringConvertible {
  /// The place, for a person.
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

  /// The line it is in, and beneath it a caret.
  ///
  /// Of a long line only what is around the place is shown. What a terminal would obey instead of printing it is written
  /// out, a tab is one space, and the caret minds wide characters. Where many places are to be shown, ``TextLines`` is
  /// quicker.
  package func pointed(in text: String) -> String { TextLines(text).pointed(self) }
}

/// The lines of a text, for pointing at many places in it.
package struct TextLines: Sendable {
  /// How much of a long line is shown on either side.
  private static let reach = 40

  /// The scalars of each line, without what ends it.
  package let lines: [ArraySlice<Unicode.Scalar>]

  /// Takes a text apart; a line ends with a line feed, a carriage return, or both.
  ///
  /// - Complexity: O(*n*) for a text of *n* scalars.
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

  /// The line a place is in, and beneath it a caret.
  ///
  /// - Complexity: O(1).
  package func pointed(_ position: TextPosition) -> String {
    let line = lines.indices.contains(position.line - 1) ? lines[position.line - 1] : []
    let place = min(line.startIndex + max(position.column - 1, 0), line.endIndex)
    let (before, after) = (line[..<place], line[place...])
    let left = (before.count > Self.reach ? "…" : "") + Self.shown(before.suffix(Self.reach))
    let right = Self.shown(after.prefix(Self.reach)) + (after.count > Self.reach ? "…" : "")
    return "\(left)\(right)\n\(String(repeating: " ", count: left.terminalWidth))^"
  }

  private static func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text).printable
  }
}
