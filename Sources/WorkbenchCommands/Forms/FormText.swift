import Conditions
import Documents
import ConsoleIO
import Forms
import Values

extension FormScreen {
  /// The form as lines of text.
  var text: String {
    let parts = [title.map { [$0.terminalSafe] } ?? []] + sections.map(\.lines)
    return parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }
}

extension FormScreen.Section {
  fileprivate var lines: [String] {
    let heading = [title ?? tag].compactMap { $0?.terminalSafe }
    return heading + rows.flatMap(\.lines) + [footer].compactMap { $0?.terminalSafe }
  }
}

extension FormScreen.Row {
  fileprivate var lines: [String] {
    let marks = [isRequired ? "required" : nil, isDisabled ? "disabled" : nil].compactMap(\.self)
    let note = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
    return ["  \(label): \(displayedText)\(note)"] + errors.map { "    ! \($0)".terminalSafe } + optionLines
  }

  /// The options, if the value is none of them.
  private var optionLines: [String] {
    let isNoOption = errors.contains { error in
      switch error {
      case .unparseable, .notAnOption: true
      default: false
      }
    }
    let names = options.map { $0.displayText.terminalSafe }
    return isNoOption && !names.isEmpty ? ["    options: \(names.joined(separator: ", "))"] : []
  }

  /// The name of the row that the user sees.
  var label: String { (title ?? tag ?? kind.rawValue).terminalSafe }

  /// The content of the row as the user sees it.
  var displayedText: String {
    switch kind {
    case .button: return "[\(label)]"
    case .password: return String(repeating: "•", count: text.count)
    default: break
    }
    return text.isEmpty ? placeholder.map { "(\($0.terminalSafe))" } ?? "-" : text.terminalSafe
  }
}

extension FormFeature.State {
  /// Returns the visible rows and the number of conditions that the last change evaluated, as JSON.
  func jsonValue(explaining explained: ElementID?) -> Value {
    let sections = screen.sections.map(\.jsonValue)
    var members: [String: Value] = [
      "sections": .list(sections), "evaluations": .integer(Int64(lastUpdate.evaluationCount)),
    ]
    if let title = screen.title { members["title"] = .text(title) }
    if let explained { members["explanation"] = .list(reasons(explained).map(\.jsonValue)) }
    return .object(members)
  }
}

extension FormScreen.Section {
  fileprivate var jsonValue: Value { ["tag": tag.value, "title": title.value, "rows": .list(rows.map(\.jsonValue))] }
}

extension FormScreen.Row {
  fileprivate var jsonValue: Value {
    [
      "tag": tag.value, "kind": .text(kind.rawValue), "title": title.value,
      // An entry that cannot be parsed is shown as the user typed it.
      "value": entry.unparseableText.map(Value.text) ?? value.withDatesAsText(of: kind),
      "disabled": .boolean(isDisabled),
      "errors": .list(errors.map { .text("\($0)") }),
    ]
  }
}

extension Value {
  /// Returns the value of a row, with dates and times in the format of ISO 8601, as a user types them.
  func withDatesAsText(of kind: RowKind?) -> Value {
    switch self {
    case .instant(let instant):
      switch kind {
      case .date: .text(instant.dateText)
      case .time: .text(instant.timeText.hasSuffix(":00") ? String(instant.timeText.dropLast(3)) : instant.timeText)
      default: .text("\(instant)")
      }
    case .list(let values): .list(values.map { $0.withDatesAsText(of: kind) })
    case .object(let members): .object(members.mapValues { $0.withDatesAsText(of: nil) })
    case .null, .boolean, .integer, .real, .money, .text: self
    }
  }
}

extension FormDefinition {
  /// Returns submitted values, with dates and times in the format of ISO 8601.
  func withDatesAsText(_ values: [String: Value]) -> Value {
    var kinds: [String: RowKind] = [:]
    for section in sections {
      if let tag = section.tag, let template = section.template { kinds[tag] = template.effectiveKind }
      for row in section.rows { if let tag = row.tag { kinds[tag] = row.effectiveKind } }
    }
    return .object(
      Dictionary(uniqueKeysWithValues: values.map { ($0, $1.withDatesAsText(of: kinds[$0])) }))
  }
}

extension ConditionReason {
  fileprivate var jsonValue: Value {
    [
      "property": .text(property.rawValue), "section": (section?.rawValue).value, "result": .boolean(holds),
      "text": .text(description),
    ]
  }
}
