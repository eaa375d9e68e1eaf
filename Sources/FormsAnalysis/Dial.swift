internal import Forms
internal import Values

/// A row or multivalued section whose value the analysis varies.
struct InputVariable {
  let element: FormElement
  let id: ElementID
  /// The values to try.
  ///
  /// The first one is the initial value.
  let values: [Value]
}

/// An assignment of a value to an input variable, both by index.
struct InputChoice: Hashable {
  var dial: Int
  var choice: Int
}

extension InputChoice: Comparable {
  static func < (left: InputChoice, right: InputChoice) -> Bool {
    (left.dial, left.choice) < (right.dial, right.choice)
  }
}

extension [InputChoice] {
  /// Returns the index of a variable's value, which is 0, the initial value, if no choice was made.
  func valueIndex(ofVariable dial: Int) -> Int { first { $0.dial == dial }?.choice ?? 0 }

  /// Returns the choices with one replaced and the given variables back at their initial values, in ascending order.
  func applying(_ setting: InputChoice, resetting others: [Int]) -> [InputChoice] {
    var settings = filter { $0.dial != setting.dial && !others.contains($0.dial) }
    if setting.choice == 0 { return settings }
    settings.insert(setting, at: settings.firstIndex { $0.dial > setting.dial } ?? settings.count)
    return settings
  }

  /// Returns the choices that turn these into others.
  ///
  /// Both arrays are in ascending order. Variables that they do not contain have their initial values.
  func changes(to others: [InputChoice]) -> [InputChoice] {
    var changes: [InputChoice] = []
    var (rest, new) = (self[...], others[...])
    while let dial = [rest.first?.dial, new.first?.dial].compactMap(\.self).min() {
      let former = rest.first?.dial == dial ? rest.removeFirst().choice : 0
      let choice = new.first?.dial == dial ? new.removeFirst().choice : 0
      if former != choice { changes.append(InputChoice(dial: dial, choice: choice)) }
    }
    return changes
  }
}

/// A sequence of choices.
///
/// A shorter path sorts before a longer one. Of two with the same length, the one that sets an earlier variable comes
/// first. So a breadth-first search that sets the variables in order reaches every state by its least path.
struct InputPath: Hashable {
  var settings: [InputChoice] = []
}

extension InputPath: Comparable {
  static func < (left: InputPath, right: InputPath) -> Bool {
    if left.settings.count != right.settings.count { return left.settings.count < right.settings.count }
    return left.settings.lexicographicallyPrecedes(right.settings)
  }
}
