import Foundation

/// A value behind a lock of the system's.
///
/// The standard library's `Mutex` is no different to use, but the thread sanitizer cannot see into it on Linux, and so
/// reports every second access of what it guards as a race.
final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the value is read and written behind the lock alone.
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Answer>(_ body: (inout Value) throws -> Answer) rethrows -> Answer {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
