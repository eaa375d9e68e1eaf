import Forms
import FormsFixtures
import Values

@testable import FormsAnalysis

/// A reference analysis that searches every state of the whole form and evaluates each of them completely.
struct WholeProduct {
  private(set) var seen: [FormProof.Sight] = []
  private(set) var disputes: [FormProof.Dispute] = []
  private let form: CompiledForm
  private let dials: [Dial]
  private var known: Set<[Value]> = []
  private var moments: [(state: Form.State, way: [Assignment])] = []
  private var sighted: Set<ElementID> = []
  private var opened: Set<Int> = []
  private var outcomes: [Set<Bool>]
  private var disputed: Set<[Int]> = []

  init(_ form: CompiledForm) {
    self.form = form
    dials = form.dials
    outcomes = Array(repeating: [], count: form.graph.nodes.count)
    reach(Form.State(form), [])
    var place = 0
    while place < moments.count {
      let (state, way) = moments[place]
      for (row, values) in rows where state.isOpen(row) {
        for value in values where value != state.held(row) {
          let change = Assignment(form.names.rows[row], value)
          let next = changed(state, change)
          findDisputes(moments[place], row, change, next)
          reach(next, way + [change])
        }
      }
      place += 1
    }
  }

  var neverSeen: [ElementID] { (form.names.sections + form.names.rows).filter { !sighted.contains($0) } }

  var neverReached: [ElementID] {
    form.rows.indices.filter { form.rows[$0].isRequired && form.rows[$0].kind.takesInput && !opened.contains($0) }
      .map { form.names.rows[$0] }
  }

  /// The nodes with the same value in all states, and that value.
  var settled: [Int: Bool] {
    Dictionary(
      uniqueKeysWithValues: outcomes.indices.compactMap { node in
        outcomes[node].count == 1 ? outcomes[node].first.map { (node, $0) } : nil
      })
  }

  private var rows: [(Int, [Value])] {
    dials.compactMap { dial in if case .row(let row) = dial.element { (row, dial.values) } else { nil } }
  }

  /// Returns a new form state with the values of a state and one change, without any other traces of its path.
  private func changed(_ state: Form.State, _ change: Assignment) -> Form.State {
    var fresh = Form.State(form)
    let values = form.names.rows.indices.filter { form.rows[$0].kind.takesInput }.map {
      Assignment(form.names.rows[$0], state.held($0))
    }
    _ = Form().reduce(&fresh, .valuesSet(values + [change]))
    return fresh
  }

  private mutating func reach(_ state: Form.State, _ way: [Assignment]) {
    let values = dials.compactMap { dial in form.number(ofRow: dial.id).map { state.held($0) } }
    guard known.insert(values).inserted else { return }
    moments.append((state, way))
    for (section, rows) in state.seen {
      for element in [section] + rows where sighted.insert(element).inserted {
        seen.append(FormProof.Sight(element: element, way: way))
      }
    }
    for row in form.rows.indices where state.isOpen(row) { opened.insert(row) }
    for node in state.truths.indices { outcomes[node].insert(state.truths[node]) }
  }

  private mutating func findDisputes(
    _ moment: (state: Form.State, way: [Assignment]), _ first: Int, _ change: Assignment, _ next: Form.State
  ) {
    for row in form.rows.indices where row != first && moment.state.isOpen(row) && !next.isOpen(row) {
      if disputed.contains([first, row]) { continue }
      let values = rows.first { $0.0 == row }?.1 ?? [form.otherValue(row)]
      for value in values where value != moment.state.held(row) {
        let other = Assignment(form.names.rows[row], value)
        var end = changed(moment.state, other)
        if end.isOpen(first) { end = changed(end, change) }
        if end.submission == next.submission && faults(end) == faults(next) && looks(end) == looks(next) { continue }
        disputed.insert([first, row])
        disputes.append(FormProof.Dispute(way: moment.way, first: change, second: other))
        break
      }
    }
  }

  /// Returns the errors that prevent a submission, including those of hidden rows.
  private func faults(_ state: Form.State) -> [[FieldFault]] { form.names.rows.map { state.faults($0) } }

  /// Returns the visible contents of the screen, without the state of remote validations.
  private func looks(_ state: Form.State) -> [[String]] {
    state.screen.sections.map { section in
      ["\(section.id) \(section.isOpenToRows)"]
        + section.rows.map { "\($0.id) \($0.value) \($0.text) \($0.isDisabled) \($0.faults)" }
    }
  }
}

extension Form.State {
  /// Returns the value to assign to get the same entry again, which is the text itself if it is unparseable.
  fileprivate func held(_ row: Int) -> Value { fields[row].entry.misunderstood.map(Value.text) ?? value(row) }
}
