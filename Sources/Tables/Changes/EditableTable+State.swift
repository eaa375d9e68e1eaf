extension EditableTable {
  /// The view, and all changes of the user that are not stored.
  public struct State: Hashable, Sendable {
    private var boxedEditedCell: Boxed<EditedCell>?
    /// The edited rows that are not saved, by id.
    public internal(set) var drafts: [Row.ID: Draft] = [:]
    /// The pending or failed deletions and restorations, by row id.
    public internal(set) var deletions: [Row.ID: DeletionStatus] = [:]
    /// The moves that were requested and have no response yet, those of the oldest request first.
    package internal(set) var pendingMoves: [[Move]] = []
    /// The reason why a move failed, until another move is requested.
    package internal(set) var moveFailure: String?
    /// The rows that the user drags.
    package internal(set) var drag: Drag?
    // Compared last, because it takes longest.
    /// The state of the view, which contains the rows.
    public package(set) var view: TableFeature<Row>.State

    init(view: TableFeature<Row>.State) { self.view = view }

    /// The cell that is being edited.
    package internal(set) var editedCell: EditedCell? {
      get { boxedEditedCell?.value }
      set { boxedEditedCell = newValue.map(Boxed.init) }
    }

    /// Whether a cell is being edited.
    var isEditing: Bool { boxedEditedCell != nil }

    /// Whether there is a change that is not stored, or the user is making one.
    package var hasChanges: Bool {
      !drafts.isEmpty || !deletions.isEmpty || !pendingMoves.isEmpty || drag != nil || isEditing
    }
  }
}

extension EditableTable.State: Codable where Row: Codable, Row.ID: Codable {
  private enum CodingKeys: String, CodingKey {
    case view
    case boxedEditedCell = "editedCell"
    case drafts, deletions, pendingMoves, moveFailure, drag
  }
}

extension EditableTable.State {
  /// The row with this id, edited or not, or `nil` if it does not exist.
  public subscript(_ id: Row.ID) -> Row? { view[id] }

  /// Returns the state without the rows that will be loaded again, for a saved session.
  ///
  /// All rows are kept while there are changes that are not stored.
  package func droppingReloadableRows() -> Self {
    if hasChanges { return self }
    var state = self
    state.view = view.droppingReloadableRows()
    return state
  }

  /// Replaces each row by the result of a function, wherever the state contains the row.
  ///
  /// The function must keep the id and all values by which rows are sorted, filtered or searched: the order and the
  /// matches are not recomputed.
  package mutating func transformRows(_ transform: (Row) -> Row) {
    view.transformRows(transform)
    drafts = drafts.mapValues { draft in
      var draft = draft
      draft.editedRow = transform(draft.editedRow)
      draft.storedRow = draft.storedRow.map(transform)
      return draft
    }
    deletions = deletions.mapValues { operation in
      switch operation {
      case .deleting, .deleteFailed: operation
      case .restoring(let placed): .restoring(placed.mapRows(transform))
      case .restoreFailed(let placed, let reason): .restoreFailed(placed.mapRows(transform), reason)
      }
    }
    if let stored = editedCell?.storedRow { editedCell?.storedRow = transform(stored) }
  }
}
