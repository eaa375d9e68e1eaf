import Conditions
import Tables
import Values

extension TableFeature {
  /// Returns the commands of a table: one for each action of the user.
  ///
  /// A parent lifts them with a prefix, such as `products`. Actions of a program, such as replaced rows or applied
  /// settings, have no command.
  public func commands(_ format: RowIDFormat<Row.ID>) -> [Command<State, Action>] {
    queryCommands + selectionCommands(format) + viewCommands(format) + editCommands(format) + orderCommands(format)
  }

  private var columnParameter: Parameter<String> { Argument.text("column", "the column").positional }

  private var queryCommands: [Command<State, Action>] {
    [
      Command("reload", "load the rows again") {
        .reloadTapped
      } arguments: {
        $0 == .reloadTapped ? () : nil
      }
      .keys("ctrl+r"),
      Command("appear", "load the rows for the first time") {
        .appeared
      } arguments: {
        $0 == .appeared ? () : nil
      },
      Command(
        "sort", "sort by a column, and the next time in the other direction", columnParameter,
        Argument.flag("add", "keep the other sort keys")
      ) {
        .headerClicked($0, adding: $1)
      } arguments: {
        if case .headerClicked(let column, let isAdding) = $0 { (column, isAdding) } else { nil }
      },
      Command(
        "sort.by", "sort by exactly these columns",
        SortKey.parameter("keys", "the columns, as in price:reverse").list.positional
      ) {
        .sortChanged($0)
      } arguments: {
        if case .sortChanged(let keys) = $0 { keys } else { nil }
      },
      Command(
        "filter", "show only rows with some values in a column, or all without a filter", columnParameter,
        Argument.text("contains", "a text in the cell").optional, Argument.value("from", "the least value").optional,
        Argument.value("through", "the greatest value").optional, Argument.value("among", "the values").list.optional
      ) { column, text, least, greatest, values in
        .columnFilterChanged(
          column,
          text.map { .contains($0) } ?? values.map { .among($0) }
            ?? (least == nil && greatest == nil ? nil : .range(from: least, through: greatest)))
      } arguments: {
        guard case .columnFilterChanged(let column, let filter) = $0 else { return nil }
        return switch filter {
        case nil: (column, nil, nil, nil, nil)
        case .contains(let text)?: (column, text, nil, nil, nil)
        // Without bounds, every value but null is in the range. That filter has no text form.
        case .range(nil, nil)?: nil
        case .range(let least, let greatest)?: (column, nil, least, greatest, nil)
        case .among(let values)?: (column, nil, nil, nil, values)
        }
      },
      Command(
        "where", "show only rows that meet a condition, or all without one",
        Condition.parameter("condition", "the condition").positional.optional
      ) {
        .conditionChanged($0)
      } arguments: {
        if case .conditionChanged(let condition) = $0 { .some(condition) } else { nil }
      },
      Command(
        "search", "show only rows that contain a text, or all without one",
        Argument.text("text", "the text").positional.defaulting(to: "")
      ) {
        .searchTextChanged($0)
      } arguments: {
        if case .searchTextChanged(let text) = $0 { text } else { nil }
      }
      .keys("/"),
      Command("group", "group the rows by a column, or not without one", columnParameter.optional) {
        .groupingChanged(to: $0)
      } arguments: {
        if case .groupingChanged(let column) = $0 { .some(column) } else { nil }
      },
    ]
  }

