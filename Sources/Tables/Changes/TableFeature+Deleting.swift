import Loop

extension TableFeature {
  /// A pending or failed deletion or restoration of a row.
  public enum DeletionStatus: Hashable, Sendable {
    /// The row is being deleted.
    case deleting
    /// The row could not be deleted, with this reason.
    case deleteFailed(String)
    /// The row was deleted and is being restored.
    case restoring(PositionedRow)
    /// The row was deleted and could not be restored, with this reason.
    case restoreFailed(PositionedRow, String)

    /// A Boolean value that indicates whether the response is still pending.
    public var isPending: Bool {
      switch self {
      case .deleting, .restoring: true
      case .deleteFailed, .restoreFailed: false
      }
    }

    /// The deleted row that is being restored, or that could not be restored.
    var absentRow: PositionedRow? {
      get {
        switch self {
        case .deleting, .deleteFailed: nil
        case .restoring(let placed), .restoreFailed(let placed, _): placed
        }
      }
      set {
        switch (self, newValue) {
        case (.restoring, let placed?): self = .restoring(placed)
        case (.restoreFailed(_, let reason), let placed?): self = .restoreFailed(placed, reason)
        case (.deleting, _), (.deleteFailed, _), (_, nil): break
        }
      }
    }
  }
}

extension TableFeature.DeletionStatus: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature {
  /// A deleted row and its former position.
  public struct PositionedRow: Hashable, Sendable {
    /// The stored version of the row.
    public var row: Row
    /// The former position.
    ///
    /// It is the end if the position is unknown because all loaded rows were deleted together.
    ///
    /// If remote rows are sorted or filtered, only the visible neighbors are known. The restored row is then visible
    /// where it was before, except that rows with equal sort keys may be on a page that is not loaded. Its position
    /// among hidden rows, or in another order, may differ.
    public var position: RowPosition<Row.ID>
    /// The next row, if it is orphaned.
    ///
    /// The server does not know that row, so ``position`` cannot refer to it.
    public var nextLocalID: Row.ID?
    /// The rows that followed and were about to be deleted, up to the first one that was deleted together with this row.
    ///
    /// ``position`` refers to a row after them. While this row is absent, that is deleted and not restored, this is at
    /// most the next absent row.
    var followingIDs: [Row.ID] = []
    /// The edited version of the row, if it was not saved.
    public var editedRow: Row?
    /// Whether the row was selected.
    public var isSelected: Bool

    /// Creates a positioned row.
    public init(
      _ row: Row, _ position: RowPosition<Row.ID>, nextLocalID: Row.ID? = nil, editedRow: Row? = nil,
      isSelected: Bool = false
    ) {
      self.row = row
      self.position = position
      self.nextLocalID = nextLocalID
      self.editedRow = editedRow
      self.isSelected = isSelected
    }

    /// The next absent row, if this row is absent.
    var followingAbsentID: Row.ID? {
      get { followingIDs.first }
      set { followingIDs = newValue.map { [$0] } ?? [] }
    }
  }
}

extension TableFeature.PositionedRow: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature {
  func deleteSelected(_ state: inout State) throws(ActionRejection) -> TableEffects {
    if !isSelectionLoaded(state) { throw .notLoaded }
    let ids = selectedVisibleRows(in: state).map { $0.id }
    return try deleteRows(ids.isEmpty ? [state.cursor?.row].compactMap { $0 } : ids, &state)
  }

  func deleteRows(_ named: [Row.ID], _ state: inout State) throws(ActionRejection) -> TableEffects {
    if !options.supportsDeletions { throw .deletionsDisabled }
    var rows: [Row] = []
    for id in named {
      guard let row = state.rows[id] else { throw missingRowRejection(state) }
      rows.append(row)
    }
    return try deleteRows(rows, &state)
  }

  /// Deletes rows.
  ///
  /// A duplicate counts once. An orphaned row is discarded without an effect.
  func deleteRows(_ rows: [Row], _ state: inout State) throws(ActionRejection) -> TableEffects {
    if !options.supportsDeletions { throw .deletionsDisabled }
    if rows.isEmpty { throw .nothingToDo }
    for row in rows {
      if !options.canDelete(row) { throw .notDeletable }
      if isBusy(row.id, state) { throw .busy }
    }
    let ids = removingDuplicates(rows.map { $0.id })
    let stored = ids.filter { !isOrphaned($0, state) }
    switch changePolicy {
    case .immediate:
      removeRows(ids, &state)
      return stored.isEmpty ? .none : .fireAndForget(.delete(stored))
    case .afterConfirmation:
      if stored.count < ids.count { removeRows(ids.filter { isOrphaned($0, state) }, &state) }
      for id in stored { state.deletions[id] = .deleting }
      return stored.isEmpty ? .none : .run(.delete(stored), in: .rowOrder, .queue)
    }
  }

  /// Returns whether an operation on a row is pending, so that the row cannot be changed.
  func isBusy(_ id: Row.ID, _ state: State) -> Bool {
    state.deletions[id]?.isPending == true || state.drafts[id]?.status.isPending == true
  }

  /// Removes rows whose deletion was confirmed.
  ///
  /// If a row is to be restored meanwhile, its pending restoration remains.
  func finishDeletion(of ids: [Row.ID], _ state: inout State) {
    removeRows(removingDuplicates(ids).filter { state.deletions[$0]?.isPending == true }, &state)
  }
}
