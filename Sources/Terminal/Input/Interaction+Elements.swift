import Forms
import Interface
import Tables
import TerminalIO
import Values

extension Interaction {
  func focusedTable(_ context: Context) -> TableScreen<String>? {
    guard case .table(let table, _)? = context.screen.activeElement(view.focus)?.content else { return nil }
    return table
  }

  /// Returns the request to run what an element offers, or none.
  func run(_ invocation: Invocation?) -> [Request] { invocation.map { [.run($0)] } ?? [] }

  /// Handles the keys of the focused element, or returns `nil` if the key has no meaning there.
  mutating func handleElementKey(_ key: KeyStroke, _ context: Context) -> [Request]? {
    let name = key.description
    if view.focus == FocusRing.noticesID { return handleAnswerKey(key, context, closesOnEscape: false) }
    guard let element = context.screen.activeElement(view.focus) else { return nil }
    switch element.content {
    case .table(let table, let commands):
      if let requests = handleTableKey(name, table, commands, element) { return requests }
    case .form(let form, let commands):
      if let requests = handleFormKey(name, form, commands, element, context) { return requests }
    case .counters(let counters):
      if name == "enter" { return counters.compactMap(\.retry).map(Request.run) }
    case .chart(let chart):
      if name == "enter" { return chart.retry.map { [.run($0)] } ?? [] }
    case .text: break
    }
    if name == "tab" || name == "shift+tab" {
      moveFocus(name == "tab" ? 1 : -1, context.screen)
      return []
    }
    return nil
  }

  /// Handles the keys of answers, of which one has the focus.
  mutating func handleAnswerKey(_ key: KeyStroke, _ context: Context, closesOnEscape: Bool) -> [Request]? {
    let answers = context.screen.answers
    switch key.description {
    case "left", "up": focusAnswer(view.answerIndex - 1, among: answers)
    case "right", "down": focusAnswer(view.answerIndex + 1, among: answers)
    case "tab" where closesOnEscape: focusAnswer((view.answerIndex + 1) % max(1, answers.count), among: answers)
    case "tab", "shift+tab": moveFocus(key.description == "tab" ? 1 : -1, context.screen)
    case "enter", "space":
      return answers.indices.contains(view.answerIndex) ? runOrComplete(answers[view.answerIndex].command) : []
    // The first answer is the safest one.
    case "escape" where closesOnEscape: return answers.first.map { [.run($0.command)] } ?? []
    case "ctrl+c": return perform(.quit, context)
    default:
      guard closesOnEscape, let letter = key.text?.lowercased() else { return nil }
      return answers.first { $0.title.lowercased().hasPrefix(letter) }.map { [.run($0.command)] } ?? []
    }
    return []
  }
}

// MARK: - Tables

extension Interaction {
  mutating func handleTableKey(
    _ name: String, _ table: TableScreen<String>, _ commands: TableCommands, _ element: Screen.Element
  ) -> [Request]? {
    if commands.group == nil { return scroll(name, table, element) }
    if !commands.offers(.go) {
      if name == "enter", let cursor = view.cursors[element.id], table.rows.contains(where: { $0.id == cursor }) {
        return run(commands.open(cursor))
      }
      return moveCursor(name, table, element)
    }
    let rowCount = view.rowCounts[element.id] ?? view.size.rows
    // Before the first key, no row has the cursor.
    if ["enter", "f2", "space"].contains(name), table.cursorRow == nil, !table.rows.isEmpty {
      return run(commands.go(.next, displaying: rowCount))
    }
    switch name {
    case "left" where table.cursorRow?.cursorColumn == nil, "right" where table.cursorRow?.cursorColumn == nil:
      let first = (view.columnOffsets[element.id] ?? 0) + (name == "right" ? 1 : -1)
      view.columnOffsets[element.id] = max(0, min(first, table.headers.count - 1))
      return []
    case "enter": return run(table.cursorRow.flatMap { commands.open($0.id) } ?? commands.edit())
    case "f2": return run(commands.edit())
    case "space", "ctrl+space": return run(commands.toggle())
    case "shift+space": return run(table.cursorRow.flatMap { commands.select($0.id) })
    case "escape" where table.draggedRows != nil || table.rejection != nil: return run(commands.dismiss())
    case "alt+up", "alt+down": return move(table, commands, isUp: name == "alt+up")
    case "s", "f", "c", "w":
      guard let overlay = columnList(name, table, commands) else { return nil }
      view.overlay = overlay
      return []
    default:
      return Self.cursorMove(of: name).map {
        run(commands.go($0.move, extending: $0.isExtending, displaying: rowCount))
      }
    }
  }

  /// Returns where a key moves the cursor, and whether it selects the rows between, or `nil` if it does not move it.
  static func cursorMove(of key: String) -> (move: CursorMove, isExtending: Bool)? {
    let names = key.split(separator: "+").map(String.init)
    guard let name = names.last, !names.dropLast().contains("alt") else { return nil }
    let isExtending = names.dropLast().contains("shift")
    let isControlDown = names.dropLast().contains("ctrl")
    switch key {
    case "k": return (.previous, false)
    case "j": return (.next, false)
    case "g": return (.first, false)
    case "shift+g": return (.last, false)
    default: break
    }
    let move: CursorMove? =
      switch name {
      case "up": .previous
      case "down": .next
      // With the control key, they go to another tab.
      case "pageUp": isControlDown ? nil : .previousPage
      case "pageDown": isControlDown ? nil : .nextPage
      case "home": isControlDown ? .firstCell : .first
      case "end": isControlDown ? .lastCell : .last
      case "left": .previousCell
      case "right": .nextCell
      default: nil
      }
    return move.map { ($0, isExtending) }
  }

