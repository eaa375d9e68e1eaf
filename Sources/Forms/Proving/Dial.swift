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
