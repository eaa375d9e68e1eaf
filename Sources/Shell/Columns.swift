internal import Values

/// Cells in columns, each as wide as its widest.
struct Columns {
  enum Alignment { case leading, trailing }

  let titles: [(text: String, alignment: Alignment)]
  var rows: [[String]] = []

  var text: String {
    let lines = [titles.map(\.text)] + rows.map { $0.map(\.visible) }
    let widths = titles.indices.map { column in lines.map { $0[column].terminalWidth }.max() ?? 0 }
    return lines.map { line in
      let cells = line.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - line[column].terminalWidth)
        return titles[column].alignment == .leading ? line[column] + space : space + line[column]
      }
      let text = cells.joined(separator: "  ")
      return String(text.reversed().drop(while: { $0 == " " }).reversed()) + "\n"
    }.joined()
  }
}
