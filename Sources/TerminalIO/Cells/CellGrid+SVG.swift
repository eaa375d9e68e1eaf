extension CellGrid {
  /// Returns a picture of the grid in the SVG format, for documentation.
  ///
  /// Equal grids have equal pictures. Each run of characters of one style is one element.
  /// - Parameters:
  ///   - foreground: The default color of text, such as `#d4d4d4`.
  ///   - background: The default color behind text.
  /// - Returns: The text of an SVG file.
  public func svg(foreground: String = "#d4d4d4", background: String = "#1e1e1e") -> String {
    let (width, height) = (size.columns * Self.cellWidth, size.rows * Self.cellHeight)
    var picture = SVGPicture(foreground: foreground, background: background)
    for row in 0..<size.rows {
      for run in runs(ofRow: row) { picture.append(run, row: row) }
    }
    if let cursor, CellArea(size).contains(column: cursor.column, row: cursor.row) { picture.append(cursor) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13.3" fill="\(foreground)" \
      xml:space="preserve">
      <rect width="\(width)" height="\(height)" fill="\(background)"/>
      \((picture.backgrounds + picture.texts).map { $0 + "\n" }.joined())</svg>

      """
  }

  fileprivate static let cellWidth = 8
  fileprivate static let cellHeight = 16

  /// Characters of one style, which are drawn together.
  fileprivate struct Run {
    var column: Int
    var columns: Int
    var text: String
    var style: TextStyle
    /// Whether the characters are as wide as those of the font.
    var isRegular: Bool
  }

  private func runs(ofRow row: Int) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in self[row: row].enumerated() where cell.width > 0 {
      let isRegular = cell.isPlain && cell.width == 1
      if isRegular, let last = runs.last, last.isRegular, last.style == cell.style {
        runs[runs.count - 1].text += text(of: cell)
        runs[runs.count - 1].columns += 1
      } else {
        runs.append(
          Run(
            column: column, columns: Int(cell.width), text: text(of: cell), style: cell.style, isRegular: isRegular))
      }
    }
    return runs
  }
}

private struct SVGPicture {
  let foreground: String
  let background: String
  var backgrounds: [String] = []
  var texts: [String] = []

  mutating func append(_ run: CellGrid.Run, row: Int) {
    let isReversed = run.style.attributes.contains(.reverse)
    var (front, back) = (run.style.foreground.svg ?? foreground, run.style.background.svg ?? background)
    if isReversed { (front, back) = (back, front) }
    if back != background {
      backgrounds.append(rectangle(column: run.column, row: row, columns: run.columns, fill: back))
    }
    appendText(run, row: row, fill: front == foreground ? "" : #" fill="\#(front)""#)
  }

  private mutating func appendText(_ run: CellGrid.Run, row: Int, fill: String) {
    var (text, column, columns) = (run.text[...], run.column, run.columns)
    if run.style.attributes.isDisjoint(with: [.underline, .strikethrough]) {
      while text.first == " " { (text, column, columns) = (text.dropFirst(), column + 1, columns - 1) }
      while text.last == " " { (text, columns) = (text.dropLast(), columns - 1) }
    }
    if text.isEmpty { return }
    let place = #"x="\#(column * CellGrid.cellWidth)" y="\#(row * CellGrid.cellHeight + 12)""#
    let length = #"textLength="\#(columns * CellGrid.cellWidth)" lengthAdjust="spacingAndGlyphs""#
    texts.append("<text \(place) \(length)\(fill)\(run.style.attributes.svg)>\(String(text).escapedForXML)</text>")
  }

  mutating func append(_ cursor: TerminalCursor) {
    let (x, y) = (cursor.column * CellGrid.cellWidth, cursor.row * CellGrid.cellHeight)
    switch cursor.shape {
    case .block: texts.append(#"<rect x="\#(x)" y="\#(y)" width="8" height="16" fill-opacity=".5"/>"#)
    case .underline: texts.append(#"<rect x="\#(x)" y="\#(y + 14)" width="8" height="2"/>"#)
    case .bar: texts.append(#"<rect x="\#(x)" y="\#(y)" width="2" height="16"/>"#)
    }
  }

  private func rectangle(column: Int, row: Int, columns: Int, fill: String) -> String {
    let (x, y) = (column * CellGrid.cellWidth, row * CellGrid.cellHeight)
    return #"<rect x="\#(x)" y="\#(y)" width="\#(columns * CellGrid.cellWidth)" height="16" fill="\#(fill)"/>"#
  }
}

extension TerminalColor {
  /// The color as in a style sheet, or `nil` for the default.
  fileprivate var svg: String? {
    switch form {
    case .default: nil
    case .palette(let number): RGB(paletteNumber: number).svg
    case .rgb(let color): color.svg
    }
  }
}

extension RGB {
  fileprivate var svg: String {
    "#" + String(1 << 24 | red << 16 | green << 8 | blue, radix: 16).dropFirst()
  }
}

extension TextAttributes {
  fileprivate var svg: String {
    var text = contains(.bold) ? #" font-weight="bold""# : ""
    if contains(.italic) { text += #" font-style="italic""# }
    if contains(.dim) { text += #" fill-opacity=".6""# }
    let lines = (contains(.underline) ? ["underline"] : []) + (contains(.strikethrough) ? ["line-through"] : [])
    if !lines.isEmpty { text += #" text-decoration="\#(lines.joined(separator: " "))""# }
    return text
  }
}

extension String {
  fileprivate var escapedForXML: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      default: text.append(character)
      }
    }
  }
}
