import Documents
import Tables

extension TableFeature {
  func selectionCommands(_ format: RowIDFormat<Row.ID>) -> [Command<State, Action>] {
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
      Command("select.all", "select all visible rows", sending: .selection(.allSelected)).keys("ctrl+a"),
      Command("select.invert", "select the visible rows that are not selected", sending: .selection(.inverted)),
      Command("select.none", "clear the selection", sending: .selection(.cleared)),
    ] + pointerCommands(id) + keyCommands
  }

  private func pointerCommands(_ id: Parameter<Row.ID>) -> [Command<State, Action>] {
    [
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
    ]
  }

  private var keyCommands: [Command<State, Action>] {
    [
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
}

extension TableKeyPress {
  fileprivate static func parameter(_ name: String, _ summary: String) -> Parameter<TableKeyPress> {
    Argument.text(name, summary).map(expecting: "a key such as ctrl+home") {
      TableKeyPress(parsing: $0)
    } _: {
      $0.name ?? ""
    }
  }
}
