import Documents
import Tables
import Values

extension TableFeature {
  func selectionCommands(_ format: RowIDFormat<Row.ID>) -> [Command<Self>] {
    let id = format.parameter("id", "the row").positional
    let cursor: @Sendable (State) -> Value? = { $0.cursor.map { .text(format.text($0.row)) } }
    return [
      Command("select", "select only one row", id) {
        .selection(.rowClicked($0))
      }
      .role(TableRole.select).defaulting("id", to: cursor),
      Command("select.toggle", "select or deselect a row, or the one at the cursor", id.optional) {
        $0.map { .selection(.rowToggled($0)) } ?? .keyPressed(TableKeyPress(.space))
      }
      .role(TableRole.toggle),
      Command("select.through", "select the rows from the last selected one to another", id) {
        .selection(.rangeExtended(to: $0))
      }
      .role(TableRole.extend).defaulting("id", to: cursor),
      Command(
        "select.rows", "select exactly these rows", format.parameter("ids", "the rows").list.positional
      ) {
        .selection(.idsReplaced(Set($0)))
      },
      Command("select.all", "select all visible rows", sending: .selection(.allSelected)).keys("ctrl+a"),
      Command("select.invert", "select the visible rows that are not selected", sending: .selection(.inverted)),
      Command("select.none", "clear the selection", sending: .selection(.cleared)).keys("shift+a"),
    ] + pointerCommands(id) + cursorCommands
  }

  private func pointerCommands(_ id: Parameter<Row.ID>) -> [Command<Self>] {
    [
      Command("hover", "move the pointer over a row", id) {
        .hoverBegan($0)
      }
      .role(TableRole.hover).unlisted(),
      Command("hover.end", "move the pointer away from a row", id) {
        .hoverEnded($0)
      }
      .role(TableRole.endHover).unlisted(),
    ]
  }

  private var cursorCommands: [Command<Self>] {
    [
      Command(
        "go", "move the cursor", Argument.choice("to", "where to", of: CursorMove.self).positional,
        Argument.flag("extend", "select the rows between"),
        Argument.integer("rows", "the number of rows that are displayed at a time", in: 1 ... .max).optional
      ) {
        .keyPressed($0.keyPress(extending: $1, displayedRowCount: $2))
      }
      .role(TableRole.go),
      Command(
        "dismiss", "take notice of a rejection, and end an edit or a drag", sending: .keyPressed(TableKeyPress(.escape))
      )
      .role(TableRole.dismiss).unlisted(),
      Command(
        "type", "move to the next row that begins with letters", Argument.text("letters", "the letters").rest
      ) {
        .keyPressed(TableKeyPress(.letters($0)))
      },
    ]
  }
}

extension CursorMove {
  /// Returns the key with this meaning.
  fileprivate func keyPress(extending: Bool, displayedRowCount: Int?) -> TableKeyPress {
    let (code, isControlDown): (TableKeyPress.Code, Bool) =
      switch self {
      case .next: (.down, false)
      case .previous: (.up, false)
      case .nextPage: (.pageDown, false)
      case .previousPage: (.pageUp, false)
      case .first: (.home, false)
      case .last: (.end, false)
      case .nextCell: (.right, false)
      case .previousCell: (.left, false)
      case .firstCell: (.home, true)
      case .lastCell: (.end, true)
      }
    return TableKeyPress(code, shift: extending, control: isControlDown, displayedRowCount: displayedRowCount)
  }
}
