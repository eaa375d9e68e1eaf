import Documents
import Tables
import Values

/// What a user can do with a table.
public enum TableRole: String, CommandRole {
  /// Open a row.
  ///
  /// A front end asks for the other arguments that the command needs.
  case open
  /// Move the cursor.
  case go
  /// Take notice of the reason why an action was rejected.
  case dismiss
  /// Sort by a column.
  case sort
  /// Show only rows with some values in a column.
  case filter
  /// Show only rows that contain a text.
  case search
  /// Group the rows by a column.
  case group
  /// Show a column.
  case show
  /// Hide a column.
  case hide
  /// Change the width of a column.
  case resize
  /// Select only one row.
  case select
  /// Select a row, or clear its selection.
  case toggle
  /// Select the rows from the last selected one to another.
  case extend
  /// Edit the cell at the cursor.
  case edit
  /// Change the edited text.
  case typeText
  /// Take the edited text.
  case commitEdit
  /// Take the edited text, and edit the next or the previous cell.
  case editNext
  /// Discard the edited text.
  case cancelEdit
  /// Delete the selected rows, or the one at the cursor.
  case delete
  /// Move rows to another position.
  case move
  /// Begin to drag a row.
  case drag
  /// Drag over a position.
  case dragOver
  /// Drop the dragged rows.
  case drop
  /// Put the dragged rows back.
  case cancelDrag
  /// Move the pointer over a row.
  case hover
  /// Move the pointer away from a row.
  case endHover

  /// The names of the parameters that a command with the role must have.
  public var parameterNames: [String] {
    switch self {
    case .open, .select, .toggle, .extend, .drag, .hover, .endHover: ["id"]
    case .go: ["to", "extend", "rows"]
    case .sort: ["column", "add"]
    case .filter: ["column", "contains", "from", "through", "among"]
    case .search, .typeText: ["text"]
    case .group, .show, .hide: ["column"]
    case .resize: ["column", "width"]
    case .editNext: ["back"]
    case .move: ["ids", "before", "after"]
    case .dragOver: ["before", "after", "end"]
    case .edit, .dismiss, .commitEdit, .cancelEdit, .delete, .drop, .cancelDrag: []
    }
  }
}

/// Where the cursor of a table moves to.
public enum CursorMove: String, Hashable, Codable, CaseIterable, Sendable {
  /// The next or the previous row.
  case next, previous
  /// The row that is a page, or the visible part of one, further on or further back.
  case nextPage = "next-page"
  case previousPage = "previous-page"
  /// The first or the last row.
  case first, last
  /// The next or the previous cell of the row.
  case nextCell = "next-cell"
  case previousCell = "previous-cell"
  /// The first cell of the first row, or the last cell of the last row.
  case firstCell = "first-cell"
  case lastCell = "last-cell"
}

extension TableCommands {
  /// Returns the invocation that opens a row.
  public func open(_ row: String) -> Invocation? { invocation(.open, ["id": .text(row)]) }

  /// Returns the invocation that moves the cursor.
  ///
  /// - Parameters:
  ///   - move: Where it moves to.
  ///   - isExtending: Whether the rows between are selected.
  ///   - rowCount: The number of rows that the front end displays at a time and scrolls, or `nil` if it displays whole
  ///     pages.
  /// - Returns: The invocation, or `nil`.
  public func go(_ move: CursorMove, extending isExtending: Bool = false, displaying rowCount: Int? = nil)
    -> Invocation?
  {
    invocation(
      .go,
      [
        "to": .text(move.rawValue), "extend": flag(isExtending),
        "rows": rowCount.map { .integer(Int64(max(1, $0))) },
      ])
  }

  /// Returns the invocation that takes notice of the reason why an action was rejected, so that it is shown no longer.
  public func dismiss() -> Invocation? { invocation(.dismiss) }

  /// Returns the invocation that sorts by a column, in place of the other columns or after them.
  public func sort(by column: String, adding: Bool = false) -> Invocation? {
    invocation(.sort, ["column": .text(column), "add": flag(adding)])
  }

