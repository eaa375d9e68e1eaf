import Foundation

/// A value protected by a lock of Foundation.
///
/// The standard library's `Mutex` would do, but on Linux the thread sanitizer does not know it, and reports every
/// second access to the value as a race.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the value is accessed only while the lock is held.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  package func withLock<Answer>(_ body: (inout Value) throws -> Answer) rethrows -> Answer {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
