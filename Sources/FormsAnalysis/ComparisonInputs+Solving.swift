import Conditions
import Values

extension ComparisonInputs {
  /// Returns the numbers for one reference at which both sides are equal.
  ///
  /// The sides are evaluated and not transformed: the root of a linear difference is computed, and other roots are
  /// searched between powers of two where the sign changes. All other references have the given values.
  func solutions(for reference: Reference, given values: (Reference) -> Value) -> [Double] {
    let difference = SideDifference(self, unknown: reference, references.map(values))
    return difference.rightElementIndices.flatMap { difference.roots(forElement: $0) }
  }
}

/// The difference between the sides of a comparison as a function of one reference.
private struct SideDifference {
  private let sides: ComparisonSides
  private let unknownIndex: Int?
  private let values: [Value]

  init(_ inputs: ComparisonInputs, unknown: Reference, _ values: [Value]) {
    sides = ComparisonSides(of: inputs)
    unknownIndex = inputs.references.firstIndex(of: unknown)
    self.values = values
  }

  /// The indices of the list on the right side; a single one if it is not a list.
  var rightElementIndices: Range<Int> {
    guard let side = sides.right(values) else { return 0..<0 }
    if case .list(let values) = side { return values.indices }
    return 0..<1
  }

  /// Returns the difference, or `nil` if it cannot be computed.
  private func difference(at number: Double, element index: Int) -> Double? {
    var values = values
    if let unknownIndex { values[unknownIndex] = .real(number) }
    guard let left = sides.left(values), var right = sides.right(values) else { return nil }
    if case .list(let values) = right { right = index < values.count ? values[index] : .null }
    guard let left = left.number?.real, let right = right.number?.real, (left - right).isFinite else { return nil }
    return left - right
  }

  func roots(forElement index: Int) -> [Double] {
    if let root = linearRoot(forElement: index) { return [root] }
    let powers = (-10...40).map { Double(sign: .plus, exponent: $0, significand: 1) }
    let points = powers.reversed().map { -$0 } + [0] + powers
    return zip(points, points.dropFirst()).compactMap { bisectedRoot(between: $0, and: $1, element: index) }
  }

  /// Returns the root if the difference is linear.
  ///
  /// Both sides of zero are tested, because `abs($a)` is not linear.
  private func linearRoot(forElement index: Int) -> Double? {
    guard let start = difference(at: 0, element: index), let next = difference(at: 1, element: index), next != start
    else { return nil }
    let root = roundedRoot(-start / (next - start), element: index)
    let isLine = [root, -root - 1].allSatisfy { point in
      guard let value = difference(at: point, element: index) else { return false }
      let expected = start + (next - start) * point
      return abs(value - expected) <= (abs(start) + abs(next - start) * abs(point)) * 0x1p-40
    }
    return isLine ? root : nil
  }

  /// Returns a root between two numbers by bisection, or `nil` if the sign does not change.
  private func bisectedRoot(between least: Double, and most: Double, element index: Int) -> Double? {
    guard let start = difference(at: least, element: index), let end = difference(at: most, element: index),
      start * end <= 0, start != 0
    else {
      return nil
    }
    var (low, high) = (least, most)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      guard let value = difference(at: middle, element: index) else { return nil }
      if value * start > 0 { low = middle } else { high = middle }
    }
    return roundedRoot(high, element: index)
  }

  /// Rounds a root to two decimals if that is a root too.
  private func roundedRoot(_ number: Double, element index: Int) -> Double {
    let rounded = (number * 100).rounded() / 100
    guard let exact = difference(at: number, element: index), let other = difference(at: rounded, element: index)
    else { return number }
    return abs(other) <= abs(exact) + abs(number) * 0x1p-40 ? rounded : number
  }
}
