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
  var path: Path
  var value: Canonical

  /// The path and the value.
  package var text: String { "\(path): \(value)" }
}

/// The way from a state to one of its parts.
struct Path: Hashable, CustomStringConvertible {
  enum Step: Hashable, CustomStringConvertible {
    case name(String)
    case key(Canonical)

    var description: String {
      switch self {
      case .name(let name): name
      case .key(let key): "[\(key)]"
      }
    }
  }

  /// What the whole state is called where it has no parts to name.
  static let whole = "self"

  var steps: [Step] = []

  static func + (path: Path, steps: [Step]) -> Path { Path(steps: path.steps + steps) }

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

extension Canonical {
  /// The value as lines.
  package func leaves() -> [Leaf] { leaves(at: Path()) }

  func leaves(at path: Path) -> [Leaf] {
    if case .record(let fields) = self, path.steps.isEmpty, !fields.isEmpty {
      return fields.flatMap { $0.value.leaves(at: path + [.name($0.name)]) }
    }
    if isFlat { return [Leaf(path: path, value: self)] }
    let parts = parts.flatMap { $0.value.leaves(at: path + $0.steps) }
    return hasHead ? [Leaf(path: path, value: head)] + parts : parts
  }

  /// What one line can say of a value whose parts take lines of their own.
  var head: Canonical {
    switch self {
    case _ where isFlat: self
    case .variant(let name, let arguments): .variant(name, arguments.map(\.head))
    default: .elsewhere
    }
  }

  /// What a struct is known by: with another, it is not the same thing changed but another thing.
  var id: Canonical? {
    if case .record(let fields) = self { fields.first { $0.name == "id" }?.value } else { nil }
  }

  var hasHead: Bool { if case .variant = self { true } else { false } }

  /// The parts that take lines of their own, and the way to each.
  var parts: [(steps: [Path.Step], value: Canonical)] {
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

extension Canonical.Argument {
  /// What the line of the whole payload says of this value.
  ///
  /// A case within a case is still read in one line.
  fileprivate var head: Canonical.Argument {
    if value.isAtomic { return self }
    return Canonical.Argument(label: label, value: value.hasHead ? value.head : .elsewhere)
  }

  fileprivate func step(at place: Int) -> Path.Step { .name(label ?? String(place)) }

  fileprivate func parts(at place: Int) -> [(steps: [Path.Step], value: Canonical)] {
    if value.isAtomic { return [] }
    if value.hasHead { return value.parts.map { ([step(at: place)] + $0.steps, $0.value) } }
    return [([step(at: place)], value)]
  }
}

extension Canonical {
  /// Puts a value together again from its lines.
  package init(leaves: [Leaf]) throws(CanonicalFault) {
    var root = Branch()
    for leaf in leaves where !root.put(leaf.value, at: leaf.path.steps[...]) {
      throw CanonicalFault(column: 1, message: "\(leaf.path) is given twice")
    }
    self = try root.grown()
  }
}

/// A value while its lines are read.
private struct Branch {
  var value: Canonical?
  var twigs: [(step: Path.Step, branch: Branch)] = []

  /// Puts a line in its place, unless another has it.
  mutating func put(_ value: Canonical, at steps: ArraySlice<Path.Step>) -> Bool {
    guard let step = steps.first else {
      defer { self.value = self.value ?? value }
      return self.value == nil
    }
    if let place = twigs.firstIndex(where: { $0.step == step }) {
      return twigs[place].branch.put(value, at: steps.dropFirst())
    }
    var branch = Branch()
    let isNew = branch.put(value, at: steps.dropFirst())
    twigs.append((step, branch))
    return isNew
  }

  func grown() throws(CanonicalFault) -> Canonical {
    if let value { try fill(value) } else { try grownFromTwigs() }
  }

  /// Puts the parts in that a line left out.
  private func fill(_ head: Canonical) throws(CanonicalFault) -> Canonical {
    guard case .variant(let name, var arguments) = head else { return head }
    for place in arguments.indices {
      let step = arguments[place].step(at: place)
      let branch = twigs.first { $0.step == step }?.branch
      switch arguments[place].value {
      case .elsewhere:
        guard let branch else { throw CanonicalFault(column: 1, message: "\(name) lacks the lines of its \(step)") }
        arguments[place].value = try branch.grown()
      case .variant:
        arguments[place].value = try (branch ?? Branch()).fill(arguments[place].value)
      default: break
      }
    }
    return .variant(name, arguments)
  }

  private func grownFromTwigs() throws(CanonicalFault) -> Canonical {
    var fields: [Canonical.Field] = []
    var entries: [Canonical.Entry] = []
    for (step, branch) in twigs {
      let value = try branch.grown()
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
  package init(parsing line: String) throws(CanonicalFault) {
    var parser = Parser(line)
    path = try parser.path()
    value = try parser.value()
    try parser.end()
  }
}

extension Parser {
  /// Reads a path and the colon behind it.
  mutating func path() throws(CanonicalFault) -> Path {
    var path = Path()
    while !skip(":") {
      if skip("[") {
        path.steps.append(.key(try value()))
        guard skip("]") else { throw fault("expected ]") }
      } else {
        let names = token()
        guard !names.isEmpty else { throw fault("expected a part's name") }
        path.steps += names.split(separator: ".").map { .name(String($0)) }
      }
      guard path.steps.count < Self.deepest else { throw fault("nested too deep") }
    }
    if path.steps.first == .name(Path.whole) { path.steps.removeFirst() }
    return path
  }
}
