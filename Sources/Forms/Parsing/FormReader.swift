internal import Conditions
internal import Documents
internal import Values

/// Parses a form from JSON and checks its keys and types.
///
/// Errors are collected, and each invalid element is replaced by a neutral one. So all errors are found in one pass,
/// and the indices of the other elements stay correct.
struct FormReader {
  private(set) var faults: [FormFault] = []
  private var path = FormPath(steps: [])
  private var tag: String?

  mutating func form(_ node: JSONNode) -> FormDefinition {
    var form = FormDefinition()
    members(of: node, ["title", "sections"], "a form, as in {\"sections\":[]}") { reader, key, node in
      switch key {
      case "title": form.title = reader.text(node)
      default: form.sections = reader.elements(of: node, "a list of sections") { $0.section($1) }
      }
    }
    return form
  }

  private mutating func section(_ node: JSONNode) -> SectionDefinition {
    var section = SectionDefinition()
    tag = node.member("tag")?.text
    defer { tag = nil }
    let keys = ["tag", "title", "footer", "hidden", "disabled", "rows", "template"]
    members(of: node, keys, "a section, as in {\"rows\":[]}") { reader, key, node in
      switch key {
      case "tag": section.tag = reader.text(node)
      case "title": section.title = reader.text(node)
      case "footer": section.footer = reader.text(node)
      case "hidden": section.hidden = reader.condition(node)
      case "disabled": section.disabled = reader.condition(node)
      case "template":
        section.template = reader.row(node)
        reader.tag = section.tag
      default:
        section.rows = reader.elements(of: node, "a list of rows") { $0.row($1) }
        reader.tag = section.tag
      }
    }
    return section
  }

  private mutating func row(_ node: JSONNode) -> RowDefinition {
    var row = RowDefinition()
    tag = node.member("tag")?.text
    members(of: node, Self.rowKeys, "a row, as in {\"tag\":\"name\"}") { reader, key, node in
      switch key {
      case "tag": row.tag = reader.text(node)
      case "kind": row.kind = reader.kind(node)
      case "title": row.title = reader.text(node)
      case "value": row.value = reader.value(node)
      case "options": row.options = reader.elements(of: node, "a list of options") { $0.option($1) }
      case "required": row.isRequired = reader.boolean(node)
      case "placeholder": row.placeholder = reader.text(node)
      case "hidden": row.hidden = reader.condition(node)
      case "disabled": row.disabled = reader.condition(node)
      default: row.validators = reader.elements(of: node, "a list of validators") { $0.validator($1) }
      }
    }
    return row
  }

  private static let rowKeys = [
    "tag", "kind", "title", "value", "options", "required", "placeholder", "hidden", "disabled", "validators",
  ]
}

extension FormReader {
  /// Adds an error at the current path, or at a key below it.
  mutating func note(_ kind: FormFault.Kind, _ message: String, at key: String? = nil, in position: TextPosition? = nil)
  {
    let path = key.map { self.path + $0 } ?? path
    faults.append(FormFault(kind, at: path, tag: tag, message, conditionPosition: position))
  }

  /// Calls a closure for each member of an object that has a known key, and adds an error for each other one.
  mutating func members(
    of node: JSONNode, _ known: [String], _ expected: String,
    _ read: (inout FormReader, _ key: String, _ node: JSONNode) -> Void
  ) {
    guard case .object(let members) = node.content else { return note(.wrongType, node.mismatch(expected)) }
    for member in members {
      guard known.contains(member.key) else {
        let hint = nearest(to: member.key, of: known).map { "did you mean \($0.json)?" }
        note(
          .unknownKey, "unknown key; \(hint ?? "there are \(known.joined(separator: ", "))")", at: member.key)
        continue
      }
      path.steps.append(.key(member.key))
      read(&self, member.key, member.node)
      path.steps.removeLast()
    }
  }

  mutating func elements<Element>(
    of node: JSONNode, _ expected: String, _ read: (inout FormReader, JSONNode) -> Element
  ) -> [Element] {
    guard case .list(let nodes) = node.content else {
      note(.wrongType, node.mismatch(expected))
      return []
    }
    return nodes.indices.map { place in
      path.steps.append(.place(place))
      defer { path.steps.removeLast() }
      return read(&self, nodes[place])
    }
  }

  mutating func text(_ node: JSONNode) -> String? {
    if case .text(let text) = node.content { return text }
    note(.wrongType, node.mismatch("a text"))
    return nil
  }

  mutating func boolean(_ node: JSONNode) -> Bool {
    if case .boolean(let isTrue) = node.content { return isTrue }
    note(.wrongType, node.mismatch("true or false"))
    return false
  }

  mutating func value(_ node: JSONNode) -> Value {
    do throws(DocumentFault) {
      return try node.value
    } catch {
      note(.wrongValue, error.message)
      return .null
    }
  }

  private mutating func kind(_ node: JSONNode) -> RowKind? {
    guard let text = text(node) else { return nil }
    if let kind = RowKind(rawValue: text) { return kind }
    let kinds = RowKind.allCases.map(\.rawValue)
    let hint = nearest(to: text, of: kinds).map { "did you mean \($0.json)?" }
    note(.wrongValue, "unknown kind \(text.short); \(hint ?? "there are \(kinds.joined(separator: ", "))")")
    return nil
  }

  mutating func condition(_ node: JSONNode) -> Condition {
    switch node.content {
    case .boolean(let isTrue): return isTrue ? .always : .never
    case .text(let text): return condition(text)
    case .null, .integer, .real, .list, .object:
      note(.wrongType, node.mismatch("true, false or a condition"))
      return .never
    }
  }

  private mutating func condition(_ text: String) -> Condition {
    do throws(ConditionFault) {
      return try Condition(parsing: text)
    } catch {
      note(.condition, error.message, in: error.position)
      return .never
    }
  }
}

extension JSONNode {
  /// Returns the message for a node of the wrong type.
  func mismatch(_ expected: String) -> String { "expected \(expected), found \(told)" }

  fileprivate func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.node
  }

  fileprivate var text: String? { if case .text(let text) = content { text } else { nil } }
}
