internal import Conditions
package import Values

/// What has changed in a form since the last action, by number.
struct Changes {
  /// What the rows were that may be different now.
  private(set) var before: [Int: Before] = [:]
  /// What has become hidden or disabled, or is so no more.
  var flips = Flips()
  /// Rows that were judged anew.
  var suspects: Set<Int> = []
  /// The whole of what was before, where the form itself has changed, and the row that is in another place.
  var former: Form.State?
  var moved: ElementID?

  struct Before {
    var field: Field
    var judgement: [FieldFault]
  }

  /// Keeps what a row is, before it changes: only the first time counts.
  mutating func keep(_ row: Int, of state: Form.State) {
    if before[row] == nil { before[row] = Before(field: state.fields[row], judgement: state.judgements[row]) }
  }
}

/// What has become hidden or disabled, or is so no more, by number.
struct Flips {
  var hiddenSections: Set<Int> = []
  var disabledSections: Set<Int> = []
  /// Together with their section.
  var hiddenRows: Set<Int> = []
  /// Together with their section.
  var disabledRows: Set<Int> = []
  /// Rows of which a validator thinks otherwise, or a condition cannot be evaluated any more, or can again.
  var doubtfulRows: Set<Int> = []

  mutating func note(_ node: Int, _ form: CompiledForm) {
    switch form.graph.nodes[node].role {
    case .isHidden(.section(let section)): hiddenSections.insert(section)
    case .isDisabled(.section(let section)): disabledSections.insert(section)
    case .isHidden(.row(let row)): if form.rows[row].isHidden == .node(node) { hiddenRows.insert(row) }
    case .isDisabled(.row(let row)): if form.rows[row].isDisabled == .node(node) { disabledRows.insert(row) }
    case .isHiddenAtAll(let row): hiddenRows.insert(row)
    case .isDisabledAtAll(let row): disabledRows.insert(row)
    case .validator(let row): doubtfulRows.insert(row)
    case .isValid: break
    }
  }
}

extension Form.State {
  /// Finds out from nothing what is true.
  mutating func settleAll() {
    truths = Array(repeating: false, count: form.graph.nodes.count)
    troubles = [:]
    last = Form.Turn()
    for node in form.graph.order { _ = refresh(node) }
    judgements = fields.indices.map { judgement($0) }
  }

  /// Whether what is said to be true of the form is what is found out from nothing.
  ///
  /// It always is: this is how that is checked.
  ///
  /// - Complexity: O(*n*) for *n* conditions.
  package var isSettled: Bool {
    var fresh = self
    fresh.settleAll()
    return fresh.truths == truths && fresh.judgements == judgements && fresh.troubles == troubles
  }

  /// Finds out what has become true or false by what has changed, in the order of dependence, and stops where nothing
  /// did.
  ///
  /// - Complexity: O(*n* log *n*) for *n* nodes that may have changed, however many there are.
  mutating func settle(_ changes: inout Changes) {
    var agenda = Agenda(form.graph)
    for (row, old) in changes.before where fields[row] != old.field {
      note(row, old.field.entry.value(form.rows[row].kind), &agenda)
      if let node = form.rows[row].validity { agenda.add(node) }
    }
    while let node = agenda.next() {
      let former = troubles[node]
      let hasFlipped = refresh(node)
      let isTroubled = former != troubles[node]
      if isTroubled { changes.flips.doubtfulRows.formUnion(rows(of: form.graph.nodes[node].role)) }
      if hasFlipped { changes.flips.note(node, form) }
      if !hasFlipped && !isTroubled { continue }
      for reader in form.graph.readersOfNodes[node] where hasFlipped || form.graph.nodes[reader].isValidity {
        agenda.add(reader)
      }
    }
    judge(&changes)
  }

  /// Tells anew what is wrong with the rows that may be judged otherwise.
  private mutating func judge(_ changes: inout Changes) {
    let flips = changes.flips
    var rows = flips.hiddenRows.union(flips.disabledRows).union(flips.doubtfulRows)
    rows.formUnion(changes.before.keys)
    for section in flips.hiddenSections.union(flips.disabledSections) { rows.formUnion(form.sections[section].rows) }
    changes.suspects.formUnion(rows)
    for row in rows {
      let judgement = judgement(row)
      if judgement == judgements[row] { continue }
      changes.keep(row, of: self)
      judgements[row] = judgement
    }
  }

  /// Notes who has to look because of a value: nobody, if it is the same.
  private func note(_ row: Int, _ old: Value, _ agenda: inout Agenda) {
    let new = value(row)
    if new == old { return }
    for reader in form.graph.readersOfRows[row]
    where reader.keys.isEmpty || new.reading(reader.keys) != old.reading(reader.keys) {
      agenda.add(reader.node)
    }
    for node in form.graph.readersOfLists[form.rows[row].section] ?? [] { agenda.add(node) }
  }

  /// Evaluates a node again, and returns whether its truth has changed.
  ///
  /// Conditions read `lists` in place of the values of a section's rows.
  package mutating func refresh(_ node: Int, lists: [Int: [Value]] = [:]) -> Bool {
    let was = truths[node]
    switch form.graph.nodes[node].rule {
    case .condition(let evaluator, let sources):
      last.evaluations += 1
      let trouble = evaluate(node, evaluator, sources, lists)
      if trouble != nil || !troubles.isEmpty { troubles[node] = trouble }
    case .either(let own, let outer): truths[node] = truths[own] || truths[outer]
    case .validity(let row): truths[node] = judgement(row).isEmpty
    }
    return truths[node] != was
  }

  private mutating func evaluate(
    _ node: Int, _ evaluator: Evaluator, _ sources: [Source], _ lists: [Int: [Value]]
  ) -> ConditionFault? {
    do throws(ConditionFault) {
      truths[node] = try evaluator.holds(
        FormReadings(form: form, fields: fields, truths: truths, sources: sources, lists: lists))
      return nil
    } catch {
      truths[node] = false
      return error
    }
  }
}

/// What a condition of a form reads.
struct FormReadings: Readings {
  let form: CompiledForm
  let fields: [Field]
  let truths: [Bool]
  let sources: [Source]
  /// Values that are read in place of those of a section's rows.
  var lists: [Int: [Value]] = [:]

  func value(at place: Int) -> Value? {
    switch sources[place] {
    case .value(let row, let keys):
      let value = fields[row].entry.value(form.rows[row].kind)
      return keys.isEmpty ? value : value.reading(keys)
    case .list(let section, let keys):
      let rows = form.sections[section].rows
      let values = lists[section] ?? rows.map { fields[$0].entry.value(form.rows[$0].kind) }
      return Value.list(values).reading(keys)
    case .signal(.constant(let isTrue)): return .boolean(isTrue)
    case .signal(.node(let node)): return .boolean(truths[node])
    }
  }
}

extension Form.State {
  /// The rows that something is about: of a section all of them.
  private func rows(of role: Node.Role) -> Range<Int> {
    switch role {
    case .isHidden(.row(let row)), .isDisabled(.row(let row)), .isHiddenAtAll(let row), .isDisabledAtAll(let row),
      .validator(let row), .isValid(let row):
      row..<row + 1
    case .isHidden(.section(let section)), .isDisabled(.section(let section)): form.sections[section].rows
    }
  }
}
