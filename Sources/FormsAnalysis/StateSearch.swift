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
    lockableElements = own + group.elements.filter { form.takesInput($0) && !own.contains($0) }
    var resets: [Int: [Int]] = [:]
    for variable in group.variables {
      guard case .section(let section) = variables[variable].element else { continue }
      resets[variable] = group.variables.filter { other in
        if case .row(let row) = variables[other].element { form.rows[row].section == section } else { false }
      }
    }
    self.variablesResetBy = resets
  }

  mutating func search(_ analysisState: inout AnalysisState) {
    analysisState.enter(group)
    defer { analysisState.leave(group) }
    addState([], from: 0, by: InputChoice(variable: 0, valueIndex: 0), analysisState)
    while expandedStateCount < states.count {
      for setting in possibleChoices(at: expandedStateCount) {
        visit(setting, from: expandedStateCount, &analysisState)
        // The limit is reached: no further choice can add a state.
        if reachedStateLimit { return }
      }
      expandedStateCount += 1
    }
  }

  private mutating func visit(_ setting: InputChoice, from parent: Int, _ analysisState: inout AnalysisState) {
    let settings = choices(states[parent].choices, applying: setting)
    if stateIndices[settings] != nil { return }
    if states.count == stateLimit {
      reachedStateLimit = true
      return
    }
    for node in analysisState.applyChoices(settings) where !analysisState.hasInitialValue(node) {
      changedNodes.insert(node)
    }
    addState(settings, from: parent, by: setting, analysisState)
  }

  /// Adds the current analysis state to the search.
  private mutating func addState(
    _ settings: [InputChoice], from parent: Int, by last: InputChoice, _ analysisState: AnalysisState
  ) {
    for element in group.elements where firstVisibleStates[element] == nil && analysisState.isVisible(element) {
      firstVisibleStates[element] = states.count
    }
    let open = lockableElements.map { analysisState.isEditable($0) }
    for (element, isOpen) in zip(lockableElements, open) where isOpen { editableElements.insert(element) }
    let shown = zip(lockableElements, open).map { element, isOpen in !isOpen && analysisState.exposesValue(of: element)
    }
    stateIndices[settings] = states.count
    states.append(
      VisitedState(choices: settings, parent: parent, lastChoice: last, isEditable: open, isShownLocked: shown))
  }
}

extension StateSearch {
  /// Returns the choices that the user can make in a state.
  func possibleChoices(at place: Int) -> [InputChoice] {
    group.variables.indices.filter { isEditable($0, at: place) }.flatMap { number in
      let variable = group.variables[number]
      let current = states[place].choices.valueIndex(ofVariable: variable)
      return variables[variable].values.indices.filter { $0 != current }.map {
        InputChoice(variable: variable, valueIndex: $0)
      }
    }
  }

  /// Returns the state that a choice leads to, or `nil` if the search has not visited it.
  func stateIndex(after place: Int, applying setting: InputChoice) -> Int? {
    stateIndices[choices(states[place].choices, applying: setting)]
  }

  private func choices(_ settings: [InputChoice], applying setting: InputChoice) -> [InputChoice] {
    settings.applying(setting, resetting: variablesResetBy[setting.variable] ?? [])
  }

  /// Returns a Boolean value that indicates whether the user can set a variable of the group in a state.
  ///
  /// The group's variables come first in ``lockableElements``, so their indices are the same.
  func isEditable(_ variable: Int, at place: Int) -> Bool { states[place].isEditable[variable] }

  /// Returns the path from the initial state to a state.
  func path(to place: Int) -> ChoiceSequence {
    var settings: [InputChoice] = []
    var place = place
    while place > 0 {
      settings.append(states[place].lastChoice)
      place = states[place].parent
    }
    return ChoiceSequence(choices: settings.reversed())
  }
}

extension CompiledForm {
  /// Returns a Boolean value that indicates whether the element is a row that accepts input.
  fileprivate func takesInput(_ element: FormElement) -> Bool {
    if case .row(let row) = element { rows[row].kind.acceptsInput } else { false }
  }
}
