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
  /// How much of a long line is shown on either side.
  private static let reach = 40

  /// The line it is in, and beneath it a caret.
  ///
  /// Of a long line only what is around the place is shown. What a terminal would obey instead of printing it is written
  /// out, a tab is one space, and the caret minds wide characters.
  public func pointed(in text: String) -> String {
    let (before, after) = around(in: text)
    let left = before.count > Self.reach ? "…" + Self.shown(before.suffix(Self.reach)) : Self.shown(before[...])
    let right = Self.shown(after.prefix(Self.reach)) + (after.count > Self.reach ? "…" : "")
    return "\(left)\(right)\n\(String(repeating: " ", count: left.terminalWidth))^"
  }

  /// The scalars of its line before the place, and a few of those from it on.
  private func around(in text: String) -> (before: [Unicode.Scalar], after: [Unicode.Scalar]) {
    let scalars = text.unicodeScalars
    var place = scalars.startIndex
    for _ in 1..<max(line, 1) {
      guard let end = scalars[place...].firstIndex(where: Self.endsLine) else { return ([], []) }
      place = scalars.index(after: end)
      if scalars[end] == "\r", place < scalars.endIndex, scalars[place] == "\n" { place = scalars.index(after: place) }
    }
    let rest = scalars[place...].prefix { !Self.endsLine($0) }
    return (
      rest.prefix(max(column - 1, 0)).suffix(Self.reach + 1).map(\.self),
      rest.dropFirst(max(column - 1, 0)).prefix(Self.reach + 1).map(\.self)
    )
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

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
