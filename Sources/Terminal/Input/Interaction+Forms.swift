import Forms
import Interface
import Values

extension Interaction {
  func formBindings(_ form: FormScreen, _ commands: FormCommands, _ element: Screen.Element) -> [KeyBinding?] {
    guard commands.group != nil else { return [] }
    let (fields, field) = (form.enabledFields, form.focusedField(preferring: view.fields[element.id]))
    let index = fields.firstIndex { $0.id == field?.id } ?? 0
    func focus(_ index: Int) -> KeyBinding.Action? {
      guard fields.indices.contains(index) else { return nil }
      return .perform { interaction, _ in
        interaction.view.isTextSelected = fields[index].isTextInput && !fields[index].text.isEmpty
        return interaction.focus(fields[index].id, element)
      }
    }
    return (field.map { fieldBindings($0, commands) } ?? []) + listBindings(form, field, commands) + [
      .keys(
        ["tab", "down"] + (field?.isTextInput == true ? ["enter"] : []), hint: "next",
        summary: "go to the next field", focus(index + 1)),
      .keys(["shift+tab", "up"], summary: "go to the previous field", focus(index - 1)),
    ]
  }

  /// Returns the keys that add, remove and move rows of the list with a field.
  ///
  /// A row can also be added to a list without rows, which no field leads to.
  private func listBindings(
    _ form: FormScreen, _ field: FormScreen.Row?, _ commands: FormCommands
  ) -> [KeyBinding?] {
    let lists = form.sections.filter(\.allowsRowEditing)
    let list = lists.first { section in section.rows.contains { $0.id == field?.id } }
    let ids = list?.rows.map(\.id) ?? []
    let index = ids.firstIndex { $0 == field?.id }
    func move(to target: Int) -> KeyBinding.Action? {
      guard let index, let field, ids.indices.contains(target) else { return nil }
      let next = target > index ? target + 1 : target
      return .run(commands.moveRow(field.id, before: ids.indices.contains(next) ? ids[next] : nil))
    }
    let extensible = list.map { list in [list] + lists.filter { $0.rows.isEmpty && $0.id != list.id } } ?? lists
    let addition: KeyBinding.Action? =
      extensible.count == 1
      ? .run(commands.addRow(to: extensible[0].id))
      : .show(
        "Add a row to",
        extensible.map { list in
          PickList.Item(
            title: list.title ?? list.id.displayText, choice: commands.addRow(to: list.id).map { .run($0) })
        })
    return [
      .keys(["ctrl+n"], hint: "add a row", summary: "add a row to the list", addition),
      .keys(
        ["ctrl+x"], hint: "remove", summary: "remove the row of the list",
        .run(index.flatMap { commands.removeRow(ids[$0]) })),
      .keys(["alt+up"], summary: "move the row of the list up", index.flatMap { move(to: $0 - 1) }),
      .keys(["alt+down"], summary: "move the row of the list down", index.flatMap { move(to: $0 + 1) }),
    ]
  }

  /// Returns the keys of a field that is not changed by typing.
  private func fieldBindings(_ field: FormScreen.Row, _ commands: FormCommands) -> [KeyBinding?] {
    if field.isTextInput { return [] }
    let change = change(of: field, commands)
    func choose(_ step: Int) -> KeyBinding.Action? {
      field.options.isEmpty || field.kind == .multipleChoice
        ? nil : .run(commands.choose(field.option(step), in: field.id))
    }
    switch field.kind {
    case .boolean: return [.keys(["space", "enter", "left", "right"], hint: "change", summary: "switch", change)]
    case .button: return [.keys(["space", "enter"], hint: "press", summary: "press", change)]
    default:
      return [
        .keys(
          field.kind == .segmented ? ["space", "right"] : ["right"], summary: "choose the next option", choose(1)),
        .keys(["left"], summary: "choose the previous option", choose(-1)),
        .keys(["space", "enter"], hint: "change", summary: "choose an option", optionList(of: field, commands)),
      ]
    }
  }

  /// Returns what changes a field that is not changed by typing: a switch is switched, and a button pressed.
  func change(of field: FormScreen.Row, _ commands: FormCommands) -> KeyBinding.Action? {
    switch field.kind {
    case .boolean: .run(commands.choose(.boolean(field.value != .boolean(true)), in: field.id))
    case .button: .run(commands.press(field.id))
    case .segmented: .run(commands.choose(field.option(1), in: field.id))
    default: optionList(of: field, commands)
    }
  }

  private func optionList(of field: FormScreen.Row, _ commands: FormCommands) -> KeyBinding.Action? {
    let chosen = field.options.firstIndex { $0.value.isEquivalent(to: field.value) }
    return .show(field.title ?? "Choose", field.choices(commands), marking: chosen ?? 0)
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
