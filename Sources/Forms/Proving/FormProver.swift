internal import Conditions
internal import Values

/// Walks all situations of a form, those first that take the fewest changes.
struct FormProver {
  private(set) var proof = FormProof()

  private let form: CompiledForm
  private let limit: Int
  private let feature = Form(pause: nil)
  /// The rows that conditions read, by number, and what they are given.
  private let trials: [(row: Int, values: [Value])]
  private var moments: [Moment] = []
  private var known: Set<[Value]> = []
  private var opened: Set<Int> = []
  private var seen: Set<ElementID> = []
  /// What each condition has been, and where: by node.
  private var outcomes: [Set<Bool>]
  private var disputed: Set<[Int]> = []

  /// A situation, and how it was come to.
  private struct Moment {
    var state: Form.State
    var parent: Int?
    var change: Assignment?
  }

  init(_ form: CompiledForm, limit: Int) {
    self.form = form
    self.limit = limit
    trials = form.trials
    outcomes = Array(repeating: [], count: form.graph.nodes.count)
    proof.tried = trials.map { FormProof.Trial(row: form.names.rows[$0.row], values: $0.values) }
  }

  mutating func walk() {
    reach(Form.State(form), from: nil, by: nil)
    var place = 0
    while place < moments.count {
      let state = moments[place].state
      for (row, values) in trials where state.isOpen(row) {
        for value in values where value != state.value(row) {
          let change = Assignment(form.names.rows[row], value)
          let next = changed(state, change)
          findDisputes(place, change, next)
          reach(next, from: place, by: change)
        }
      }
      // What was looked at is not needed any more but for the way to it.
      if place > 0 { moments[place].state = moments[0].state }
      place += 1
    }
    conclude()
  }

  private func changed(_ state: Form.State, _ change: Assignment) -> Form.State {
    var state = state
    _ = feature.reduce(&state, .chosen(change.row, change.value))
    return state
  }

  private mutating func reach(_ state: Form.State, from parent: Int?, by change: Assignment?) {
    guard known.insert(trials.map { state.value($0.row) }).inserted else { return }
    if moments.count == limit {
      proof.isBounded = true
      return
    }
    moments.append(Moment(state: state, parent: parent, change: change))
    let place = moments.count - 1
    for (section, rows) in state.seen { for element in [section] + rows { note(element, at: place) } }
    for row in form.rows.indices where state.isOpen(row) { opened.insert(row) }
    for node in state.truths.indices { outcomes[node].insert(state.truths[node]) }
  }

  private mutating func note(_ element: ElementID, at place: Int) {
    guard seen.insert(element).inserted else { return }
    proof.seen.append(FormProof.Sight(element: element, way: way(to: place)))
  }

  private func way(to place: Int) -> [Assignment] {
    var way: [Assignment] = []
    var place = place
    while let change = moments[place].change, let parent = moments[place].parent {
      way.append(change)
      place = parent
    }
    return way.reversed()
  }
}

extension FormProver {
  /// Looks for rows that a change closes, and whether they would have ended otherwise had they been changed before.
  private mutating func findDisputes(_ place: Int, _ change: Assignment, _ next: Form.State) {
    let state = moments[place].state
    guard let first = form.number(ofRow: change.row) else { return }
    for row in form.rows.indices where row != first && state.isOpen(row) && !next.isOpen(row) {
      if disputed.contains([first, row]) { continue }
      for value in values(for: row) where value != state.value(row) {
        let other = Assignment(form.names.rows[row], value)
        let end = changed(changed(state, other), change)
        if end.submission == next.submission && end.screen == next.screen { continue }
        disputed.insert([first, row])
        proof.disputes.append(FormProof.Dispute(way: way(to: place), first: change, second: other))
        break
      }
    }
  }

  private func values(for row: Int) -> [Value] {
    trials.first { $0.row == row }?.values ?? [form.rows[row].kind.sample(of: form.definition(ofRow: row).options)]
  }

  private mutating func conclude() {
    proof.situations = moments.count
    let start = Form.State(form)
    proof.neverSeen = (form.names.sections + form.names.rows).filter { !seen.contains($0) }
    let required = form.rows.indices.filter { form.definition(ofRow: $0).isRequired }
    proof.neverReached = required.filter { !opened.contains($0) && form.rows[$0].kind.takesInput }.map {
      form.names.rows[$0]
    }
    for node in form.graph.nodes.indices where outcomes[node].count == 1 {
      if let settled = start.settled(form.graph.nodes[node].role) { proof.settled.append(settled) }
    }
  }
}

extension Form.State {
  /// What is to be told of a condition that never changed its mind.
  fileprivate func settled(_ role: Node.Role) -> FormProof.Settled? {
    let (element, property): (ElementID, FormReason.Property)
    switch role {
    case .isHidden(.row(let row)): (element, property) = (form.names.rows[row], .hidden)
    case .isDisabled(.row(let row)): (element, property) = (form.names.rows[row], .disabled)
    case .isHidden(.section(let section)): (element, property) = (form.names.sections[section], .hidden)
    case .isDisabled(.section(let section)): (element, property) = (form.names.sections[section], .disabled)
    case .isHiddenAtAll, .isDisabledAtAll, .validator, .isValid: return nil
    }
    guard let reason = reasons(element).first(where: { $0.property == property && $0.section == nil }) else {
      return nil
    }
    return FormProof.Settled(element: element, property: property, holds: reason.holds, reason: reason)
  }
}
