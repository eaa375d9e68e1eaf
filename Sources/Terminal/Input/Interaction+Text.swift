import Forms
import Interface
import Tables
import TerminalIO
import Values

extension Interaction {
  /// Edits the text that has the focus, if there is one.
  mutating func editText(
    _ context: Context, replacesText: Bool = false, _ change: (inout TextInput) -> Void
  ) -> [Request] {
    if var list = view.overlay?.list {
      change(&list.filter)
      filter(list, context)
      return []
    }
    if case .commandLine(var input, _)? = view.overlay {
      change(&input)
      view.overlay = .commandLine(input, error: nil)
      return []
    }
    if var search = view.search {
      change(&search.input)
      view.search = search
      return run(search.invocation)
    }
    guard let (target, text, requests) = focusedText(context.screen) else { return [] }
    var edited = replacesText ? TextInput() : view.input(for: target, showing: text)
    change(&edited)
    view.edit = ViewState.Edit(target: target, input: edited)
    return edited.text == text ? [] : requests(edited.text)
  }

  /// Returns a Boolean value that indicates whether characters are typed and not keys of commands.
  func isTyping(_ screen: Screen) -> Bool {
    view.overlay != nil || view.search != nil || view.resize == nil && focusedText(screen) != nil
  }

  /// Returns the text of the field or the cell with the focus, and what replaces it by another one.
  func focusedText(
    _ screen: Screen
  ) -> (target: ViewState.Edit.Target, text: String, requests: (String) -> [Request])? {
    guard screen.sheet?.question == nil, let element = screen.activeElement(view.focus) else { return nil }
    switch element.content {
    case .form(let form, let commands):
      guard let group = commands.group, let field = form.focusedField(preferring: view.fields[element.id]),
        field.isTextInput
      else { return nil }
      return (
        .field(element: element.id, id: field.id), field.text,
        {
          field.kind == .password
            ? [.typePassword(Secret($0), field.id, formGroup: group)] : run(commands.type($0, into: field.id))
        }
      )
    case .table(let table, let commands):
      guard let cell = table.editedCell else { return nil }
      let target = ViewState.Edit.Target.cell(element: element.id, row: cell.row, column: cell.column)
      return (target, cell.text, { run(commands.typeText($0)) })
    case .counters, .chart, .text: return nil
    }
  }

  /// Returns the keys that edit the focused text, and those that end the edit of a cell.
  func textBindings(_ context: Context) -> [KeyBinding?] {
    if focusedText(context.screen) == nil { return [] }
    guard let table = table(context), let cell = table.table.editedCell else { return [.text] }
    let commands = table.commands
    func end(_ invocation: Invocation?) -> KeyBinding.Action? { .run(invocation) { $0.view.edit = nil } }
    func choose(_ step: Int) -> KeyBinding.Action? {
      guard let choices = cell.choices, !choices.isEmpty else { return nil }
      let next = choices.firstIndex(of: cell.text).map { $0 + step } ?? 0
      return end(commands.typeText(choices[min(max(next, 0), choices.count - 1)]))
    }
    return [
      .text,
      .keys(["up"], hint: "choose", summary: "take the previous choice", choose(-1)),
      .keys(["down"], hint: "choose", summary: "take the next choice", choose(1)),
      .keys(["enter"], hint: "done", summary: "take the text", end(commands.commitEdit())),
      .keys(
        ["tab"], hint: "next cell", summary: "take the text, and edit the next cell",
        end(commands.editNext())),
      .keys(
        ["shift+tab"], summary: "take the text, and edit the previous cell",
        end(commands.editNext(isBackwards: true))),
      .keys(["escape"], hint: "cancel", summary: "discard the text", end(commands.cancelEdit())),
    ]
  }
}

// MARK: - Searches

extension Interaction {
  /// Starts to type the filter of a column, beginning with the present one.
  mutating func startFilter(of column: String, _ context: Context) {
    guard let table = table(context), let header = table.table.header(column) else { return }
    view.search = ViewState.Search(
      element: table.id, commands: table.commands, column: column, label: "\(header.drawnName) contains",
      input: TextInput(header.filterText ?? ""))
  }

  /// Returns the keys while a search or a filter is typed.
  func searchBindings(_ search: ViewState.Search) -> [KeyBinding?] {
    let rowCount = view.rowCounts[search.element] ?? view.size.rows
    func go(_ move: CursorMove) -> KeyBinding.Action? { .run(search.commands.go(move, displaying: rowCount)) }
    var cleared = search
    cleared.input = TextInput()
    return [
      .keys(["enter", "tab"], hint: "done", .change { $0.view.search = nil }),
      .keys(["down"], hint: "next row", go(.next)), .keys(["up"], go(.previous)),
      .keys(["pageDown"], go(.nextPage)), .keys(["pageUp"], go(.previousPage)),
      .keys(["escape", "ctrl+c"], hint: "clear", .run(cleared.invocation) { $0.view.search = nil }),
      .text,
    ]
  }
}
