internal import Forms

/// Finds the input variables and nodes that an element depends on.
///
/// A condition depends on the rows it reads, on the conditions that hide or disable those rows, and so on. No other
/// variable can affect it.
struct Influence {
  private let form: CompiledForm
  private var dialsOfElements: [Element: Int] = [:]
  private let dials: [Dial]
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

  init(_ form: CompiledForm, _ dials: [Dial]) {
    self.form = form
    self.dials = dials
    causes = Array(repeating: [], count: form.graph.nodes.count)
    read = Array(repeating: [], count: form.graph.nodes.count)
    for (number, dial) in dials.enumerated() where dial.values.count > 1 { dialsOfElements[dial.element] = number }
    for node in causes.indices {
      for reader in form.graph.readersOfNodes[node] { causes[reader].append(node) }
    }
    for node in form.graph.order {
      let own: Set<Int>? = Set(dialsRead(by: form.graph.nodes[node].rule))
      read[node] = causes[node].reduce(own) { Self.union($0, read[$1]) }
    }
  }

  private static func union(_ one: Set<Int>?, _ other: Set<Int>?) -> Set<Int>? {
    guard let union = other.flatMap({ one?.union($0) }), union.count <= most else { return nil }
    return union
  }

  private func dialsRead(by rule: Node.Rule) -> [Int] {
    switch rule {
    case .condition(_, let sources): sources.flatMap { dials(readBy: $0) }
    case .either: []
    case .validity(let row): [dialsOfElements[.row(row)]].compactMap(\.self)
    }
  }

  private func dials(readBy source: Source) -> [Int] {
    switch source {
    case .value(let row, _): own(.row(row))
    case .list(let section, _): own(.section(section)) + form.sections[section].rows.flatMap { own(.row($0)) }
    case .signal: []
    }
  }

  /// Returns the variable of an element and, for a row, that of its list, because another list has other rows.
  private func own(_ element: Element) -> [Int] {
    switch element {
    case .row(let row):
      [dialsOfElements[element], dialsOfElements[.section(form.rows[row].section)]].compactMap(\.self)
    case .section: [dialsOfElements[element]].compactMap(\.self)
    }
  }
}

extension Influence {
  /// Returns the variables that affect the appearance, the value or the editability of an element.
  ///
  /// Returns all variables if there are too many to search.
  mutating func dials(of element: Element) -> [Int] {
    let nodes = form.signals(of: element).compactMap(\.node)
    let all = Array(dials.indices)
    let own: Set<Int>? = Set(own(element))
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
      open += own(dials[dial].element)
      for signal in form.signalsOfAccess(to: dials[dial].element) {
        guard let node = signal.node else { continue }
        guard let more = read[node] else { return nil }
        open += more
      }
    }
    return closure.sorted()
  }

  /// Returns the nodes that affect the elements and the editability of the variables, in topological order.
  func nodes(of elements: [Element], _ dials: [Int]) -> [Int] {
    let access = dials.flatMap { form.signalsOfAccess(to: self.dials[$0].element) }
    var open = (elements.flatMap { form.signals(of: $0) } + access).compactMap(\.node)
    var nodes: Set<Int> = []
    while let node = open.popLast() {
      if nodes.insert(node).inserted { open += causes[node] }
    }
    return nodes.sorted { form.graph.ranks[$0] < form.graph.ranks[$1] }
  }
}

extension CompiledForm {
  /// Returns the conditions that decide whether the user can change an element.
  fileprivate func signalsOfAccess(to element: Element) -> [Signal] {
    switch element {
    case .row(let row): [rows[row].isHidden, rows[row].isDisabled]
    case .section(let section): [sections[section].hidden, sections[section].disabled]
    }
  }

  /// Returns all conditions that affect the appearance of an element.
  fileprivate func signals(of element: Element) -> [Signal] {
    switch element {
    case .row(let row):
      signalsOfAccess(to: element) + signalsOfAccess(to: .section(rows[row].section)) + rows[row].conditions
        + (rows[row].validity.map { [.node($0)] } ?? [])
    case .section: signalsOfAccess(to: element)
    }
  }
}
