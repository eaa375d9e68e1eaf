import Values

/// Lines of text, none of which is wider than a number of terminal columns.
///
/// Characters that a terminal could interpret, or that change the direction of text, are escaped.
package struct WrappedLines {
  /// The number of columns, which is at least 1, or `nil` if lines can have any length.
  package let width: Int?
  /// Returns the text of a command.
  package let commandText: (Invocation) -> String
  package private(set) var lines: [String] = []
  /// How much further the lines of a text after the first one are indented.
  private let hangingIndent: Int

  package init(
    width: Int?, hangingIndent: Int = 2, commandText: @escaping (Invocation) -> String = { $0.path }
  ) {
    self.width = width.map { max(1, $0) }
    self.hangingIndent = hangingIndent
    self.commandText = commandText
  }

  /// All lines but an empty one at the end, each with a line feed.
  package var text: String { (lines.last == "" ? lines.dropLast() : lines[...]).map { $0 + "\n" }.joined() }

  /// Appends an empty line, unless it would be the first one or follow an empty one.
  package mutating func appendSeparator() {
    if lines.last?.isEmpty == false { lines.append("") }
  }

  /// Appends a line that is known to fit and to contain no control characters.
  package mutating func append(fittedLine line: String) { lines.append(line) }

  /// Appends a text, wrapped at words.
  package mutating func append(_ text: String, indent: Int = 0) {
    let text = text.escapedForTerminal
    if let width, text.terminalWidth > width - indent {
      append(pieces: text.split(separator: " ").map(String.init), separator: " ", indent: indent)
    } else {
      lines.append(.spaces(indent) + text)
    }
  }

  /// Appends the lines of a text, each wrapped at words.
  package mutating func append(linesOf text: String, indent: Int = 0) {
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      append(String(line), indent: indent)
    }
  }

  /// Appends pieces in one line, or in several lines if they do not fit.
  ///
  /// A piece is divided only if it is wider than a line. Lines after the first one are indented further by the hanging indent.
  package mutating func append(pieces: [String], separator: String = "  ", indent: Int = 0) {
    var line = LineBuffer(width: width, indent: indent, hangingIndent: hangingIndent)
    for piece in pieces { line.append(piece.escapedForTerminal, separator: separator, to: &lines) }
    line.end(to: &lines)
  }
}

/// A line to which pieces are appended until it is full.
private struct LineBuffer {
  let width: Int
  /// The indentation of the next line.
  private var indent: Int
  private var text: String
  private var usedWidth: Int
  private var isEmpty = true

  init(width: Int?, indent: Int, hangingIndent: Int) {
    self.width = width ?? .max
    (text, usedWidth) = ("", 0)
    self.indent = indent
    begin()
    self.indent = indent + hangingIndent
  }

  /// Begins a line, indented if that leaves room for a short word.
  private mutating func begin() {
    usedWidth = indent <= width - 8 ? indent : 0
    (text, isEmpty) = (.spaces(usedWidth), true)
  }

  mutating func end(to lines: inout [String]) {
    if isEmpty { return }
    lines.append(text)
    begin()
  }

  package mutating func append(_ piece: String, separator: String, to lines: inout [String]) {
    let pieceWidth = piece.terminalWidth
    if !isEmpty, pieceWidth + separator.utf8.count > width - usedWidth { end(to: &lines) }
    if !isEmpty { append(separator, width: separator.utf8.count) }
    if pieceWidth <= width - usedWidth { return append(piece, width: pieceWidth) }
    for character in piece {
      // A wide character does not fit into a line of one column.
      let characterWidth = character.terminalWidth
      let (shown, shownWidth) = characterWidth > width ? ("…", 1) : (String(character), characterWidth)
      if shownWidth > width - usedWidth { end(to: &lines) }
      // Some characters of several scalars fit only without indentation.
      if shownWidth > width - usedWidth { (text, usedWidth) = ("", 0) }
      append(shown, width: shownWidth)
    }
  }

  private mutating func append(_ part: String, width: Int) {
    text += part
    usedWidth += width
    isEmpty = false
  }
}

extension String {
  /// Returns a number of spaces.
  package static func spaces(_ count: Int) -> String { String(repeating: " ", count: Swift.max(0, count)) }

  /// Returns `title: text`, or the text if there is no title.
  package static func labeled(_ title: String, _ text: String) -> String {
    title.isEmpty ? text : text.isEmpty ? "\(title):" : "\(title): \(text)"
  }
}
