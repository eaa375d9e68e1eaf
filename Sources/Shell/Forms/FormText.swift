internal import Conditions
internal import Documents
internal import ExplorerTool
internal import Forms
internal import Values

extension FormScreen {
  /// The form as lines of text.
  var text: String {
    let parts = [title.map { [$0.visible] } ?? []] + sections.map(\.lines)
    return parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }
}

extension FormScreen {
  /// What is wrong with which row, a line each.
  var complaints: String {
    let rows = sections.flatMap(\.rows).filter { !$0.faults.isEmpty }
    return rows.map { row in "\(row.label): \(row.faults.map { "\($0)".visible }.joined(separator: "; "))" }
      .joined(separator: "\n")
  }
}

extension FormScreen.Section {
  fileprivate var lines: [String] {
    let heading = [title ?? tag].compactMap { $0?.visible }
    return heading + rows.flatMap(\.lines) + [footer].compactMap { $0?.visible }
  }
}

extension FormScreen.Row {
  fileprivate var lines: [String] {
    let marks = [isRequired ? "required" : nil, isDisabled ? "disabled" : nil].compactMap(\.self)
    let note = marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ")))"
    return ["  \(label): \(shown)\(note)"] + faults.map { "    ! \($0)".visible }
  }

  /// What the row is called in front of a person.
  var label: String { (title ?? tag ?? kind.rawValue).visible }

  /// What stands in the row, as a person sees it.
  var shown: String {
    switch kind {
    case .button: return "[\(label)]"
    case .password: return String(repeating: "•", count: text.count)
    default: break
    }
    return text.isEmpty ? placeholder.map { "(\($0.visible))" } ?? "-" : text.visible
  }
}

extension Form.State {
  /// The form for a program: the rows in sight, and how many conditions the last change evaluated.
  func answer(explaining explained: ElementID?) -> Value {
    let sections = screen.sections.map(\.answer)
    var members: [String: Value] = ["sections": .list(sections), "evaluations": .integer(Int64(last.evaluations))]
    if let title = screen.title { members["title"] = .text(title) }
    if let explained { members["explanation"] = .list(reasons(explained).map(\.answer)) }
    return .object(members)
  }
}

extension FormScreen.Section {
  fileprivate var answer: Value { ["tag": tag.value, "title": title.value, "rows": .list(rows.map(\.answer))] }
}

extension FormScreen.Row {
  fileprivate var answer: Value {
    [
      "tag": tag.value, "kind": .text(kind.rawValue), "title": title.value,
      // What was typed and stands for nothing is what stands there, all the same.
      "value": entry.misunderstood.map(Value.text) ?? value, "disabled": .boolean(isDisabled),
      "errors": .list(faults.map { .text("\($0)") }),
    ]
  }
}

extension FormReason {
  fileprivate var answer: Value {
    [
      "property": .text(property.rawValue), "section": (section?.rawValue).value, "result": .boolean(holds),
      "text": .text(description),
    ]
  }
}
