internal import Documents
internal import Values

/// How rows are written to be taken elsewhere.
public enum CopyFormat: String, Hashable, Codable, Sendable, CaseIterable {
  /// Values separated by commas, and quoted where they must be.
  case csv
  /// Values separated by tabs; tabs and ends of lines in them become spaces.
  case tsv
  /// An array of an object for each row, with the values themselves.
  case json
}

extension Table {
  /// The rows that are selected, or those that pass where none is, as text: the columns in sight, under their titles.
  public func copied(_ state: State, as format: CopyFormat) -> String {
    let selected = Set(selectedRows(in: state).map(\.id))
    let passing = passingRows(of: state)
    let rows = selected.isEmpty ? passing : passing.filter { selected.contains($0.id) }
    let shown = state.layout.visible.compactMap { id in columns.first { $0.id == id } }
    switch format {
    case .csv: return lines(rows, shown, state, separator: ",") { Self.quoted($0) }
    case .tsv:
      return lines(rows, shown, state, separator: "\t") { text in
        String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
      }
    case .json:
      return Value.list(
        rows.map { row in
          .object(Dictionary(shown.map { ($0.id, $0.read(row, state.beside)) }) { first, _ in first })
        }
      ).json
    }
  }

  private func lines(
    _ rows: [Row], _ shown: [Column<Row>], _ state: State, separator: String, _ written: (String) -> String
  ) -> String {
    let titles = shown.map { written($0.title) }.joined(separator: separator)
    let lines = rows.map { row in
      shown.map { written(CellFormat.plain.text(of: $0.read(row, state.beside), kind: $0.kind)) }
        .joined(separator: separator)
    }
    return ([titles] + lines).map { $0 + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    if !text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
