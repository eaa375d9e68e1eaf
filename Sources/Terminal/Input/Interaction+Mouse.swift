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
    case .scroll(.up): return scroll("up", over: meaning, context)
    case .scroll(.down): return scroll("down", over: meaning, context)
    case .move: return hover(meaning, context)
    case .press, .release, .drag, .scroll: return []
    }
  }

  private mutating func press(
    _ meaning: PointerTarget.Meaning?, _ event: MouseEvent, _ context: Context
  ) -> [Request] {
    view.message = nil
    guard let meaning else { return [] }
    if view.overlay != nil {
      guard case .item(let index) = meaning, let list = view.overlay?.list else {
        if meaning != .none { view.overlay = nil }
        return []
      }
      return choose(list.items.indices.contains(index) ? list.items[index] : nil, context)
    }
    let adds = !event.modifiers.isDisjoint(with: [.shift, .control])
    switch meaning {
    case .tab(let id): return context.screen.sheet == nil ? selectTab(id) : []
    case .element(let id):
      focusElement(id, context)
      return []
    case .row(let element, let id):
      let isSecond = view.focus == element && pressedRow == meaning && !adds
      focusElement(element, context)
      (pressedRow, draggedRow) = (meaning, meaning)
      guard let prefix = context.screen.activeElement(element)?.commandPrefix else { return [] }
      if isSecond, application.commands["\(prefix).open"] != nil {
        return [.run(Invocation("\(prefix).open", ["id": .text(id)]))]
      }
      if application.commands["\(prefix).key"] == nil {
        view.cursors[element] = id
        return []
      }
      let command =
        event.modifiers.contains(.shift)
        ? "select.through" : event.modifiers.contains(.control) ? "select.toggle" : "select"
      return [.run(Invocation("\(prefix).\(command)", ["id": .text(id)]))]
    case .header(let element, let column):
      focusElement(element, context)
      guard let prefix = context.screen.activeElement(element)?.commandPrefix,
        focusedTable(context)?.headers.first(where: { $0.id == column })?.isSortable == true
      else { return [] }
      return [.run(Invocation("\(prefix).sort", ["column": .text(column), "add": .boolean(adds)]))]
    case .field(let id, let field): return press(field: field, of: id, context)
    case .command(let invocation): return runOrComplete(invocation)
    case .start(let path): return application.commands[path].map { start($0, context) } ?? []
    case .view(let action): return perform(action, context)
    case .item, .none: return []
    }
  }

  private mutating func focusElement(_ id: String, _ context: Context) {
    if view.focus != id, FocusRing(context.screen).ids.contains(id) {
      (view.focus, view.isFocusChosen) = (id, true)
      view.edit = nil
    }
  }

  private mutating func press(field id: String, of elementID: String, _ context: Context) -> [Request] {
    guard let element = context.screen.activeElement(elementID), case .form(let form) = element.content,
      let field = form.enabledFields.first(where: { $0.id.rawValue == id })
    else { return [] }
    let wasFocused = view.focus == elementID && form.focusedField(preferring: view.fields[elementID])?.id == field.id
    let focusing = focus(field.id, element)
    if field.isTextInput { return focusing }
    // The first press of a choice only shows what there is to choose.
    let isImmediate = wasFocused || field.kind == .boolean || field.kind == .button
    return focusing + (isImmediate ? handleElementKey(KeyStroke(.character(" ")), context) ?? [] : [])
  }

  /// Moves the cursor of the table under the mouse, or of the one with the focus, by three rows.
  private mutating func scroll(_ key: String, over meaning: PointerTarget.Meaning?, _ context: Context) -> [Request] {
    if view.overlay != nil { return handleOverlayKey(KeyStroke(key == "up" ? .up : .down), context) }
    let id: String? =
      switch meaning {
      case .element(let id), .row(let id, _), .header(let id, _), .field(let id, _): id
      default: view.focus
      }
    guard let element = context.screen.activeElement(id), case .table(let table) = element.content else { return [] }
    return (0..<3).flatMap { _ in handleTableKey(key, table, element) ?? [] }
  }

  private mutating func hover(_ meaning: PointerTarget.Meaning?, _ context: Context) -> [Request] {
    let row: PointerTarget.Meaning? = if case .row? = meaning, view.overlay == nil { meaning } else { nil }
    if row == hoveredRow { return [] }
    let left = hoveredRow
    hoveredRow = row
    // A second press opens a row only if the mouse has stayed there.
    if row != nil, row != pressedRow { pressedRow = nil }
    return hoverRequest("hover.end", left, context) + hoverRequest("hover", row, context)
  }

  private func hoverRequest(_ command: String, _ meaning: PointerTarget.Meaning?, _ context: Context) -> [Request] {
    guard case .row(let element, let id)? = meaning,
      let prefix = context.screen.activeElement(element)?.commandPrefix,
      application.commands["\(prefix).\(command)"] != nil
    else { return [] }
    return [.run(Invocation("\(prefix).\(command)", ["id": .text(id)]))]
  }

  private mutating func drag(over meaning: PointerTarget.Meaning?, _ context: Context) -> [Request] {
    guard case .row(let element, let id)? = draggedRow,
      let prefix = context.screen.activeElement(element)?.commandPrefix,
      let drag = application.commands["\(prefix).drag"], drag.unavailabilityReason(in: context.state) == nil
    else { return [] }
    var requests: [Request] = []
    if !isDragging {
      if meaning == draggedRow { return [] }
      isDragging = true
      requests.append(.run(Invocation("\(prefix).drag", ["id": .text(id)])))
    }
    guard case .row(element, let other)? = meaning, other != id,
      case .table(let table)? = context.screen.activeElement(element)?.content,
      let from = table.rows.firstIndex(where: { $0.id == id }),
      let to = table.rows.firstIndex(where: { $0.id == other })
    else { return requests }
    return requests + [.run(Invocation("\(prefix).drag.over", [to < from ? "before" : "after": .text(other)]))]
  }

  private mutating func release(_ context: Context) -> [Request] {
    let (wasDragging, row) = (isDragging, draggedRow)
    (isDragging, draggedRow) = (false, nil)
    guard wasDragging, case .row(let element, _)? = row,
      let prefix = context.screen.activeElement(element)?.commandPrefix
    else { return [] }
    pressedRow = nil
    return [.run(Invocation("\(prefix).drag.drop"))]
  }
}
