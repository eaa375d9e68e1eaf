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
  /// The line it is in, and beneath it a caret.
  ///
  /// Of a long line only what is around the place is shown. What a terminal would obey instead of printing it is written
  /// out, a tab is one space, and the caret minds wide characters. Where many places are to be shown, ``TextLines`` is
  /// quicker.
  public func pointed(in text: String) -> String { TextLines(text).pointed(self) }
}

/// The lines of a text, for pointing at many places in it.
public struct TextLines: Sendable {
  /// How much of a long line is shown on either side.
  private static let reach = 40

  /// The scalars of each line, without what ends it.
  package let lines: [ArraySlice<Unicode.Scalar>]

  /// Takes a text apart; a line ends with a line feed, a carriage return, or both.
  ///
  /// - Complexity: O(*n*) for a text of *n* scalars.
  public init(_ text: String) {
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
  public func pointed(_ position: TextPosition) -> String {
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

extension String {
  /// The text in one line of what can be seen, with a tab as one space.
  package var printable: String {
    var shown = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\t": shown += " "
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
