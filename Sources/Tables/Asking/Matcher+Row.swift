internal import Conditions
internal import Values

// One row that has changed is asked by itself: to lay out what many are asked with takes longer than to ask it.
extension Matcher {
  /// Whether one row passes, if that can be said.
  func passes<Row>(_ row: Row, _ columns: [Column<Row>], _ beside: Beside) throws(ConditionFault) -> Bool {
    // By their numbers: to go through the list itself would hold it.
    for number in parts.indices {
      let part = parts[number]
      if !part.holds(columns[part.column].read(row, beside), columns[part.column].kind) { return false }
    }
    if let needle, !isFound(needle, row, columns, beside) { return false }
    return try condition?.holds(row, columns, beside) ?? true
  }

  private func isFound<Row>(_ needle: Needle, _ row: Row, _ columns: [Column<Row>], _ beside: Beside) -> Bool {
    searched.contains { column in
      needle.isIn(CellFormat.plain.text(of: columns[column].read(row, beside), kind: columns[column].kind))
    }
  }
}

extension Matcher.Part {
  /// Whether a cell is as it should be.
  fileprivate func holds(_ cell: Value, _ kind: ColumnKind) -> Bool {
    switch question {
    case .contains(let needle): needle.isIn(CellFormat.plain.text(of: cell, kind: kind))
    case .range(let range): range.contains(cell)
    case .among(let values): values.contains(cell.sameness)
    }
  }
}
