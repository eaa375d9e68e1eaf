import Conditions
import Forms
import FormsFixtures
import Values

@testable import FormsAnalysis

/// A reference analysis that searches every state of the whole form and evaluates each of them completely.
struct ExhaustiveFormAnalysis {
  private(set) var witnesses: [FormAnalysis.VisibilityWitness] = []
  private(set) var orderDependences: [FormAnalysis.OrderDependence] = []
  private let form: CompiledForm
  private let variables: [InputVariable]
  private var visitedValues: Set<[Value]> = []
  private var states: [(state: FormFeature.State, way: [ValueAssignment])] = []
  private var visibleElements: Set<ElementID> = []
  private var editableRows: Set<Int> = []
  private var rowsSubmittedWhileLocked: Set<Int> = []
  private var rowsWithUnmetPredicate: Set<Int> = []
  private var nodeOutcomes: [Set<Bool>]
  private var conflictingRows: Set<[Int]> = []

  init(_ form: CompiledForm) {
    self.form = form
    variables = form.inputVariables
    nodeOutcomes = Array(repeating: [], count: form.graph.nodes.count)
    visit(FormFeature.State(form), path: [])
    var index = 0
    while index < states.count {
      let (state, way) = states[index]
      for (row, values) in rows where state.isEditable(row) {
        for value in values where value != state.enteredValue(ofRow: row) {
          let change = ValueAssignment(form.elementIDs.rows[row], value)
          let next = self.state(state, applying: change)
          findOrderConflicts(states[index], row, change, next)
          visit(next, path: way + [change])
        }
      }
      index += 1
    }
  }

  var neverVisible: [ElementID] {
    (form.elementIDs.sections + form.elementIDs.rows).filter { !visibleElements.contains($0) }
  }

  var neverEditableRequiredRows: [ElementID] {
    form.rows.indices.filter {
      form.rows[$0].isRequired && form.rows[$0].kind.acceptsInput && !editableRows.contains($0)
    }
    .map { form.elementIDs.rows[$0] }
  }

  /// The rows that some input makes invalid, and that can be submitted when the user cannot change them any more.
  var unvalidatedRows: [ElementID] {
    let rows = rowsSubmittedWhileLocked.intersection(editableRows).sorted()
    return rows.filter { rowsWithUnmetPredicate.contains($0) || hasErrorsAlone($0) }.map { form.elementIDs.rows[$0] }
  }

  /// The nodes with the same value in all states, and that value.
  var constantNodes: [Int: Bool] {
    Dictionary(
      uniqueKeysWithValues: nodeOutcomes.indices.compactMap { node in
        nodeOutcomes[node].count == 1 ? nodeOutcomes[node].first.map { (node, $0) } : nil
      })
  }

  private var rows: [(Int, [Value])] {
    variables.compactMap { dial in if case .row(let row) = dial.element { (row, dial.values) } else { nil } }
  }

  /// Returns a new form state with the values of a state and one change, without any other traces of its path.
  private func state(_ state: FormFeature.State, applying change: ValueAssignment) -> FormFeature.State {
    var fresh = FormFeature.State(form)
    let values = form.elementIDs.rows.indices.filter { form.rows[$0].kind.acceptsInput }.map {
      ValueAssignment(form.elementIDs.rows[$0], state.enteredValue(ofRow: $0))
    }
    _ = FormFeature().reduce(&fresh, .valuesAssigned(values + [change]))
    return fresh
  }

  private mutating func visit(_ state: FormFeature.State, path: [ValueAssignment]) {
    let values = variables.compactMap { dial in form.index(ofRow: dial.id).map { state.enteredValue(ofRow: $0) } }
    guard visitedValues.insert(values).inserted else { return }
    states.append((state, path))
    for (section, rows) in state.visibleElements {
      for element in [section] + rows where visibleElements.insert(element).inserted {
        witnesses.append(FormAnalysis.VisibilityWitness(element: element, path: path))
      }
    }
    for row in form.rows.indices where state.isEditable(row) { editableRows.insert(row) }
    for (row, id) in form.elementIDs.rows.enumerated() where form.rows[row].kind.acceptsInput {
      if !state.isEditable(row) && state.submittedValues[id.rawValue] != nil { rowsSubmittedWhileLocked.insert(row) }
      // The predicates of random forms have this message.
      if state.isEditable(row) && state.errors(of: id).contains(.custom("not now")) {
        rowsWithUnmetPredicate.insert(row)
      }
    }
    for node in state.nodeValues.indices { nodeOutcomes[node].insert(state.nodeValues[node]) }
  }

  /// Returns a Boolean value that indicates whether a row has errors after an input, in a form of its own without
  /// conditions, whose server rejects every value.
  private func hasErrorsAlone(_ row: Int) -> Bool {
    var definition = form.definition(ofRow: row)
    (definition.hidden, definition.disabled) = (.never, .never)
    definition.validators.removeAll { if case .predicate = $0 { true } else { false } }
    guard let alone = try? compiledForm([definition]) else { return false }
    let id = alone.elementIDs.rows[0]
    return [form.rows[row].kind == .boolean ? true : 100, Value.null].contains { value in
      let state = FormFeature.State(alone, [.chosen(id, value), .valueValidated(id, ["is taken"])])
      return !state.errors(of: id).isEmpty
    }
  }

  private mutating func findOrderConflicts(
    _ current: (state: FormFeature.State, way: [ValueAssignment]), _ first: Int, _ change: ValueAssignment,
    _ next: FormFeature.State
  ) {
    for row in form.rows.indices where row != first && current.state.isEditable(row) && !next.isEditable(row) {
      if conflictingRows.contains([first, row]) { continue }
      let values = rows.first { $0.0 == row }?.1 ?? [form.alternativeValue(forRow: row)]
      for value in values where value != current.state.enteredValue(ofRow: row) {
        let other = ValueAssignment(form.elementIDs.rows[row], value)
        var end = state(current.state, applying: other)
        if end.isEditable(first) { end = state(end, applying: change) }
        if end.submittedValues == next.submittedValues && errors(in: end) == errors(in: next)
          && renderedElements(of: end) == renderedElements(of: next)
        {
          continue
        }
        conflictingRows.insert([first, row])
        orderDependences.append(FormAnalysis.OrderDependence(path: current.way, first: change, second: other))
        break
      }
    }
  }

  /// Returns the errors that prevent a submission, including those of hidden rows.
  private func errors(in state: FormFeature.State) -> [[FieldError]] {
    form.elementIDs.rows.map { state.errors(of: $0) }
  }

  /// Returns the visible contents of the screen, without the state of remote validations.
  private func renderedElements(of state: FormFeature.State) -> [[String]] {
    state.screen.sections.map { section in
      ["\(section.id) \(section.allowsRowEditing)"]
        + section.rows.map { "\($0.id) \($0.value) \($0.text) \($0.isDisabled) \($0.errors)" }
    }
  }
}

extension FormFeature.State {
  /// Returns the value to assign to get the same entry again, which is the text itself if it is unparseable.
  fileprivate func enteredValue(ofRow row: Int) -> Value {
    fields[row].entry.unparseableText.map(Value.text) ?? value(row)
  }
}
