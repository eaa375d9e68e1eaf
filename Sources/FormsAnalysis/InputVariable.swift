import Forms
import Values

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
struct InputChoice: Hashable, Comparable {
  var variable: Int
  var valueIndex: Int

  static func < (left: InputChoice, right: InputChoice) -> Bool {
    (left.variable, left.valueIndex) < (right.variable, right.valueIndex)
  }
}

extension [InputChoice] {
  /// Returns the index of a variable's value, which is 0, the initial value, if no choice was made.
  func valueIndex(ofVariable variable: Int) -> Int { first { $0.variable == variable }?.valueIndex ?? 0 }

  /// Returns the choices with one replaced and the given variables back at their initial values, in ascending order.
  func applying(_ setting: InputChoice, resetting others: [Int]) -> [InputChoice] {
    var settings = filter { $0.variable != setting.variable && !others.contains($0.variable) }
    if setting.valueIndex == 0 { return settings }
    settings.insert(setting, at: settings.firstIndex { $0.variable > setting.variable } ?? settings.count)
    return settings
  }

  /// Returns the choices that turn these into others.
  ///
  /// Both arrays are in ascending order. Variables that they do not contain have their initial values.
  func changes(to others: [InputChoice]) -> [InputChoice] {
    var changes: [InputChoice] = []
    var (rest, new) = (self[...], others[...])
    while let variable = [rest.first?.variable, new.first?.variable].compactMap(\.self).min() {
      let former = rest.first?.variable == variable ? rest.removeFirst().valueIndex : 0
      let choice = new.first?.variable == variable ? new.removeFirst().valueIndex : 0
      if former != choice { changes.append(InputChoice(variable: variable, valueIndex: choice)) }
    }
    return changes
  }

  /// Returns a Boolean value that indicates whether this path is reported before another one.
  ///
  /// A shorter path comes before a longer one. Of two with the same length, the one that sets an earlier variable comes
  /// first. So a breadth-first search that sets the variables in order reaches every state by its least path.
  func isPath(before other: [InputChoice]) -> Bool {
    count == other.count ? lexicographicallyPrecedes(other) : count < other.count
  }
}
