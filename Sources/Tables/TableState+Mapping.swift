extension TableFeature.State {
  /// Replaces each row by the result of a function, wherever the state contains the row.
  ///
  /// The function must keep the id and all values by which rows are sorted, filtered or searched: the order and the
  /// matches are not recomputed.
  package mutating func transformRows(_ transform: (Row) -> Row) {
    for handle in rows.orderedHandles { rows.replace(transform(rows.row(at: handle)), at: handle) }
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

extension TableFeature.PositionedRow {
  /// Returns a copy in which each row is replaced by the result of a function.
  package func mapRows(_ transform: (Row) -> Row) -> Self {
    var placed = self
    placed.row = transform(row)
    placed.editedRow = editedRow.map(transform)
    return placed
  }
}
