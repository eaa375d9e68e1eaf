import Interface
import Tables
import TerminalIO

/// The keys that move the cursor of a table, and the rows by which it moves in a table that does not move it itself.
private let cursorKeys: [(keys: [String], move: CursorMove, step: Int, summary: String)] = [
  (["up", "k", "ctrl+up"], .previous, -1, "go to the previous row"),
  (["down", "j", "ctrl+down"], .next, 1, "go to the next row"),
  (["pageUp"], .previousPage, -10, "go to the previous page"),
  (["pageDown"], .nextPage, 10, "go to the next page"),
  (["home", "g"], .first, -1_000_000, "go to the first row"),
  (["end", "shift+g"], .last, 1_000_000, "go to the last row"),
  (["left", "ctrl+left"], .previousCell, 0, "go to the previous cell"),
  (["right", "ctrl+right"], .nextCell, 0, "go to the next cell"),
  (["ctrl+home"], .firstCell, 0, "go to the first cell"),
  (["ctrl+end"], .lastCell, 0, "go to the last cell"),
]

extension Interaction {
  /// A table that takes input, with what the terminal knows about it.
  struct ActiveTable {
    /// The ID of the element.
    let id: String
    let table: TableScreen<String>
    let commands: TableCommands
    let view: ViewState
  }

  /// Returns the table of an element, or of the one with the focus, or `nil` if the element is no table.
  func table(ofElement id: String? = nil, _ context: Context) -> ActiveTable? {
    guard let element = context.screen.activeElement(id ?? view.focus),
      case .table(let table, let commands) = element.content
    else { return nil }
    return ActiveTable(id: element.id, table: table, commands: commands, view: view)
  }
}

// MARK: - Keys

extension Interaction.ActiveTable {
  typealias KeyBinding = Interaction<App>.KeyBinding

  var bindings: [KeyBinding?] {
    let own = commands.offers(.go) ? rowBindings + columnBindings : choiceBindings
    return own + [recordBinding]
      + cursorKeys.flatMap { keys, move, step, summary -> [KeyBinding?] in
        let strokes = keys.compactMap(KeyStroke.init).filter { $0.text == nil }
        let extending = strokes.map { KeyStroke($0.key, $0.modifiers.union(.shift)).description }
        let summaryOfExtending = move == .next && commands.offers(.toggle) ? "select rows" : nil
        return [
          .keys(keys, summary: summary, self.move(move, by: step)),
          .keys(extending, summary: summaryOfExtending, self.move(move, isExtending: true)),
        ]
      }
  }

  /// The key that shows the row at the cursor with each column on a line of its own.
  private var recordBinding: KeyBinding? {
    let row = table.cursorRow ?? table.rows.first { $0.id == view.cursors[id]?.id }
    let items = row.map { row in
      zip(table.headers, row.cells).map { PickList.Item(title: $0.drawnName, detail: $1.wholeText, choice: .dismiss) }
    }
    return .keys(["i"], summary: "show the whole row", .show("Row", items ?? []))
  }

  /// The keys of a table whose cursor only the terminal knows.
  private var choiceBindings: [KeyBinding?] {
    let row = table.rows.first { $0.id == view.cursors[id]?.id }
    let open: KeyBinding.Action? =
      row.map { row in
        .perform { [commands] interaction, context in
          commands.open(row.id).map { interaction.runOrComplete($0, context) } ?? []
        }
      } ?? move(.next, by: 1)
    return [
      .keys(["enter"], hint: "choose", summary: "choose the row", commands.offers(.open) ? open : nil),
      .keys(["space"], move(.nextPage, by: 10)),
    ]
  }

  private var rowBindings: [KeyBinding?] {
    let open = atCursor(.open) { commands.open($0.id) }
    let edit = table.editedCell == nil ? atCursor(.edit) { _ in commands.edit() } : nil
    let toggle = atCursor(.toggle) { _ in commands.toggle() }
    let immovable = table.movesUnavailableReason?.description
    let isDragging = table.draggedRows != nil
    let dismiss = isDragging || table.rejection != nil ? commands.dismiss() : nil
    return [
      .keys(["enter"], hint: "open", summary: "open the row", open),
      .keys(["enter", "f2"], hint: open == nil ? "edit" : nil, summary: "edit the cell", edit),
      .keys(
        ["space", "ctrl+space"], hint: table.editedCell == nil ? "select" : nil, summary: "select or deselect the row",
        toggle),
      .keys(["shift+space"], summary: "select only this row", atCursor(.select) { commands.select($0.id) }),
      .keys(
        ["escape"], summary: isDragging ? "put the dragged rows back" : "hide the message",
        .run(dismiss)),
      .keys(["alt+up"], summary: "move the row up", unless: immovable, atCursor(.move) { _ in moveRows(by: -1) }),
      .keys(["alt+down"], summary: "move the row down", unless: immovable, atCursor(.move) { _ in moveRows(by: 1) }),
    ]
  }

  /// Returns what a table offers for the row at the cursor.
  ///
  /// Before the first key, no row has the cursor, and the key goes to the first one, also if the screen shows later ones.
  private func atCursor(
    _ role: TableRole, _ invocation: (TableScreen<String>.Row) -> Invocation?
  ) -> KeyBinding.Action? {
    if !commands.offers(role) || table.rows.isEmpty { return nil }
    if let row = table.cursorRow { return .run(invocation(row)) }
    let first = commands.go(.first, displaying: view.rowCounts[id] ?? view.size.rows)
    let invocations = [first, table.firstRowOffset == 0 ? invocation(table.rows[0]) : nil].compactMap(\.self)
    return .change({ _ in }, then: invocations.map { .run($0) })
  }

