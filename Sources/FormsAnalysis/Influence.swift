internal import Forms

/// On which dials it depends what becomes of an element, and by which nodes of the graph.
///
/// A condition depends on the rows that it reads, and on whether a person can get at those: on the conditions that hide and
/// disable them, and so on. What is not among that cannot make a difference.
struct Influence {
  private let form: CompiledForm
  private var dialsOfElements: [Element: Int] = [:]
  private let dials: [Dial]
  /// What each node depends on.
  private var causes: [[Int]]
  /// For each node the dials that it reads, itself or through other nodes; nil where they are too many.
  private var read: [Set<Int>?]
  /// For each set of dials all that make a difference to those in it.
  private var closures: [Set<Int>: [Int]] = [:]

  /// So many dials cannot be set in every way by anybody.
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

  /// The dial of an element, and of a row that of the list which it is in: with another its rows are others.
  private func own(_ element: Element) -> [Int] {
    switch element {
    case .row(let row):
      [dialsOfElements[element], dialsOfElements[.section(form.rows[row].section)]].compactMap(\.self)
    case .section: [dialsOfElements[element]].compactMap(\.self)
    }
  }
}

extension Influence {
  /// The dials that it depends on how an element looks, whether a person can get at it, and what it holds.
  ///
  /// Where they are more than anybody can set in every way, they are all there are.
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

  /// All nodes that decide how elements look, and whether a person can get at dials: each behind those it depends on.
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
  /// What decides whether a person can get at an element.
  fileprivate func signalsOfAccess(to element: Element) -> [Signal] {
    switch element {
    case .row(let row): [rows[row].isHidden, rows[row].isDisabled]
    case .section(let section): [sections[section].hidden, sections[section].disabled]
    }
  }

  /// All that decides how an element looks.
  fileprivate func signals(of element: Element) -> [Signal] {
    switch element {
    case .row(let row):
      signalsOfAccess(to: element) + signalsOfAccess(to: .section(rows[row].section)) + rows[row].conditions
        + (rows[row].validity.map { [.node($0)] } ?? [])
    case .section: signalsOfAccess(to: element)
    }
  }
}
