internal import Forms

/// Walks all situations of one group, those first that take the fewest changes.
///
/// Of a situation no more is kept than how its dials are set and what is open in it.
struct ProofWalk {
  /// The situations, and how each was come to.
  private(set) var moments: [Moment] = []
  /// Whether there are more than were looked at.
  private(set) var isBounded = false
  /// How many of the situations were left in every way: all, unless there are more.
  private(set) var countOfLeft = 0
  /// Where each element was seen first.
  private(set) var sights: [Element: Int] = [:]
  /// What a person could give a value somewhere.
  private(set) var opened: Set<Element> = []
  /// The nodes that were otherwise than at the start.
  private(set) var changed: Set<Int> = []

  let group: ProofGroup
  let dials: [Dial]
  private let limit: Int
  /// What takes values, and a change may close: by their places in the sets of a moment.
  let closable: [Element]
  let members: Set<Element>
  private var known: [[Setting]: Int] = [:]
  /// For a dial the ones that begin anew when it is set.
  private let resets: [Int: [Int]]

  /// A situation.
  struct Moment {
    /// The dials that are not as at first, in ascending order.
    var settings: [Setting]
    var parent: Int
    /// What was set last.
    var last: Setting
    /// What is open, and what is not and shows what it holds.
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
        // There is no room for more, whichever way is taken.
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

  /// Adds the situation that the scene is in.
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
  /// What a person can set in a situation.
  func possible(at place: Int) -> [Setting] {
    group.dials.indices.filter { isOpen($0, at: place) }.flatMap { number in
      let dial = group.dials[number]
      let current = moments[place].settings.choice(dial)
      return dials[dial].values.indices.filter { $0 != current }.map { Setting(dial: dial, choice: $0) }
    }
  }

  /// The situation that comes of another when a dial is set; nil if it was not looked at.
  func moment(_ place: Int, _ setting: Setting) -> Int? { known[settings(moments[place].settings, setting)] }

  private func settings(_ settings: [Setting], _ setting: Setting) -> [Setting] {
    settings.setting(setting, resetting: resets[setting.dial] ?? [])
  }

  /// Whether a person can set a dial, by its place in the group, in a situation.
  ///
  /// The dials of a group come first among what may be closed.
  func isOpen(_ dial: Int, at place: Int) -> Bool { moments[place].open[dial] }

  /// The way to a situation.
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
  /// Whether a person gives an element values by itself.
  fileprivate func takesInput(_ element: Element) -> Bool {
    if case .row(let row) = element { rows[row].kind.takesInput } else { false }
  }
}
