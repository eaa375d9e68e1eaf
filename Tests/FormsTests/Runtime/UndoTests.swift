import Conditions
import FormsFixtures
import Loop
import LoopText
import TestInputs
import Testing
import Values

@testable import Forms

@Suite struct `Undo in a form` {
  private let form = UndoFeature(FormFeature())

  private func opened(_ json: String) throws -> UndoFeature<FormFeature>.State {
    UndoFeature.State(FormFeature.State(try FormsFixtures.compiledForm(json)))
  }

  private let guests = """
    {"sections": [{"rows": [{"tag": "name"}, {"tag": "price", "kind": "money", "value": 5}]},
      {"tag": "guests", "template": {"kind": "integer"}, "rows": [{"value": 1}, {"value": 2}]}]}
    """

  private func texts(_ state: UndoFeature<FormFeature>.State) -> [String] {
    state.feature.screen.sections.flatMap(\.rows).map { "\($0.id)=\($0.text)" }
  }

  @Test func `typing into one row is one undo step until the focus moves`() throws {
    var state = try opened(guests)
    for action: FormFeature.Action in [
      .typed("name", "A"), .typed("name", "Al"), .nextTapped, .typed("name", "Ali"), .typed("price", "3,5"),
    ] {
      _ = form.reduce(&state, .feature(action))
    }
    var seen: [String] = []
    while let change = form.changeToUndo(in: state) {
      seen.append("\(try CanonicalValue(change))")
      _ = form.reduce(&state, .undo)
      seen.append(texts(state).prefix(2).joined(separator: " "))
    }
    #expect(
      seen == [
        "typing(price)", "name=Ali price=5.00", "typing(name)", "name=Al price=5.00", "typing(name)",
        "name= price=5.00",
      ])
    for _ in 0..<3 { _ = form.reduce(&state, .redo) }
    #expect(
      state.feature["price"]?.entry == .typed("3,5", as: Money(cents: 350).value) && texts(state)[0] == "name=Ali")
  }

  @Test func `undoing a removal restores the row with its ID and its unparseable text`() throws {
    var state = try opened(guests)
    let began = texts(state)
    _ = form.reduce(&state, .feature(.typed("#3", "3,50")))
    let typed = texts(state)
    for action: FormFeature.Action in [.rowRemoved("#3"), .rowAdded(to: "guests"), .rowMoved("#5", before: "#4")] {
      _ = form.reduce(&state, .feature(action))
    }
    #expect(texts(state).suffix(2) == ["#5=", "#4=2"])
    for _ in 0..<3 { _ = form.reduce(&state, .undo) }
    #expect(texts(state) == typed && state.feature.isConsistent)
    _ = form.reduce(&state, .undo)
    #expect(texts(state) == began)
    for _ in 0..<4 { _ = form.reduce(&state, .redo) }
    #expect(texts(state).suffix(2) == ["#5=", "#4=2"])
  }

  @Test func `a reset can be undone, but not during a submission`() throws {
    var state = try opened(guests)
    for action: FormFeature.Action in [.typed("name", "A"), .rowRemoved("#4"), .typed("#3", "x"), .resetTapped] {
      _ = form.reduce(&state, .feature(action))
    }
    #expect(texts(state).prefix(2) == ["name=", "price=5.00"])
    _ = form.reduce(&state, .feature(.submitTapped))
    #expect(state.feature.stage == .submitting && form.changeToUndo(in: state) == nil)
    _ = form.reduce(&state, .feature(.submissionFailed("offline")))
    #expect(form.changeToUndo(in: state) == .resetting)
    _ = form.reduce(&state, .undo)
    #expect(texts(state) == ["name=A", "price=5.00", "#3=x"])
  }

  @Test func `an action that changes nothing is no undo step`() throws {
    var state = try opened(guests)
    for action: FormFeature.Action in [
      .typed("unknown", "x"), .chosen("price", 5.0), .resetTapped, .rowAdded(to: "nothing"),
      .rowRemoved("name"), .rowMoved("#3", before: "#4"), .valuesAssigned([ValueAssignment("price", 5)]),
      .restored([:]),
    ] {
      _ = form.reduce(&state, .feature(action))
    }
    #expect(form.changeToUndo(in: state) == nil)
  }

  @Test func `undo restores the text of a row that hid itself`() throws {
    var state = try opened(#"{"sections":[{"rows":[{"tag":"a","hidden":"$a == 'x'"}]}]}"#)
    _ = form.reduce(&state, .feature(.typed("a", "x")))
    #expect(state.feature.isHidden("a") == true)
    _ = form.reduce(&state, .undo)
    #expect(state.feature.isHidden("a") == false && texts(state) == ["a="])
  }
}

