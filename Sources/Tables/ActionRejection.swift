/// The reason why an action of the user was rejected.
public enum ActionRejection: Hashable, Codable, Sendable, Error {
  /// No column has this name.
  case noSuchColumn(String)
  /// The row does not exist, or it is not visible.
  case noSuchRow
  /// Rows cannot be sorted by this column.
  case notSortable(String)
  /// Rows cannot be filtered by this column.
  case notFilterable(String)
  /// The condition reads a name that is neither a column nor a context value.
  case unknownReference(String)
  /// The condition compares a column with a value of another type.
  case incomparable(String)
  /// Selection is disabled.
  case selectionDisabled
  /// This row cannot be selected.
  case notSelectable
  /// Only one row can be selected at a time.
  case singleSelectionOnly
  /// The table does not support moving rows.
  case movesDisabled
  /// The table does not support deleting rows.
  case deletionsDisabled
  /// The rows are sorted or grouped, so their values determine their positions.
  case sortedRowsNotMovable
  /// One of the rows cannot be moved.
  case notMovable
  /// One of the rows is orphaned: it exists only as a draft, so the server knows no position for it.
  case orphanedRow
  /// One of the rows cannot be deleted.
  case notDeletable
  /// The cells of this column cannot be edited.
  case notEditable(String)
  /// The column does not accept the value.
  case invalidValue(String, expected: String)
  /// A cell is being edited and receives the key.
  case cellBeingEdited
  /// Another operation on the row is pending.
  case busy
  /// The row was also changed on the server, and the conflict is not resolved.
  case conflict
  /// The validation rejected the value of a cell, for this reason.
  case invalidCell(column: String, reason: String)
  /// There is nothing to save, revert or resolve.
  case nothingToDo
  /// The filter hides all selected rows.
  case selectionHidden
  /// The action needs rows that are not loaded.
  case notLoaded
  /// An offset or a row is not on the current page.
  case offsetOutOfRange
}

extension ActionRejection: CustomStringConvertible {
  /// The reason as text for the user.
  public var description: String {
    switch self {
    case .noSuchColumn(let name): "no column named \"\(name)\""
    case .noSuchRow: "the row does not exist or is not visible"
    case .notSortable(let name): "rows cannot be sorted by \(name)"
    case .notFilterable(let name): "rows cannot be filtered by \(name)"
    case .unknownReference(let name): "\(name) is neither a column nor a context value"
    case .incomparable(let reason): reason
    case .selectionDisabled: "selection is disabled in this table"
    case .notSelectable: "this row cannot be selected"
    case .singleSelectionOnly: "only one row can be selected"
    case .movesDisabled: "rows of this table cannot be moved"
    case .deletionsDisabled: "rows of this table cannot be deleted"
    case .sortedRowsNotMovable: "rows cannot be moved while they are sorted or grouped"
    case .notMovable: "this row cannot be moved"
    case .orphanedRow: "another user deleted this row; save or discard your changes before you move it"
    case .notDeletable: "this row cannot be deleted"
    case .notEditable(let name): "\(name) cannot be edited"
    case .invalidValue(let name, let expected): "\(name) expects \(expected)"
    case .cellBeingEdited: "a cell is being edited; commit or cancel the edit first"
    case .busy: "another operation on this row is pending"
    case .conflict: "another user changed this row too; keep your version or take the stored one"
    case .invalidCell(let column, let reason): "\(column): \(reason)"
    case .nothingToDo: "there is nothing to do"
    case .selectionHidden: "the filter hides all selected rows; deselect them, or show them"
    case .notLoaded: "not all of these rows are loaded"
    case .offsetOutOfRange: "there are no such rows on the current page"
    }
  }
}

/// An error in the columns of a table.
public enum TableConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A table of this appearance needs columns to lay out its cells, but there are none.
  case noColumns(String)
  /// Two columns have the same name.
  case duplicateColumn(String)
  /// An aggregate refers to a column that does not exist.
  case noSuchColumn(String)
  /// Committed cells are saved at once, although their changes are reported so that they can be rejected.
  case cellsSavedBeforeValidation

  /// A description of the error.
  public var description: String {
    switch self {
    case .noColumns(let name): "a \(name) needs at least one column"
    case .duplicateColumn(let name): "two columns are named \"\(name)\""
    case .noSuchColumn(let name): "no column named \"\(name)\""
    case .cellsSavedBeforeValidation: "cells that are reported for validation cannot be saved at once"
    }
  }
}
