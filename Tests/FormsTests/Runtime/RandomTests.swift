import Conditions
import FormsFixtures
import TestInputs
import Testing
import Values

@testable import Forms

@Suite struct `Random forms` {
  /// Tests 4 forms with 25 histories each for 4 seeds, or exhaustively 20 forms with 50 histories each for 5 seeds.
  @Test(arguments: 0..<UInt64(caseCount(4, exhaustive: 5)))
  func `law 9: incremental and full evaluation give the same results`(_ seed: UInt64) throws {
    var forms = RandomFormGenerator(seed: seed)
    var made = 0
    while made < caseCount(4, exhaustive: 20) {
      do throws(FormErrors) {
        let form = try CompiledForm(forms.randomDefinition())
        for _ in 0..<caseCount(25, exhaustive: 50) { run(form, &forms) }
        made += 1
      } catch {
        // A random form may have a dependency cycle, but no other error.
        #expect(error.errors.allSatisfy { $0.kind == .cycle })
      }
    }
  }

  @Test(arguments: 0..<UInt64(caseCount(4, exhaustive: 5)))
  func `a form whose list was edited row by row equals one that was compiled as a whole`(_ seed: UInt64) throws {
    var forms = RandomFormGenerator(seed: seed)
    var made = 0
    while made < caseCount(5, exhaustive: 20) {
      var definition = forms.randomDefinition()
      guard let list = definition.sections.firstIndex(where: { $0.template != nil }) else { continue }
      if Bool.random(using: &forms.random) {
        definition.sections[0].hidden = try Condition(parsing: "$list.@count > 3 OR $list.@max == 2")
      }
      if Bool.random(using: &forms.random) {
        let condition = try Condition(parsing: "$list.@count == 2 AND SELF == 1")
        definition.sections[list].template?.hidden = condition
        for row in definition.sections[list].rows.indices { definition.sections[list].rows[row].hidden = condition }
      }
      guard let form = try? CompiledForm(definition) else { continue }
      for _ in 0..<caseCount(10, exhaustive: 50) { run(form, &forms, editingList: true) }
      made += 1
    }
  }

  @Test func `removing the last row that reads whether another one is valid removes the node for it`() throws {
    let row = RowDefinition(hidden: try Condition(parsing: "$a.isValid == FALSE"))
    let list = SectionDefinition(tag: "list", rows: [row, row], template: RowDefinition())
    var state = FormFeature.State(
      try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: [RowDefinition(tag: "a")]), list])))
    for count in [1, 0] {
      _ = FormFeature().reduce(&state, .rowRemoved(try #require(state.form.elementIDs.rows.last)))
      let recompiled = try CompiledForm(state.form.definition, elementIDs: state.form.elementIDs)
      #expect(state.form.graph.nodes.count { $0.isValidityNode } == count)
      #expect(state.form.graph.size == recompiled.graph.size)
    }
  }

  private func run(_ form: CompiledForm, _ forms: inout RandomFormGenerator, editingList isEditingList: Bool = false) {
    var state = FormFeature.State(form)
    for _ in 0..<Int.random(in: 1...(isEditingList ? 16 : 8), using: &forms.random) {
      let old = state
      let action = isEditingList ? forms.randomListAction(in: state) : forms.randomAction(in: state)
      _ = FormFeature().reduce(&state, action)
      check(state, after: action, in: old)
      checkValidations(state, after: action, in: old)
    }
    let recompiled = try? CompiledForm(state.form.definition, elementIDs: state.form.elementIDs)
    let recomputed = recompiled.flatMap { try? FormFeature.State($0, contents: state.contents) }
    if recomputed != state || recomputed?.screen != state.screen {
      Issue.record("The form differs from one with the same contents, \(state.contents), in \(state.form.definition)")
    }
    if recompiled?.elements != state.form.elements || recompiled?.graph.size != state.form.graph.size {
      Issue.record("The indices or dependencies differ from those of a new form, in \(state.form.definition)")
    }
  }

  /// Checks what an incremental update may not lose: the results of remote validations, which last until the value
  /// changes, and a successful submission, after which the form is clean.
  private func checkValidations(
    _ state: FormFeature.State, after action: FormFeature.Action, in old: FormFeature.State
  ) {
    for id in state.form.elementIDs.rows where action != .resetTapped && old.value(id) == state.value(id) {
      guard case .completed? = old[id]?.remoteValidation else { continue }
      if old[id]?.remoteValidation != state[id]?.remoteValidation {
        Issue.record("\(action) lost the validation of the value of \(id), in \(old.form.definition)")
      }
    }
    // A change of the data that waited for the end of the submission may show a row that was not submitted.
    if old.stage == .submitting && state.stage == .submitted && old.deferredRebase.isEmpty && state.isDirty {
      Issue.record("The form is dirty after \(action) although it was submitted, in \(old.form.definition)")
    }
  }

  private func check(_ state: FormFeature.State, after action: FormFeature.Action, in old: FormFeature.State) {
    if !state.isConsistent {
      Issue.record(
        "After \(action) the stored results differ from a full evaluation, in \(old.form.definition)")
    }
    let conditions = state.form.graph.nodes.count { if case .condition = $0.rule { true } else { false } }
    if state.lastUpdate.evaluationCount > conditions {
      Issue.record("\(action) evaluated \(state.lastUpdate.evaluationCount) conditions, more than the form has")
    }
    if old.visibleElements(after: state.lastUpdate.changes, in: state) != VisibleElements(state) {
      Issue.record(
        "Applying \(state.lastUpdate.changes) after \(action) does not give the current screen, in \(old.form.definition)"
      )
    }
    let isListEdit =
      switch action {
      case .rowAdded, .rowRemoved: true
      default: false
      }
    if state.form == old.form || isListEdit, case let other = state.screenChanges(from: old),
      other != state.lastUpdate.changes
    {
      Issue.record("\(action) reported \(state.lastUpdate.changes), but a full comparison gives \(other)")
    }
  }
}

/// The visible sections and rows as a front end would store and update them.
private struct VisibleElements: Equatable {
  var sections: [ElementID] = []
  var rows: [ElementID: [ElementID]] = [:]

  init(_ state: FormFeature.State) {
    for (section, rows) in state.visibleElements {
      sections.append(section)
      self.rows[section] = rows
    }
  }

  mutating func apply(_ change: FormScreenChange, of state: FormFeature.State) {
    switch change {
    case .rowRemoved(let row): for section in sections { rows[section]?.removeAll { $0 == row } }
    case .sectionRemoved(let section):
      sections.removeAll { $0 == section }
      rows[section] = nil
    case .sectionInserted(let section, let above):
      sections.insert(section, at: above.flatMap { sections.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
      rows[section] = VisibleElements(state).rows[section]
    case .rowInserted(let row, let section, let above):
      let index = above.flatMap { rows[section]?.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      rows[section]?.insert(row, at: index)
    case .rowChanged: break
    }
  }
}

extension DependencyGraph {
  /// The numbers of nodes and of edges of each kind.
  fileprivate var size: [Int] {
    [nodes.count, order.count, positionsInOrder.count, nodeDependents.joined().count]
      + rowDependents.map(\.count) + [listReaders.values.joined().count]
  }
}

extension FormFeature.State {
  fileprivate func visibleElements(after changes: [FormScreenChange], in state: FormFeature.State) -> VisibleElements {
    var seen = VisibleElements(self)
    for change in changes { seen.apply(change, of: state) }
    return seen
  }
}
