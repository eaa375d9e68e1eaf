import Conditions
import FormsFixtures
import LoopProof
import Testing
import Values

@testable import Forms

@Suite struct `Forms at random` {
  /// 10 forms and 50 runs of each under 4 seeds, or 40 forms and 100 runs of each under 25.
  @Test(arguments: 0..<UInt64(cases(4, exhaustive: 25)))
  func `law 9: what is found out from a change is what is found out from nothing`(_ seed: UInt64) throws {
    var forms = RandomForms(seed: seed)
    var made = 0
    while made < cases(10, exhaustive: 40) {
      do throws(FormFaults) {
        let form = try CompiledForm(forms.definition())
        for _ in 0..<cases(50, exhaustive: 100) { run(form, &forms) }
        made += 1
      } catch {
        // Now and then what is drawn leads back to itself; nothing else may be wrong with it.
        #expect(error.list.allSatisfy { $0.kind == .cycle })
      }
    }
  }

  private func run(_ form: CompiledForm, _ forms: inout RandomForms) {
    var state = Form.State(form)
    for _ in 0..<Int.random(in: 1...4, using: &forms.random) {
      let old = state
      let action = forms.action(in: state)
      _ = Form().reduce(&state, action)
      check(state, after: action, in: old)
    }
  }

  private func check(_ state: Form.State, after action: Form.Action, in old: Form.State) {
    if !state.isSettled {
      Issue.record(
        "After \(action) other conditions hold than do when everything is looked at, in \(old.form.definition)")
    }
    let conditions = state.form.graph.nodes.count { if case .condition = $0.rule { true } else { false } }
    if state.last.evaluations > conditions {
      Issue.record("\(action) evaluated \(state.last.evaluations) conditions, more than there are")
    }
    if old.seen(after: state.last.changes, in: state) != Seen(state) {
      Issue.record(
        "Who takes the steps of \(state.last.changes) after \(action) does not see the form, \(old.form.definition)")
    }
    if state.form == old.form, case let other = state.differences(from: old), other != state.last.changes {
      Issue.record("\(action) came to \(state.last.changes), and looking at everything to \(other)")
    }
  }
}

/// What is to be seen of a form, as a front end would hold it.
private struct Seen: Equatable {
  var sections: [ElementID] = []
  var rows: [ElementID: [ElementID]] = [:]

  init(_ state: Form.State) {
    for (section, rows) in state.seen {
      sections.append(section)
      self.rows[section] = rows
    }
  }

  mutating func take(_ change: FormChange, of state: Form.State) {
    switch change {
    case .rowRemoved(let row): for section in sections { rows[section]?.removeAll { $0 == row } }
    case .sectionRemoved(let section):
      sections.removeAll { $0 == section }
      rows[section] = nil
    case .sectionInserted(let section, let above):
      sections.insert(section, at: above.flatMap { sections.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
      rows[section] = Seen(state).rows[section]
    case .rowInserted(let row, let section, let above):
      let place = above.flatMap { rows[section]?.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      rows[section]?.insert(row, at: place)
    case .rowChanged: break
    }
  }
}

extension Form.State {
  fileprivate func seen(after changes: [FormChange], in state: Form.State) -> Seen {
    var seen = Seen(self)
    for change in changes { seen.take(change, of: state) }
    return seen
  }
}
