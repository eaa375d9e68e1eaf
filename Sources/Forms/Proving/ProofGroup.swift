/// Elements that are proven together: all that depends on some dials, and on no others.
struct ProofGroup {
  /// By number, in ascending order.
  let dials: [Int]
  /// By number, each behind those it depends on.
  private(set) var nodes: [Int]
  /// In the order in which they stand.
  private(set) var elements: [Element]
}

extension ProofGroup {
  /// Divides a form, so that no element is in two groups.
  ///
  /// What depends on some of a group's dials is proven with that group, if the group can be walked to its end.
  static func groups(of form: CompiledForm, _ dials: [Dial], limit: Int) -> [ProofGroup] {
    var influence = Influence(form, dials)
    var groups: [[Int]: ProofGroup] = [:]
    for element in form.elementsInOrder {
      let cone = influence.cone(of: element)
      if cone.dials.isEmpty { continue }
      groups[cone.dials, default: ProofGroup(dials: cone.dials, nodes: [], elements: [])].add(cone.nodes, [element])
    }
    return joined(groups.values.sorted { $0.comesBefore($1) }, dials, limit)
  }

  /// Takes each group, from the largest, into one before it that has all of its dials.
  private static func joined(_ groups: [ProofGroup], _ dials: [Dial], _ limit: Int) -> [ProofGroup] {
    var kept: [ProofGroup] = []
    var keptWithDial: [Int: [Int]] = [:]
    for group in groups {
      let candidates = group.dials.map { keptWithDial[$0] ?? [] }.min { $0.count < $1.count } ?? []
      if let place = candidates.first(where: { kept[$0].covers(group) }) {
        kept[place].add(group.nodes, group.elements)
        continue
      }
      if group.situations(dials) <= limit {
        for dial in group.dials { keptWithDial[dial, default: []].append(kept.count) }
      }
      kept.append(group)
    }
    return kept.map(\.sorted)
  }

  private func comesBefore(_ other: ProofGroup) -> Bool {
    dials.count == other.dials.count
      ? dials.lexicographicallyPrecedes(other.dials) : dials.count > other.dials.count
  }

  private func covers(_ other: ProofGroup) -> Bool {
    let dials = Set(dials)
    return other.dials.allSatisfy(dials.contains)
  }

  private mutating func add(_ nodes: [Int], _ elements: [Element]) {
    self.nodes += nodes
    self.elements += elements
  }

  private var sorted: ProofGroup {
    ProofGroup(dials: dials, nodes: Set(nodes).sorted(), elements: elements)
  }

  /// How many ways there are to set its dials, at most.
  func situations(_ dials: [Dial]) -> Int {
    self.dials.reduce(1) { count, dial in
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: dials[dial].values.count)
      return isTooLarge ? .max : product
    }
  }
}

extension CompiledForm {
  /// Each section, and behind it its rows.
  var elementsInOrder: [Element] {
    sections.indices.flatMap { [.section($0)] + sections[$0].rows.map(Element.row) }
  }
}
