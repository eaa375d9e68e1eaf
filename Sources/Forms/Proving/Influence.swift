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
  /// Sets of dials, each once: most nodes share theirs with many others.
  private var sets: [[Int]] = [[]]
  private var numbers: [[Int]: Int] = [[]: 0]
  private var unions: [[Int]: Int] = [:]
  /// For each node the set of dials that it reads, itself or through other nodes.
  private var read: [Int] = []
  /// For each set the one of all dials that make a difference to those in it.
  private var closures: [Int: [Int]?] = [:]

  /// So many dials cannot be set in every way by anybody.
  private static let most = 62

  init(_ form: CompiledForm, _ dials: [Dial]) {
    self.form = form
    self.dials = dials
    causes = Array(repeating: [], count: form.graph.nodes.count)
    for (number, dial) in dials.enumerated() where dial.values.count > 1 { dialsOfElements[dial.element] = number }
    for node in causes.indices {
      for reader in form.graph.readersOfNodes[node] { causes[Int(reader)].append(node) }
    }
    // A node comes behind those that it depends on.
    for node in causes.indices {
      let own = number(of: Set(dialsRead(by: form.graph.nodes[node].rule)).sorted())
      read.append(causes[node].reduce(own) { union($0, read[$1]) })
    }
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

  private mutating func number(of set: [Int]) -> Int {
    if let number = numbers[set] { return number }
    numbers[set] = sets.count
    sets.append(set)
    return sets.count - 1
  }

  private mutating func union(_ one: Int, _ other: Int) -> Int {
    if one == other || other == 0 { return one }
    if one == 0 { return other }
    if let known = unions[[one, other]] { return known }
    let number = number(of: Set(sets[one] + sets[other]).sorted())
    unions[[one, other]] = number
    return number
  }
}

extension Influence {
  /// The dials that it depends on how an element looks, whether a person can get at it, and what it holds.
  ///
  /// Where they are more than anybody can set in every way, they are all there are.
  mutating func dials(of element: Element) -> [Int] {
    let nodes = form.signals(of: element).compactMap(\.node)
    let set = nodes.reduce(number(of: own(element).sorted())) { union($0, read[$1]) }
    if let known = closures[set] { return known ?? Array(dials.indices) }
    let closure = closure(of: sets[set])
    closures[set] = .some(closure)
    return closure ?? Array(dials.indices)
  }

  private func closure(of set: [Int]) -> [Int]? {
    var closure: Set<Int> = []
    var open = set
    while let dial = open.popLast() {
      guard closure.insert(dial).inserted else { continue }
      if closure.count > Self.most { return nil }
      open += own(dials[dial].element)
      for signal in form.signalsOfAccess(to: dials[dial].element) {
        if let node = signal.node { open += sets[read[node]] }
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
    return nodes.sorted()
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
