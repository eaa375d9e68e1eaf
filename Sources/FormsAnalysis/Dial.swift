internal import Forms
internal import Values

/// Something that a proof gives one value after another: a row, or the list of a section of many values.
struct Dial {
  let element: Element
  let id: ElementID
  /// What it is given; the first is what the form begins with.
  let values: [Value]
}

/// One dial set: by their numbers which, and to which of its values.
struct Setting: Hashable {
  var dial: Int
  var choice: Int
}

extension Setting: Comparable {
  static func < (left: Setting, right: Setting) -> Bool { (left.dial, left.choice) < (right.dial, right.choice) }
}

extension [Setting] {
  /// The choice for a dial: that it begins with, if no other is set.
  func choice(_ dial: Int) -> Int { first { $0.dial == dial }?.choice ?? 0 }

  /// The same with another choice for one dial, still in ascending order, and others as at first.
  func setting(_ setting: Setting, resetting others: [Int]) -> [Setting] {
    var settings = filter { $0.dial != setting.dial && !others.contains($0.dial) }
    if setting.choice == 0 { return settings }
    settings.insert(setting, at: settings.firstIndex { $0.dial > setting.dial } ?? settings.count)
    return settings
  }

  /// What is to be set so that these become others: both are in ascending order, and what is not in them is as at first.
  func changes(to others: [Setting]) -> [Setting] {
    var changes: [Setting] = []
    var (rest, new) = (self[...], others[...])
    while let dial = [rest.first?.dial, new.first?.dial].compactMap(\.self).min() {
      let former = rest.first?.dial == dial ? rest.removeFirst().choice : 0
      let choice = new.first?.dial == dial ? new.removeFirst().choice : 0
      if former != choice { changes.append(Setting(dial: dial, choice: choice)) }
    }
    return changes
  }
}

/// Settings, one after the other.
///
/// Of two ways the shorter is less, and of two that are as long the one that sets the earlier dial: so a walk that takes
/// what is nearest first, and sets dials in their order, comes to everything by the least way there is.
struct Way: Hashable {
  var settings: [Setting] = []
}

extension Way: Comparable {
  static func < (left: Way, right: Way) -> Bool {
    if left.settings.count != right.settings.count { return left.settings.count < right.settings.count }
    return left.settings.lexicographicallyPrecedes(right.settings)
  }
}