  private var columnBindings: [KeyBinding?] {
    let (headers, first) = (table.headers, view.columnOffsets[id] ?? 0)
    func scroll(to offset: Int) -> KeyBinding.Action? {
      // With a cursor in a cell, the keys move it.
      guard table.cursorRow?.cursorColumn == nil, headers.indices.contains(offset) else { return nil }
      return .change { [id] in $0.view.columnOffsets[id] = offset }
    }
    let sorting = headers.filter(\.isSortable).map { $0.sortItem(commands) }
    let filtering = headers.filter { $0.isFilterable && commands.offers(.filter) }
    let hiding = headers.count > 1 ? headers.map { $0.item(commands.hide($0.id).map { .run($0) }) } : []
    let showing = table.hiddenHeaders.map { $0.item(commands.show($0.id).map { .run($0) }, detail: "(hidden)") }
    let resizing = commands.offers(.resize) ? headers.map { $0.item(.resize(column: $0.id)) } : []
    return [
      .keys(["s"], hint: "sort", summary: "sort by a column", .show("Sort by", sorting)),
      .keys(
        ["f"], hint: "filter", summary: "filter by a column, as in tea or 10..20",
        .show("Filter", filtering.map { $0.item(.filter(column: $0.id)) })),
      .keys(["c"], hint: "columns", summary: "hide or show a column", .show("Hide or show", hiding + showing)),
      .keys(["w"], summary: "change the width of a column", .show("Width", resizing)),
      .keys(["left"], summary: "scroll the columns back", scroll(to: first - 1)),
      .keys(["right"], summary: "scroll the columns", scroll(to: first + 1)),
    ]
  }

  /// Returns what moves the cursor, or scrolls a table whose rows cannot be chosen.
  ///
  /// - Parameters:
  ///   - move: Where a table moves its cursor to.
  ///   - step: The number of rows by which the terminal moves the cursor or scrolls otherwise.
  ///   - isExtending: Whether the rows between are selected.
  /// - Returns: The action, or `nil` if it would do nothing.
  func move(_ move: CursorMove, by step: Int = 0, isExtending: Bool = false) -> KeyBinding.Action? {
    if commands.offers(.go) {
      // Without a cursor in a cell, the columns scroll.
      if [.previousCell, .nextCell].contains(move), table.cursorRow?.cursorColumn == nil { return nil }
      return .run(commands.go(move, extending: isExtending, displaying: view.rowCounts[id] ?? view.size.rows))
    }
    let isChoosing = commands.group != nil
    let former = isChoosing ? table.rows.firstIndex { $0.id == view.cursors[id]?.id } : view.scrollOffsets[id] ?? 0
    // The first key only shows the cursor.
    let index = max(0, min(former.map { $0 + step } ?? 0, table.rows.count - 1))
    if step == 0 || index == former || table.rows.isEmpty { return nil }
    return .change { [id, row = table.rows[index].id] in
      if isChoosing { $0.view.cursors[id] = .init(id: row, index: index) } else { $0.view.scrollOffsets[id] = index }
    }
  }

  /// Returns the invocation that moves the selected rows, or the one at the cursor, by one row.
  private func moveRows(by step: Int) -> Invocation? {
    guard let cursor = table.rows.firstIndex(where: \.hasCursor) else { return nil }
    let selected = table.rows.indices.filter { table.rows[$0].isSelected }
    let moved = selected.contains(cursor) ? selected : [cursor]
    let neighbor = ((step < 0 ? moved.first : moved.last) ?? cursor) + step
    guard table.rows.indices.contains(neighbor) else { return nil }
    let id = table.rows[neighbor].id
    return commands.move(moved.map { table.rows[$0].id }, to: step < 0 ? .before(id) : .after(id))
  }
}

// MARK: - The width of a column

extension Interaction {
  /// Starts to change the width of a column.
  mutating func startResize(of column: String, _ context: Context) {
    let place = targets.last { if case .header(_, column) = $0.meaning { true } else { false } }
    guard let table = table(context), let header = table.table.header(column) else { return }
    view.resize = ViewState.Resize(
      element: table.id, commands: table.commands, column: column, title: header.drawnName,
      width: place?.area.columns ?? header.drawnName.count)
  }

  /// Returns the keys while the width of a column is being changed.
  func resizeBindings(_ resize: ViewState.Resize) -> [KeyBinding?] {
    func resizing(to width: Int) -> KeyBinding.Action? {
      .run(resize.commands.resize(resize.column, to: width)) { $0.view.resize?.width = width }
    }
    let reset = resize.commands.resize(resize.column, to: nil)
    return [
      .keys(["left"], hint: "change the width", resizing(to: max(1, resize.width - 1))),
      .keys(["right"], hint: "change the width", resizing(to: min(view.size.columns, resize.width + 1))),
      .keys(["backspace", "delete"], hint: "default", .run(reset) { $0.view.resize = nil }),
      .keys(["enter"], hint: "done", .change { $0.view.resize = nil }),
    ]
  }
}

extension TableScreen {
  /// The row with the cursor, or `nil`.
  var cursorRow: Row? { rows.first(where: \.hasCursor) }

  func header(_ id: String) -> ColumnHeader? { headers.first { $0.id == id } }
}

extension ColumnHeader {
  /// The title, or the ID of a column without one.
  var drawnName: String { title.isEmpty ? id : title }

  fileprivate func item(_ choice: PickList.Choice?, detail: String = "") -> PickList.Item {
    PickList.Item(title: drawnName, detail: detail, choice: choice)
  }

  fileprivate func sortItem(_ commands: TableCommands) -> PickList.Item {
    PickList.Item(
      title: drawnTitle, choice: commands.sort(by: id).map { .run($0) },
      addition: commands.sort(by: id, adding: true).map { .run($0) })
  }
}