  /// Returns the invocation that shows only rows with some values in a column, or all rows with `nil`.
  public func filter(_ column: String, by filter: ColumnFilter?) -> Invocation? {
    let arguments: [String: Value?] =
      switch filter {
      case nil: [:]
      case .contains(let text): ["contains": .text(text)]
      case .range(let least, let greatest): ["from": least, "through": greatest]
      case .among(let values): ["among": .list(values)]
      }
    return invocation(.filter, arguments.merging(["column": .text(column)]) { $1 })
  }

  /// Returns the invocation that shows only rows that contain a text, or all rows without a text.
  public func search(_ text: String) -> Invocation? {
    invocation(.search, ["text": text.isEmpty ? nil : .text(text)])
  }

  /// Returns the invocation that groups the rows by a column, or does not group them with `nil`.
  public func group(by column: String?) -> Invocation? { invocation(.group, ["column": column.map(Value.text)]) }

  /// Returns the invocation that shows a column.
  public func show(_ column: String) -> Invocation? { invocation(.show, ["column": .text(column)]) }

  /// Returns the invocation that hides a column.
  public func hide(_ column: String) -> Invocation? { invocation(.hide, ["column": .text(column)]) }

  /// Returns the invocation that changes the width of a column, or restores it with `nil`.
  public func resize(_ column: String, to width: Int?) -> Invocation? {
    invocation(.resize, ["column": .text(column), "width": width.map { .integer(Int64($0)) }])
  }

  /// Returns the invocation that selects only one row.
  public func select(_ row: String) -> Invocation? { invocation(.select, ["id": .text(row)]) }

  /// Returns the invocation that selects a row or clears its selection.
  ///
  /// Without a row, it is the one at the cursor.
  public func toggle(_ row: String? = nil) -> Invocation? { invocation(.toggle, ["id": row.map(Value.text)]) }

  /// Returns the invocation that selects the rows from the last selected one to another.
  public func extend(to row: String) -> Invocation? { invocation(.extend, ["id": .text(row)]) }

  /// Returns the invocation that edits the cell at the cursor.
  public func edit() -> Invocation? { invocation(.edit) }

  /// Returns the invocation that changes the edited text.
  public func typeText(_ text: String) -> Invocation? { invocation(.typeText, ["text": .text(text)]) }

  /// Returns the invocation that takes the edited text.
  public func commitEdit() -> Invocation? { invocation(.commitEdit) }

  /// Returns the invocation that takes the edited text, and edits the next or the previous cell.
  public func editNext(isBackwards: Bool = false) -> Invocation? { invocation(.editNext, ["back": flag(isBackwards)]) }

  /// Returns the invocation that discards the edited text.
  public func cancelEdit() -> Invocation? { invocation(.cancelEdit) }

  /// Returns the invocation that deletes the selected rows, or the one at the cursor.
  public func delete() -> Invocation? { invocation(.delete) }

  /// Returns the invocation that moves rows to another position.
  public func move(_ rows: [String], to position: RowPosition<String>) -> Invocation? {
    var arguments = positionArguments(position)
    arguments["end"] = nil
    return invocation(.move, arguments.merging(["ids": .list(rows.map(Value.text))]) { $1 })
  }

  /// Returns the invocation that begins to drag a row.
  public func drag(_ row: String) -> Invocation? { invocation(.drag, ["id": .text(row)]) }

  /// Returns the invocation that drags over a position, or over none.
  public func drag(over position: RowPosition<String>?) -> Invocation? {
    invocation(.dragOver, position.map(positionArguments) ?? [:])
  }

  /// Returns the invocation that drops the dragged rows.
  public func drop() -> Invocation? { invocation(.drop) }

  /// Returns the invocation that puts the dragged rows back.
  public func cancelDrag() -> Invocation? { invocation(.cancelDrag) }

  /// Returns the invocation that moves the pointer over a row.
  public func hover(_ row: String) -> Invocation? { invocation(.hover, ["id": .text(row)]) }

  /// Returns the invocation that moves the pointer away from a row.
  public func endHover(_ row: String) -> Invocation? { invocation(.endHover, ["id": .text(row)]) }

  /// The argument of a flag, which is left out if it is false.
  private func flag(_ isTrue: Bool) -> Value? { isTrue ? .boolean(true) : nil }

  private func positionArguments(_ position: RowPosition<String>) -> [String: Value?] {
    switch position {
    case .before(let row): ["before": .text(row)]
    case .after(let row): ["after": .text(row)]
    case .end: ["end": .boolean(true)]
    }
  }
}
