import Conditions
import Loop
import Values

/// The changes that an action has made so far, by index, and the effects to run.
struct ChangeTracker {
  /// The delay between typing a text and its remote validation.
  var validationDelay: Duration?
  var effects = Effects<FormFeature>.none
  /// The rows that may have changed, as they were before.
  private(set) var rowsBefore: [Int: RowStateBeforeAction] = [:]
  /// The nodes whose value has changed.
  var changedNodes: Set<Int> = []
  /// The rows that were validated again.
  var affectedRows: Set<Int> = []
  /// The whole state before the action, if the form was compiled again.
  var stateBefore: FormFeature.State?
  /// The row that was inserted: added, or moved past a visible row.
  var insertedRow: Int?
  /// The visible row that was removed, or moved past a visible row, and the index of the row that was below it.
  var removedRow: (id: ElementID, section: Int, below: Int)?

  struct RowStateBeforeAction {
    var field: FieldState
    var errors: [FieldError]
  }

  /// Saves a row before its first change.
  mutating func recordRowBeforeChange(_ row: Int, of state: FormFeature.State) {
    if rowsBefore[row] == nil {
      rowsBefore[row] = RowStateBeforeAction(field: state.fields[row], errors: state.rowErrors[row])
    }
  }

  /// Returns a Boolean value that indicates whether the action has changed the content of a row.
  func hasNewEntry(_ row: Int, in state: FormFeature.State) -> Bool {
    rowsBefore[row].map { $0.field.entry != state.fields[row].entry } ?? false
  }

  func hasChanged(_ source: BooleanSignal) -> Bool { source.node.map(changedNodes.contains) ?? false }
}

extension FormFeature.State {
  /// Evaluates all nodes and validates all rows.
  mutating func evaluateAndValidateAll() {
    nodeValues = Array(repeating: false, count: form.graph.nodes.count)
    conditionEvaluationErrors = [:]
    lastUpdate = FormFeature.UpdateSummary()
    for node in form.graph.order { _ = reevaluate(node) }
    rowErrors = fields.indices.map { validate(row: $0) }
  }

  /// A Boolean value that indicates whether the stored results equal those of a full evaluation, and whether remote
  /// validation was requested for each value that needs it.
  ///
  /// This is an invariant, which tests check.
  ///
  /// - Complexity: O(*n*) for *n* conditions.
  package var isConsistent: Bool {
    var fresh = self
    fresh.evaluateAndValidateAll()
    return fresh.nodeValues == nodeValues && fresh.rowErrors == rowErrors
      && fresh.conditionEvaluationErrors == conditionEvaluationErrors
      && !fields.indices.contains(where: needsRemoteValidation)
  }

  /// Reevaluates the given nodes and those affected by the changes in topological order, stopping at nodes whose result
  /// is the same.
  ///
  /// - Complexity: O(*n* log *n*) for *n* affected nodes, independent of the size of the form.
  mutating func propagateChanges(_ changes: inout ChangeTracker, evaluating nodes: [Int] = []) {
    var agenda = PriorityQueue(form.graph)
    for node in nodes { agenda.insert(node) }
    for (row, old) in changes.rowsBefore where fields[row] != old.field {
      enqueueReaders(ofRow: row, oldValue: old.field.entry.value(for: form.rows[row].kind), &agenda)
      if let node = form.rows[row].validityNode { agenda.insert(node) }
    }
    while let node = agenda.popFirst() {
      let former = conditionEvaluationErrors[node]
      let hasChanged = reevaluate(node)
      if !hasChanged && former == conditionEvaluationErrors[node] { continue }
      if hasChanged { changes.changedNodes.insert(node) }
      switch form.graph.nodes[node].property.element {
      case .section(let section): changes.affectedRows.formUnion(form.sections[section].rows)
      case .row(let row): changes.affectedRows.insert(row)
      }
      for reader in form.graph.nodeDependents[node] where hasChanged || form.graph.nodes[reader].isValidityNode {
        agenda.insert(reader)
      }
    }
    changes.affectedRows.formUnion(changes.rowsBefore.keys)
    if let row = changes.insertedRow { changes.affectedRows.insert(row) }
    for row in changes.affectedRows {
      let errors = validate(row: row)
      if errors == rowErrors[row] { continue }
      changes.recordRowBeforeChange(row, of: self)
      rowErrors[row] = errors
    }
  }

  /// Enqueues the nodes that read a row's value, or the changed part of it.
  ///
  /// Enqueues none if the value is the same.
  private func enqueueReaders(ofRow row: Int, oldValue old: Value, _ agenda: inout PriorityQueue) {
    let new = value(row)
    if new == old { return }
    for reader in form.graph.rowDependents[row]
    where reader.keys.isEmpty || new.member(at: reader.keys) != old.member(at: reader.keys) {
      agenda.insert(reader.node)
    }
    for node in form.graph.listReaders[form.rows[row].section] ?? [] { agenda.insert(node) }
  }

  /// Reevaluates a node and returns a Boolean value that indicates whether its result has changed.
  ///
  /// For the sections in `lists`, conditions read the given values instead of those of the section's rows.
  package mutating func reevaluate(_ node: Int, lists: [Int: [Value]] = [:]) -> Bool {
    let former = nodeValues[node]
    switch form.graph.nodes[node].rule {
    case .condition(let evaluator, let sources):
      lastUpdate.evaluationCount += 1
      do throws(ConditionError) {
        nodeValues[node] = try evaluator.holds(
          FormValueSource(self, sources: sources, lists: lists))
        if !conditionEvaluationErrors.isEmpty { conditionEvaluationErrors[node] = nil }
      } catch {
        nodeValues[node] = false
        conditionEvaluationErrors[node] = error
      }
    case .disjunction(let own, let outer): nodeValues[node] = nodeValues[own] || nodeValues[outer]
    case .validity(let row): nodeValues[node] = validate(row: row).isEmpty
    }
    return nodeValues[node] != former
  }
}

/// The source of the values that a form's condition reads.
struct FormValueSource: ValueSource {
  private let sections: [CompiledSection]
  private let rows: [CompiledRow]
  private let fields: [FieldState]
  private let truths: [Bool]
  private let sources: [ReadSource]
  /// Values to read instead of those of a section's rows.
  private let lists: [Int: [Value]]

  init(_ state: FormFeature.State, sources: [ReadSource], lists: [Int: [Value]] = [:]) {
    sections = state.form.sections
    rows = state.form.rows
    fields = state.fields
    truths = state.nodeValues
    self.sources = sources
    self.lists = lists
  }

  func value(at index: Int) -> Value? {
    switch sources[index] {
    case .value(let row, let keys):
      let value = value(ofRow: row)
      return keys.isEmpty ? value : value.member(at: keys)
    case .list(let section, let keys):
      return Value.list(lists[section] ?? sections[section].rows.map(value(ofRow:))).member(at: keys)
    case .boolean(.constant(let isTrue)): return .boolean(isTrue)
    case .boolean(.node(let node)): return .boolean(truths[node])
    }
  }

  private func value(ofRow row: Int) -> Value { fields[row].entry.value(for: rows[row].kind) }
}
