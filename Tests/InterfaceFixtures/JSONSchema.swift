import Documents
import Values

/// A JSON Schema with the keywords that the project's schemas use.
package struct JSONSchema {
  private let definitions: [String: Value]
  private let root: Value

  package init(_ schema: Value) {
    root = schema
    guard case .object(let members) = schema, case .object(let definitions)? = members["$defs"] else {
      self.definitions = [:]
      return
    }
    self.definitions = definitions
  }

  /// Returns where and why a JSON document does not match the schema, or `nil` if it does.
  package func mismatch(of text: String) throws -> String? { mismatch(of: try JSONNode(parsing: text), root, at: "$") }

  private func mismatch(of node: JSONNode, _ schema: Value, at path: String) -> String? {
    guard case .object(let keywords) = schema else { return schema == true ? nil : "\(path): unexpected" }
    for (keyword, argument) in keywords.sorted(by: { $0.key < $1.key }) {
      if let mismatch = mismatch(of: node, keyword, argument, keywords, at: path) { return mismatch }
    }
    return nil
  }

  private func mismatch(
    of node: JSONNode, _ keyword: String, _ argument: Value, _ keywords: [String: Value], at path: String
  ) -> String? {
    switch (keyword, argument, node.content) {
    case ("$schema", _, _), ("$defs", _, _), ("title", _, _), ("description", _, _), ("default", _, _),
      ("format", _, _), ("answer", _, _), ("listed", _, _):
      return nil
    case ("$ref", .text(let reference), _):
      guard let definition = definitions[String(reference.dropFirst("#/$defs/".count))] else {
        return "\(path): \(reference) is not defined"
      }
      return mismatch(of: node, definition, at: path)
    case ("anyOf", .list(let schemas), _):
      let mismatches = schemas.map { mismatch(of: node, $0, at: path) }
      return mismatches.contains(nil) ? nil : mismatches.compactMap(\.self).joined(separator: "\n")
    case ("oneOf", .list(let schemas), _):
      let count = schemas.count { mismatch(of: node, $0, at: path) == nil }
      return count == 1 ? nil : "\(path): \(count) schemas match \(node.text)"
    case ("type", .list(let names), _): return names.contains(.text(typeName(of: node))) ? nil : "\(path): \(names)"
    case ("type", .text("number"), .integer): return nil
    case ("type", .text(let name), _): return name == typeName(of: node) ? nil : "\(path): \(node.text) is no \(name)"
    case ("const", let constant, _): return (try? node.value) == constant ? nil : "\(path): \(node.text)"
    case ("enum", .list(let values), _):
      return (try? node.value).map(values.contains) == true ? nil : "\(path): \(node.text)"
    case ("minimum", .integer(let least), .integer(let number)): return number >= least ? nil : "\(path): \(number)"
    case ("maximum", .integer(let most), .integer(let number)): return number <= most ? nil : "\(path): \(number)"
    case ("items", _, .list(let nodes)):
      return nodes.enumerated().lazy.compactMap { mismatch(of: $1, argument, at: "\(path)[\($0)]") }.first
    case ("required", .list(let names), .object(let members)):
      return names.first { name in !members.contains { .text($0.key) == name } }.map { "\(path): \($0) is missing" }
    case ("properties", .object(let schemas), .object(let members)):
      return members.lazy.compactMap { member in
        schemas[member.key].flatMap { mismatch(of: member.node, $0, at: "\(path).\(member.key)") }
      }.first
    case ("additionalProperties", _, .object(let members)):
      var known: [String: Value] = [:]
      if case .object(let schemas)? = keywords["properties"] { known = schemas }
      return members.lazy.filter { known[$0.key] == nil }.compactMap {
        mismatch(of: $0.node, argument, at: "\(path).\($0.key)")
      }.first
    case ("items", _, _), ("required", _, _), ("properties", _, _), ("additionalProperties", _, _), ("minimum", _, _),
      ("maximum", _, _):
      return nil
    default: return "\(path): the keyword \(keyword) is unknown"
    }
  }

  private func typeName(of node: JSONNode) -> String {
    switch node.content {
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .real: "number"
    case .text: "string"
    case .list: "array"
    case .object: "object"
    }
  }
}
