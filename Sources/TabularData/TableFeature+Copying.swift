import Documents
import Tables
import Values

/// A text format for rows that are copied or exported.
public enum ExportFormat: String, Hashable, Codable, Sendable, CaseIterable {
  /// Values separated by commas, and quoted if necessary.
  case csv
  /// Values separated by tabs, and quoted if necessary.
  case tsv
  /// A JSON array with an object for each row, whose values are not formatted.
  case json
}

extension TableFeature {
  /// Returns the visible columns of the selected rows as text, with the column titles in the first line.
  ///
  /// Rows that the filter hides are left out. If no visible row is selected, all visible rows are exported; of a remote
  /// source, these are the loaded ones.
  /// - Throws: ``ActionRejection/notLoaded`` if a selected row may not be loaded.
  public func exportedText(_ state: State, as format: ExportFormat) throws(ActionRejection) -> String {
    if !isSelectionLoaded(state) { throw .notLoaded }
    let selected = Set(selectedVisibleRows(in: state).map(\.id))
    let passing = visibleRows(of: state)
    let rows = selected.isEmpty ? passing : passing.filter { selected.contains($0.id) }
    let shown = visibleColumns(state)
    if format == .json {
      let objects = rows.map { row in
        Value.object(Dictionary(shown.map { ($0.id, $0.cellValue(row, state.contextValues)) }) { first, _ in first })
      }
      return Value.list(objects).jsonText
    }
    var writer = DelimitedWriter(separator: format == .csv ? .comma : .tab)
    writer.writeLine(shown.map(\.title))
    for row in rows {
      writer.writeLine(
        shown.map { column in
          // Null is an empty field, and an empty text is two quotation marks.
          let value = column.cellValue(row, state.contextValues)
          return value == .null ? nil : CellFormat.plain.text(of: value, kind: column.kind)
        })
    }
    return writer.text
  }
}
