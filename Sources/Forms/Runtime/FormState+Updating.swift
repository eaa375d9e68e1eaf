import Conditions
import Values

/// The changes that an action has made so far, by index.
struct PendingChanges {
  /// The rows that may have changed, as they were before.
  private(set) var rowsBefore: [Int: RowBefore] = [:]
  /// The elements whose visibility or enabled state has changed.
  var changedNodes = ChangedNodes()
  /// The rows that were validated again.
  var revalidatedRows: Set<Int> = []
  /// The whole state before the action, if the form definition has changed, and the row that has moved.
  var stateBefore: FormFeature.State?
  var movedRow: ElementID?

  struct RowBefore {
    var field: FieldState
    var errors: [FieldError]
  }

  /// Saves a row before its first change.
  mutating func saveRow(_ row: Int, of state: FormFeature.State) {
    if rowsBefore[row] == nil { rowsBefore[row] = RowBefore(field: state.fields[row], errors: state.rowErrors[row]) }
  }
}

/// The elements that were hidden, shown, enabled or disabled, by index.
struct ChangedNodes {
  var hiddenSections: Set<Int> = []
  var disabledSections: Set<Int> = []
  /// The rows whose visibility, combined with the section's, has changed.
  ///
  /// A row that has no condition changes with its section and is not listed here.
  var hiddenRows: Set<Int> = []
  /// The rows whose disabled state, combined with the section's, has changed.
  var disabledRows: Set<Int> = []
  /// Rows with a validator whose result has changed, or with a condition that fails to evaluate or no longer does.
  var rowsToRevalidate: Set<Int> = []

  mutating func insert(_ node: Int, in form: CompiledForm) {
    switch form.graph.nodes[node].role {
    case .isHidden(.section(let section)): hiddenSections.insert(section)
    case .isDisabled(.section(let section)): disabledSections.insert(section)
    case .isHidden(.row(let row)): if form.rows[row].effectiveHidden == .node(node) { hiddenRows.insert(row) }
    case .isDisabled(.row(let row)): if form.rows[row].effectiveDisabled == .node(node) { disabledRows.insert(row) }
    case .isEffectivelyHidden(let row): hiddenRows.insert(row)
    case .isEffectivelyDisabled(let row): disabledRows.insert(row)
    case .validator(let row): rowsToRevalidate.insert(row)
    case .isValid: break
    }
  }
}

extension FormFeature.State {
  /// Evaluates all nodes and validates all rows.
  mutating func evaluateAll() {
    nodeValues = Array(repeating: false, count: form.graph.nodes.count)
    conditionErrors = [:]
    lastUpdate = FormFeature.UpdateSummary()
    for node in form.graph.order { _ = reevaluate(node) }
    rowErrors = fields.indices.map { validate(row: $0) }
  }

  /// A Boolean value that indicates whether the stored results equal those of a full evaluation.
  ///
  /// This is an invariant, which tests check.
  ///
  /// - Complexity: O(*n*) for *n* conditions.
  package var isConsistent: Bool {
    var fresh = self
    fresh.evaluateAll()
    return fresh.nodeValues == nodeValues && fresh.rowErrors == rowErrors && fresh.conditionErrors == conditionErrors
  }

  /// Reevaluates the nodes affected by the changes in topological order, stopping at nodes whose result is the same.
  ///
  /// - Complexity: O(*n* log *n*) for *n* affected nodes, independent of the size of the form.
  mutating func propagateChanges(_ changes: inout PendingChanges) {
    var agenda = PriorityQueue(form.graph)
    for (row, old) in changes.rowsBefore where fields[row] != old.field {
      enqueueReaders(ofRow: row, oldValue: old.field.entry.value(for: form.rows[row].kind), &agenda)
      if let node = form.rows[row].validityNode { agenda.insert(node) }
    }
    while let node = agenda.popFirst() {
      let former = conditionErrors[node]
      let hasFlipped = reevaluate(node)
      let isTroubled = former != conditionErrors[node]
      if isTroubled { changes.changedNodes.rowsToRevalidate.formUnion(affectedRows(by: form.graph.nodes[node].role)) }
      if hasFlipped { changes.changedNodes.insert(node, in: form) }
      if !hasFlipped && !isTroubled { continue }
      for reader in form.graph.nodeDependents[node] where hasFlipped || form.graph.nodes[reader].isValidityNode {
        agenda.insert(reader)
      }
    }
    revalidateRows(&changes)
  }

  /// Validates the rows that the changes may affect.
  private mutating func revalidateRows(_ changes: inout PendingChanges) {
    let flips = changes.changedNodes
    var rows = flips.hiddenRows.union(flips.disabledRows).union(flips.rowsToRevalidate)
    rows.formUnion(changes.rowsBefore.keys)
    for section in flips.hiddenSections.union(flips.disabledSections) { rows.formUnion(form.sections[section].rows) }
    changes.revalidatedRows.formUnion(rows)
    for row in rows {
      let judgement = validate(row: row)
      if judgement == rowErrors[row] { continue }
      changes.saveRow(row, of: self)
      rowErrors[row] = judgement
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
    let was = nodeValues[node]
    switch form.graph.nodes[node].rule {
    case .condition(let evaluator, let sources):
      lastUpdate.evaluationCount += 1
      let trouble = evaluate(node, evaluator, sources, lists)
      if trouble != nil || !conditionErrors.isEmpty { conditionErrors[node] = trouble }
    case .disjunction(let own, let outer): nodeValues[node] = nodeValues[own] || nodeValues[outer]
    case .validity(let row): nodeValues[node] = validate(row: row).isEmpty
    }
    return nodeValues[node] != was
  }

  private mutating func evaluate(
    _ node: Int, _ evaluator: Evaluator, _ sources: [ReadSource], _ lists: [Int: [Value]]
  ) -> ConditionError? {
    do throws(ConditionError) {
      nodeValues[node] = try evaluator.holds(
        FormValueSource(form: form, fields: fields, truths: nodeValues, sources: sources, lists: lists))
      return nil
    } catch {
      nodeValues[node] = false
      return error
    }
  }
}

/// The source of the values that a form's condition reads.
struct FormValueSource: ValueSource {
  let form: CompiledForm
  let fields: [FieldState]
  let truths: [Bool]
  let sources: [ReadSource]
  /// Values to read instead of those of a section's rows.
  var lists: [Int: [Value]] = [:]

  func value(at place: Int) -> Value? {
    switch sources[place] {
    case .value(let row, let keys):
      let value = fields[row].entry.value(for: form.rows[row].kind)
      return keys.isEmpty ? value : value.member(at: keys)
    case .list(let section, let keys):
      let rows = form.sections[section].rows
      let values = lists[section] ?? rows.map { fields[$0].entry.value(for: form.rows[$0].kind) }
      return Value.list(values).member(at: keys)
    case .boolean(.constant(let isTrue)): return .boolean(isTrue)
    case .boolean(.node(let node)): return .boolean(truths[node])
    }
  }
}

extension FormFeature.State {
  /// Returns the rows affected by a node.
  ///
  /// A node of a section affects all its rows.
  private func affectedRows(by role: DependencyNode.Role) -> Range<Int> {
    switch role {
    case .isHidden(.row(let row)), .isDisabled(.row(let row)), .isEffectivelyHidden(let row),
      .isEffectivelyDisabled(let row),
      .validator(let row), .isValid(let row):
      row..<row + 1
    case .isHidden(.section(let section)), .isDisabled(.section(let section)): form.sections[section].rows
    }
  }
}
