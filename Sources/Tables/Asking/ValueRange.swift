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

  @inline(__always) func contains(_ value: Value) -> Bool {
    if case .real(let real) = value, let reals { return real >= reals.least && real <= reals.most }
    return isOrdered(value)
  }

  private func isOrdered(_ value: Value) -> Bool {
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
