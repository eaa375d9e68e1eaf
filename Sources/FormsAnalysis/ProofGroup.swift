internal import Forms

/// Elements that are proven together: all that depends on some dials, and on no others.
struct ProofGroup {
  /// By number, in ascending order.
  let dials: [Int]
  /// By number, each behind those it depends on.
  let nodes: [Int]
  private(set) var elements: [Element]
}

extension ProofGroup {
  /// Divides a form, so that no element is in two groups.
  ///
  /// What depends on some of a group's dials is proven with that group, if the group can be walked to its end, or that on
  /// its own cannot be either.
  static func groups(of form: CompiledForm, _ dials: [Dial], limit: Int) -> [ProofGroup] {
    var influence = Influence(form, dials)
    var elements: [[Int]: [Element]] = [:]
    for element in form.elementsInOrder {
      let dials = influence.dials(of: element)
      if !dials.isEmpty { elements[dials, default: []].append(element) }
    }
    let groups = elements.map { ProofGroup(dials: $0, nodes: [], elements: $1) }.sorted { $0.comesBefore($1) }
    return joined(groups, dials, limit).map { group in
      ProofGroup(
        dials: group.dials, nodes: influence.nodes(of: group.elements, group.dials), elements: group.elements)
    }
  }

  /// Takes each group, from the largest, into one before it that has all of its dials.
  private static func joined(_ groups: [ProofGroup], _ dials: [Dial], _ limit: Int) -> [ProofGroup] {
    var kept: [ProofGroup] = []
    var haveEnd: [Bool] = []
    var keptWithDial: [Int: [Int]] = [:]
    for group in groups {
      let candidates = group.dials.map { keptWithDial[$0] ?? [] }.min { $0.count < $1.count } ?? []
      let hasEnd = group.situations(dials) <= limit
      if let place = candidates.first(where: { kept[$0].covers(group) && (haveEnd[$0] || !hasEnd) }) {
        kept[place].elements += group.elements
        continue
      }
      for dial in group.dials { keptWithDial[dial, default: []].append(kept.count) }
      kept.append(group)
      haveEnd.append(hasEnd)
    }
    return kept
  }

  private func comesBefore(_ other: ProofGroup) -> Bool {
    dials.count == other.dials.count
      ? dials.lexicographicallyPrecedes(other.dials) : dials.count > other.dials.count
  }

  private func covers(_ other: ProofGroup) -> Bool {
    let dials = Set(dials)
    return other.dials.allSatisfy(dials.contains)
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
