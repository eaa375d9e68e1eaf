package import Values

extension Boundary {
  /// Returns the numbers for one reference at which both sides are equal.
  ///
  /// The sides are evaluated and not transformed: the root of a linear difference is computed, and other roots are
  /// searched between powers of two where the sign changes. All other references have the given values.
  package func solutions(for reference: Reference, given: (Reference) -> Value) -> [Double] {
    let difference = Difference(comparison, reads, unknown: reference, reads.map(given))
    return difference.members.flatMap { difference.roots($0) }
  }

  /// Whether a side is computed, and not just a constant or reference.
  package var isComputed: Bool {
    [comparison.left, comparison.right].contains { side in
      side.constant == nil && (side.reference == nil || !side.stepsBehindReference.isEmpty)
    }
  }
}

/// The difference between the sides of a comparison as a function of one reference.
private struct Difference {
  private let left: Formula
  private let right: Formula
  private let unknown: Int?
  private let values: [Value]

  init(_ comparison: Comparison, _ reads: [Reference], unknown: Reference, _ values: [Value]) {
    left = Compiler(reads: reads).formula(comparison.left)
    right = Compiler(reads: reads).formula(comparison.right)
    self.unknown = reads.firstIndex(of: unknown)
    self.values = values
  }

  /// The indices of the list on the right side; a single one if it is not a list.
  var members: Range<Int> {
    guard let side = try? Evaluation(readings: Given(values: values)).value(of: right) else { return 0..<0 }
    if case .list(let values) = side { return values.indices }
    return 0..<1
  }

  /// Returns the difference, or `nil` if it cannot be computed.
  private func value(at number: Double, _ member: Int) -> Double? {
    var values = values
    if let unknown { values[unknown] = .real(number) }
    let evaluation = Evaluation(readings: Given(values: values))
    guard let left = try? evaluation.value(of: left), var right = try? evaluation.value(of: right) else { return nil }
    if case .list(let values) = right { right = member < values.count ? values[member] : .null }
    guard let left = left.number?.real, let right = right.number?.real, (left - right).isFinite else { return nil }
    return left - right
  }

  func roots(_ member: Int) -> [Double] {
    if let root = rootOfLine(member) { return [root] }
    let powers = (-10...40).map { Double(sign: .plus, exponent: $0, significand: 1) }
    let points = powers.reversed().map { -$0 } + [0] + powers
    return zip(points, points.dropFirst()).flatMap { root(between: $0, $1, member).map { [$0] } ?? [] }
  }

  /// Returns the root if the difference is linear.
  ///
  /// Both sides of zero are tested, because `abs($a)` is not linear.
  private func rootOfLine(_ member: Int) -> Double? {
    guard let start = value(at: 0, member), let next = value(at: 1, member), next != start else { return nil }
    let root = plain(-start / (next - start), member)
    let isLine = [root, -root - 1].allSatisfy { point in
      guard let value = value(at: point, member) else { return false }
      let expected = start + (next - start) * point
      return abs(value - expected) <= (abs(start) + abs(next - start) * abs(point)) * 0x1p-40
    }
    return isLine ? root : nil
  }

  /// Returns a root between two numbers by bisection, or `nil` if the sign does not change.
  private func root(between least: Double, _ most: Double, _ member: Int) -> Double? {
    guard let start = value(at: least, member), let end = value(at: most, member), start * end <= 0, start != 0 else {
      return nil
    }
    var (low, high) = (least, most)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      guard let value = value(at: middle, member) else { return nil }
      if value * start > 0 { low = middle } else { high = middle }
    }
    return plain(high, member)
  }

  /// Rounds a root to two decimals if that is a root too.
  private func plain(_ number: Double, _ member: Int) -> Double {
    let rounded = (number * 100).rounded() / 100
    guard let exact = value(at: number, member), let other = value(at: rounded, member) else { return number }
    return abs(other) <= abs(exact) + abs(number) * 0x1p-40 ? rounded : number
  }

  private struct Given: Readings {
    let values: [Value]
    func value(at place: Int) -> Value? { values[place] }
  }
}
