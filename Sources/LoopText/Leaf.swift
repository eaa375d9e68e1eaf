/// One line of a printed state: a path and the value at that path.
///
/// ```
/// sheet: open(product: ..., isNew: false, form: ...)
/// sheet.product: (id: p1, name: "Lamp", price: 19.99)
/// ```
///
/// An atomic value takes one line, and so does a struct of atomic values. In the payload of an enum case, each value
/// that needs lines of its own is printed as `...`. Its lines follow, under its label or its index.
package struct Leaf: Hashable {
  var path: ValuePath
  var value: CanonicalValue

  /// The path and the value.
  package var text: String { "\(path): \(value)" }
}

/// The path from a state to one of its parts.
struct ValuePath: Hashable, CustomStringConvertible {
  enum Component: Hashable, CustomStringConvertible {
    case name(String)
    case key(CanonicalValue)

    var description: String {
      switch self {
      case .name(let name): name
      case .key(let key): "[\(key)]"
      }
    }
  }

  /// The name of the whole state if it has no named parts.
  static let rootName = "self"

  var components: [Component] = []

  static func + (path: ValuePath, steps: [Component]) -> ValuePath { ValuePath(components: path.components + steps) }

  var description: String {
    if components.isEmpty { return Self.rootName }
    var text = ""
    for step in components {
      switch step {
      case .name(let name): text += (text.isEmpty ? "" : ".") + Self.printedName(name, isFirst: text.isEmpty)
      case .key(let key): text += (text.isEmpty ? Self.rootName : "") + "[\(key)]"
      }
    }
    return text
  }
}

extension ValuePath {
  /// Returns a name as it is printed in a path, where a period separates names, and where the first name is not that of
  /// the whole state.
  private static func printedName(_ name: String, isFirst: Bool) -> String {
    let isAmbiguous = name.contains(".") || (isFirst && name == rootName)
    return isAmbiguous || !CanonicalValue.isName(name) ? CanonicalValue.quoted(name, by: "`") : name
  }
}

extension CanonicalValue {
  /// Returns the lines of the value.
  package func leaves() -> [Leaf] { leaves(at: ValuePath()) }

  func leaves(at path: ValuePath) -> [Leaf] {
    if case .record(let fields) = self, path.components.isEmpty, !fields.isEmpty {
      return fields.flatMap { $0.value.leaves(at: path + [.name($0.name)]) }
    }
    if fitsOneLine { return [Leaf(path: path, value: self)] }
    let parts = parts.flatMap { $0.value.leaves(at: path + $0.steps) }
    return isVariant ? [Leaf(path: path, value: withPartsElided)] + parts : parts
  }

  /// The value on one line, with `...` in place of the parts that need lines of their own.
  var withPartsElided: CanonicalValue {
    switch self {
    case _ where fitsOneLine: self
    case .variant(let name, let arguments): .variant(name, arguments.map(\.withPartsElided))
    default: .elided
    }
  }

  /// The `id` field of a struct, or `nil` if there is none.
  ///
  /// A struct with another ID counts as another struct, not as a changed one.
  var id: CanonicalValue? {
    if case .record(let fields) = self { fields.first { $0.name == "id" }?.value } else { nil }
  }

  var isVariant: Bool { if case .variant = self { true } else { false } }

  /// The parts that need lines of their own, and the path to each.
  var parts: [(steps: [ValuePath.Component], value: CanonicalValue)] {
    switch self {
    case .record(let fields): fields.map { ([.name($0.name)], $0.value) }
    case .identifiedList(let entries), .map(let entries): entries.map { ([.key($0.key)], $0.value) }
    case .list(let values): values.enumerated().map { ([.key(.number(String($0.offset)))], $0.element) }
    case .variant(_, let arguments) where !isAtomic:
      zip(0..., arguments).flatMap { index, argument in argument.parts(at: index) }
    default: []
    }
  }
}

extension CanonicalValue.Argument {
  /// The value as it is printed on the line of the whole payload.
  ///
  /// A case within a case still takes one line.
  fileprivate var withPartsElided: CanonicalValue.Argument {
    if value.isAtomic { return self }
    return CanonicalValue.Argument(label: label, value: value.isVariant ? value.withPartsElided : .elided)
  }

  fileprivate func pathComponent(at index: Int) -> ValuePath.Component { .name(label ?? String(index)) }

  fileprivate func parts(at index: Int) -> [(steps: [ValuePath.Component], value: CanonicalValue)] {
    if value.isAtomic { return [] }
    if value.isVariant { return value.parts.map { ([pathComponent(at: index)] + $0.steps, $0.value) } }
    return [([pathComponent(at: index)], value)]
  }
}