  private func selectionCommands(_ format: RowIDFormat<Row.ID>) -> [Command<State, Action>] {
    let id = format.parameter("id", "the row").positional
    return [
      Command("select", "select only one row", id) {
        .selection(.rowClicked($0))
      } arguments: {
        if case .selection(.rowClicked(let id)) = $0 { id } else { nil }
      },
      Command("select.toggle", "select a row, or clear its selection", id) {
        .selection(.rowToggled($0))
      } arguments: {
        if case .selection(.rowToggled(let id)) = $0 { id } else { nil }
      },
      Command("select.through", "select the rows from the last selected one to another", id) {
        .selection(.rangeExtended(to: $0))
      } arguments: {
        if case .selection(.rangeExtended(let id)) = $0 { id } else { nil }
      },
      Command(
        "select.rows", "select exactly these rows", format.parameter("ids", "the rows").list.positional
      ) {
        .selection(.idsReplaced(Set($0)))
      } arguments: {
        guard case .selection(.idsReplaced(let ids)) = $0 else { return nil }
        return ids.sorted { format.text($0) < format.text($1) }
      },
      Command("select.all", "select all visible rows") {
        .selection(.allSelected)
      } arguments: {
        $0 == .selection(.allSelected) ? () : nil
      }
      .keys("ctrl+a"),
      Command("select.invert", "select the visible rows that are not selected") {
        .selection(.inverted)
      } arguments: {
        $0 == .selection(.inverted) ? () : nil
      },
      Command("select.none", "clear the selection") {
        .selection(.cleared)
      } arguments: {
        $0 == .selection(.cleared) ? () : nil
      },
      Command("hover", "move the pointer over a row", id) {
        .hoverBegan($0)
      } arguments: {
        if case .hoverBegan(let id) = $0 { id } else { nil }
      },
      Command("hover.end", "move the pointer away from a row", id) {
        .hoverEnded($0)
      } arguments: {
        if case .hoverEnded(let id) = $0 { id } else { nil }
      },
      Command("key", "press a key", TableKeyPress.parameter("key", "the key, as in shift+down").positional) {
        .keyPressed($0)
      } arguments: {
        if case .keyPressed(let key) = $0, key.name != nil { key } else { nil }
      },
      Command(
        "type", "move to the next row that begins with letters", Argument.text("letters", "the letters").positional
      ) {
        .keyPressed(TableKeyPress(.letters($0)))
      } arguments: {
        guard case .keyPressed(let key) = $0, case .letters(let text) = key.code, key == TableKeyPress(.letters(text))
        else { return nil }
        return text
      },
    ]
  }

  private func viewCommands(_ format: RowIDFormat<Row.ID>) -> [Command<State, Action>] {
    let number = Argument.integer("number", "the number", in: 0 ... .max).positional.optional
    let other = Argument.text("before", "the next column").optional
    return [
      Command("page", "show a page", Argument.integer("number", "the page, from 1", in: 1 ... .max).positional) {
        .pageChanged(to: $0 - 1)
      } arguments: {
        if case .pageChanged(let page) = $0, page >= 0, page < .max { page + 1 } else { nil }
      },
      Command("page.next", "show the next page") { state throws(InvocationError) in
        .pageChanged(to: state.page.number + 1)
      },
      Command("page.previous", "show the previous page") { state throws(InvocationError) in
        .pageChanged(to: state.page.number - 1)
      }
      .unavailable { $0.page.number == 0 ? "this is the first page" : nil },
      Command("page.size", "show this many rows on a page, or all without a number", number) {
        .pageSizeChanged($0)
      } arguments: {
        if case .pageSizeChanged(let size) = $0, size ?? 0 >= 0 { .some(size) } else { nil }
      },
      Command(
        "scroll", "show a row first, or the first row without one",
        format.parameter("id", "the row").positional.optional
      ) {
        .scrolled(to: $0)
      } arguments: {
        if case .scrolled(let id) = $0 { .some(id) } else { nil }
      },
      Command("scroll.sideways", "scroll the columns", Argument.integer("offset", "the offset").positional) {
        .scrolledHorizontally(to: $0)
      } arguments: {
        if case .scrolledHorizontally(let offset) = $0 { offset } else { nil }
      },
      Command("viewport.height", "show this many rows at a time, or all without a number", number) {
        .viewportHeightChanged($0)
      } arguments: {
        if case .viewportHeightChanged(let height) = $0, height ?? 0 >= 0 { .some(height) } else { nil }
      },
      Command("viewport.width", "use this width, or any without a number", number) {
        .viewportWidthChanged($0)
      } arguments: {
        if case .viewportWidthChanged(let width) = $0, width ?? 0 >= 0 { .some(width) } else { nil }
      },
      Command("column.move", "move a column before another one, or to the end", columnParameter, other) {
        .columnMoved($0, before: $1)
      } arguments: {
        if case .columnMoved(let column, let other) = $0 { (column, other) } else { nil }
      },
      Command("column.show", "show a column", columnParameter) {
        .columnVisibilityChanged($0, true)
      } arguments: {
        if case .columnVisibilityChanged(let column, true) = $0 { column } else { nil }
      },
      Command("column.hide", "hide a column", columnParameter) {
        .columnVisibilityChanged($0, false)
      } arguments: {
        if case .columnVisibilityChanged(let column, false) = $0 { column } else { nil }
      },
      Command(
        "column.resize", "set the width of a column, or its default width", columnParameter,
        Argument.integer("width", "the width").positional.optional
      ) {
        .columnResized($0, $1)
      } arguments: {
        if case .columnResized(let column, let width) = $0 { (column, width) } else { nil }
      },
    ]
  }

