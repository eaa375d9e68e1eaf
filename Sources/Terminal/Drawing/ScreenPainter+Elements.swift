import Forms
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
      let items = pane.elements.map { item(for: $0, columns: pane.area.columns - 2, isFocused: $0.id == focus) }
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

  func item(for element: Screen.Element, columns: Int, isFocused: Bool) -> ElementStack.Item {
    switch element.content {
    case .table(let table, _):
      let rowCount = table.counts.filtered ?? table.counts.all ?? table.rows.count
      let lineCount = max(rowCount, table.rows.count) + (table.headers.contains(where: \.isFiltered) ? 1 : 0)
      let groupCount = table.rows.count { $0.group != nil }
      // The header, the filters, the rows, their groups and the status.
      return .init(element: element, minimum: 5, desired: max(5, lineCount + groupCount + 4))
    case .form(let form, _):
      let focused = isFocused ? form.focusedField(preferring: view.fields[element.id])?.id : nil
      let count = FormLines(form, isFocused: isFocused, focusedField: focused, width: columns).lines.count
      return .init(element: element, minimum: min(3, count), desired: count)
    case .counters(let counters):
      let count = counterLines(counters, width: columns).reduce(0) { count, line in
        line.reduce(count + 1) { $0 + failureLines($1.error, $1.retry, width: columns).count }
      }
      return .init(element: element, minimum: min(2, count), desired: count)
    case .chart(let chart):
      let count = 1 + max(1, chart.bars.count) + failureLines(chart.error, chart.retry, width: columns).count
      // The title and the days of a week.
      return .init(element: element, minimum: min(8, count), desired: min(count, 16))
    case .text:
      let count = element.lines(width: columns).count
      return .init(element: element, minimum: min(1, count), desired: count)
    }
  }

  private mutating func draw(_ element: Screen.Element, in area: CellArea, isFocused: Bool, receivesKeys: Bool) {
    switch element.content {
    case .table(let table, _): draw(table, element, in: area, isFocused: isFocused)
    case .form(let form, _): draw(form, element, in: area, isFocused: isFocused)
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
    for line in counterLines(counters, width: area.columns) where row < end {
      var column = area.column
      for counter in line {
        let parts = parts(of: counter)
        let limit = area.column + area.columns - column
        column = write(parts.title, column, row, .text, limit: limit)
        column = write(parts.text, column, row, .title)
        column = write(parts.marks, column, row, .faint) + Self.counterGap
      }
      row += 1
      for counter in line { row = drawFailure(counter.error, counter.retry, row, in: area, isFocused: isFocused) }
    }
  }

  private static let counterGap = 3

  private func parts(of counter: Screen.Counter) -> (title: String, text: String, marks: String) {
    let marks = [counter.isOutdated ? "outdated" : nil, counter.isLoading ? "loading…" : nil].compactMap(\.self)
    return (
      "\(counter.title): ", counter.text ?? (counter.isLoading ? "" : "unknown"),
      marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
    )
  }

  /// Divides counters into lines: those without a failure stand beside each other as long as they fit.
  private func counterLines(_ counters: [Screen.Counter], width: Int) -> [[Screen.Counter]] {
    var (lines, room): ([[Screen.Counter]], Int) = ([], 0)
    for counter in counters {
      let parts = parts(of: counter)
      let needed = (parts.title + parts.text + parts.marks).terminalWidth + Self.counterGap
      let isBeside = needed <= room && counter.error == nil
      if isBeside { lines[lines.count - 1].append(counter) } else { lines.append([counter]) }
      room = counter.error == nil ? (isBeside ? room : width + Self.counterGap) - needed : 0
    }
    return lines
  }

  private static let retryTitle = "Retry"

  /// The lines of a failure, the first one with room for a button.
  private func failureLines(_ error: String?, _ retry: Invocation?, width: Int) -> [String] {
    guard let error else { return [] }
    var lines = WrappedLines(width: width)
    // The button is one word.
    let button = retry == nil ? "" : String(repeating: "\u{A0}", count: Self.retryTitle.count + 4)
    lines.append("\(button)✗ \(error)")
    return lines.lines
  }

  /// Draws a failure, and returns the row after it.
  private mutating func drawFailure(
    _ error: String?, _ retry: Invocation?, _ row: Int, in area: CellArea, isFocused: Bool
  ) -> Int {
    let lines = failureLines(error, retry, width: area.columns).prefix(max(0, area.row + area.rows - row))
    for (offset, line) in lines.enumerated() {
      write(line, area.column, row + offset, .error, limit: area.columns)
    }
    if let retry, !lines.isEmpty {
      _ = writeButton(Screen.Answer(Self.retryTitle, retry), area.column, row, isMarked: isFocused)
    }
    return row + lines.count
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
      let text = offset == 0 && hidden > 0 ? "\(line) (the last \(rows - 1) of \(chart.bars.count) lines)" : line
      let column = write(text, area.column, row, offset == 0 ? .header : .text, limit: area.columns)
      // A bar consists of block characters.
      let width = line.reversed().prefix { ("\u{2580}"..."\u{259F}").contains($0) }.count
      restyle(CellArea(column: column - width, row: row, columns: width, rows: 1), .bar)
    }
    _ = drawFailure(chart.error, chart.retry, area.row + rows, in: area, isFocused: isFocused)
  }
}

extension Screen.Element {
  /// The lines of the element as plain text.
  func lines(width: Int) -> [String] {
    plainText(width: width).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
