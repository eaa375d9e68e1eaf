import Forms
import Interface
import TerminalIO
import Values

extension Interaction {
  mutating func handleFormKey(
    _ name: String, _ form: FormScreen, _ commands: FormCommands, _ element: Screen.Element, _ context: Context
  ) -> [Request]? {
    if commands.group == nil { return nil }
    let field = form.focusedField(preferring: view.fields[element.id])
    switch name {
    case "tab", "down": return moveField(1, form, element, context, leavesAtEnd: name == "tab")
    case "shift+tab", "up": return moveField(-1, form, element, context, leavesAtEnd: name == "shift+tab")
    case "enter" where field?.isTextInput == true:
      return moveField(1, form, element, context, leavesAtEnd: false)
    default: break
    }
    guard let field else { return nil }
    switch (name, field.kind) {
    case ("space", .boolean), ("enter", .boolean), ("left", .boolean), ("right", .boolean):
      return run(commands.choose(.boolean(field.value != .boolean(true)), in: field.id))
    case ("space", .button), ("enter", .button): return run(commands.press(field.id))
    case ("left", _), ("right", _), ("space", .segmented):
      return field.options.isEmpty || field.kind == .multipleChoice
        ? nil : run(commands.choose(field.option(name == "left" ? -1 : 1), in: field.id))
    case ("space", _), ("enter", _):
      if field.options.isEmpty { return nil }
      view.overlay = .choices(title: field.title ?? "Choose", PickList(items: field.choices(commands)))
      return []
    default: return nil
    }
  }

  /// Moves to another field, or leaves the form after the last one.
  private mutating func moveField(
    _ step: Int, _ form: FormScreen, _ element: Screen.Element, _ context: Context, leavesAtEnd: Bool
  ) -> [Request] {
    let fields = form.enabledFields
    let current = form.focusedField(preferring: view.fields[element.id])
    let index = (fields.firstIndex { $0.id == current?.id } ?? -step) + step
    if !fields.indices.contains(index) {
      if leavesAtEnd {
        view.fields[element.id] = nil
        moveFocus(step, context.screen)
      }
      return []
    }
    view.isTextSelected = fields[index].isTextInput && !fields[index].text.isEmpty
    return focus(fields[index].id, element)
  }

  /// Moves the focus to a field, and sends the command of the form for that if there is one.
  mutating func focus(_ id: ElementID, _ element: Screen.Element) -> [Request] {
    (view.focus, view.isFocusChosen) = (element.id, true)
    view.fields[element.id] = id
    view.edit = nil
    guard case .form(_, let commands) = element.content else { return [] }
    return run(commands.focus(id))
  }
}

extension FormScreen.Row {
  /// Returns the option before or after the chosen one.
  fileprivate func option(_ step: Int) -> Value {
    guard let index = options.firstIndex(where: { $0.value.isEquivalent(to: value) }) else {
      return (step > 0 ? options.first : options.last)?.value ?? .null
    }
    return options[(index + step + options.count) % options.count].value
  }

  /// The options as items of a list.
  fileprivate func choices(_ commands: FormCommands) -> [PickList.Item] {
    let chosen: [Value] = if case .list(let values) = value, kind == .multipleChoice { values } else { [value] }
    return options.map { option in
      let isChosen = chosen.contains { $0.isEquivalent(to: option.value) }
      let toggled: Value =
        kind == .multipleChoice
        ? .list(isChosen ? chosen.filter { !$0.isEquivalent(to: option.value) } : chosen + [option.value])
        : option.value
      return PickList.Item(
        title: option.displayText, detail: isChosen ? "(chosen)" : "",
        choice: commands.choose(toggled, in: id).map { .run($0) })
    }
  }
}
