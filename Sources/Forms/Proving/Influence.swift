/// On which dials it depends what becomes of an element, and by which nodes of the graph.
///
/// A condition depends on the rows that it reads, and on whether a person can get at those: on the conditions that hide and
/// disable them, and so on. What is not among that cannot make a difference.
struct Influence {
  private let form: CompiledForm
  private let dialsOfRows: [Int: Int]
  private let dialsOfSections: [Int: Int]
  /// For each node, and behind those for each dial, what it depends on, numbered alike.
  private var causes: [[Int]]
  private var visited: [Int]
  private var round = 0

  /// What an element depends on, both in ascending order.
  struct Cone {
    var dials: [Int] = []
    var nodes: [Int] = []
  }

  init(_ form: CompiledForm, _ dials: [Dial]) {
    self.form = form
    let nodes = form.graph.nodes.count
    causes = Array(repeating: [], count: nodes + dials.count)
    visited = Array(repeating: 0, count: causes.count)
    var (rows, sections): ([Int: Int], [Int: Int]) = ([:], [:])
    for (number, dial) in dials.enumerated() {
      switch dial.element {
      case .row(let row): rows[row] = number
      case .section(let section): sections[section] = number
      }
    }
    (dialsOfRows, dialsOfSections) = (rows, sections)
    for node in 0..<nodes {
      for reader in form.graph.readersOfNodes[node] { causes[Int(reader)].append(node) }
      causes[node] += dialsRead(by: form.graph.nodes[node].rule).map { $0 + nodes }
    }
    for (number, dial) in dials.enumerated() {
      causes[nodes + number] = form.signalsOfAccess(to: dial.element).compactMap(\.node)
      if case .row(let row) = dial.element { causes[nodes + number] += dialOfList(around: row).map { nodes + $0 } }
    }
  }

  private func dialsRead(by rule: Node.Rule) -> [Int] {
    switch rule {
    case .condition(_, let sources): sources.flatMap { dials(readBy: $0) }
    case .either: []
    case .validity(let row): [dialsOfRows[row]].compactMap(\.self)
    }
  }

  private func dials(readBy source: Source) -> [Int] {
    switch source {
    case .value(let row, _): [dialsOfRows[row]].compactMap(\.self) + dialOfList(around: row)
    case .list(let section, _):
      ([dialsOfSections[section]] + form.sections[section].rows.map { dialsOfRows[$0] }).compactMap(\.self)
    case .signal: []
    }
  }

  /// With another list its rows are others.
  private func dialOfList(around row: Int) -> [Int] { [dialsOfSections[form.rows[row].section]].compactMap(\.self) }

  /// What it depends on how an element looks, whether a person can get at it, and what it holds.
  mutating func cone(of element: Element) -> Cone {
    let own: [Int?] =
      switch element {
      case .row(let row): [dialsOfRows[row]] + dialOfList(around: row)
      case .section(let section): [dialsOfSections[section]]
      }
    let nodes = form.graph.nodes.count
    var open = form.signals(of: element).compactMap(\.node) + own.compactMap(\.self).map { nodes + $0 }
    var cone = Cone()
    round += 1
    while let vertex = open.popLast() {
      if visited[vertex] == round { continue }
      visited[vertex] = round
      if vertex < nodes { cone.nodes.append(vertex) } else { cone.dials.append(vertex - nodes) }
      open += causes[vertex]
    }
    cone.nodes.sort()
    cone.dials.sort()
    return cone
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
