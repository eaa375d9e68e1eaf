import Forms

/// Finds the input variables and nodes that an element depends on.
///
/// A condition depends on the rows it reads, on the conditions that hide or disable those rows, and so on. No other
/// variable can affect it.
struct DependencyAnalysis {
  private let form: CompiledForm
  private var variablesByElement: [FormElement: Int] = [:]
  private let variables: [InputVariable]
  /// The nodes that each node depends on.
  private var nodeDependencies: [[Int]]
  /// The variables that each node reads, directly or through other nodes, or `nil` if there are too many.
  private var variablesReadByNode: [Set<Int>?]
  /// The transitive dependencies of sets of variables that were already computed.
  private var closureCache: [Set<Int>: [Int]] = [:]

  /// The greatest number of variables in a set.
  ///
  /// The combinations of more are too many to search.
  private static let maxVariableCount = 62

  init(_ form: CompiledForm, _ variables: [InputVariable]) {
    self.form = form
    self.variables = variables
    nodeDependencies = Array(repeating: [], count: form.graph.nodes.count)
    variablesReadByNode = Array(repeating: [], count: form.graph.nodes.count)
    for (number, variable) in variables.enumerated() where variable.values.count > 1 {
      variablesByElement[variable.element] = number
    }
    for node in nodeDependencies.indices {
      for reader in form.graph.nodeDependents[node] { nodeDependencies[reader].append(node) }
    }
    for node in form.graph.order {
      let own: Set<Int>? = Set(variablesRead(by: form.graph.nodes[node].rule))
      variablesReadByNode[node] = nodeDependencies[node].reduce(own) {
        Self.unionWithinLimit($0, variablesReadByNode[$1])
      }
    }
  }

  private static func unionWithinLimit(_ one: Set<Int>?, _ other: Set<Int>?) -> Set<Int>? {
    guard let union = other.flatMap({ one?.union($0) }), union.count <= maxVariableCount else { return nil }
    return union
  }

  private func variablesRead(by rule: DependencyNode.Rule) -> [Int] {
    switch rule {
    case .condition(_, let sources):
      sources.flatMap { source -> [Int] in
        switch source {
        case .value(let row, _): variablesOfElementAndItsList(.row(row))
        case .list(let section, _):
          variablesOfElementAndItsList(.section(section))
            + form.sections[section].rows.flatMap { variablesOfElementAndItsList(.row($0)) }
        case .boolean: []
        }
      }
    case .disjunction: []
    case .validity(let row): [variablesByElement[.row(row)]].compactMap(\.self)
    }
  }

  /// Returns the variable of an element and, for a row, that of its list, because another list has other rows.
  private func variablesOfElementAndItsList(_ element: FormElement) -> [Int] {
    switch element {
    case .row(let row):
      [variablesByElement[element], variablesByElement[.section(form.rows[row].section)]].compactMap(\.self)
    case .section: [variablesByElement[element]].compactMap(\.self)
    }
  }
}

extension DependencyAnalysis {
  /// Returns the variables that affect the appearance, the value or the editability of an element.
  ///
  /// Returns all variables if there are too many to search.
  mutating func variables(affecting element: FormElement) -> [Int] {
    let nodes = form.conditions(affecting: element).compactMap(\.node)
    let all = Array(variables.indices)
    let own: Set<Int>? = Set(variablesOfElementAndItsList(element))
    guard let set = nodes.reduce(own, { Self.unionWithinLimit($0, variablesReadByNode[$1]) }) else { return all }
    if let known = closureCache[set] { return known }
    let closure = closure(of: set) ?? all
    closureCache[set] = closure
    return closure
  }

  private func closure(of set: Set<Int>) -> [Int]? {
    var closure: Set<Int> = []
    var open = Array(set)
    while let variable = open.popLast() {
      guard closure.insert(variable).inserted else { continue }
      if closure.count > Self.maxVariableCount { return nil }
      open += variablesOfElementAndItsList(variables[variable].element)
      for signal in form.accessConditions(of: variables[variable].element) {
        guard let node = signal.node else { continue }
        guard let more = variablesReadByNode[node] else { return nil }
        open += more
      }
    }
    return closure.sorted()
  }

  /// Returns the nodes that affect the elements and the editability of the variables, in topological order.
  func nodes(affecting elements: [FormElement], variables: [Int]) -> [Int] {
    let access = variables.flatMap { form.accessConditions(of: self.variables[$0].element) }
    var open = (elements.flatMap { form.conditions(affecting: $0) } + access).compactMap(\.node)
    var nodes: Set<Int> = []
    while let node = open.popLast() {
      if nodes.insert(node).inserted { open += nodeDependencies[node] }
    }
    return nodes.sorted { form.graph.positionsInOrder[$0] < form.graph.positionsInOrder[$1] }
  }
}

extension CompiledForm {
  /// Returns the conditions that decide whether the user can change an element.
  fileprivate func accessConditions(of element: FormElement) -> [BooleanSignal] {
    switch element {
    case .row(let row): [rows[row].effectiveHidden, rows[row].effectiveDisabled]
    case .section(let section): [sections[section].hidden, sections[section].disabled]
    }
  }

  /// Returns all conditions that affect the appearance of an element.
  fileprivate func conditions(affecting element: FormElement) -> [BooleanSignal] {
    switch element {
    case .row(let row):
      accessConditions(of: element) + accessConditions(of: .section(rows[row].section)) + rows[row].conditionSignals
        + (rows[row].validityNode.map { [.node($0)] } ?? [])
    case .section: accessConditions(of: element)
    }
  }
}
