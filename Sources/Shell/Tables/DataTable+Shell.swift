import Documents
import ConsoleIO
import Tables
import TabularData
import Values

/// Returns a JSON object with its members in the given order.
func orderedJSONObject(_ members: [(key: String, json: String)]) -> String {
  "{\(members.map { "\($0.key.jsonQuoted):\($0.json)" }.joined(separator: ","))}"
}

extension Sequence {
  /// Returns a JSON array of the elements, each converted by a closure.
  func jsonList(_ json: (Element) -> String) -> String { "[\(map(json).joined(separator: ","))]" }
}

extension DataRow {
  /// Returns the cells of the given columns as a JSON object.
  func json(of columns: [DataColumn]) -> String { orderedJSONObject(columns.map { ($0.name, $0.cellJSON(in: self)) }) }
}

extension DataColumn {
  func cellJSON(in row: DataRow) -> String { row[cellIndex].cellJSON(format) }
}

extension Value {
  /// Returns the value of a cell as JSON.
  ///
  /// An instant becomes a string, and so does an amount of money if requested.
  func cellJSON(_ format: CellFormat, moneyAsText: Bool = false) -> String {
    switch self {
    case .instant: format.text(of: self, kind: .date).jsonQuoted
    case .money(let money) where moneyAsText: "\(money)".jsonQuoted
    default: jsonText
    }
  }
}

extension DataTable {
  /// The columns of a table of the rows, all of which are searched.
  var searchedColumns: [Column<DataRow>] {
    columns.map { column in column.tableColumn.configured { $0.isSearchable = true } }
  }

  /// Returns a table of the rows.
  func makeFeature(_ configure: (inout TableOptions<DataRow>) -> Void) throws(CommandError) -> TableFeature<DataRow> {
    do throws(TableConfigurationError) {
      return try TableFeature(columns: searchedColumns, options: TableOptions(configure))
    } catch {
      throw .dataError("\(error)")
    }
  }

  /// Returns a table of the rows that can be changed.
  func makeEditableTable(
    _ configure: (inout EditingOptions<DataRow>) -> Void
  ) throws(CommandError) -> EditableTable<DataRow> {
    do throws(TableConfigurationError) {
      return try EditableTable(columns: columns.map(\.tableColumn), options: EditingOptions(configure))
    } catch {
      throw .dataError("\(error)")
    }
  }
}
