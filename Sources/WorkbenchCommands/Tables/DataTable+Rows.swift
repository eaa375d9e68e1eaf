import Documents
import ConsoleIO
import Interface
import Programs
import Tables
import TabularData
import Values

extension DataRow {
  /// Returns the cells of the given columns as a JSON object.
  func json(of columns: [DataColumn]) -> String { orderedJSONObject(columns.map { ($0.name, $0.cellJSON(in: self)) }) }
}

extension DataColumn {
  func cellJSON(in row: DataRow) -> String { row[cellIndex].cellJSON(format) }
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
