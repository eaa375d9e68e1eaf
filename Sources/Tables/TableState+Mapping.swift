extension TableFeature.State {
  /// Replaces each row by what a function returns for it, wherever the state holds the row.
  ///
  /// A row keeps its id and all values that the rows are sorted, filtered or searched by: the order and the matches are not
  /// computed again.
  package mutating func mapRows(_ transform: (Row) -> Row) {
    for seat in rows.sequence { rows.replace(transform(rows.row(at: seat)), at: seat) }
    drafts = drafts.mapValues { draft in
      var draft = draft
      draft.edited = transform(draft.edited)
      draft.stored = draft.stored.map(transform)
      return draft
    }
    errands = errands.mapValues { errand in
      switch errand {
      case .deleting, .notDeleted: errand
      case .restoring(let placed): .restoring(placed.mapRows(transform))
      case .notRestored(let placed, let reason): .notRestored(placed.mapRows(transform), reason)
      }
    }
    if let stored = editing?.stored { editing?.stored = transform(stored) }
  }
}

extension TableFeature.PositionedRow {
  /// Returns the same with each row replaced by what a function returns for it.
  package func mapRows(_ transform: (Row) -> Row) -> Self {
    var placed = self
    placed.row = transform(row)
    placed.edited = edited.map(transform)
    return placed
  }
}
