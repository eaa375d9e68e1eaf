public import Conditions
public import Values

extension TableFeature {
  /// What happens to a table.
  public enum Action: Hashable, Sendable {
    /// A person pressed a column's title, above or below the rows; with the key held that adds to what they are sorted by.
    case titlePressed(String, adding: Bool = false)
    /// The rows shall be sorted by these columns, and no others.
    case sortSet([SortKey])
    /// A column shall be filtered, or not any more.
    case columnFiltered(String, ColumnFilter?)
    /// Only rows that meet a condition shall be seen, or all again.
    case conditionSet(Condition?)
    /// A person searched for a text in all columns that are searched; for nothing, if it is empty.
    case searched(String)
    /// Rows shall be grouped by a column, or not any more.
    case grouped(by: String?)

    /// A person did something to the selection.
    case selection(RowSelection<Row.ID>.Action)
    /// A person pressed a key.
    case keyPressed(TableKey)
    /// Something began to point at a row.
    case hoverBegan(Row.ID)
    /// Something points at a row no more.
    case hoverEnded(Row.ID)

    /// A page shall be in sight; the nearest there is.
    case pageTurned(to: Int)
    /// A page shall hold so many rows, or all.
    case pageSizeChanged(Int?)
    /// A row shall be the first in sight of the page.
    case scrolled(to: Row.ID?)
    /// So many rows of the page are in sight, or all.
    case heightChanged(Int?)
    /// The part of the table in sight is so wide, or nobody knows how wide.
    case widthChanged(Int?)
    /// A column shall stand before another, or last.
    case columnMoved(String, before: String?)
    /// A column shall be shown, or not.
    case columnShown(String, Bool)
    /// A column was made so wide, within its bounds; nil brings its own width back.
    case columnResized(String, Int?)
    /// The columns were scrolled sideways so far, or as far as they go.
    case scrolledSideways(to: Int)
    /// The table shall be set up like this.
    case settingsChosen(TableSettings)

    /// A person began to edit a cell.
    case editBegan(Row.ID, String)
    /// A person typed: this is all that stands in the cell now.
    case typed(String)
    /// What was typed shall be the cell's value.
    case editCommitted
    /// What was typed shall be forgotten.
    case editCancelled
    /// A cell shall hold a value.
    case cellSet(Row.ID, String, Value)
    /// Whoever validates cells rejected a value of one, and why.
    case cellRejected(Row.ID, String, Value, String)
    /// An edited row shall be saved, or all of them.
    case saveTapped(Row.ID?)
    /// An edited row shall be as it is stored, or all of them.
    case revertTapped(Row.ID?)
    /// Of two versions of a row the edited one shall be saved over the other.
    case mineKept(Row.ID)
    /// Of two versions of a row the one that is stored shall stand.
    case theirsTaken(Row.ID)

    /// What is selected shall be deleted.
    case deleteTapped
    /// These rows shall be deleted.
    case rowsDeleted([Row.ID])
    /// The rows at these offsets of those in sight shall be deleted.
    case rowsDeletedAt(offsets: [Int])
    /// A row that could not be brought back shall be, after all, or all of them.
    case restoreTapped(Row.ID?)
    /// Rows shall stand elsewhere.
    case rowsMoved(Move)
    /// The rows at these offsets of those in sight shall stand where the other offset is, counted before they are taken out.
    case rowsMovedFrom(offsets: [Int], toOffset: Int)
    /// A person took a row, and if it is selected all that are, to carry them.
    case dragBegan(Row.ID)
    /// A person carries rows over a place.
    case draggedOver(RowPosition<Row.ID>?)
    /// A person let go of what was carried.
    case dropped
    /// A person gave up carrying.
    case dragCancelled

    /// These are the rows now.
    case rowsReplaced([Row])
    /// A row is like this now; one that is new stands before another, or last.
    case rowPut(Row, before: Row.ID? = nil)
    /// A row is gone.
    case rowRemoved(Row.ID)
    /// This stands beside the rows now, and what was not named as before; the first page is in sight if this changes what is
    /// seen, or its order.
    case besideSet(ContextValues)
    /// The rows shall be read again, where they are kept elsewhere.
    case reloadTapped

    /// Rows were loaded, and so many pass, if that is known.
    case windowLoaded([Row], count: Int? = nil)
    /// Rows could not be loaded, and why.
    case windowFailed(String)
    /// Rows were moved.
    case moved(Move)
    /// Rows could not be moved, and why.
    case moveFailed(Move, String)
    /// Rows were deleted.
    case deleted([Row.ID])
    /// Rows could not be deleted, and why.
    case deleteFailed([Row.ID], String)
    /// Rows that were deleted are there again, and are stored like this.
    case restored([PositionedRow])
    /// Rows that were deleted could not be brought back, and why.
    case restoreFailed([PositionedRow], String)
    /// A row is stored like this.
    case saved(Row)
    /// A row could not be saved, and why.
    case saveFailed(Row.ID, String)
    /// A row could not be saved since somebody else changed it, and this is stored; or deleted it, and nothing is.
    case saveConflicted(Row.ID, stored: Row?)

    /// Something is taken back.
    case takenBack(UndoOperation)
  }

  /// What a table asks of the world, or tells it.
  public enum Effect: Hashable, Sendable {
    /// Load a window of rows, by ``Action/windowLoaded(_:count:)`` or ``Action/windowFailed(_:)``.
    case load(WindowRequest)
    /// Put rows elsewhere, by ``Action/moved(_:)`` or ``Action/moveFailed(_:_:)``.
    case move(Move)
    /// Delete rows, by ``Action/deleted(_:)`` or ``Action/deleteFailed(_:_:)``, or some by this and some by that.
    case delete([Row.ID])
    /// Bring rows back, from the first to the last, by ``Action/restored(_:)`` or ``Action/restoreFailed(_:_:)``, or some by
    /// this and some by that.
    case restore([PositionedRow])
    /// Store an edited row in place of what is stored, or of nothing, by ``Action/saved(_:)``,
    /// ``Action/saveFailed(_:_:)`` or ``Action/saveConflicted(_:stored:)``.
    case save(Row, over: Row?)
    /// A cell has another value; whoever finds it wrong says ``Action/cellRejected(_:_:_:_:)``, and the row is not saved.
    case noteChange(Row.ID, String, Value)
  }

  /// Where it is asked.
  public enum Slot: Hashable, Sendable {
    /// A window is loaded: the newest answer wins.
    case window
    /// Rows come, go and are moved: one after the other.
    case order
    /// A row is saved: one version after the other.
    case row(Row.ID)
  }

  /// A window serves as long as it is awaited; what was asked to be changed ends by itself.
  public func isAlive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .window: state.remote?.awaited != nil
    case .order, .row: true
    }
  }
}

extension TableFeature.Action {
  /// What a list that moves rows by offsets tells: the target is counted before they are taken out, and may be the count.
  public static func rowsMoved(fromOffsets offsets: some Sequence<Int>, toOffset target: Int) -> Self {
    .rowsMovedFrom(offsets: Array(offsets), toOffset: target)
  }

  /// What a list that deletes rows by offsets tells.
  public static func rowsDeleted(atOffsets offsets: some Sequence<Int>) -> Self {
    .rowsDeletedAt(offsets: Array(offsets))
  }
}

extension TableFeature.Action: Codable where Row: Codable, Row.ID: Codable {}
extension TableFeature.Effect: Codable where Row: Codable, Row.ID: Codable {}
extension TableFeature.Slot: Codable where Row.ID: Codable {}
