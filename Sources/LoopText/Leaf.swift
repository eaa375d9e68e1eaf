/// One line of a printed state: where, and what stands there.
///
/// ```
/// sheet: open(product: ..., isNew: false, form: ...)
/// sheet.product: (id: p1, name: "Lamp", price: 19.99)
/// ```
///
/// What is read as one thing stands in one line, and so does a struct of such things. Of an enum's payload, what takes
/// lines of its own is left out as `...` and follows beneath, under its label or its number.
package struct Leaf: Hashable {
  var path: ValuePath
  var value: CanonicalValue

  /// The path and the value.
  package var text: String { "\(path): \(value)" }
}

/// The way from a state to one of its parts.
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

  /// What the whole state is called where it has no parts to name.
  static let whole = "self"

  var steps: [Component] = []

  static func + (path: ValuePath, steps: [Component]) -> ValuePath { ValuePath(steps: path.steps + steps) }

  var description: String {
    if steps.isEmpty { return Self.whole }
    var text = ""
    for step in steps {
      switch step {
      case .name(let name): text += (text.isEmpty ? "" : ".") + name
      case .key(let key): text += (text.isEmpty ? Self.whole : "") + "[\(key)]"
      }
    }
    return text
  }
}

extension CanonicalValue {
  /// The value as lines.
  package func leaves() -> [Leaf] { leaves(at: ValuePath()) }

  func leaves(at path: ValuePath) -> [Leaf] {
    if case .record(let fields) = self, path.steps.isEmpty, !fields.isEmpty {
      return fields.flatMap { $0.value.leaves(at: path + [.name($0.name)]) }
    }
    if fitsOneLine { return [Leaf(path: path, value: self)] }
    let parts = parts.flatMap { $0.value.leaves(at: path + $0.steps) }
    return isVariant ? [Leaf(path: path, value: withPartsElided)] + parts : parts
  }

  /// What one line can say of a value whose parts take lines of their own.
  var withPartsElided: CanonicalValue {
    switch self {
    case _ where fitsOneLine: self
    case .variant(let name, let arguments): .variant(name, arguments.map(\.withPartsElided))
    default: .elsewhere
    }
  }

  /// What a struct is known by: with another, it is not the same thing changed but another thing.
  var id: CanonicalValue? {
    if case .record(let fields) = self { fields.first { $0.name == "id" }?.value } else { nil }
  }

  var isVariant: Bool { if case .variant = self { true } else { false } }

  /// The parts that take lines of their own, and the way to each.
  var parts: [(steps: [ValuePath.Component], value: CanonicalValue)] {
    switch self {
    case .record(let fields): fields.map { ([.name($0.name)], $0.value) }
    case .keyed(let entries), .map(let entries): entries.map { ([.key($0.key)], $0.value) }
    case .list(let values): values.enumerated().map { ([.key(.number(String($0.offset)))], $0.element) }
    case .variant(_, let arguments) where !isAtomic:
      zip(0..., arguments).flatMap { place, argument in argument.parts(at: place) }
    default: []
    }
  }
}

extension CanonicalValue.Argument {
  /// What the line of the whole payload says of this value.
  ///
  /// A case within a case is still read in one line.
  fileprivate var withPartsElided: CanonicalValue.Argument {
    if value.isAtomic { return self }
    return CanonicalValue.Argument(label: label, value: value.isVariant ? value.withPartsElided : .elsewhere)
  }

  fileprivate func pathComponent(at place: Int) -> ValuePath.Component { .name(label ?? String(place)) }

  fileprivate func parts(at place: Int) -> [(steps: [ValuePath.Component], value: CanonicalValue)] {
    if value.isAtomic { return [] }
    if value.isVariant { return value.parts.map { ([pathComponent(at: place)] + $0.steps, $0.value) } }
    return [([pathComponent(at: place)], value)]
  }
}

extension CanonicalValue {
  /// Puts a value together again from its lines.
  package init(leaves: [Leaf]) throws(CanonicalTextError) {
    var root = LeafTree()
    for leaf in leaves where !root.insert(leaf.value, at: leaf.path.steps[...]) {
      throw CanonicalTextError(column: 1, message: "\(leaf.path) is given twice")
    }
    self = try root.build()
  }
}

/// A value while its lines are read.
private struct LeafTree {
  var value: CanonicalValue?
  var twigs: [(step: ValuePath.Component, branch: LeafTree)] = []

  /// Puts a line in its place, unless another has it.
  mutating func insert(_ value: CanonicalValue, at steps: ArraySlice<ValuePath.Component>) -> Bool {
    guard let step = steps.first else {
      defer { self.value = self.value ?? value }
      return self.value == nil
    }
    if let place = twigs.firstIndex(where: { $0.step == step }) {
      return twigs[place].branch.insert(value, at: steps.dropFirst())
    }
    var branch = LeafTree()
    let isNew = branch.insert(value, at: steps.dropFirst())
    twigs.append((step, branch))
    return isNew
  }

  func build() throws(CanonicalTextError) -> CanonicalValue {
    if let value { try fillElidedParts(of: value) } else { try buildFromChildren() }
  }

  /// Puts the parts in that a line left out.
  private func fillElidedParts(of head: CanonicalValue) throws(CanonicalTextError) -> CanonicalValue {
    guard case .variant(let name, var arguments) = head else { return head }
    for place in arguments.indices {
      let step = arguments[place].pathComponent(at: place)
      let branch = twigs.first { $0.step == step }?.branch
      switch arguments[place].value {
      case .elsewhere:
        guard let branch else { throw CanonicalTextError(column: 1, message: "\(name) lacks the lines of its \(step)") }
        arguments[place].value = try branch.build()
      case .variant:
        arguments[place].value = try (branch ?? LeafTree()).fillElidedParts(of: arguments[place].value)
      default: break
      }
    }
    return .variant(name, arguments)
  }

  private func buildFromChildren() throws(CanonicalTextError) -> CanonicalValue {
    var fields: [CanonicalValue.Field] = []
    var entries: [CanonicalValue.Entry] = []
    for (step, branch) in twigs {
      let value = try branch.build()
      switch step {
      case .name(let name): fields.append(.init(name: name, value: value))
      case .key(let key): entries.append(.init(key: key, value: value))
      }
    }
    return entries.isEmpty ? .record(fields) : .map(entries)
  }
}

extension Leaf {
  /// Reads a line.
  package init(parsing line: String) throws(CanonicalTextError) {
    var parser = CanonicalTextParser(line)
    path = try parser.parsePath()
    value = try parser.parseValue()
    try parser.expectEnd()
  }
}

extension CanonicalTextParser {
  /// Reads a path and the colon behind it.
  mutating func parsePath() throws(CanonicalTextError) -> ValuePath {
    var path = ValuePath()
    while !skip(":") {
      if skip("[") {
        path.steps.append(.key(try parseValue()))
        guard skip("]") else { throw parseError("expected ]") }
      } else {
        let names = readToken()
        guard !names.isEmpty else { throw parseError("expected a part's name") }
        path.steps += names.split(separator: ".").map { .name(String($0)) }
      }
      guard path.steps.count < Self.deepest else { throw parseError("nested too deep") }
    }
    if path.steps.first == .name(ValuePath.whole) { path.steps.removeFirst() }
    return path
  }
}
