import ExplorerTool
import Values

/// Text in aligned columns, each as wide as its widest cell.
struct AlignedColumns {
  enum Alignment { case leading, trailing }

  let titles: [(text: String, alignment: Alignment)]
  var rows: [[String]] = []

  var text: String {
    let lines = [titles.map(\.text)] + rows.map { $0.map(\.terminalSafe) }
    let widths = lines.map { $0.map(\.terminalWidth) }
    let widest = titles.indices.map { column in widths.map { $0[column] }.max() ?? 0 }
    return zip(lines, widths).map { line, widths in
      let cells = line.indices.map { column in
        let space = String(repeating: " ", count: widest[column] - widths[column])
        return titles[column].alignment == .leading ? line[column] + space : space + line[column]
      }
      let text = cells.joined(separator: "  ")
      let end = text.utf8.lastIndex { $0 != UInt8(ascii: " ") }
      return (end.map { String(text[...$0]) } ?? "") + "\n"
    }.joined()
  }
}
