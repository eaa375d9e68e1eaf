package import Values

extension Boundary {
  /// The numbers at which both sides come to the same, for one of what is read.
  ///
  /// What is computed is tried out and not transformed: if it is a straight line its one point is found, and else those
  /// between two powers of two of which the sides lie on either side. Of several that are read the others are as given.
  package func solutions(for reference: Reference, given: (Reference) -> Value) -> [Double] {
    let difference = Difference(comparison, reads, unknown: reference, reads.map(given))
    return difference.members.flatMap { difference.roots($0) }
  }

  /// Whether anything is computed, so that what is read is not compared as it is.
  package var isComputed: Bool {
    [comparison.left, comparison.right].contains { side in
      side.constant == nil && (side.reference == nil || !side.stepsBehindReference.isEmpty)
    }
  }
}

/// How far apart the sides of a comparison are, as one of what is read grows.
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

  /// The members of the list on the right, by number: one, where there is no list.
  var members: Range<Int> {
    guard let side = try? Evaluation(readings: Given(values: values)).value(of: right) else { return 0..<0 }
    if case .list(let values) = side { return values.indices }
    return 0..<1
  }

  /// Nothing, where it cannot be computed: there is no root there.
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

  /// The one root that there is if the difference is a straight line, on the other side of zero too: `abs($a)` is none.
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

  /// Where the difference changes its sign, by halves; nil, where it does not.
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

  /// The same with two decimals, if it serves as well.
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
