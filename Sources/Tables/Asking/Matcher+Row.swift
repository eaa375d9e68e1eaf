internal import Conditions
internal import Values

// One row that has changed is asked by itself: to lay out what many are asked with takes longer than to ask it.
extension Matcher {
  /// Whether one row passes, and why the condition could not be asked of it.
  func passes<Row>(_ row: Row, _ columns: [Column<Row>], _ beside: Beside) -> (passes: Bool, fault: ConditionFault?) {
    for part in parts where !part.question.holds(columns[part.column].read(row, beside), columns[part.column].kind) {
      return (false, nil)
    }
    if let needle, !isFound(needle, row, columns, beside) { return (false, nil) }
    guard let condition else { return (true, nil) }
    do throws(ConditionFault) {
      return (try condition.holds(row, columns, beside), nil)
    } catch {
      return (false, error)
    }
  }

  private func isFound<Row>(_ needle: Needle, _ row: Row, _ columns: [Column<Row>], _ beside: Beside) -> Bool {
    searched.contains { column in
      needle.isIn(CellFormat.plain.text(of: columns[column].read(row, beside), kind: columns[column].kind))
    }
  }
}

extension Matcher.Question {
  /// Whether a cell is as it should be.
  fileprivate func holds(_ cell: Value, _ kind: ColumnKind) -> Bool {
    switch self {
    case .contains(let needle): needle.isIn(CellFormat.plain.text(of: cell, kind: kind))
    case .range(let range): range.contains(cell)
    case .among(let values): values.contains(cell.sameness)
    }
  }
}
