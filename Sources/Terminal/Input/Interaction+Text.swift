import Forms
import Interface
import Tables
import TerminalIO
import Values

extension Interaction {
  /// Edits the text that has the focus, or returns `nil` if there is none or the change is none of a text.
  mutating func editText(
    _ context: Context, replacesText: Bool = false, _ change: (inout TextInput) -> Bool
  ) -> [Request]? {
    if var search = view.search {
      if !change(&search.input) { return nil }
      view.search = search
      return run(search.invocation)
    }
    guard let element = context.screen.activeElement(view.focus), let (target, text) = focusedText(of: element) else {
      return nil
    }
    var edited = replacesText ? TextInput() : view.input(for: target, showing: text)
    if !change(&edited) { return nil }
    view.edit = ViewState.Edit(target: target, input: edited)
    if edited.text == text { return [] }
    switch (target, element.content) {
    case (.field(_, let id), .form(let form, let commands)):
      let isPassword = form.enabledFields.contains { $0.id == id && $0.kind == .password }
      if isPassword, let group = commands.group { return [.typePassword(Secret(edited.text), id, formGroup: group)] }
      return isPassword ? [] : run(commands.type(edited.text, into: id))
    case (.cell, .table(_, let commands)): return run(commands.typeText(edited.text))
    default: return []
    }
  }

  /// Returns a Boolean value that indicates whether characters are typed and not keys of commands.
  func isTyping(_ screen: Screen) -> Bool {
    if view.overlay != nil || view.search != nil { return true }
    return view.resize == nil && hasTextFocus(screen)
  }

  /// Returns a Boolean value that indicates whether the focus is in a field or a cell with a text.
  func hasTextFocus(_ screen: Screen) -> Bool {
    screen.sheet?.question == nil && screen.activeElement(view.focus).flatMap(focusedText) != nil
  }

  /// The text that keys edit in an element, or `nil`.
  private func focusedText(of element: Screen.Element) -> (ViewState.Edit.Target, String)? {
    switch element.content {
    case .form(let form, let commands):
      guard commands.group != nil, let field = form.focusedField(preferring: view.fields[element.id]),
        field.isTextInput
      else { return nil }
      return (.field(element: element.id, id: field.id), field.text)
    case .table(let table, _):
      guard let cell = table.editedCell else { return nil }
      return (.cell(element: element.id, row: cell.row, column: cell.column), cell.text)
    case .counters, .chart, .text: return nil
    }
  }

  /// Handles the keys that end the edit of a cell, or choose its value.
  mutating func handleEditKey(_ key: KeyStroke, _ context: Context) -> [Request]? {
    guard let element = context.screen.activeElement(view.focus),
      case .table(let table, let commands) = element.content, let cell = table.editedCell
    else { return nil }
    switch key.description {
    case "enter":
      view.edit = nil
      return run(commands.commitEdit())
    case "escape":
      view.edit = nil
      return run(commands.cancelEdit())
    case "tab", "shift+tab":
      view.edit = nil
      return run(commands.editNext(isBackwards: key.description == "shift+tab"))
    case "up", "down":
      guard let choices = cell.choices, !choices.isEmpty else { return nil }
      let next = choices.firstIndex(of: cell.text).map { key.description == "up" ? $0 - 1 : $0 + 1 } ?? 0
      view.edit = nil
      let choice = choices[min(max(next, 0), choices.count - 1)]
      return run(commands.typeText(choice))
    // The key that begins an edit does not end it.
    case "f2": return []
    default: return nil
    }
  }

  /// Handles the keys that end or leave a search, or returns `nil` if the key edits the text.
  mutating func handleSearchKey(_ key: KeyStroke, _ context: Context) -> [Request]? {
    guard let search = view.search else { return nil }
    switch key.description {
    case "enter", "tab":
      view.search = nil
      return []
    case "escape", "ctrl+c":
      view.search?.input = TextInput()
      defer { view.search = nil }
      return run(view.search?.invocation)
    case "up", "down", "pageUp", "pageDown":
      let rowCount = view.rowCounts[search.element] ?? view.size.rows
      return run(Self.cursorMove(of: key.description).flatMap { search.commands.go($0.move, displaying: rowCount) })
    default: return editText(context) { $0.apply(key) } ?? []
    }
  }
}
