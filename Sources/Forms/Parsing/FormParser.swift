import Conditions
import Documents
import Values

/// Parses a form from JSON and checks its keys and types.
///
/// Errors are collected, and each invalid element is replaced by a neutral one. So all errors are found in one pass,
/// and the indices of the other elements stay correct.
struct FormParser {
  private(set) var errors: [FormError] = []
  private var path = FormPath()
  private var tag: String?

  mutating func parseForm(_ node: JSONNode) -> FormDefinition {
    var form = FormDefinition()
    parseMembers(of: node, ["title", "sections"], "a form, as in {\"sections\":[]}") { reader, key, node in
      if key == "title" { return form.title = reader.parseText(node) }
      form.sections = reader.parseElements(of: node, "a list of sections") { $0.parseSection($1) }
    }
    return form
  }

  private mutating func parseSection(_ node: JSONNode) -> SectionDefinition {
    var section = SectionDefinition()
    tag = node.tag
    defer { tag = nil }
    let keys = ["tag", "title", "footer", "hidden", "disabled", "rows", "template"]
    parseMembers(of: node, keys, "a section, as in {\"rows\":[]}") { reader, key, node in
      switch key {
      case "tag": section.tag = reader.parseText(node)
      case "title": section.title = reader.parseText(node)
      case "footer": section.footer = reader.parseText(node)
      case "hidden": section.hidden = reader.parseCondition(node)
      case "disabled": section.disabled = reader.parseCondition(node)
      case "template": section.template = reader.parseRow(node)
      default: section.rows = reader.parseElements(of: node, "a list of rows") { $0.parseRow($1) }
      }
      reader.tag = section.tag
    }
    return section
  }

  private mutating func parseRow(_ node: JSONNode) -> RowDefinition {
    var row = RowDefinition()
    tag = node.tag
    let keys = [
      "tag", "kind", "title", "value", "options", "required", "placeholder", "hidden", "disabled", "validators",
    ]
    parseMembers(of: node, keys, "a row, as in {\"tag\":\"name\"}") { reader, key, node in
      switch key {
      case "tag": row.tag = reader.parseText(node)
      case "kind": row.kind = reader.parseKind(node)
      case "title": row.title = reader.parseText(node)
      case "value": row.value = reader.parseValue(node)
      case "options": row.options = reader.parseElements(of: node, "a list of options") { $0.parseOption($1) }
      case "required": row.isRequired = reader.parseBoolean(node)
      case "placeholder": row.placeholder = reader.parseText(node)
      case "hidden": row.hidden = reader.parseCondition(node)
      case "disabled": row.disabled = reader.parseCondition(node)
      default: row.validators = reader.parseElements(of: node, "a list of validators") { $0.parseValidator($1) }
      }
    }
    return row
  }
}

extension FormParser {
  /// Adds an error at the current path, or at a key below it.
  mutating func addError(
    _ kind: FormError.Kind, _ message: String, at key: String? = nil, in position: TextPosition? = nil
  ) {
    let path = key.map { self.path + $0 } ?? path
    errors.append(FormError(kind: kind, path: path, tag: tag, message: message, conditionPosition: position))
  }

  /// Calls a closure for each member of an object that has a known key, and adds an error for each other one.
  mutating func parseMembers(
    of node: JSONNode, _ knownKeys: [String], _ expected: String,
    _ read: (inout FormParser, _ key: String, _ node: JSONNode) -> Void
  ) {
    guard case .object(let members) = node.content else {
      return addMismatch(node, expected: expected)
    }
    for member in members {
      guard knownKeys.contains(member.key) else {
        let hint = closestMatch(to: member.key, among: knownKeys).map { "did you mean \($0.jsonQuoted)?" }
        addError(
          .unknownKey, "unknown key; \(hint ?? "the keys are \(knownKeys.joined(separator: ", "))")", at: member.key)
        continue
      }
      path.components.append(.key(member.key))
      read(&self, member.key, member.node)
      path.components.removeLast()
    }
  }

  mutating func parseElements<Element>(
    of node: JSONNode, _ expected: String, _ read: (inout FormParser, JSONNode) -> Element
  ) -> [Element] {
    guard case .list(let nodes) = node.content else {
      addMismatch(node, expected: expected)
      return []
    }
    return nodes.indices.map { index in
      path.components.append(.index(index))
      defer { path.components.removeLast() }
      return read(&self, nodes[index])
    }
  }

  /// Adds an error for a node of the wrong type.
  mutating func addMismatch(_ node: JSONNode, expected: String) {
    addError(.wrongType, "expected \(expected), found \(node.messageExcerpt)")
  }

  mutating func parseText(_ node: JSONNode) -> String? {
    if case .text(let text) = node.content { return text }
    addMismatch(node, expected: "a text")
    return nil
  }

  mutating func parseValue(_ node: JSONNode) -> Value {
    do throws(DocumentError) {
      return try node.value
    } catch {
      addError(.invalidValue, error.message)
      return .null
    }
  }

  private mutating func parseBoolean(_ node: JSONNode) -> Bool {
    if case .boolean(let isTrue) = node.content { return isTrue }
    addMismatch(node, expected: "true or false")
    return false
  }

  private mutating func parseKind(_ node: JSONNode) -> RowKind? {
    guard let text = parseText(node) else { return nil }
    if let kind = RowKind(rawValue: text) { return kind }
    let kinds = RowKind.allCases.map(\.rawValue)
    let hint = closestMatch(to: text, among: kinds).map { "did you mean \($0.jsonQuoted)?" }
    addError(
      .invalidValue, "unknown kind \(text.quotedExcerpt); \(hint ?? "the kinds are \(kinds.joined(separator: ", "))")")
    return nil
  }

  mutating func parseCondition(_ node: JSONNode) -> Condition {
    switch node.content {
    case .boolean(let isTrue): return isTrue ? .always : .never
    case .text(let text):
      do throws(ConditionError) {
        return try Condition(parsing: text)
      } catch {
        addError(.invalidCondition, error.message, in: error.position)
      }
    case .null, .integer, .real, .list, .object: addMismatch(node, expected: "true, false or a condition")
    }
    return .never
  }
}

extension JSONNode {
  /// The text of the member `tag`.
  fileprivate var tag: String? {
    guard case .object(let members) = content,
      case .text(let tag)? = members.first(where: { $0.key == "tag" })?.node.content
    else { return nil }
    return tag
  }
}