  private func editCommands(_ format: RowIDFormat<Row.ID>) -> [Command<State, Action>] {
    let id = format.parameter("id", "the row").positional
    let isEditing: @Sendable (State) -> String? = { $0.editedCell == nil ? "no cell is being edited" : nil }
    return [
      Command("set", "change a cell", id, columnParameter, Argument.value("value", "the value").positional) {
        .cellValueSet($0, $1, $2)
      } arguments: {
        if case .cellValueSet(let id, let column, let value) = $0 { (id, column, value) } else { nil }
      },
      Command("edit", "begin to edit a cell", id, columnParameter) {
        .editBegan($0, $1)
      } arguments: {
        if case .editBegan(let id, let column) = $0 { (id, column) } else { nil }
      },
      Command("edit.text", "change the edited text", Argument.text("text", "the text").positional) {
        .cellTextChanged($0)
      } arguments: {
        if case .cellTextChanged(let text) = $0 { text } else { nil }
      }
      .unavailable(isEditing),
      Command("edit.commit", "take the edited text") {
        .editCommitted
      } arguments: {
        $0 == .editCommitted ? () : nil
      }
      .unavailable(isEditing),
      Command("edit.cancel", "discard the edited text") {
        .editCancelled
      } arguments: {
        $0 == .editCancelled ? () : nil
      }
      .unavailable(isEditing),
      Command("save", "save a changed row, or all without one", id.optional) {
        .saveTapped($0)
      } arguments: {
        if case .saveTapped(let id) = $0 { .some(id) } else { nil }
      }
      .keys("ctrl+s").unavailable { $0.drafts.isEmpty ? "nothing is changed" : nil },
      Command("revert", "discard the changes of a row, or of all without one", id.optional) {
        .revertTapped($0)
      } arguments: {
        if case .revertTapped(let id) = $0 { .some(id) } else { nil }
      }
      .unavailable { $0.drafts.isEmpty ? "nothing is changed" : nil },
      Command("conflict.keep", "save the changed row over the one that another user stored", id) {
        .localKept($0)
      } arguments: {
        if case .localKept(let id) = $0 { id } else { nil }
      },
      Command("conflict.take", "replace the changed row by the one that another user stored", id) {
        .remoteTaken($0)
      } arguments: {
        if case .remoteTaken(let id) = $0 { id } else { nil }
      },
    ]
  }

