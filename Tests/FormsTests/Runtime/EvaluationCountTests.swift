import Conditions
import Forms
import FormsFixtures
import Testing
import Values

/// Law 9: the number of conditions that a change evaluates.
@Suite struct `A condition is evaluated at most once, and only if something it reads has changed` {
  @Test func `law 9: a chain of 1,000 conditions costs 1,000 evaluations`() throws {
    var state = FormFeature.State(try compiledForm(hiddenRowChain(length: 1000)))
    #expect(state.lastUpdate.evaluationCount == 1000)
    state.assign("start", true)
    #expect(state.lastUpdate.evaluationCount == 1000)
    #expect(state.isHidden("row999") == true)
    #expect(state.lastUpdate.changes.count == 1001)
  }

  @Test func `law 9: a chain of 10,000 conditions declared in reverse order costs 10,000 evaluations`() throws {
    var state = FormFeature.State(try compiledForm(hiddenRowChain(length: 10_000).reversed()))
    #expect(state.lastUpdate.evaluationCount == 10_000)
    state.assign("start", true)
    #expect(state.lastUpdate.evaluationCount == 10_000)
    #expect(state.visibleRowIDs == ["start"])
  }

  @Test func `law 9: a fan-out of 10,000 conditions costs 10,000 evaluations`() throws {
    let readers = try (0..<10_000).map {
      RowDefinition(tag: "row\($0)", hidden: try Condition(parsing: "$start == TRUE"))
    }
    var state = FormFeature.State(try compiledForm([RowDefinition(tag: "start", kind: .boolean)] + readers))
    state.assign("start", true)
    #expect(state.lastUpdate.evaluationCount == 10_000)
    #expect(state.visibleRowIDs == ["start"])
  }

  @Test func `law 9: a ladder of twelve diamonds stops at the first unchanged result after 4 evaluations`() throws {
    var state = FormFeature.State(try compiledForm(hiddenRowLadder(depth: 12)))
    #expect(state.form.definition.sections[0].rows.count == 37)
    #expect(state.lastUpdate.evaluationCount == 37)
    state.assign("rung0", 1)
    #expect(state.lastUpdate.evaluationCount == 4)
    #expect(state.isHidden("rung0") == true)
    #expect(state.isHidden("rung1") == false)
  }

  @Test func `assigning an equal value evaluates nothing`() throws {
    var state = FormFeature.State(try compiledForm(hiddenRowChain(length: 10)))
    state.assign("start", false)
    #expect(state.lastUpdate.evaluationCount == 0)
    #expect(state.lastUpdate.changes.isEmpty)
  }

  @Test func `changing a row that no condition reads evaluates nothing`() throws {
    var state = FormFeature.State(try compiledForm(hiddenRowChain(length: 10) + [RowDefinition(tag: "other")]))
    state.assign("other", "typed")
    #expect(state.lastUpdate.evaluationCount == 0)
    #expect(state.lastUpdate.changes == [.rowChanged("other")])
  }

  @Test func `adding a row to a list evaluates its own conditions and those that read the list`() throws {
    var state = FormFeature.State(try listAboveChain())
    #expect(state.lastUpdate.evaluationCount == 1002)
    for count in 2...4 {
      _ = FormFeature().reduce(&state, .rowAdded(to: "list"))
      #expect(state.lastUpdate.evaluationCount == 2)
      #expect(state.isHidden("hint") == (count < 3))
    }
    state.assign("start", true)
    // The chain, and the condition of each of the four rows.
    #expect(state.lastUpdate.evaluationCount == 1004)
  }

  @Test func `moving or removing a row of a list evaluates only the conditions that read the list`() throws {
    var state = FormFeature.State(try listAboveChain(), Array(repeating: .rowAdded(to: "list"), count: 3))
    let rows = state.form.elementIDs.rows[1..<5]
    _ = FormFeature().reduce(&state, .rowMoved(rows[4], before: rows[1]))
    #expect(state.lastUpdate.evaluationCount == 1)
    for count in (1...3).reversed() {
      _ = FormFeature().reduce(&state, .rowRemoved(rows[count]))
      #expect(state.lastUpdate.evaluationCount == 1)
      #expect(state.isHidden("hint") == (count < 3))
    }
    #expect(Array(state.form.elementIDs.rows[1..<3]) == [rows[4], "start"])
    state.assign("start", true)
    #expect(state.lastUpdate.evaluationCount == 1001)
    #expect(state.isDisabled(rows[4]) == true && state.isHidden("row999") == true)
  }

