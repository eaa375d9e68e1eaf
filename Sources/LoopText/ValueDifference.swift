/// The difference between two values, one line for each changed leaf.
///
/// ```
/// sheet.form.draft.name: "Lamp" -> "Desk lamp"
/// products[p3]: + (id: p3, name: "Tea", price: 3.50)
/// ```
public struct ValueDifference: Hashable, Sendable, CustomStringConvertible {
  /// The lines of the difference.
  public private(set) var lines: [String] = []

  /// Compares two canonical values.
  public init(from old: CanonicalValue, to new: CanonicalValue) {
    addChanges(old, new, at: ValuePath())
  }

  /// Compares the canonical values of two encodable values.
  public init<Value: Encodable>(from old: Value, to new: Value) throws {
    self.init(from: try CanonicalValue(old), to: try CanonicalValue(new))
  }

  /// Compares the canonical values of two values, which need not be encodable.
  public init<Value>(reflecting old: Value, _ new: Value) throws {
    self.init(from: try CanonicalValue(reflecting: old), to: try CanonicalValue(reflecting: new))
  }

  /// A Boolean value that indicates whether both values have equal canonical values.
  public var isEmpty: Bool { lines.isEmpty }

  /// The lines, separated by line feeds.
  public var description: String { lines.joined(separator: "\n") }

  private mutating func addChanges(_ old: CanonicalValue, _ new: CanonicalValue, at path: ValuePath) {
    if old == new { return }
    switch (old, new) {
    case (.record(let before), .record(let after)) where before.map(\.name) == after.map(\.name) && old.id == new.id:
      for (before, after) in zip(before, after) {
        addChanges(before.value, after.value, at: path + [.name(before.name)])
      }
    case (.variant(let name, let before), .variant(let same, let after))
    where name == same && before.map(\.label) == after.map(\.label):
      if old.withPartsElided != new.withPartsElided {
        lines.append("\(path): \(old.withPartsElided) -> \(new.withPartsElided)")
      }
      addPartChanges(old.parts, new.parts, at: path)
    case (.identifiedList, .identifiedList), (.identifiedList, .list([])), (.list([]), .identifiedList):
      addOrderChange(old.parts.map(\.steps), new.parts.map(\.steps), at: path)
      addPartChanges(old.parts, new.parts, at: path)
    case (.map, .map): addPartChanges(old.parts, new.parts, at: path)
    case (.list, .list) where !old.isAtomic || !new.isAtomic: addPartChanges(old.parts, new.parts, at: path)
    default: addReplacement(old, new, at: path)
    }
  }

  private mutating func addPartChanges(
    _ old: [(steps: [ValuePath.Component], value: CanonicalValue)],
    _ new: [(steps: [ValuePath.Component], value: CanonicalValue)], at path: ValuePath
  ) {
    let before = Dictionary(old.map { ($0.steps, $0.value) }) { first, _ in first }
    let after = Set(new.map(\.steps))
    for (steps, value) in old where !after.contains(steps) { addRemoval(value, at: path + steps) }
    for (steps, value) in new {
      if let before = before[steps] {
        addChanges(before, value, at: path + steps)
      } else {
        addInsertion(value, at: path + steps)
      }
    }
  }

  /// Adds a line with both orders if an element was moved, or inserted before the end.
  private mutating func addOrderChange(
    _ old: [[ValuePath.Component]], _ new: [[ValuePath.Component]], at path: ValuePath
  ) {
    let kept = old.filter(Set(new).contains)
    if Array(new.prefix(kept.count)) == kept { return }
    func keys(_ steps: [[ValuePath.Component]]) -> CanonicalValue {
      .list(steps.compactMap { if case .key(let key) = $0.last { key } else { nil } })
    }
    lines.append("\(path): \(keys(old)) -> \(keys(new))")
  }

  private mutating func addReplacement(_ old: CanonicalValue, _ new: CanonicalValue, at path: ValuePath) {
    lines.append("\(path): \(old.withPartsElided) -> \(new.withPartsElided)")
    if !new.fitsOneLine { addPartChanges([], new.parts, at: path) }
  }

  private mutating func addInsertion(_ value: CanonicalValue, at path: ValuePath) {
    for leaf in value.leaves(at: path) { lines.append("\(leaf.path): + \(leaf.value)") }
  }

  private mutating func addRemoval(_ value: CanonicalValue, at path: ValuePath) {
    lines.append("\(path): - \(value.withPartsElided)")
  }
}
