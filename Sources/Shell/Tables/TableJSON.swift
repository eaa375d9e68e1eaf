internal import Documents
internal import Tables
internal import TabularData
internal import Values

/// An object in JSON whose members keep their order.
func orderedJSONObject(_ members: [(key: String, json: String)]) -> String {
  "{\(members.map { "\($0.key.jsonQuoted):\($0.json)" }.joined(separator: ","))}"
}

extension DataRow {
  /// The cells in these columns, as an object in JSON.
  func json(of columns: [DataColumn]) -> String { orderedJSONObject(columns.map { ($0.name, $0.json(of: self)) }) }
}

extension DataColumn {
  func text(of row: DataRow) -> String { format.text(of: row.cells[place], kind: kind) }

  func json(of row: DataRow) -> String { row.cells[place].cellJSON(format) }
}

extension Value {
  /// A cell in JSON, where a point in time is a text.
  func cellJSON(_ format: CellFormat) -> String {
    if case .instant = self { return format.text(of: self, kind: .date).jsonQuoted }
    return jsonText
  }
}