@Suite struct `Replacing initial values` {
  private func opened() throws -> FormFeature.State {
    FormFeature.State(
      try compiledForm(
        #"{"sections":[{"rows":[{"tag":"a"},{"tag":"b","kind":"integer"},{"tag":"c","hidden":"$a == 'new'"}]}]}"#),
      values: ["a": "old", "b": 1])
  }

  @Test func `changed rows keep their values, and other rows get the new ones`() throws {
    var state = try opened()
    _ = FormFeature().reduce(&state, .typed("b", "2"))
    _ = FormFeature().reduce(
      &state, .rebased([ValueAssignment("a", "new"), ValueAssignment("b", 3), ValueAssignment("unknown", 4)]))
    #expect(state.values["a"] == "new" && state.values["b"] == 2 && state.dirtyRows == ["b"])
    #expect(
      state.isHidden("c") == true && state.lastUpdate.changes == [.rowRemoved("c"), .rowChanged("a"), .rowChanged("b")])
    _ = FormFeature().reduce(&state, .resetTapped)
    #expect(state.values["a"] == "new" && state.values["b"] == 3 && !state.isDirty)
  }

  @Test func `an unparseable text is kept, and a new value of the wrong type is ignored`() throws {
    var state = try opened()
    _ = FormFeature().reduce(&state, .typed("b", "3,50"))
    _ = FormFeature().reduce(&state, .rebased([ValueAssignment("b", 3), ValueAssignment("a", 5)]))
    #expect(state["b"]?.entry == .typed("3,50", as: nil) && state["b"]?.initialValue == 3)
    #expect(state.values["a"] == "old")
  }

  @Test func `a list gets the new rows unless the user has changed it`() throws {
    let form = try compiledForm(
      #"{"sections":[{"tag":"l","template":{"kind":"integer"},"rows":[{"value":1},{"value":2}]},"#
        + #"{"rows":[{"tag":"n","hidden":"$l.@count > 2"},{"tag":"m"}]}]}"#)
    var state = FormFeature.State(form)
    _ = FormFeature().reduce(&state, .rebased([ValueAssignment("l", [1, 5, 6]), ValueAssignment("m", "new")]))
    #expect(state.values == ["l": [1, 5, 6], "n": nil, "m": "new"] && !state.isDirty && state.isHidden("n") == true)
    #expect(
      state.lastUpdate.changes.map(\.description) == [
        "- n", "- #2", "+ #5 in l after #1", "+ #6 in l after #5", "~ m",
      ])
    _ = FormFeature().reduce(&state, .rowRemoved("#1"))
    _ = FormFeature().reduce(&state, .submitTapped)
    _ = FormFeature().reduce(&state, .submissionFailed("conflict"))
    _ = FormFeature().reduce(&state, .rebased([ValueAssignment("l", [7]), ValueAssignment("l", ["seven"])]))
    #expect(state.values["l"] == [5, 6] && state.stage == .failed("conflict"))
    _ = FormFeature().reduce(&state, .resetTapped)
    #expect(state.values["l"] == [7] && !state.isDirty)
  }

  @Test func `the stage is kept, and no row changes during a submission`() throws {
    var state = try opened()
    _ = FormFeature().reduce(&state, .submitTapped)
    let submitting = state
    _ = FormFeature().reduce(&state, .rebased([ValueAssignment("a", "newer")]))
    #expect(state.screen == submitting.screen && state.values == submitting.values && !state.isDirty)
    _ = FormFeature().reduce(&state, .submissionFailed("conflict"))
    #expect(state.stage == .failed("conflict") && state.values["a"] == "newer")
    _ = FormFeature().reduce(&state, .rebased([ValueAssignment("a", "new")]))
    #expect(state.stage == .failed("conflict") && state.values["a"] == "new")
  }
}

@Suite struct `Undo in random forms` {
  /// Undo restores the exact entries of all rows, for random actions of the user and the program.
  @Test(arguments: 0..<UInt64(caseCount(4, exhaustive: 10)))
  func `undo restores the entries before the action`(_ seed: UInt64) throws {
    var forms = RandomFormGenerator(seed: seed)
    var undone = 0
    while undone < caseCount(50, exhaustive: 150) {
      guard let compiled = try? CompiledForm(forms.randomDefinition()) else { continue }
      var state = FormFeature.State(compiled)
      for _ in 0..<6 {
        let action = forms.randomAction(in: state)
        let before = state
        guard case .actions(let actions, of: _, coalesces: _) = FormFeature().compensation(of: action, in: state) else {
          _ = FormFeature().reduce(&state, action)
          continue
        }
        _ = FormFeature().reduce(&state, action)
        var back = state
        for action in actions { _ = FormFeature().reduce(&back, action) }
        if back.stage == .submitting { continue }
        undone += 1
        #expect(back.isConsistent)
        #expect(back.contents.fields.mapValues(\.entry) == before.contents.fields.mapValues(\.entry), "\(action)")
        #expect(back.value("list") == before.value("list"), "\(action)")
      }
    }
  }
}
