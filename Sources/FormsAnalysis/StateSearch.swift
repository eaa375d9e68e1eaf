import Forms

/// A breadth-first search of the states of a group.
///
/// For each state only the choices and the editable elements are stored.
struct StateSearch {
  /// The states found, in breadth-first order.
  private(set) var states: [VisitedState] = []
  /// A Boolean value that indicates whether the search stopped at its limit.
  private(set) var reachedStateLimit = false
  /// The number of states whose successors have all been visited.
  ///
  /// It is smaller than the number of states only if the search stopped at its limit.
  private(set) var expandedStateCount = 0
  /// The first state in which each element is visible.
  private(set) var firstVisibleStates: [FormElement: Int] = [:]
  /// The elements that are editable in some state.
  private(set) var editableElements: Set<FormElement> = []
  /// The editable rows with a predicate that is not met in some state.
  private(set) var invalidRows: Set<Int> = []
  /// The rows that would be submitted without validation in some state.
  private(set) var unvalidatedRows: Set<Int> = []
  /// The predicates that are not met in some state because of an empty row.
  private(set) var emptyRowFailures: Set<FoundEmptyRowFailure> = []
  /// The nodes whose value differs from the initial one in some state.
  private(set) var changedNodes: Set<Int> = []

  let group: AnalysisGroup
  let variables: [InputVariable]
  private let stateLimit: Int
  /// The elements that accept input and that a change may make uneditable.
  ///
  /// The Boolean arrays of a state have the same order.
  let lockableElements: [FormElement]
  let members: Set<FormElement>
  private var stateIndices: [[InputChoice]: Int] = [:]
  /// The variables of a list's original rows, which are reset when the list is set.
  private let variablesResetBy: [Int: [Int]]

  /// A state that the search has found.
  struct VisitedState {
    /// The choices that differ from the initial values, in ascending order.
    var choices: [InputChoice]
    var parent: Int
    /// The choice that led here from the parent.
    var lastChoice: InputChoice
    /// Whether each element is editable, and whether it is not editable but its value can be observed.
    var isEditable: [Bool]
    var isShownLocked: [Bool]
  }

  init(_ group: AnalysisGroup, _ variables: [InputVariable], _ form: CompiledForm, stateLimit: Int) {
    self.group = group
    self.variables = variables
    self.stateLimit = stateLimit
    members = Set(group.elements)
    let own = group.variables.map { variables[$0].element }
    lockableElements =
      own
      + group.elements.filter { element in
        if case .row(let row) = element { form.rows[row].kind.acceptsInput && !own.contains(element) } else { false }
      }
    var resets: [Int: [Int]] = [:]
    for variable in group.variables {
      guard case .section(let section) = variables[variable].element else { continue }
      resets[variable] = group.variables.filter { other in
        if case .row(let row) = variables[other].element { form.rows[row].section == section } else { false }
      }
    }
    self.variablesResetBy = resets
  }

  mutating func search(_ analysisState: inout FormSimulator) {
    analysisState.enter(group)
    defer { analysisState.leave(group) }
    addState([], from: 0, by: InputChoice(variable: 0, valueIndex: 0), analysisState)
    while expandedStateCount < states.count {
      for choice in possibleChoices(at: expandedStateCount) {
        let choices = choices(in: expandedStateCount, applying: choice)
        if stateIndices[choices] != nil { continue }
        reachedStateLimit = states.count == stateLimit
        if reachedStateLimit { return }
        changedNodes.formUnion(analysisState.applyChoices(choices).filter { !analysisState.hasInitialValue($0) })
        addState(choices, from: expandedStateCount, by: choice, analysisState)
      }
      expandedStateCount += 1
    }
  }

  /// Adds the current analysis state to the search.
  private mutating func addState(
    _ choices: [InputChoice], from parent: Int, by last: InputChoice, _ analysisState: FormSimulator
  ) {
    for element in group.elements where firstVisibleStates[element] == nil && analysisState.isVisible(element) {
      firstVisibleStates[element] = states.count
    }
    for case .row(let row) in group.elements {
      if analysisState.isSubmittedUnvalidated(row) { unvalidatedRows.insert(row) }
      if !analysisState.unmetPredicates(ofRow: row).isEmpty { invalidRows.insert(row) }
      emptyRowFailures.formUnion(analysisState.emptyRowFailures(ofRow: row))
    }
    let isEditable = lockableElements.map { analysisState.isEditable($0) }
    editableElements.formUnion(zip(lockableElements, isEditable).filter(\.1).map(\.0))
    let isShownLocked = zip(lockableElements, isEditable).map { !$1 && analysisState.exposesValue(of: $0) }
    stateIndices[choices] = states.count
    states.append(
      VisitedState(
        choices: choices, parent: parent, lastChoice: last, isEditable: isEditable, isShownLocked: isShownLocked))
  }
}

extension StateSearch {
  /// Returns the choices that the user can make in a state.
  func possibleChoices(at index: Int) -> [InputChoice] {
    // The group's variables come first in `lockableElements`, so their indices are the same.
    group.variables.indices.filter { states[index].isEditable[$0] }.flatMap { number in
      let variable = group.variables[number]
      let current = states[index].choices.valueIndex(ofVariable: variable)
      return variables[variable].values.indices.filter { $0 != current }.map {
        InputChoice(variable: variable, valueIndex: $0)
      }
    }
  }

  /// Returns the state that a choice leads to, or `nil` if the search has not visited it.
  func stateIndex(after index: Int, applying choice: InputChoice) -> Int? {
    stateIndices[choices(in: index, applying: choice)]
  }

  private func choices(in index: Int, applying choice: InputChoice) -> [InputChoice] {
    states[index].choices.applying(choice, resetting: variablesResetBy[choice.variable] ?? [])
  }

  /// Returns the path from the initial state to a state.
  func path(to index: Int) -> [InputChoice] {
    sequence(first: index) { states[$0].parent }.prefix { $0 > 0 }.map { states[$0].lastChoice }.reversed()
  }
}
