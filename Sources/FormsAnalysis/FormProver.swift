internal import Conditions
internal import Forms
internal import Values

/// Analyzes a form group by group and combines the results.
struct FormProver {
  private let form: CompiledForm
  let dials: [Dial]
  private let dialsOfElements: [Element: Int]
  private let start: Form.State
  private var proof = FormProof()
  private var sights: [(way: Way, element: Element)] = []
  private var opened: Set<Element>
  /// The nodes whose value differs from the initial one in some state.
  private var changed: Set<Int> = []
  private var disputes: [[Int]: FoundDispute] = [:]
  /// The position of each element, by which results are sorted.
  private let order: [Element: Int]

  init(_ form: CompiledForm) {
    self.form = form
    dials = form.dials
    dialsOfElements = Dictionary(uniqueKeysWithValues: dials.enumerated().map { ($1.element, $0) })
    start = Form.State(form)
    order = Dictionary(uniqueKeysWithValues: form.elementsInOrder.enumerated().map { ($1, $0) })
    opened = Set(form.rows.indices.filter(start.isOpen).map(Element.row))
    proof.tried = dials.map { FormProof.Trial(row: $0.id, values: $0.values) }
  }

  /// Searches all groups and returns the combined results.
  func proof(_ groups: [ProofGroup], limit: Int) -> FormProof {
    var prover = self
    var scene = ProofScene(form, dials)
    prover.sights = form.elementsInOrder.filter(scene.isSeen).map { (Way(), $0) }
    // A form in which no condition reads a row has one state.
    prover.proof.situations = groups.isEmpty ? 1 : 0
    let limitOfLarge = limitOfLarge(groups, limit)
    for group in groups {
      prover.prove(group, &scene, limit: group.situations(dials) > limit ? limitOfLarge : limit)
    }
    prover.conclude()
    return prover.proof
  }

  /// Returns the state limit of groups that may have more states than `limit`.
  ///
  /// Up to ten such groups have the full limit. More of them share ten times the limit, because a chain of 500 rows has
  /// one such group for each row.
  private func limitOfLarge(_ groups: [ProofGroup], _ limit: Int) -> Int {
    let count = groups.count { $0.situations(dials) > limit }
    return count > 10 ? max(1, limit / count * 10) : limit
  }

  private mutating func prove(_ group: ProofGroup, _ scene: inout ProofScene, limit: Int) {
    var walk = ProofWalk(group, dials, form, limit: limit)
    walk.walk(&scene)
    proof.situations += walk.moments.count
    if walk.isBounded { proof.isBounded = true }
    for (element, place) in walk.sights where place > 0 { sights.append((walk.way(to: place), element)) }
    opened.formUnion(walk.opened)
    changed.formUnion(walk.changed)
    for dispute in walk.disputes(&scene, form) where isChange(dispute) {
      let pair = [dispute.first.dial, order[dispute.second] ?? 0]
      if let other = disputes[pair], !dispute.comesBefore(other) { continue }
      disputes[pair] = dispute
    }
  }

  private mutating func conclude() {
    sights.sort { $0.way == $1.way ? order[$0.element, default: 0] < order[$1.element, default: 0] : $0.way < $1.way }
    proof.seen = sights.map { FormProof.Sight(element: id($0.element), way: assignments($0.way)) }
    let seen = Set(sights.map(\.element))
    let elements = form.sections.indices.map(Element.section) + form.rows.indices.map(Element.row)
    proof.neverSeen = elements.filter { !seen.contains($0) }.map(id)
    let required = form.rows.indices.filter { form.rows[$0].isRequired && form.rows[$0].kind.takesInput }
    proof.neverReached = required.filter { !opened.contains(.row($0)) }.map { form.names.rows[$0] }
    proof.settled = settled
    proof.disputes = disputes.values.sorted(by: comesBefore).map { dispute in
      FormProof.Dispute(
        way: assignments(dispute.way), first: assignment(dispute.first),
        second: Assignment(id(dispute.second), value(of: dispute)))
    }
  }

  /// Orders conflicts by path and first change, and then by the prevented element, because a change may prevent
  /// several.
  private func comesBefore(_ one: FoundDispute, _ other: FoundDispute) -> Bool {
    one.way == other.way && one.first == other.first
      ? order[one.second, default: 0] < order[other.second, default: 0] : one.comesBefore(other)
  }

  private func id(_ element: Element) -> ElementID {
    switch element {
    case .row(let row): form.names.rows[row]
    case .section(let section): form.names.sections[section]
    }
  }

  private func value(of dispute: FoundDispute) -> Value {
    if let dial = dialsOfElements[dispute.second] { return dials[dial].values[dispute.choice] }
    guard case .row(let row) = dispute.second else { return .null }
    return form.otherValue(row)
  }

  /// Returns a Boolean value that indicates whether there is a value for the second row that differs from its initial
  /// one.
  private func isChange(_ dispute: FoundDispute) -> Bool {
    guard case .row(let row) = dispute.second,
      dialsOfElements[dispute.second].map({ dials[$0].values.count > 1 }) != true
    else { return true }
    return !form.otherValue(row).isSame(as: start.value(row))
  }

  private func assignment(_ setting: Setting) -> Assignment {
    Assignment(dials[setting.dial].id, dials[setting.dial].values[setting.choice])
  }

  private func assignments(_ way: Way) -> [Assignment] { way.settings.map(assignment) }
}

extension FormProver {
  /// The conditions that have their initial value in all states.
  private var settled: [FormProof.Settled] {
    let nodes = form.graph.order.filter { node in
      if case .condition = form.graph.nodes[node].rule { !changed.contains(node) } else { false }
    }
    return nodes.compactMap(settled) + form.rows.indices.flatMap(settledValidators)
  }

  /// Returns the predicates of a row that are constant by definition.
  private func settledValidators(_ row: Int) -> [FormProof.Settled] {
    form.rows[row].validators.compactMap { validator in
      guard case .predicate(.constant(let holds), _) = validator else { return nil }
      let reason = start.reason(.met, .constant(holds))
      return FormProof.Settled(element: id(.row(row)), property: .met, holds: holds, reason: reason)
    }
  }

  private func settled(_ node: Int) -> FormProof.Settled? {
    switch form.graph.nodes[node].role {
    case .isHidden(let element): settled(element, .hidden, node)
    case .isDisabled(let element): settled(element, .disabled, node)
    case .validator(let row): settled(.row(row), .met, node)
    case .isHiddenAtAll, .isDisabledAtAll, .isValid: nil
    }
  }

  private func settled(_ element: Element, _ property: FormReason.Property, _ node: Int) -> FormProof.Settled {
    let reason = start.reason(property, .node(node))
    return FormProof.Settled(element: id(element), property: property, holds: reason.holds, reason: reason)
  }
}
