public import Values

extension TableScreen {
  /// Returns the screen with other texts for some values of its cells and aggregates.
  ///
  /// Use it for texts that depend on more than the columns know, such as the currency of a shop or its time zone. Filters,
  /// searches and editing still use the texts of the columns.
  ///
  /// - Parameter text: A closure that returns the text of a value in a column, or `nil` to keep the text of the column.
  /// - Returns: The screen.
  public func displaying(_ text: (_ value: Value, _ column: String) -> String?) -> Self {
    var screen = self
    let columns = headers.map(\.id)
    func replaceTexts(of cells: inout [TableCell]) {
      for (index, column) in zip(cells.indices, columns) {
        if let text = text(cells[index].value, column) { cells[index].text = text }
      }
    }
    for index in rows.indices {
      replaceTexts(of: &screen.rows[index].cells)
      guard case .changed(var cells)? = screen.rows[index].conflict else { continue }
      replaceTexts(of: &cells)
      screen.rows[index].conflict = .changed(cells)
    }
    func replaceText(of aggregate: inout AggregateValue) {
      guard let column = aggregate.aggregate.column, let text = text(aggregate.value, column) else { return }
      aggregate.text = text
    }
    for index in aggregates.indices { replaceText(of: &screen.aggregates[index]) }
    for index in headerAggregates.indices { replaceText(of: &screen.headerAggregates[index]) }
    return screen
  }

  /// Returns the screen with only the first columns.
  package func limited(toColumns count: Int) -> Self {
    if headers.count <= count { return self }
    var screen = self
    screen.headers = Array(headers.prefix(count))
    for index in rows.indices {
      screen.rows[index].cells = Array(rows[index].cells.prefix(count))
      guard case .changed(let cells)? = rows[index].conflict else { continue }
      screen.rows[index].conflict = .changed(Array(cells.prefix(count)))
    }
    return screen
  }
}

extension TableCell {
  /// The text of the cell, whole where the screen shows a part of it.
  package var wholeText: String { if case .text(let whole) = value { whole } else { text } }
}
