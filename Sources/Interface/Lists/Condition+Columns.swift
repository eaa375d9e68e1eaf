import Conditions
import Documents
import Tables
import Values

extension Condition {
  /// Returns the condition with its types checked against the columns that it reads and their cells.
  package func checkingTypes<Row>(against columns: [Column<Row>], _ rows: some Sequence<Row>) throws(ConditionError)
    -> Condition
  {
    try checkingTypes { reference in
      guard case .object = reference.root, let name = reference.keys.first,
        let column = columns.first(where: { $0.id == name }), let type = column.referenceType(in: rows),
        let member = type.type.member(at: reference.keys.dropFirst())
      else { return nil }
      return ReferenceType(member, note: member == .text ? type.note : nil)
    }
  }
}

extension Column {
  /// Returns the type of the column's cells in a condition, or `nil` if it is unknown.
  fileprivate func referenceType(in rows: some Sequence<Row>) -> ReferenceType? {
    if let type = kind.valueType { return ReferenceType(type) }
    // Cells that are lists or objects make a column of texts, too.
    return ValueType.common(of: rows.lazy.map { cellValue($0, [:]) }).map { ReferenceType($0, note: note(in: rows)) }
  }

  /// The reason why a column with numbers is a column of texts, and what to do about it.
  private func note(in rows: some Sequence<Row>) -> String? {
    var (hasNumber, otherText): (Bool, (text: String, row: Int)?) = (false, nil)
    for (index, row) in rows.enumerated() {
      guard case .text(let text) = cellValue(row, [:]), !text.trimmed.isEmpty else { continue }
      if NumberLiteral(written: text.trimmed) != nil {
        hasNumber = true
      } else if otherText == nil {
        otherText = (text, index + 1)
      }
      if hasNumber && otherText != nil { break }
    }
    guard hasNumber else { return nil }
    let reason = otherText.map { " because of \($0.text.quotedExcerpt) in row \($0.row)" } ?? ""
    let name = id.escapedForTerminal
    return "\(name) is a text column\(reason); write CAST(\(Reference.object(id)), 'NSNumber'), "
      + "or correct the file, or give the type with --types \(name):decimal"
  }
}
