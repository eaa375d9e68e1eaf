/// Why something that a person asked for was not done.
public enum ActionRejection: Hashable, Codable, Sendable, Error {
  /// There is no column of this name.
  case noSuchColumn(String)
  /// There is no such row, or it is not in sight.
  case noSuchRow
  /// The rows cannot be sorted by this column.
  case notSortable(String)
  /// The rows cannot be filtered by this column.
  case notFilterable(String)
  /// The condition reads something that is neither a column nor stands beside the rows.
  case nothingToRead(String)
  /// Nothing can be selected.
  case nothingSelectable
  /// This row cannot be selected.
  case notSelectable
  /// Only one row can be selected at a time.
  case onlyOneSelected
  /// Nobody would carry a move out.
  case movesNotHandled
  /// Nobody would carry a deletion out.
  case deletionsNotHandled
  /// The rows are sorted, so that a row stands where its values put it.
  case movedUnderSort
  /// One of the rows is not to be moved.
  case notMovable
  /// One of the rows is stored nowhere, so that nobody else knows a place for it.
  case storedNowhere
  /// One of the rows is not to be deleted.
  case notDeletable
  /// The cells of this column cannot be edited.
  case notEditable(String)
  /// The column takes no such value.
  case notTaken(String, expected: String)
  /// A cell is being edited, and the key belongs to it.
  case cellIsEdited
  /// Something is already under way with the row.
  case busy
  /// Somebody else has changed the row too, and it is to be said which of the two stands.
  case conflict
  /// What was typed into a cell was found wrong.
  case wrong(String)
  /// There is nothing to be saved, reverted or settled.
  case nothingToDo
  /// Rows that are not loaded would be needed.
  case notLoaded
  /// Offsets that are not among the rows in sight.
  case outOfSight
}

extension ActionRejection: CustomStringConvertible {
  /// The reason, for a person.
  public var description: String {
    switch self {
    case .noSuchColumn(let name): "there is no column \(name)"
    case .noSuchRow: "there is no such row"
    case .notSortable(let name): "rows cannot be sorted by \(name)"
    case .notFilterable(let name): "rows cannot be filtered by \(name)"
    case .nothingToRead(let name): "\(name) is neither a column nor stands beside the rows"
    case .nothingSelectable: "nothing can be selected here"
    case .notSelectable: "this row cannot be selected"
    case .onlyOneSelected: "only one row can be selected"
    case .movesNotHandled: "rows cannot be moved here"
    case .deletionsNotHandled: "rows cannot be deleted here"
    case .movedUnderSort: "rows can be moved only in the order of their own, and these are sorted or grouped"
    case .notMovable: "this row cannot be moved"
    case .storedNowhere: "somebody else has deleted this row: it is to be saved or given up before it is moved"
    case .notDeletable: "this row cannot be deleted"
    case .notEditable(let name): "\(name) cannot be edited"
    case .notTaken(let name, let expected): "\(name) takes \(expected)"
    case .cellIsEdited: "a cell is being edited, and takes the key"
    case .busy: "something is under way with this row"
    case .conflict: "somebody else has changed this row too: either theirs is taken or this one kept"
    case .wrong(let reason): reason
    case .nothingToDo: "there is nothing to be done"
    case .notLoaded: "not all of these rows are loaded"
    case .outOfSight: "there are no such rows in sight"
    }
  }
}

/// Why there can be no such table.
public enum TableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A table of this kind lays its cells out by columns, and there are none.
  case noColumns(String)
  /// Two columns are called the same.
  case columnTwice(String)
  /// Something is told of a column that there is not.
  case noSuchColumn(String)

  /// What is wrong.
  public var description: String {
    switch self {
    case .noColumns(let kind): "a \(kind) must be told its columns"
    case .columnTwice(let name): "there are two columns \(name)"
    case .noSuchColumn(let name): "there is no column \(name)"
    }
  }
}
