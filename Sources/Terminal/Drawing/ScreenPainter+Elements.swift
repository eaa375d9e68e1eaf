import Interface
import PlainText
import Tables
import TerminalIO
import Values

extension ScreenPainter {
  /// Draws elements into an area.
  mutating func draw(_ elements: [Screen.Element], in area: CellArea, receivesKeys: Bool) {
    let focus = receivesKeys ? view.focus : nil
    for pane in ElementStack.panes(of: elements, in: area) {
      let items = pane.elements.map { item(for: $0, columns: pane.area.columns - 2) }
      for place in ElementStack.places(of: items, focus: focus, in: pane.area) {
        if receivesKeys { addTarget(place.area, .element(place.element.id)) }
        var inner = place.area
        inner.column += 1
        inner.columns -= 2
        draw(place.element, in: inner, isFocused: place.element.id == focus, receivesKeys: receivesKeys)
      }
      if pane.area.column > area.column {
        for row in area.row..<area.row + max(0, area.rows) { write("│", pane.area.column - 1, row, .border) }
      }
    }
  }

  func item(for element: Screen.Element, columns: Int) -> ElementStack.Item {
    switch element.content {
    case .table(let table):
      let rowCount = table.counts.filtered ?? table.counts.all ?? table.rows.count
      let lineCount = max(rowCount, table.rows.count) + (table.headers.contains(where: \.isFiltered) ? 1 : 0)
      // The header, the filters, the rows and the status.
      return .init(element: element, minimum: 5, desired: max(5, lineCount + 4))
    case .form(let form):
      let count = FormLines(form, isFocused: false, width: columns).lines.count
      return .init(element: element, minimum: min(3, count), desired: count)
    case .counters(let counters):
      let count = counters.reduce(0) { $0 + 1 + ($1.error == nil ? 0 : 1) }
      return .init(element: element, minimum: min(2, count), desired: count)
    case .chart(let chart):
      let count = 1 + max(1, chart.bars.count) + (chart.error == nil ? 0 : 1)
      return .init(element: element, minimum: min(2, count), desired: min(count, 16))
    case .text:
      let count = element.lines(width: columns).count
      return .init(element: element, minimum: min(1, count), desired: count)
    }
  }

  private mutating func draw(_ element: Screen.Element, in area: CellArea, isFocused: Bool, receivesKeys: Bool) {
    switch element.content {
    case .table(let table): draw(table, element, in: area, isFocused: isFocused)
    case .form(let form): draw(form, element, in: area, isFocused: isFocused)
    case .counters(let counters): draw(counters, in: area, isFocused: isFocused)
    case .chart(let chart): draw(chart, element, in: area, isFocused: isFocused)
    case .text:
      for (offset, line) in element.lines(width: area.columns).prefix(area.rows).enumerated() {
        write(line, area.column, area.row + offset, .header, limit: area.columns)
      }
    }
  }

  private mutating func draw(_ counters: [Screen.Counter], in area: CellArea, isFocused: Bool) {
    var row = area.row
    let end = area.row + area.rows
    for counter in counters where row < end {
      let marks = [counter.isOutdated ? "outdated" : nil, counter.isLoading ? "loading…" : nil].compactMap(\.self)
      var column = write("\(counter.title): ", area.column, row, .text, limit: area.columns)
      column = write(counter.text ?? (counter.isLoading ? "" : "unknown"), column, row, .title)
      if !marks.isEmpty { column = write(" (\(marks.joined(separator: ", ")))", column, row, .faint) }
      row += 1
      guard row < end, let error = counter.error else { continue }
      drawFailure(error, counter.retry, row, in: area, isFocused: isFocused)
      row += 1
    }
  }

  private mutating func drawFailure(
    _ error: String, _ retry: Invocation?, _ row: Int, in area: CellArea, isFocused: Bool
  ) {
    var column = area.column
    if let retry { column = writeButton(Screen.Answer("Retry", retry), column, row, isMarked: isFocused) + 1 }
    write("✗ \(error)", column, row, .error, limit: area.column + area.columns - column)
  }

  private mutating func draw(
    _ chart: Screen.Chart, _ element: Screen.Element, in area: CellArea, isFocused: Bool
  ) {
    // The title, the bars and the failure, each in its line, as in plain text.
    let lines = element.lines(width: area.columns)
    let rows = min(area.rows, 1 + max(1, chart.bars.count))
    // The newest bars are at the end.
    let hidden = max(0, 1 + chart.bars.count - rows)
    for (offset, line) in (lines.prefix(1) + lines.dropFirst(1 + hidden)).prefix(rows).enumerated() {
      let row = area.row + offset
      let column = write(line, area.column, row, offset == 0 ? .header : .text, limit: area.columns)
      // A bar consists of block characters.
      let width = line.reversed().prefix { ("\u{2580}"..."\u{259F}").contains($0) }.count
      restyle(CellArea(column: column - width, row: row, columns: width, rows: 1), .bar)
    }
    if let error = chart.error, rows < area.rows {
      drawFailure(error, chart.retry, area.row + rows, in: area, isFocused: isFocused)
    }
  }
}

extension Screen.Element {
  /// The lines of the element as plain text.
  func lines(width: Int) -> [String] {
    plainText(width: width).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
