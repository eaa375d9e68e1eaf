import Forms
import Interface
import Tables
import TerminalIO
import Values

extension Interaction {
  mutating func handleMouse(_ event: MouseEvent, _ context: Context) -> [Request] {
    let meaning = targets.last { $0.area.contains(column: event.column, row: event.row) }?.meaning
    switch event.action {
    case .press(.left): return press(meaning, event, context)
    case .drag(.left): return drag(over: meaning, context)
    case .release(.left): return release(context)
    case .scroll(.up): return scroll(by: -1, over: meaning, context)
    case .scroll(.down): return scroll(by: 1, over: meaning, context)
    case .move: return hover(meaning, context)
    case .press, .release, .drag, .scroll: return []
    }
  }

  private mutating func press(
    _ meaning: PointerTarget.Meaning?, _ event: MouseEvent, _ context: Context
  ) -> [Request] {
    view.message = nil
    guard let meaning else { return [] }
    if case .key(let name) = meaning { return press(name, context) }
    if view.overlay != nil {
      guard case .item(let index) = meaning, let list = view.overlay?.list else {
        if meaning != .none { view.overlay = nil }
        return []
      }
      return list.items.indices.contains(index) ? choose(list.items[index], context) : []
    }
    let adds = !event.modifiers.isDisjoint(with: [.shift, .control])
    switch meaning {
    case .tab(let id): return context.screen.sheet == nil ? run(context.screen.commands.goToTab(id)) : []
    case .element(let id):
      focusElement(id, context)
      return []
    case .row(let element, let id):
      let isSecond = view.focus == element && pressedRow == meaning && !adds
      focusElement(element, context)
      (pressedRow, draggedRow) = (meaning, meaning)
      guard let table = table(ofElement: element, context) else { return [] }
      let commands = table.commands
      if isSecond, let open = commands.open(id) { return runOrComplete(open, context) }
      if !commands.offers(.go) {
        let index = commands.group == nil ? nil : table.table.rows.firstIndex { $0.id == id }
        if let index { view.cursors[element] = .init(id: id, index: index) }
        return []
      }
      if event.modifiers.contains(.shift) { return run(commands.extend(to: id)) }
      return run(event.modifiers.contains(.control) ? commands.toggle(id) : commands.select(id))
    case .header(let element, let column):
      focusElement(element, context)
      let table = table(ofElement: element, context)
      return table?.table.header(column)?.isSortable == true ? run(table?.commands.sort(by: column, adding: adds)) : []
    case .field(let id, let field): return press(field: field, of: id, context)
    case .answer(let answer): return run(answer, context)
    case .key, .item, .none: return []
    }
  }

  private mutating func focusElement(_ id: String, _ context: Context) {
    if view.focus != id, FocusRing(context.screen).ids.contains(id) {
      (view.focus, view.isFocusChosen) = (id, true)
      view.edit = nil
    }
  }

  private mutating func press(field id: String, of elementID: String, _ context: Context) -> [Request] {
    guard let element = context.screen.activeElement(elementID), case .form(let form, let commands) = element.content,
      let field = form.enabledFields.first(where: { $0.id.rawValue == id })
    else { return [] }
    let wasFocused = view.focus == elementID && form.focusedField(preferring: view.fields[elementID])?.id == field.id
    let focusing = focus(field.id, element)
    if field.isTextInput { return focusing }
    // The first press of a choice only shows what there is to choose.
    let isImmediate = wasFocused || field.kind == .boolean || field.kind == .button
    return focusing + (isImmediate ? perform(change(of: field, commands), context) : [])
  }

  /// Moves the cursor of the table under the mouse, or of the one with the focus, by three rows.
  private mutating func scroll(by step: Int, over meaning: PointerTarget.Meaning?, _ context: Context) -> [Request] {
    if view.overlay != nil {
      view.overlay?.list?.moveMark(by: step)
      return []
    }
    let id: String? =
      switch meaning {
      case .element(let id), .row(let id, _), .header(let id, _), .field(let id, _): id
      default: view.focus
      }
    let move: CursorMove = step < 0 ? .previous : .next
    return (0..<3).flatMap { _ in perform(table(ofElement: id, context)?.move(move, by: step), context) }
  }

  private mutating func hover(_ meaning: PointerTarget.Meaning?, _ context: Context) -> [Request] {
    let row: PointerTarget.Meaning? = if case .row? = meaning, view.overlay == nil { meaning } else { nil }
    if row == hoveredRow { return [] }
    let left = hoveredRow
    hoveredRow = row
    // A second press opens a row only if the mouse has stayed there.
    if row != nil, row != pressedRow { pressedRow = nil }
    return hoverRequest(left, context) { $0.endHover($1) } + hoverRequest(row, context) { $0.hover($1) }
  }

  private func hoverRequest(
    _ meaning: PointerTarget.Meaning?, _ context: Context, _ invocation: (TableCommands, String) -> Invocation?
  ) -> [Request] {
    guard case .row(let element, let id)? = meaning else { return [] }
    return run(table(ofElement: element, context).flatMap { invocation($0.commands, id) })
  }

  private mutating func drag(over meaning: PointerTarget.Meaning?, _ context: Context) -> [Request] {
    guard case .row(let element, let id)? = draggedRow,
      let active = table(ofElement: element, context), let drag = active.commands.drag(id),
      active.table.movesUnavailableReason == nil
    else { return [] }
    var requests: [Request] = []
    if !isDragging {
      if meaning == draggedRow { return [] }
      isDragging = true
      requests.append(.run(drag))
    }
    guard case .row(element, let other)? = meaning, other != id,
      let from = active.table.rows.firstIndex(where: { $0.id == id }),
      let to = active.table.rows.firstIndex(where: { $0.id == other })
    else { return requests }
    return requests + run(active.commands.drag(over: to < from ? .before(other) : .after(other)))
  }

  private mutating func release(_ context: Context) -> [Request] {
    let (wasDragging, row) = (isDragging, draggedRow)
    (isDragging, draggedRow) = (false, nil)
    guard wasDragging, case .row(let element, _)? = row else { return [] }
    pressedRow = nil
    return run(table(ofElement: element, context)?.commands.drop())
  }
}
