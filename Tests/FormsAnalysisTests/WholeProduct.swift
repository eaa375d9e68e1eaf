import Forms
import FormsFixtures
import Values

@testable import FormsAnalysis

/// A reference analysis that searches every state of the whole form and evaluates each of them completely.
struct ExhaustiveFormAnalysis {
  private(set) var seen: [FormAnalysis.Witness] = []
  private(set) var disputes: [FormAnalysis.OrderConflict] = []
  private let form: CompiledForm
  private let dials: [InputVariable]
  private var known: Set<[Value]> = []
  private var moments: [(state: FormFeature.State, way: [ValueAssignment])] = []
  private var sighted: Set<ElementID> = []
  private var opened: Set<Int> = []
  private var outcomes: [Set<Bool>]
  private var disputed: Set<[Int]> = []

  init(_ form: CompiledForm) {
    self.form = form
    dials = form.inputVariables
    outcomes = Array(repeating: [], count: form.graph.nodes.count)
    visit(FormFeature.State(form), path: [])
    var place = 0
    while place < moments.count {
      let (state, way) = moments[place]
      for (row, values) in rows where state.isEditable(row) {
        for value in values where value != state.enteredValue(ofRow: row) {
          let change = ValueAssignment(form.names.rows[row], value)
          let next = self.state(state, applying: change)
          findOrderConflicts(moments[place], row, change, next)
          visit(next, path: way + [change])
        }
      }
      place += 1
    }
  }

  var neverVisible: [ElementID] { (form.names.sections + form.names.rows).filter { !sighted.contains($0) } }

  var neverEditableRequiredRows: [ElementID] {
    form.rows.indices.filter { form.rows[$0].isRequired && form.rows[$0].kind.acceptsInput && !opened.contains($0) }
      .map { form.names.rows[$0] }
  }

  /// The nodes with the same value in all states, and that value.
  var constantNodes: [Int: Bool] {
    Dictionary(
      uniqueKeysWithValues: outcomes.indices.compactMap { node in
        outcomes[node].count == 1 ? outcomes[node].first.map { (node, $0) } : nil
      })
  }

  private var rows: [(Int, [Value])] {
    dials.compactMap { dial in if case .row(let row) = dial.element { (row, dial.values) } else { nil } }
  }

  /// Returns a new form state with the values of a state and one change, without any other traces of its path.
  private func state(_ state: FormFeature.State, applying change: ValueAssignment) -> FormFeature.State {
    var fresh = FormFeature.State(form)
    let values = form.names.rows.indices.filter { form.rows[$0].kind.acceptsInput }.map {
      ValueAssignment(form.names.rows[$0], state.enteredValue(ofRow: $0))
    }
    _ = FormFeature().reduce(&fresh, .valuesSet(values + [change]))
    return fresh
  }

  private mutating func visit(_ state: FormFeature.State, path way: [ValueAssignment]) {
    let values = dials.compactMap { dial in form.index(ofRow: dial.id).map { state.enteredValue(ofRow: $0) } }
    guard known.insert(values).inserted else { return }
    moments.append((state, way))
    for (section, rows) in state.visibleElements {
      for element in [section] + rows where sighted.insert(element).inserted {
        seen.append(FormAnalysis.Witness(element: element, way: way))
      }
    }
    for row in form.rows.indices where state.isEditable(row) { opened.insert(row) }
    for node in state.truths.indices { outcomes[node].insert(state.truths[node]) }
  }

  private mutating func findOrderConflicts(
    _ moment: (state: FormFeature.State, way: [ValueAssignment]), _ first: Int, _ change: ValueAssignment,
    _ next: FormFeature.State
  ) {
    for row in form.rows.indices where row != first && moment.state.isEditable(row) && !next.isEditable(row) {
      if disputed.contains([first, row]) { continue }
      let values = rows.first { $0.0 == row }?.1 ?? [form.alternativeValue(forRow: row)]
      for value in values where value != moment.state.enteredValue(ofRow: row) {
        let other = ValueAssignment(form.names.rows[row], value)
        var end = state(moment.state, applying: other)
        if end.isEditable(first) { end = state(end, applying: change) }
        if end.submittedValues == next.submittedValues && errors(in: end) == errors(in: next)
          && renderedElements(of: end) == renderedElements(of: next)
        {
          continue
        }
        disputed.insert([first, row])
        disputes.append(FormAnalysis.OrderConflict(way: moment.way, first: change, second: other))
        break
      }
    }
  }

  /// Returns the errors that prevent a submission, including those of hidden rows.
  private func errors(in state: FormFeature.State) -> [[FieldError]] { form.names.rows.map { state.errors(of: $0) } }

  /// Returns the visible contents of the screen, without the state of remote validations.
  private func renderedElements(of state: FormFeature.State) -> [[String]] {
    state.screen.sections.map { section in
      ["\(section.id) \(section.isOpenToRows)"]
        + section.rows.map { "\($0.id) \($0.value) \($0.text) \($0.isDisabled) \($0.faults)" }
    }
  }
}

extension FormFeature.State {
  /// Returns the value to assign to get the same entry again, which is the text itself if it is unparseable.
  fileprivate func enteredValue(ofRow row: Int) -> Value {
    fields[row].entry.unparseableText.map(Value.text) ?? value(row)
  }
}
