import Forms
import Interface
import Values

extension WrappedLines {
  mutating func append(_ form: FormScreen) {
    if let title = form.title { append(title) }
    for section in form.sections {
      appendSeparator()
      append(section)
    }
    switch form.stage {
    case .editing: return
    case .validating: appendStage("validating…")
    case .submitting: appendStage("submitting…")
    case .submitted: appendStage("submitted")
    case .failed(let reason): appendStage("! could not be submitted: \(reason)")
    }
  }

  private mutating func appendStage(_ text: String) {
    appendSeparator()
    append(text)
  }

  private mutating func append(_ section: FormScreen.Section) {
    if let title = section.title ?? section.tag { append(title) }
    for row in section.rows { append(row) }
    if section.allowsRowEditing { append("+ rows can be added, moved and removed", indent: 2) }
    if let footer = section.footer { append(linesOf: footer) }
  }

  private mutating func append(_ row: FormScreen.Row) {
    let notes = row.notes.isEmpty ? "" : "  (\(row.notes.joined(separator: ", ")))"
    let (mark, indent) = row.isFocused ? ("> ", 0) : ("", 2)
    if row.kind == .multilineText, row.text.contains(where: \.isNewline) {
      append("\(mark)\(row.label):\(notes)", indent: indent)
      append(linesOf: row.text, indent: 4)
    } else {
      append("\(mark)\(String.labeled(row.label, row.displayedText))\(notes)", indent: indent)
    }
    if !row.options.isEmpty { append(pieces: row.markedOptions, indent: 4) }
    for error in row.errors { append("! \(error)", indent: 4) }
  }
}

extension FormScreen.Row {
  fileprivate var label: String { title ?? tag ?? kind.rawValue }

  /// The content of the row as the user sees it.
  fileprivate var displayedText: String {
    if kind == .button { return "[press]" }
    if text.isEmpty { return placeholder.map { "(\($0))" } ?? "-" }
    // The number of dots does not tell the length of a password.
    return kind == .password ? "•••" : text
  }

  fileprivate var notes: [String] {
    [
      isRequired ? "required" : nil, isDisabled ? "disabled" : nil, isDirty ? "changed" : nil,
      isValidating ? "validating…" : nil,
    ].compactMap(\.self)
  }

  /// The options with a mark at those that are chosen.
  package var markedOptions: [String] {
    let values = if case .list(let values) = value, kind == .multipleChoice { values } else { [value] }
    let chosen = Set(values.map(\.comparisonKey))
    let (on, off) = kind == .multipleChoice ? ("[x]", "[ ]") : ("(x)", "( )")
    return options.map { "\(chosen.contains($0.value.comparisonKey) ? on : off) \($0.displayText)" }
  }
}
