internal import Forms

/// A breadth-first search of the states of a group.
///
/// For each state only the choices and the editable elements are stored.
struct ProofWalk {
  /// The states found, in breadth-first order.
  private(set) var moments: [Moment] = []
  /// A Boolean value that indicates whether the search stopped at its limit.
  private(set) var isBounded = false
  /// The number of states whose successors have all been visited.
  ///
  /// It is smaller than the number of states only if the search stopped at its limit.
  private(set) var countOfLeft = 0
  /// The first state in which each element is visible.
  private(set) var sights: [Element: Int] = [:]
  /// The elements that are editable in some state.
  private(set) var opened: Set<Element> = []
  /// The nodes whose value differs from the initial one in some state.
  private(set) var changed: Set<Int> = []

  let group: ProofGroup
  let dials: [Dial]
  private let limit: Int
  /// The elements that accept input and that a change may make uneditable.
  ///
  /// The Boolean arrays of a state have the same order.
  let closable: [Element]
  let members: Set<Element>
  private var known: [[Setting]: Int] = [:]
  /// The variables of a list's original rows, which are reset when the list is set.
  private let resets: [Int: [Int]]

  /// A state that the search has found.
  struct Moment {
    /// The choices that differ from the initial values, in ascending order.
    var settings: [Setting]
    var parent: Int
    /// The choice that led here from the parent.
    var last: Setting
    /// Whether each element is editable, and whether it is not editable but its value can be observed.
    var open: [Bool]
    var shown: [Bool]
  }

  init(_ group: ProofGroup, _ dials: [Dial], _ form: CompiledForm, limit: Int) {
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

  mutating func walk(_ scene: inout ProofScene) {
    scene.enter(group)
    defer { scene.leave(group) }
    add([], from: 0, by: Setting(dial: 0, choice: 0), scene)
    while countOfLeft < moments.count {
      for setting in possible(at: countOfLeft) {
        reach(setting, from: countOfLeft, &scene)
        // The limit is reached: no further choice can add a state.
        if isBounded { return }
      }
      countOfLeft += 1
    }
  }

  private mutating func reach(_ setting: Setting, from parent: Int, _ scene: inout ProofScene) {
    let settings = settings(moments[parent].settings, setting)
    if known[settings] != nil { return }
    if moments.count == limit {
      isBounded = true
      return
    }
    for node in scene.set(settings) where !scene.isAsAtStart(node) { changed.insert(node) }
    add(settings, from: parent, by: setting, scene)
  }

  /// Adds the current analysis state to the search.
  private mutating func add(_ settings: [Setting], from parent: Int, by last: Setting, _ scene: ProofScene) {
    for element in group.elements where sights[element] == nil && scene.isSeen(element) {
      sights[element] = moments.count
    }
    let open = closable.map { scene.isOpen($0) }
    for (element, isOpen) in zip(closable, open) where isOpen { opened.insert(element) }
    let shown = zip(closable, open).map { element, isOpen in !isOpen && scene.shows(element) }
    known[settings] = moments.count
    moments.append(Moment(settings: settings, parent: parent, last: last, open: open, shown: shown))
  }
}

extension ProofWalk {
  /// Returns the choices that the user can make in a state.
  func possible(at place: Int) -> [Setting] {
    group.dials.indices.filter { isOpen($0, at: place) }.flatMap { number in
      let dial = group.dials[number]
      let current = moments[place].settings.choice(dial)
      return dials[dial].values.indices.filter { $0 != current }.map { Setting(dial: dial, choice: $0) }
    }
  }

  /// Returns the state that a choice leads to, or `nil` if the search has not visited it.
  func moment(_ place: Int, _ setting: Setting) -> Int? { known[settings(moments[place].settings, setting)] }

  private func settings(_ settings: [Setting], _ setting: Setting) -> [Setting] {
    settings.setting(setting, resetting: resets[setting.dial] ?? [])
  }

  /// Returns a Boolean value that indicates whether the user can set a variable of the group in a state.
  ///
  /// The group's variables come first in ``closable``, so their indices are the same.
  func isOpen(_ dial: Int, at place: Int) -> Bool { moments[place].open[dial] }

  /// Returns the path from the initial state to a state.
  func way(to place: Int) -> Way {
    var settings: [Setting] = []
    var place = place
    while place > 0 {
      settings.append(moments[place].last)
      place = moments[place].parent
    }
    return Way(settings: settings.reversed())
  }
}

extension CompiledForm {
  /// Returns a Boolean value that indicates whether the element is a row that accepts input.
  fileprivate func takesInput(_ element: Element) -> Bool {
    if case .row(let row) = element { rows[row].kind.takesInput } else { false }
  }
}
