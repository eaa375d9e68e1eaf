internal import Forms

/// A breadth-first search of the states of a group.
///
/// For each state only the choices and the editable elements are stored.
struct StateSearch {
  /// The states found, in breadth-first order.
  private(set) var moments: [VisitedState] = []
  /// A Boolean value that indicates whether the search stopped at its limit.
  private(set) var isBounded = false
  /// The number of states whose successors have all been visited.
  ///
  /// It is smaller than the number of states only if the search stopped at its limit.
  private(set) var countOfLeft = 0
  /// The first state in which each element is visible.
  private(set) var sights: [FormElement: Int] = [:]
  /// The elements that are editable in some state.
  private(set) var opened: Set<FormElement> = []
  /// The nodes whose value differs from the initial one in some state.
  private(set) var changed: Set<Int> = []

  let group: AnalysisGroup
  let dials: [InputVariable]
  private let limit: Int
  /// The elements that accept input and that a change may make uneditable.
  ///
  /// The Boolean arrays of a state have the same order.
  let closable: [FormElement]
  let members: Set<FormElement>
  private var known: [[InputChoice]: Int] = [:]
  /// The variables of a list's original rows, which are reset when the list is set.
  private let resets: [Int: [Int]]

  /// A state that the search has found.
  struct VisitedState {
    /// The choices that differ from the initial values, in ascending order.
    var settings: [InputChoice]
    var parent: Int
    /// The choice that led here from the parent.
    var last: InputChoice
    /// Whether each element is editable, and whether it is not editable but its value can be observed.
    var open: [Bool]
    var shown: [Bool]
  }

  init(_ group: AnalysisGroup, _ dials: [InputVariable], _ form: CompiledForm, stateLimit limit: Int) {
    self.group = group
    self.dials = dials
    self.limit = limit
    members = Set(group.elements)
    let own = group.dials.map { dials[$0].element }
    closable = own + group.elements.filter { form.takesInput($0) && !own.contains($0) }
    var resets: [Int: [Int]] = [:]
    for dial in group.dials {
      guard case .section(let section) = dials[dial].element else { continue }
      resets[dial] = group.dials.filter { other in
        if case .row(let row) = dials[other].element { form.rows[row].section == section } else { false }
      }
    }
    self.resets = resets
  }

  mutating func search(_ scene: inout AnalysisState) {
    scene.enter(group)
    defer { scene.leave(group) }
    addState([], from: 0, by: InputChoice(dial: 0, choice: 0), scene)
    while countOfLeft < moments.count {
      for setting in possibleChoices(at: countOfLeft) {
        visit(setting, from: countOfLeft, &scene)
        // The limit is reached: no further choice can add a state.
        if isBounded { return }
      }
      countOfLeft += 1
    }
  }

  private mutating func visit(_ setting: InputChoice, from parent: Int, _ scene: inout AnalysisState) {
    let settings = choices(moments[parent].settings, applying: setting)
    if known[settings] != nil { return }
    if moments.count == limit {
      isBounded = true
      return
    }
    for node in scene.applyChoices(settings) where !scene.hasInitialValue(node) { changed.insert(node) }
    addState(settings, from: parent, by: setting, scene)
  }

  /// Adds the current analysis state to the search.
  private mutating func addState(
    _ settings: [InputChoice], from parent: Int, by last: InputChoice, _ scene: AnalysisState
  ) {
    for element in group.elements where sights[element] == nil && scene.isVisible(element) {
      sights[element] = moments.count
    }
    let open = closable.map { scene.isEditable($0) }
    for (element, isOpen) in zip(closable, open) where isOpen { opened.insert(element) }
    let shown = zip(closable, open).map { element, isOpen in !isOpen && scene.exposesValue(of: element) }
    known[settings] = moments.count
    moments.append(VisitedState(settings: settings, parent: parent, last: last, open: open, shown: shown))
  }
}

extension StateSearch {
  /// Returns the choices that the user can make in a state.
  func possibleChoices(at place: Int) -> [InputChoice] {
    group.dials.indices.filter { isEditable($0, at: place) }.flatMap { number in
      let dial = group.dials[number]
      let current = moments[place].settings.valueIndex(ofVariable: dial)
      return dials[dial].values.indices.filter { $0 != current }.map { InputChoice(dial: dial, choice: $0) }
    }
  }

  /// Returns the state that a choice leads to, or `nil` if the search has not visited it.
  func stateIndex(after place: Int, applying setting: InputChoice) -> Int? {
    known[choices(moments[place].settings, applying: setting)]
  }

  private func choices(_ settings: [InputChoice], applying setting: InputChoice) -> [InputChoice] {
    settings.applying(setting, resetting: resets[setting.dial] ?? [])
  }

  /// Returns a Boolean value that indicates whether the user can set a variable of the group in a state.
  ///
  /// The group's variables come first in ``closable``, so their indices are the same.
  func isEditable(_ dial: Int, at place: Int) -> Bool { moments[place].open[dial] }

  /// Returns the path from the initial state to a state.
  func path(to place: Int) -> InputPath {
    var settings: [InputChoice] = []
    var place = place
    while place > 0 {
      settings.append(moments[place].last)
      place = moments[place].parent
    }
    return InputPath(settings: settings.reversed())
  }
}

extension CompiledForm {
  /// Returns a Boolean value that indicates whether the element is a row that accepts input.
  fileprivate func takesInput(_ element: FormElement) -> Bool {
    if case .row(let row) = element { rows[row].kind.acceptsInput } else { false }
  }
}
