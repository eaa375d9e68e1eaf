import Documents
import Interface
import Values

/// What a client in any language does with a screen and its differences, which it has as JSON.
extension Value {
  /// The member of an object, or `nil`.
  subscript(name: String) -> Value? {
    get { if case .object(let members) = self { members[name] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  var elements: [Value] { if case .list(let elements) = self { elements } else { [] } }

  var members: [String: Value] { if case .object(let members) = self { members } else { [:] } }

  /// The element of a list of objects with an ID.
  subscript(id id: Value) -> Value? { elements.first { $0["id"] == id } }

  /// Applies a difference to a screen.
  mutating func apply(_ difference: Value) {
    for name in ["title", "status", "tabs", "notices", "progress", "commands"] {
      self[name] = difference[name] ?? self[name]
    }
    if let elements = difference["elements"] { self["elements"]?.applyElements(elements) }
    guard let sheet = difference["sheet"] else { return }
    if sheet == "closed" { self["sheet"] = nil }
    if let opened = sheet["opened"] { self["sheet"] = opened }
    if let changed = sheet["changed"] {
      if let elements = changed["elements"] { self["sheet"]?["elements"]?.applyElements(elements) }
      self["sheet"]?["question"] = changed["question"]
    }
  }

  private mutating func applyElements(_ difference: Value) {
    let known = elements + (difference["replaced"]?.elements ?? [])
    let ids = difference["order"]?.elements ?? elements.compactMap { $0["id"] }
    self = .list(
      ids.compactMap { id in
        guard var element = known.last(where: { $0["id"] == id }), case .text(let name) = id else { return nil }
        if let table = difference["tables"]?[name] { element["content"]?["table"]?.applyTable(table) }
        if let rows = difference["formRows"]?[name] { element["content"]?["form"]?.replaceRows(rows) }
        return element
      })
  }

  private mutating func applyTable(_ difference: Value) {
    let removed = Set(difference["removed"]?.elements ?? [])
    var rows = (self["rows"]?.elements ?? []).filter { !removed.contains($0["id"] ?? .null) }.map { row in
      difference["changed"]?[id: row["id"] ?? .null] ?? row
    }
    for insertion in difference["inserted"]?.elements ?? [] {
      guard case .integer(let index)? = insertion["index"], let row = insertion["row"] else { continue }
      rows.insert(row, at: Int(index))
    }
    self = difference["frame"] ?? self
    self["rows"] = .list(rows)
  }

  private mutating func replaceRows(_ changed: Value) {
    let sections = self["sections"]?.elements.map { section in
      var section = section
      section["rows"] = .list((section["rows"]?.elements ?? []).map { row in changed[id: row["id"] ?? .null] ?? row })
      return section
    }
    self["sections"] = sections.map(Value.list)
  }
}

extension Screen {
  /// The screen as a client receives it.
  var document: Value {
    get throws { try JSONNode(parsing: jsonText).value }
  }
}
