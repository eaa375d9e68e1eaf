import Forms
import Interface
import PlainText
import TerminalIO
import Values

/// The lines of a form.
struct FormLines {
  struct Line {
    var label = ""
    var text = ""
    var role = Theme.Role.text
    /// The field of the line, or `nil`.
    var field: ElementID?
    /// Whether the text can be typed.
    var isInput = false
  }

  private(set) var lines: [Line] = []
  let labelWidth: Int

  init(_ form: FormScreen, isFocused: Bool, focusedField: ElementID? = nil, width: Int) {
    let labels = form.sections.flatMap(\.rows).map(\.drawnLabel.terminalWidth)
    labelWidth = min(labels.max() ?? 0, max(8, width * 2 / 5))
    if let title = form.title { lines.append(Line(text: title, role: .header)) }
    for section in form.sections {
      if let title = section.title ?? section.tag { lines.append(Line(text: title, role: .header)) }
      for row in section.rows { append(row, isFocused: isFocused && row.id == focusedField, width: width) }
      if section.allowsRowEditing {
        lines.append(Line(text: "+ ctrl+n adds a row, ctrl+x removes one, alt+up and alt+down move it", role: .faint))
      }
      if let footer = section.footer { append(wrapped: footer, role: .faint, width: width) }
    }
    switch form.stage {
    case .editing: break
    case .validating: lines.append(Line(text: "validating…", role: .information))
    case .submitting: lines.append(Line(text: "saving…", role: .information))
    case .submitted: lines.append(Line(text: "saved", role: .information))
    case .failed(let reason): append(wrapped: "✗ not saved: \(reason)", role: .error, width: width)
    }
  }

  private mutating func append(_ row: FormScreen.Row, isFocused: Bool, width: Int) {
    let notes = row.drawnNotes
    let options = row.markedOptionsLine
    let fits = !options.isEmpty && options.terminalWidth + labelWidth + 4 + notes.terminalWidth <= width
    let role: Theme.Role = row.isDisabled ? .faint : isFocused ? .focusedField : row.isTextInput ? .field : .text
    let text = fits ? options : row.drawnText
    lines.append(
      Line(label: row.drawnLabel, text: text + notes, role: role, field: row.id, isInput: row.isTextInput))
    if !options.isEmpty, !fits, isFocused { append(wrapped: options, role: .text, width: width, field: row.id) }
    for error in row.errors { append(wrapped: "! \(error)", role: .error, width: width, field: row.id) }
  }

  private mutating func append(wrapped text: String, role: Theme.Role, width: Int, field: ElementID? = nil) {
    var wrapping = WrappedLines(width: max(8, width - 2))
    wrapping.append(text)
    for line in wrapping.text.split(separator: "\n") { lines.append(Line(text: "  \(line)", role: role, field: field)) }
  }
}

extension FormScreen.Row {
  fileprivate var drawnLabel: String { (title ?? tag ?? kind.rawValue) + (isRequired ? " *" : "") }

  /// Whether the row is changed by typing.
  var isTextInput: Bool {
    switch kind {
    case .boolean, .button, .segmented, .singleChoice: false
    case .multipleChoice: options.isEmpty
    default: true
    }
  }

  fileprivate var drawnText: String {
    switch kind {
    case .button: "[\(title ?? "press")]"
    case .boolean: value == .boolean(true) ? "[x]" : "[ ]"
    case .password: text.isEmpty ? placeholder ?? "" : "•••"
    default: text.isEmpty ? placeholder.map { "(\($0))" } ?? "" : text
    }
  }

  /// The notes after the text, such as `changed`.
  fileprivate var drawnNotes: String {
    let notes = [
      isDisabled ? "disabled" : nil, isDirty ? "changed" : nil, isValidating ? "validating…" : nil,
    ].compactMap(\.self)
    return notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"
  }

  /// The options in one line, with marks at those that are chosen.
  fileprivate var markedOptionsLine: String { markedOptions.joined(separator: "  ") }
}

