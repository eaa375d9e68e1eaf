internal import Values

/// What is neither less than one value nor greater than another, where there is an order between them.
struct ValueRange: Sendable {
  private let least: Value?
  private let most: Value?
  /// The same for reals, where both ends are some: most columns that are filtered so hold nothing else.
  private let reals: (least: Double, most: Double)?

  init(from least: Value?, through most: Value?) {
    self.least = least
    self.most = most
    if let first = Self.real(least, -.infinity), let last = Self.real(most, .infinity) {
      reals = (first, last)
    } else {
      reals = nil
    }
  }

  private static func real(_ end: Value?, _ none: Double) -> Double? {
    switch end {
    case nil: none
    case .real(let real)?: real
    case .integer(let integer)?: Double(exactly: integer)
    case .null?, .boolean?, .text?, .instant?, .list?, .object?: nil
    }
  }

  /// Drops what is not in the range.
  func narrow(_ passes: inout [Bool], _ cells: [Value]) {
    guard let (least, most) = reals else {
      for row in passes.indices where passes[row] { passes[row] = contains(cells[row]) }
      return
    }
    for row in passes.indices {
      if case .real(let real) = cells[row] {
        passes[row] = passes[row] && real >= least && real <= most
      } else {
        passes[row] = passes[row] && contains(cells[row])
      }
    }
  }

  private func contains(_ value: Value) -> Bool {
    if value.rank == 0 { return false }
    if let least {
      guard let order = value.order(to: least), order != .less else { return false }
    }
    if let most {
      guard let order = value.order(to: most), order != .greater else { return false }
    }
    return true
  }
}