  /// Returns the columns to sort by, to filter by, to show or to resize, or `nil` if there are none.
  private func columnList(_ key: String, _ table: TableScreen<String>, _ commands: TableCommands) -> Overlay? {
    func items(_ headers: [ColumnHeader], _ detail: String = "", _ choice: (String) -> PickList.Choice?)
      -> [PickList.Item]
    {
      headers.map { PickList.Item(title: $0.drawnName, detail: detail, choice: choice($0.id)) }
    }
    let (title, list): (String, [PickList.Item]) =
      switch key {
      case "s":
        (
          "Sort by",
          table.headers.filter(\.isSortable).map { header in
            PickList.Item(
              title: header.drawnTitle, choice: commands.sort(by: header.id).map { .run($0) },
              addition: commands.sort(by: header.id, adding: true).map { .run($0) })
          }
        )
      case "f": ("Filter", items(table.headers.filter(\.isFilterable)) { .filter(column: $0) })
      case "w": ("Width", items(table.headers) { .resize(column: $0) })
      default:
        (
          "Hide or show",
          items(table.headers.count > 1 ? table.headers : []) { commands.hide($0).map { .run($0) } }
            + items(table.hiddenHeaders, "(hidden)") { commands.show($0).map { .run($0) } }
        )
      }
    return list.isEmpty ? nil : .choices(title: title, PickList(items: list))
  }

  /// Starts to type the filter of a column, beginning with the present one.
  mutating func startFilter(of column: String, _ context: Context) {
    guard let element = context.screen.activeElement(view.focus),
      case .table(let table, let commands) = element.content,
      let header = table.headers.first(where: { $0.id == column })
    else { return }
    view.search = ViewState.Search(
      element: element.id, commands: commands, column: column, label: "\(header.drawnName) contains",
      input: TextInput(header.filterText ?? ""))
  }

  /// Starts to change the width of a column.
  mutating func startResize(of column: String, _ context: Context) {
    let place = targets.last { if case .header(_, column) = $0.meaning { true } else { false } }
    guard let element = context.screen.activeElement(view.focus),
      case .table(let table, let commands) = element.content,
      let header = table.headers.first(where: { $0.id == column })
    else { return }
    view.resize = ViewState.Resize(
      element: element.id, commands: commands, column: column, title: header.drawnName,
      width: place?.area.columns ?? header.drawnName.count)
  }

  /// Handles a key while the width of a column is being changed.
  mutating func handleResizeKey(_ key: KeyStroke) -> [Request] {
    guard var resize = view.resize else { return [] }
    switch key.description {
    case "left": resize.width = max(1, resize.width - 1)
    case "right": resize.width = min(view.size.columns, resize.width + 1)
    case "backspace", "delete":
      view.resize = nil
      return run(resize.commands.resize(resize.column, to: nil))
    default:
      view.resize = nil
      return []
    }
    view.resize = resize
    return run(resize.commands.resize(resize.column, to: resize.width))
  }

  /// Scrolls a table whose rows cannot be chosen.
  private mutating func scroll(
    _ name: String, _ table: TableScreen<String>, _ element: Screen.Element
  ) -> [Request]? {
    guard let step = Self.step(of: name, table) else { return nil }
    view.scrollOffsets[element.id] = max(0, min((view.scrollOffsets[element.id] ?? 0) + step, table.rows.count - 1))
    return []
  }

  /// Moves the cursor of a table that has none of its own.
  private mutating func moveCursor(
    _ name: String, _ table: TableScreen<String>, _ element: Screen.Element
  ) -> [Request]? {
    guard let step = name == "enter" ? 0 : Self.step(of: name, table) else { return nil }
    // The first key only shows the cursor.
    let cursor = view.cursors[element.id].flatMap { id in table.rows.firstIndex { $0.id == id } }
    let index = max(0, min(cursor.map { $0 + step } ?? 0, table.rows.count - 1))
    view.cursors[element.id] = table.rows.indices.contains(index) ? table.rows[index].id : nil
    return []
  }

  /// The number of rows by which a key moves.
  private static func step(of key: String, _ table: TableScreen<String>) -> Int? {
    if key == "space" { return 10 }
    if key.contains("+"), key != "shift+g" { return nil }
    switch cursorMove(of: key)?.move {
    case .previous: return -1
    case .next: return 1
    case .previousPage: return -10
    case .nextPage: return 10
    case .first: return -table.rows.count
    case .last: return table.rows.count
    case .previousCell, .nextCell, .firstCell, .lastCell, nil: return nil
    }
  }

  /// Moves the selected rows, or the one at the cursor, by one row.
  private func move(_ table: TableScreen<String>, _ commands: TableCommands, isUp: Bool) -> [Request] {
    guard let cursor = table.rows.firstIndex(where: \.hasCursor) else { return [] }
    let selected = table.rows.indices.filter { table.rows[$0].isSelected }
    let moved = selected.contains(cursor) ? selected : [cursor]
    let neighbor = isUp ? (moved.first ?? cursor) - 1 : (moved.last ?? cursor) + 1
    guard table.rows.indices.contains(neighbor) else { return [] }
    let id = table.rows[neighbor].id
    return run(commands.move(moved.map { table.rows[$0].id }, to: isUp ? .before(id) : .after(id)))
  }
}

extension ColumnHeader {
  /// The title, or the ID of a column without one.
  var drawnName: String { title.isEmpty ? id : title }
}
