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
  private let placesOfClosable: [Element: Int]
  private let members: Set<Element>
  private var known: [[Int]: Int] = [:]
  /// For each dial the ones that begin anew when it is set, by their places in the group.
  private let resets: [[Int]]

  /// A situation.
  struct Moment {
    /// What each dial of the group is set to.
    var choices: [Int]
    var parent: Int
    /// What was set last, by its place in the group.
    var place: Int
    /// What is open, and what is not and shows what it holds.
    var open: NumberSet
    var shown: NumberSet
  }

  init(_ group: ProofGroup, _ dials: [Dial], _ form: CompiledForm, limit: Int) {
    self.group = group
    self.dials = dials
    self.limit = limit
    members = Set(group.elements)
    let own = group.dials.map { dials[$0].element }
    closable = own + group.elements.filter { form.takesInput($0) && !own.contains($0) }
    placesOfClosable = Dictionary(uniqueKeysWithValues: closable.enumerated().map { ($1, $0) })
    resets = group.dials.map { dial in
      guard case .section(let section) = dials[dial].element else { return [] }
      return group.dials.indices.filter { place in
        if case .row(let row) = dials[group.dials[place]].element { form.rows[row].section == section } else { false }
      }
    }
  }

  mutating func walk(_ scene: inout ProofScene) {
    scene.enter(group)
    defer { scene.leave(group) }
    let first = Moment(
      choices: Array(repeating: 0, count: group.dials.count), parent: 0, place: 0, open: NumberSet(closable.count),
      shown: NumberSet(closable.count))
    reach(first, &scene, closable + group.elements)
    while countOfLeft < moments.count {
      let place = countOfLeft
      for dial in group.dials.indices where isOpen(dial, at: place) {
        for choice in dials[group.dials[dial]].values.indices where choice != moments[place].choices[dial] {
          reach(dial, choice, from: place, &scene)
          // There is no room for more, whichever way is taken.
          if isBounded { return }
        }
      }
      countOfLeft += 1
    }
  }

  private mutating func reach(_ dial: Int, _ choice: Int, from parent: Int, _ scene: inout ProofScene) {
    let choices = choices(moments[parent].choices, dial, choice)
    if known[choices] != nil { return }
    if moments.count == limit {
      isBounded = true
      return
    }
    let changed = scene.set(group.dials, to: choices)
    for node in changed where !scene.isAsAtStart(node) { self.changed.insert(node) }
    // What is open is told from the situation before, wherever that was.
    guard let last = moments.last else { return }
    let moment = Moment(choices: choices, parent: parent, place: dial, open: last.open, shown: last.shown)
    reach(moment, &scene, elements(at: changed, dial, last.choices, choices, scene))
  }

  /// The elements that may look otherwise than in the situation before.
  private func elements(
    at nodes: [Int], _ dial: Int, _ last: [Int], _ choices: [Int], _ scene: ProofScene
  ) -> [Element] {
    var elements = nodes.flatMap { scene.elements(at: $0) }
    for place in choices.indices where last[place] != choices[place] {
      if case .section(let section) = dials[group.dials[place]].element {
        elements += [.section(section)] + scene.form.sections[section].rows.map(Element.row)
      }
    }
    return elements
  }

  private mutating func reach(_ moment: Moment, _ scene: inout ProofScene, _ elements: [Element]) {
    var moment = moment
    for element in elements {
      if members.contains(element), sights[element] == nil, scene.isSeen(element) { sights[element] = moments.count }
      guard let place = placesOfClosable[element] else { continue }
      let isOpen = scene.isOpen(element)
      if isOpen { opened.insert(element) }
      moment.open[place] = isOpen
      moment.shown[place] = !isOpen && scene.shows(element)
    }
    known[moment.choices] = moments.count
    moments.append(moment)
  }
}

extension ProofWalk {
  /// The situation that comes of another when a dial is set; nil if it was not looked at.
  func moment(_ choices: [Int], _ dial: Int, _ choice: Int) -> Int? { known[self.choices(choices, dial, choice)] }

  private func choices(_ choices: [Int], _ dial: Int, _ choice: Int) -> [Int] {
    var choices = choices
    for place in resets[dial] { choices[place] = 0 }
    choices[dial] = choice
    return choices
  }

  /// Whether a person can set a dial in a situation.
  ///
  /// The dials of a group come first among what may be closed.
  func isOpen(_ dial: Int, at place: Int) -> Bool { moments[place].open[dial] }

  /// The way to a situation.
  func way(to place: Int) -> Way {
    var settings: [Setting] = []
    var place = place
    while place > 0 {
      let moment = moments[place]
      settings.append(Setting(dial: group.dials[moment.place], choice: moment.choices[moment.place]))
      place = moment.parent
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

/// Some of the numbers from 0 up to a count.
struct NumberSet: Hashable {
  private(set) var words: [UInt64]

  init(_ count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  subscript(number: Int) -> Bool {
    get { words[number / 64] >> UInt64(number % 64) & 1 == 1 }
    set {
      let bit: UInt64 = 1 << UInt64(number % 64)
      if newValue { words[number / 64] |= bit } else { words[number / 64] &= ~bit }
    }
  }

  /// The numbers that are not in another, in ascending order.
  func subtracting(_ other: NumberSet) -> [Int] {
    var numbers: [Int] = []
    for (place, word) in words.enumerated() {
      var rest = word & ~other.words[place]
      while rest != 0 {
        numbers.append(place * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }
}
