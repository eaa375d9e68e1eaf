/// Numbers calls, which no feature may: a toy that is impure on purpose.
final class Calls: @unchecked Sendable {
  // Unchecked: one exploration calls, on one thread.
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