  @Test func `a condition that reads a member of a value is evaluated only if that member has changed`() throws {
    let row = RowDefinition(tag: "row", hidden: try Condition(parsing: "$place.city == 'Bonn'"))
    var state = FormFeature.State(try compiledForm([RowDefinition(tag: "place", kind: .info), row]))
    state.assign("place", ["city": "Bonn"])
    #expect(state.lastUpdate.evaluationCount == 1)
    state.assign("place", ["city": "Bonn", "street": "Am Hof"])
    #expect(state.lastUpdate.evaluationCount == 0)
  }

  @Test func `assigning 1,000 values at once evaluates each condition at most once`() throws {
    let inputs = (0..<1000).map { RowDefinition(tag: "in\($0)", value: 0) }
    let all = (0..<1000).map { "$in\($0)" }.joined(separator: ", ")
    let readers = try (0..<10).map {
      RowDefinition(tag: "out\($0)", hidden: try Condition(parsing: "sum(\(all)) > \(100 * $0)"))
    }
    var state = FormFeature.State(try compiledForm(inputs + readers))
    _ = FormFeature().reduce(
      &state, .valuesAssigned((0..<1000).map { ValueAssignment(ElementID(rawValue: "in\($0)"), 1) }))
    #expect(state.lastUpdate.evaluationCount == 10)
    #expect(state.visibleRowIDs.count == 1000)
  }

  @Test func `assigning a value and its old value at once evaluates nothing`() throws {
    var state = FormFeature.State(try compiledForm(hiddenRowChain(length: 10)))
    _ = FormFeature().reduce(
      &state, .valuesAssigned([ValueAssignment("start", true), ValueAssignment("start", false)]))
    #expect(state.lastUpdate.evaluationCount == 0)
  }

  @Test func `a condition affected by two changes is evaluated once`() throws {
    let both = RowDefinition(
      tag: "both", hidden: try Condition(parsing: "$a.isHidden == TRUE AND $b.isHidden == TRUE AND $start == TRUE"))
    let rows = [
      RowDefinition(tag: "start", kind: .boolean), both,
      RowDefinition(tag: "a", hidden: try Condition(parsing: "$start == TRUE")),
      RowDefinition(tag: "b", hidden: try Condition(parsing: "$a.isHidden == TRUE")),
    ]
    var state = FormFeature.State(try compiledForm(rows))
    state.assign("start", true)
    #expect(state.lastUpdate.evaluationCount == 3)
    #expect(state.isHidden("both") == true)
  }
}

/// Returns a switch and a chain of rows, each hidden if the one before it is.
private func hiddenRowChain(length: Int) throws -> [RowDefinition] {
  let first = RowDefinition(tag: "row0", hidden: try Condition(parsing: "$start == TRUE"))
  let rest = try (1..<length).map {
    RowDefinition(tag: "row\($0)", hidden: try Condition(parsing: "$row\($0 - 1).isHidden == TRUE"))
  }
  return [RowDefinition(tag: "start", kind: .boolean), first] + rest
}

/// Returns a form with a list of one row above a chain, and a hint that is hidden if the list is short.
private func listAboveChain() throws -> CompiledForm {
  let isShort = try Condition(parsing: "$list.@count < 3")
  return try CompiledForm(
    FormDefinition {
      SectionDefinition { RowDefinition(tag: "hint", kind: .info, hidden: isShort) }
      SectionDefinition(
        tag: "list", each: RowDefinition(kind: .integer, disabled: Term.variable("start") == true), values: [1])
      SectionDefinition(rows: try hiddenRowChain(length: 1000))
    })
}

/// Returns a ladder of diamonds: two rows follow the row before them, and a third is hidden if those two differ.
///
/// The first row hides itself by its value.
private func hiddenRowLadder(depth: Int) throws -> [RowDefinition] {
  let first = RowDefinition(tag: "rung0", value: 0, hidden: try Condition(parsing: "$rung0 == 1"))
  let rungs = try (1...depth).flatMap { rung in
    [
      RowDefinition(tag: "left\(rung)", hidden: try Condition(parsing: "$rung\(rung - 1).isHidden == TRUE")),
      RowDefinition(tag: "right\(rung)", hidden: try Condition(parsing: "$rung\(rung - 1).isHidden == TRUE")),
      RowDefinition(
        tag: "rung\(rung)", hidden: try Condition(parsing: "$left\(rung).isHidden != $right\(rung).isHidden")),
    ]
  }
  return [first] + rungs
}
