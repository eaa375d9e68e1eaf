internal import Forms
internal import Values

/// An order conflict between two changes, as the search has found it.
struct FoundDispute {
  var way: Way
  var first: Setting
  var second: Element
  /// The index of the second change's value among the values to try.
  var choice: Int
}

extension FoundDispute {
  /// Returns a Boolean value that indicates whether this conflict is reported before another one.
  func comesBefore(_ other: FoundDispute) -> Bool {
    if way != other.way { return way < other.way }
    if first != other.first { return first < other.first }
    return choice < other.choice
  }
}

extension ProofWalk {
  /// Finds changes that make another element uneditable, where changing that element first would have had another
  /// result.
  ///
  /// Each pair is reported once, with its least path. States that were not fully expanded are skipped.
  func disputes(_ scene: inout ProofScene, _ form: CompiledForm) -> [FoundDispute] {
    // If the same elements are editable in all states, no change can prevent another.
    if moments.allSatisfy({ $0.open == moments[0].open }) { return [] }
    scene.enter(group)
    defer { scene.leave(group) }
    let places = Dictionary(uniqueKeysWithValues: group.dials.enumerated().map { ($1, $0) })
    var disputes: [FoundDispute] = []
    var known: Set<[Int]> = []
    for place in 0..<countOfLeft {
      for first in possible(at: place) {
        guard let dial = places[first.dial], let next = moment(place, first) else { continue }
        let (before, after) = (moments[place].open, moments[next].open)
        if before == after { continue }
        for closed in closable.indices
        where before[closed] && !after[closed] && closed != dial && !known.contains([dial, closed]) {
          guard let second = dispute(place, dial, first, next, closed, &scene) else { continue }
          known.insert([dial, closed])
          disputes.append(
            FoundDispute(way: way(to: place), first: first, second: closable[closed], choice: second))
        }
      }
    }
    return disputes
  }

  /// Returns the index of the first value of the prevented element that would have led to another result.
  private func dispute(
    _ place: Int, _ dial: Int, _ first: Setting, _ next: Int, _ closed: Int, _ scene: inout ProofScene
  ) -> Int? {
    let isShown = moments[next].shown[closed]
    // No condition reads this element, so it is not a variable and its value affects only itself.
    guard closed < group.dials.count else { return isShown ? 0 : nil }
    let other = group.dials[closed]
    let current = moments[place].settings.choice(other)
    let choices = dials[other].values.indices.filter { $0 != current }
    if isShown { return choices.first }
    return choices.first { choice in
      guard let between = moment(place, Setting(dial: other, choice: choice)) else { return false }
      // The second change may in turn prevent the first.
      let end = isOpen(dial, at: between) ? moment(between, first) : between
      return end.map { looksDifferent(next, $0, &scene) } ?? false
    }
  }

  /// Returns a Boolean value that indicates whether an element of the group appears differently in two states.
  private func looksDifferent(_ one: Int, _ other: Int, _ scene: inout ProofScene) -> Bool {
    _ = scene.set(moments[one].settings)
    let nodes = scene.set(moments[other].settings)
    let changed = moments[one].settings.changes(to: moments[other].settings)
    let elements = Set(changed.map { dials[$0.dial].element } + nodes.flatMap { scene.elements(at: $0) })
      .intersection(members)
    let looks = elements.map { ($0, scene.look($0)) }
    _ = scene.set(moments[one].settings)
    return looks.contains { element, look in scene.look(element) != look }
  }
}
