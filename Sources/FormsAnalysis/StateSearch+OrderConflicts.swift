import Forms
import Values

/// An order conflict between two changes, as the search has found it.
struct FoundOrderConflict {
  var path: [InputChoice]
  var first: InputChoice
  var second: FormElement
  /// The index of the second change's value among the values to try.
  var secondValueIndex: Int
}

extension StateSearch {
  /// Finds changes that make another element uneditable, where changing that element first would have had another
  /// result.
  ///
  /// Each pair is reported once, with its least path. States that were not fully expanded are skipped.
  func collectOrderConflicts(_ analysisState: inout FormSimulator, _ form: CompiledForm) -> [FoundOrderConflict] {
    // If the same elements are editable in all states, no change can prevent another.
    if states.allSatisfy({ $0.isEditable == states[0].isEditable }) { return [] }
    analysisState.enter(group)
    defer { analysisState.leave(group) }
    let places = Dictionary(uniqueKeysWithValues: zip(group.variables, group.variables.indices))
    var disputes: [FoundOrderConflict] = []
    var known: Set<[Int]> = []
    for index in 0..<expandedStateCount {
      for first in possibleChoices(at: index) {
        guard let variable = places[first.variable], let next = stateIndex(after: index, applying: first) else {
          continue
        }
        let (before, after) = (states[index].isEditable, states[next].isEditable)
        if before == after { continue }
        for closed in lockableElements.indices
        where before[closed] && !after[closed] && closed != variable && !known.contains([variable, closed]) {
          guard
            let second = conflictingValueIndex(
              inState: index, variable: variable, firstChoice: first, nextState: next, closedElement: closed,
              &analysisState)
          else {
            continue
          }
          known.insert([variable, closed])
          disputes.append(
            FoundOrderConflict(
              path: path(to: index), first: first, second: lockableElements[closed], secondValueIndex: second))
        }
      }
    }
    return disputes
  }

  /// Returns the index of the first value of the prevented element that would have led to another result.
  private func conflictingValueIndex(
    inState index: Int, variable: Int, firstChoice first: InputChoice, nextState next: Int, closedElement closed: Int,
    _ analysisState: inout FormSimulator
  ) -> Int? {
    let isShown = states[next].isShownLocked[closed]
    // No condition reads this element, so it is not a variable and its value affects only itself.
    guard closed < group.variables.count else { return isShown ? 0 : nil }
    let other = group.variables[closed]
    let current = states[index].choices.valueIndex(ofVariable: other)
    let choices = variables[other].values.indices.filter { $0 != current }
    if isShown { return choices.first }
    return choices.first { choice in
      guard let between = stateIndex(after: index, applying: InputChoice(variable: other, valueIndex: choice)) else {
        return false
      }
      // The second change may in turn prevent the first.
      let end = states[between].isEditable[variable] ? stateIndex(after: between, applying: first) : between
      return end.map { statesRenderDifferently(next, $0, &analysisState) } ?? false
    }
  }

  /// Returns a Boolean value that indicates whether an element of the group appears differently in two states.
  private func statesRenderDifferently(_ one: Int, _ other: Int, _ analysisState: inout FormSimulator) -> Bool {
    _ = analysisState.applyChoices(states[one].choices)
    let nodes = analysisState.applyChoices(states[other].choices)
    let changed = states[one].choices.changes(to: states[other].choices)
    let elements = Set(
      changed.map { variables[$0.variable].element } + nodes.flatMap { analysisState.elements(affectedBy: $0) }
    )
    .intersection(members)
    let looks = elements.map { ($0, analysisState.renderedElement($0)) }
    _ = analysisState.applyChoices(states[one].choices)
    return looks.contains { element, look in analysisState.renderedElement(element) != look }
  }
}
