internal import Documents
public import Tables
internal import Values

/// How rows are written to be taken elsewhere.
public enum ExportFormat: String, Hashable, Codable, Sendable, CaseIterable {
  /// Values separated by commas, and quoted where they must be.
  case csv
  /// Values separated by tabs, and quoted where they must be.
  case tsv
  /// An array of an object for each row, with the values themselves.
  case json
}

extension TableFeature {
  /// The rows that are selected, or those that pass where none is, as text: the columns in sight, under their titles.
  ///
  /// Of rows that are kept elsewhere it is refused where one may be selected that is not loaded; where none is selected,
  /// those are meant that are loaded.
  public func exportedText(_ state: State, as format: ExportFormat) throws(ActionRejection) -> String {
    if !isSelectionLoaded(state) { throw .notLoaded }
    let selected = Set(selectedRows(in: state).map(\.id))
    let passing = visibleRows(of: state)
    let rows = selected.isEmpty ? passing : passing.filter { selected.contains($0.id) }
    let shown = state.layout.visibleColumns.compactMap { id in columns.first { $0.id == id } }
    switch format {
    case .csv: return delimitedText(rows: rows, columns: shown, state, separator: .comma)
    case .tsv: return delimitedText(rows: rows, columns: shown, state, separator: .tab)
    case .json:
      return Value.list(
        rows.map { row in
          .object(Dictionary(shown.map { ($0.id, $0.read(row, state.beside)) }) { first, _ in first })
        }
      ).jsonText
    }
  }

  /// Null leaves nothing, and an empty text two quotation marks.
  private func delimitedText(rows: [Row], columns shown: [Column<Row>], _ state: State, separator: FieldSeparator)
    -> String
  {
    var writer = DelimitedWriter(separator: separator)
    writer.writeLine(shown.map(\.title))
    for row in rows {
      writer.writeLine(
        shown.map { column in
          let value = column.read(row, state.beside)
          return value == .null ? nil : CellFormat.plain.text(of: value, kind: column.kind)
        })
    }
    return writer.text
  }
}
