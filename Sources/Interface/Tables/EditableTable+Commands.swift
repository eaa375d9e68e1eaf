import Tables
import Values

extension EditableTable {
  /// Returns the commands of a table: those of its view, and one for each action of the user that changes rows.
  ///
  /// A parent lifts them with a prefix, such as `products`.
  public func commands(_ format: RowIDFormat<Row.ID>) -> [Command<Self>] {
    var commands: [Command<Self>] = view.commands(format).map { command in
      command.lift(state: { .some($0.view) }, action: { .view($0) })
    }
    if view.columns.contains(where: \.isEditable) { commands += editCommands(format) }
    if options.supportsDeletions { commands += deletionCommands(format) }
    if options.supportsMoves { commands += moveCommands(format) }
    return commands
  }

  private var columnParameter: Parameter<String> { view.columnParameter }

  private var offsetsParameter: Parameter<[Int]> {
    Argument.integer("offsets", "the offsets on the page, from 0").list.positional
  }

  private func editCommands(_ format: RowIDFormat<Row.ID>) -> [Command<Self>] {
    let id = format.parameter("id", "the row").positional
    let isEditing: @Sendable (State) -> String? = { $0.editedCell == nil ? "no cell is being edited" : nil }
    return [
      Command("set", "change a cell", id, columnParameter, Argument.value("value", "the value").rest) {
        .cellValueSet($0, $1, $2)
      },
      Command("edit.begin", "begin to edit a cell, or the one at the cursor", id.optional, columnParameter.optional) {
        id, column throws(InvocationError) in
        switch (id, column) {
        case (let id?, let column?): return .editBegan(id, column)
        case (nil, nil): return .view(.keyPressed(TableKeyPress(.f2)))
        default:
          throw InvocationError(.missingParameter, "a cell has a row and a column", hint: "expected both or none")
        }
      }
      .effect(.shows).role(TableRole.edit),
      Command("edit.text", "change the edited text", Argument.text("text", "the text").rest) {
        .cellTextChanged($0)
      }
      .effect(.shows).role(TableRole.typeText).unlisted().unavailable(isEditing),
      Command("edit.commit", "take the edited text", sending: .editCommitted).role(TableRole.commitEdit)
        .unavailable(isEditing),
      Command(
        "edit.next", "take the edited text, and edit the next cell", Argument.flag("back", "edit the previous one")
      ) {
        .view(.keyPressed(TableKeyPress(.tab, shift: $0)))
      }
      .role(TableRole.editNext).unavailable(isEditing),
      Command("edit.cancel", "discard the edited text", sending: .editCancelled).effect(.shows).role(
        TableRole.cancelEdit
      )
      .unavailable(isEditing),
    ] + draftCommands(format)
  }

  private func draftCommands(_ format: RowIDFormat<Row.ID>) -> [Command<Self>] {
    let id = format.parameter("id", "the row").positional
    let cursor: @Sendable (State) -> Value? = { $0.view.cursor.map { .text(format.text($0.row)) } }
    return [
      Command("save", "save a changed row, or all without one", id.optional) {
        .saveTapped($0)
      }
      .keys("ctrl+s", hint: "save").unavailable { $0.drafts.isEmpty ? "nothing is changed" : nil }
      .askingAssistants { state, arguments in
        arguments["id"] == nil && state.drafts.count > 1 ? "Save \(state.drafts.count) changed rows?" : nil
      },
      Command("revert", "discard the changes of a row, or of all without one", id.optional) {
        .revertTapped($0)
      }
      .unavailable { $0.drafts.isEmpty ? "nothing is changed" : nil },
      Command("conflict.keep", "save the changed row over the one that another user stored", id) {
        .localKept($0)
      }
      .defaulting("id", to: cursor),
      Command("conflict.take", "replace the changed row by the one that another user stored", id) {
        .remoteTaken($0)
      }
      .defaulting("id", to: cursor),
    ]
  }

  private func deletionCommands(_ format: RowIDFormat<Row.ID>) -> [Command<Self>] {
    [
      Command("delete", "delete the selected rows, or the one at the cursor", sending: .deleteTapped)
        .role(TableRole.delete).keys("delete"),
      Command("delete.rows", "delete rows", format.parameter("ids", "the rows").list.positional) {
        .rowsDeleted($0)
      },
      Command("delete.offsets", "delete the rows at offsets", offsetsParameter) {
        .rowsDeletedAt(offsets: $0)
      }
      .unlisted(),
      Command(
        "restore", "restore a deleted row again, or all without one",
        format.parameter("id", "the row").positional.optional
      ) {
        .restoreTapped($0)
      },
    ]
  }

  private func moveCommands(_ format: RowIDFormat<Row.ID>) -> [Command<Self>] {
    let before = format.parameter("before", "the next row").optional
    let after = format.parameter("after", "the previous row").optional
    let canMove: @Sendable (State) -> String? = { state in moveRejection(in: state).map { "\($0)" } }
    return [
      Command(
        "move", "move the selected rows, or others, before or after a row, or to the end",
        format.parameter("ids", "the rows").list.positional, before, after
      ) {
        ids, next, previous throws(InvocationError) in
        .rowsMoved(Move(ids, try RowPosition(before: next, after: previous) ?? .end))
      }
      .role(TableRole.move).defaulting("ids") { state in
        let ids = view.idsToChange(in: state.view)
        return ids.isEmpty ? nil : .list(ids.map { .text(format.text($0)) })
      }
      .unavailable(canMove),
      Command(
        "move.offsets", "move the rows at offsets to another offset", offsetsParameter,
        Argument.integer("to", "the offset, counted before the rows are removed")
      ) {
        .rowsMovedFrom(offsets: $0, toOffset: $1)
      }
      .unlisted().unavailable(canMove),
      Command("drag", "begin to drag a row", format.parameter("id", "the row").positional) {
        .dragBegan($0)
      }
      .role(TableRole.drag).unlisted()
      .unavailable(canMove),
    ] + dragCommands(before, after)
  }

  private func dragCommands(
    _ before: Parameter<Row.ID?>, _ after: Parameter<Row.ID?>
  ) -> [Command<Self>] {
    let isDragging: @Sendable (State) -> String? = { $0.drag == nil ? "no row is being dragged" : nil }
    return [
      Command("drag.over", "drag over a position, or over none", before, after, Argument.flag("end", "the end")) {
        next, previous, isEnd throws(InvocationError) in
        .draggedOver(try RowPosition(before: next, after: previous, isEnd: isEnd))
      }
      .role(TableRole.dragOver).unlisted()
      .unavailable(isDragging),
      Command("drag.drop", "drop the dragged rows", sending: .dropped).role(TableRole.drop).unlisted().unavailable(
        isDragging),
      Command("drag.cancel", "put the dragged rows back", sending: .dragCancelled).role(TableRole.cancelDrag).unlisted()
        .unavailable(isDragging),
    ]
  }
}

extension RowPosition {
  /// Creates the position that the arguments of a command describe, or returns `nil` if there are none.
  fileprivate init?(before next: ID?, after previous: ID?, isEnd: Bool = false) throws(InvocationError) {
    let positions: [Self?] = [next.map { .before($0) }, previous.map { .after($0) }, isEnd ? .end : nil]
    guard let position = try positions.onlyElement(of: isEnd ? "before, after and end" : "before and after") else {
      return nil
    }
    self = position
  }
}