  private func orderCommands(_ format: RowIDFormat<Row.ID>) -> [Command<State, Action>] {
    let id = format.parameter("id", "the row").positional
    let ids = format.parameter("ids", "the rows").list.positional
    let offsets = Argument.integer("offsets", "the offsets on the page, from 0").list.positional
    let before = format.parameter("before", "the next row").optional
    let after = format.parameter("after", "the previous row").optional
    let supportsDeletions = options.supportsDeletions
    let canDelete: @Sendable (State) -> String? = { _ in
      supportsDeletions ? nil : "\(ActionRejection.deletionsDisabled)"
    }
    let canMove: @Sendable (State) -> String? = { state in moveRejection(in: state).map { "\($0)" } }
    let isDragging: @Sendable (State) -> String? = { $0.drag == nil ? "no row is being dragged" : nil }
    return [
      Command("delete", "delete the selected rows, or the one at the cursor") {
        .deleteTapped
      } arguments: {
        $0 == .deleteTapped ? () : nil
      }
      .keys("delete").unavailable(canDelete),
      Command("delete.rows", "delete rows", ids) {
        .rowsDeleted($0)
      } arguments: {
        if case .rowsDeleted(let ids) = $0 { ids } else { nil }
      }
      .unavailable(canDelete),
      Command("delete.offsets", "delete the rows at offsets", offsets) {
        .rowsDeletedAt(offsets: $0)
      } arguments: {
        if case .rowsDeletedAt(let offsets) = $0 { offsets } else { nil }
      }
      .unavailable(canDelete),
      Command("restore", "restore a deleted row again, or all without one", id.optional) {
        .restoreTapped($0)
      } arguments: {
        if case .restoreTapped(let id) = $0 { .some(id) } else { nil }
      },
      Command("move", "move rows before or after another one, or to the end", ids, before, after) {
        .rowsMoved(Move($0, RowPosition(before: $1, after: $2)))
      } arguments: {
        guard case .rowsMoved(let move) = $0, move.nextLocalID == nil else { return nil }
        return (move.ids, move.position.nextID, move.position.previousID)
      }
      .unavailable(canMove),
      Command(
        "move.offsets", "move the rows at offsets to another offset", offsets,
        Argument.integer("to", "the offset, counted before the rows are removed")
      ) {
        .rowsMovedFrom(offsets: $0, toOffset: $1)
      } arguments: {
        if case .rowsMovedFrom(let offsets, let target) = $0 { (offsets, target) } else { nil }
      }
      .unavailable(canMove),
      Command("drag", "begin to drag a row", id) {
        .dragBegan($0)
      } arguments: {
        if case .dragBegan(let id) = $0 { id } else { nil }
      }
      .unavailable(canMove),
      Command("drag.over", "drag over a position, or over none", before, after, Argument.flag("end", "the end")) {
        .draggedOver($0 == nil && $1 == nil && !$2 ? nil : RowPosition(before: $0, after: $1))
      } arguments: {
        guard case .draggedOver(let position) = $0 else { return nil }
        return (position?.nextID, position?.previousID, position == .end)
      }
      .unavailable(isDragging),
      Command("drag.drop", "drop the dragged rows") {
        .dropped
      } arguments: {
        $0 == .dropped ? () : nil
      }
      .unavailable(isDragging),
      Command("drag.cancel", "put the dragged rows back") {
        .dragCancelled
      } arguments: {
        $0 == .dragCancelled ? () : nil
      }
      .unavailable(isDragging),
    ]
  }
}

extension RowPosition {
  fileprivate init(before next: ID?, after previous: ID?) {
    self = next.map { .before($0) } ?? previous.map { .after($0) } ?? .end
  }

  fileprivate var nextID: ID? {
    if case .before(let id) = self { id } else { nil }
  }

  fileprivate var previousID: ID? {
    if case .after(let id) = self { id } else { nil }
  }
}

extension SortKey {
  /// A parameter such as `price` or `price:reverse`.
  fileprivate static func parameter(_ name: String, _ summary: String) -> Parameter<SortKey> {
    Argument.text(name, summary).map { text throws(InvocationError) in
      for direction in [SortDirection.forward, .reverse] where text.hasSuffix(":\(direction.rawValue)") {
        return SortKey(String(text.dropLast(direction.rawValue.count + 1)), direction)
      }
      return SortKey(text)
    } _: { key in
      "\(key.column):\(key.direction.rawValue)"
    }
  }
}

extension Condition {
  fileprivate static func parameter(_ name: String, _ summary: String) -> Parameter<Condition> {
    Argument.text(name, summary).map { text throws(InvocationError) in
      do throws(ConditionError) {
        return try Condition(parsing: text)
      } catch {
        throw InvocationError(.invalidValue, "\(name): \(error)")
      }
    } _: { condition in
      condition.description
    }
  }
}

extension TableKeyPress {
  fileprivate static func parameter(_ name: String, _ summary: String) -> Parameter<TableKeyPress> {
    Argument.text(name, summary).map { text throws(InvocationError) in
      guard let key = TableKeyPress(parsing: text) else {
        throw InvocationError(.invalidValue, "\(name) \(text) is not a key", hint: "expected a key such as ctrl+home")
      }
      return key
    } _: { key in
      key.name ?? ""
    }
  }
}