extension ScreenPainter {
  mutating func draw(_ form: FormScreen, _ element: Screen.Element, in area: CellArea, isFocused: Bool) {
    let focused = isFocused ? form.focusedField(preferring: view.fields[element.id]) : nil
    let form = FormLines(form, isFocused: isFocused, focusedField: focused?.id, width: area.columns)
    let first = firstLine(of: form, focused?.id, height: area.rows)
    for (offset, line) in form.lines.dropFirst(first).prefix(area.rows).enumerated() {
      let row = area.row + offset
      let isFocusedLine = line.field != nil && line.field == focused?.id && !line.label.isEmpty
      if line.label.isEmpty {
        write(line.text, area.column, row, line.role, limit: area.columns)
      } else {
        draw(line, labelWidth: form.labelWidth, isFocusedLine ? focused : nil, element, row, in: area)
      }
      if let field = line.field {
        addTarget(
          CellArea(column: area.column, row: row, columns: area.columns, rows: 1),
          .field(element: element.id, id: field.rawValue))
      }
    }
    if first + area.rows < form.lines.count, area.rows > 0 {
      write("▾", area.column + area.columns - 1, area.row + area.rows - 1, .key)
    }
    if first > 0 { write("▴", area.column + area.columns - 1, area.row, .key) }
  }

  /// Returns the first line that is drawn, so that the focused field is visible, and its errors as far as they fit.
  private func firstLine(of form: FormLines, _ field: ElementID?, height: Int) -> Int {
    guard form.lines.count > height, let field, let start = form.lines.firstIndex(where: { $0.field == field }),
      let lastError = form.lines.lastIndex(where: { $0.field == field })
    else { return 0 }
    let end = min(lastError, start + height - 1)
    let wanted = max(0, min(start - 1, end + 1 - height))
    return end < height ? 0 : max(wanted, end + 1 - height)
  }

  private mutating func draw(
    _ line: FormLines.Line, labelWidth: Int, _ focused: FormScreen.Row?, _ element: Screen.Element, _ row: Int,
    in area: CellArea
  ) {
    write(focused == nil ? " " : ">", area.column, row, .key)
    let label = line.label.shortened(toTerminalWidth: labelWidth)
    write(label, area.column + 2, row, focused == nil ? .text : .title, limit: labelWidth)
    let column = area.column + labelWidth + 4
    let width = max(0, area.column + area.columns - column)
    let field = CellArea(column: column, row: row, columns: width, rows: 1)
    if let focused, focused.isTextInput, !focused.isDisabled {
      let input = fieldInput(of: focused, element)
      drawInput(input, label: "", row, in: field)
      if input.text.isEmpty, let placeholder = focused.placeholder {
        // After the cursor.
        write("(\(placeholder))", column + 2, row, .faint, limit: max(0, width - 2))
      }
      if view.isTextSelected {
        let length = min(width, input.text.escapedForTerminal.terminalWidth)
        restyle(CellArea(column: column, row: row, columns: length, rows: 1), .selectedText)
      }
      return
    }
    if line.isInput { fill(field, line.role) }
    write(line.text.shortened(toTerminalWidth: width), column, row, line.role, limit: width)
  }

  private func fieldInput(of field: FormScreen.Row, _ element: Screen.Element) -> TextInput {
    let input = view.input(for: .field(element: element.id, id: field.id), showing: field.text)
    return field.kind == .password ? input.masked : input
  }
}

extension FormScreen {
  /// The fields that the user can change, from top to bottom.
  var enabledFields: [Row] { sections.flatMap(\.rows).filter { !$0.isDisabled } }

  /// Returns the field with the focus: the given one, the form's own, or the first one.
  func focusedField(preferring id: ElementID?) -> Row? {
    enabledFields.first { $0.id == id } ?? enabledFields.first(where: \.isFocused) ?? enabledFields.first
  }
}
