import Tables
import Values

/// A text of one line with its width in terminal columns.
package struct FittedText {
  package let text: String
  package let width: Int
  /// The end of the text that remains if the text is shortened.
  private let mark: String

  /// Creates a text with a mark at its end, and escapes invisible characters.
  package init(_ text: String, mark: String = "") {
    self.mark = mark.isEmpty ? "" : " " + mark.escapedForTerminal
    self.text = text.escapedForTerminal + self.mark
    width = self.text.terminalWidth
  }

  /// Returns the text, shortened if necessary, with the spaces before and after it that fill a number of columns.
  package func fitted(to columns: Int, _ alignment: ColumnAlignment) -> (before: String, text: String, after: String) {
    let isTooWide = width > columns
    let shown = isTooWide ? shortened(to: columns) : text
    let space = columns - (isTooWide ? shown.terminalWidth : width)
    return switch alignment {
    case .leading: ("", shown, .spaces(space))
    case .center: (.spaces(space / 2), shown, .spaces(space - space / 2))
    case .trailing: (.spaces(space), shown, "")
    }
  }

  private func shortened(to columns: Int) -> String {
    let room = columns - mark.terminalWidth
    guard room > 1 else { return text.shortened(toTerminalWidth: columns) }
    return String(text.dropLast(mark.count)).shortened(toTerminalWidth: room) + mark
  }
}

/// The widths and alignments of columns.
package struct ColumnLayout {
  /// The width below which no column is shrunk.
  package static let minimumWidth = 6
  private static let separator = "  "

  package let widths: [Int]
  package let alignments: [ColumnAlignment]

  /// Creates a layout with known widths.
  package init(widths: [Int], alignments: [ColumnAlignment]) { (self.widths, self.alignments) = (widths, alignments) }

  /// Returns the layout of lines of cells, or `nil` if not even the minimum widths fit.
  ///
  /// Columns are as wide as their widest cell if that fits. Otherwise the widest ones are shrunk first.
  package static func fitting(
    _ lines: some Sequence<[FittedText]>, alignments: [ColumnAlignment], into available: Int?
  ) -> ColumnLayout? {
    var natural: [Int] = []
    for line in lines {
      for (index, cell) in line.enumerated() {
        if index == natural.count { natural.append(0) }
        natural[index] = max(natural[index], cell.width)
      }
    }
    let gaps = separator.utf8.count * max(0, natural.count - 1)
    return shrink(natural, to: available.map { $0 - gaps }).map { ColumnLayout(widths: $0, alignments: alignments) }
  }

  /// Returns the widths of columns with the widest ones shrunk until all fit, or `nil` if not even the minimum widths do.
  package static func shrink(_ widths: [Int], to available: Int?) -> [Int]? {
    guard let available, widths.reduce(0, +) > available else { return widths }
    func total(limit: Int) -> Int { widths.reduce(0) { $0 + min($1, limit) } }
    guard total(limit: minimumWidth) <= available else { return nil }
    // The greatest limit under which the columns fit.
    var (fitting, tooGreat) = (minimumWidth, widths.max() ?? minimumWidth)
    while tooGreat - fitting > 1 {
      let middle = (fitting + tooGreat) / 2
      if total(limit: middle) <= available { fitting = middle } else { tooGreat = middle }
    }
    // The first columns take the rest, which is less than one for each shrunk column.
    var rest = available - total(limit: fitting)
    return widths.map { width in
      if width <= fitting || rest == 0 { return min(width, fitting) }
      rest -= 1
      return fitting + 1
    }
  }

  /// Returns a line of cells.
  package func line(of cells: [FittedText]) -> String {
    // Empty cells at the end are left out, and there is no space after the last text.
    guard let last = cells.lastIndex(where: { !$0.text.isEmpty }) else { return "" }
    return cells[...last].enumerated().map { index, cell in
      let fitted = cell.fitted(to: widths[index], index < alignments.count ? alignments[index] : .leading)
      return fitted.before + fitted.text + (index == last ? "" : fitted.after)
    }.joined(separator: Self.separator)
  }
}
