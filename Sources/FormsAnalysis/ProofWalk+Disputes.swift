internal import Forms
internal import Values

/// Two changes that end differently, as it was found.
struct FoundDispute {
  var way: Way
  var first: Setting
  var second: Element
  /// What the second is given, by its place among what is tried.
  var choice: Int
}

extension FoundDispute {
  /// Whether it is told before another that is about the same.
  func comesBefore(_ other: FoundDispute) -> Bool {
    if way != other.way { return way < other.way }
    if first != other.first { return first < other.first }
    return choice < other.choice
  }
}

extension ProofWalk {
  /// Looks for what a change closes and would have ended otherwise had it been changed before.
  ///
  /// Each two are told once, by the least way there. Situations that were not left in every way are passed over.
  func disputes(_ scene: inout ProofScene, _ form: CompiledForm) -> [FoundDispute] {
    // Without a condition on what is open nothing can be closed.
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

  /// The first value of what was closed with which the form would have ended otherwise, if there is one.
  private func dispute(
    _ place: Int, _ dial: Int, _ first: Setting, _ next: Int, _ closed: Int, _ scene: inout ProofScene
  ) -> Int? {
    let isShown = moments[next].shown[closed]
    // What no condition reads is a dial of none: only its own place can look otherwise.
    guard closed < group.dials.count else { return isShown ? 0 : nil }
    let other = group.dials[closed]
    let current = moments[place].settings.choice(other)
    let choices = dials[other].values.indices.filter { $0 != current }
    if isShown { return choices.first }
    return choices.first { choice in
      guard let between = moment(place, Setting(dial: other, choice: choice)) else { return false }
      // The second may leave no way to the first.
      let end = isOpen(dial, at: between) ? moment(between, first) : between
      return end.map { looksDifferent(next, $0, &scene) } ?? false
    }
  }

  /// Whether anything of the group looks otherwise in one situation than in another.
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
