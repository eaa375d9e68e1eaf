internal import Forms

/// Finds the input variables and nodes that an element depends on.
///
/// A condition depends on the rows it reads, on the conditions that hide or disable those rows, and so on. No other
/// variable can affect it.
struct DependencyAnalysis {
  private let form: CompiledForm
  private var dialsOfElements: [FormElement: Int] = [:]
  private let dials: [InputVariable]
  /// The nodes that each node depends on.
  private var causes: [[Int]]
  /// The variables that each node reads, directly or through other nodes, or `nil` if there are too many.
  private var read: [Set<Int>?]
  /// The transitive dependencies of sets of variables that were already computed.
  private var closures: [Set<Int>: [Int]] = [:]

  /// The greatest number of variables in a set.
  ///
  /// The combinations of more are too many to search.
  private static let most = 62

  init(_ form: CompiledForm, _ dials: [InputVariable]) {
    self.form = form
    self.dials = dials
    causes = Array(repeating: [], count: form.graph.nodes.count)
    read = Array(repeating: [], count: form.graph.nodes.count)
    for (number, dial) in dials.enumerated() where dial.values.count > 1 { dialsOfElements[dial.element] = number }
    for node in causes.indices {
      for reader in form.graph.readersOfNodes[node] { causes[reader].append(node) }
    }
    for node in form.graph.order {
      let own: Set<Int>? = Set(variablesRead(by: form.graph.nodes[node].rule))
      read[node] = causes[node].reduce(own) { Self.union($0, read[$1]) }
    }
  }

  private static func union(_ one: Set<Int>?, _ other: Set<Int>?) -> Set<Int>? {
    guard let union = other.flatMap({ one?.union($0) }), union.count <= most else { return nil }
    return union
  }

  private func variablesRead(by rule: DependencyNode.Rule) -> [Int] {
    switch rule {
    case .condition(_, let sources): sources.flatMap { variables(readBySource: $0) }
    case .either: []
    case .validity(let row): [dialsOfElements[.row(row)]].compactMap(\.self)
    }
  }

  private func variables(readBySource source: ReadSource) -> [Int] {
    switch source {
    case .value(let row, _): ownVariables(of: .row(row))
    case .list(let section, _):
      ownVariables(of: .section(section)) + form.sections[section].rows.flatMap { ownVariables(of: .row($0)) }
    case .signal: []
    }
  }

  /// Returns the variable of an element and, for a row, that of its list, because another list has other rows.
  private func ownVariables(of element: FormElement) -> [Int] {
    switch element {
    case .row(let row):
      [dialsOfElements[element], dialsOfElements[.section(form.rows[row].section)]].compactMap(\.self)
    case .section: [dialsOfElements[element]].compactMap(\.self)
    }
  }
}

extension DependencyAnalysis {
  /// Returns the variables that affect the appearance, the value or the editability of an element.
  ///
  /// Returns all variables if there are too many to search.
  mutating func variables(affecting element: FormElement) -> [Int] {
    let nodes = form.conditions(affecting: element).compactMap(\.node)
    let all = Array(dials.indices)
    let own: Set<Int>? = Set(ownVariables(of: element))
    guard let set = nodes.reduce(own, { Self.union($0, read[$1]) }) else { return all }
    if let known = closures[set] { return known }
    let closure = closure(of: set) ?? all
    closures[set] = closure
    return closure
  }

  private func closure(of set: Set<Int>) -> [Int]? {
    var closure: Set<Int> = []
    var open = Array(set)
    while let dial = open.popLast() {
      guard closure.insert(dial).inserted else { continue }
      if closure.count > Self.most { return nil }
      open += ownVariables(of: dials[dial].element)
      for signal in form.accessConditions(of: dials[dial].element) {
        guard let node = signal.node else { continue }
        guard let more = read[node] else { return nil }
        open += more
      }
    }
    return closure.sorted()
  }

  /// Returns the nodes that affect the elements and the editability of the variables, in topological order.
  func nodes(of elements: [FormElement], variables dials: [Int]) -> [Int] {
    let access = dials.flatMap { form.accessConditions(of: self.dials[$0].element) }
    var open = (elements.flatMap { form.conditions(affecting: $0) } + access).compactMap(\.node)
    var nodes: Set<Int> = []
    while let node = open.popLast() {
      if nodes.insert(node).inserted { open += causes[node] }
    }
    return nodes.sorted { form.graph.ranks[$0] < form.graph.ranks[$1] }
  }
}

extension CompiledForm {
  /// Returns the conditions that decide whether the user can change an element.
  fileprivate func accessConditions(of element: FormElement) -> [BooleanSource] {
    switch element {
    case .row(let row): [rows[row].isHidden, rows[row].isDisabled]
    case .section(let section): [sections[section].hidden, sections[section].disabled]
    }
  }

  /// Returns all conditions that affect the appearance of an element.
  fileprivate func conditions(affecting element: FormElement) -> [BooleanSource] {
    switch element {
    case .row(let row):
      accessConditions(of: element) + accessConditions(of: .section(rows[row].section)) + rows[row].conditionSources
        + (rows[row].validity.map { [.node($0)] } ?? [])
    case .section: accessConditions(of: element)
    }
  }
}
