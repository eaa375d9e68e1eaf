import Foundation

/// A value protected by a lock of Foundation, which the thread sanitizer knows, unlike `Mutex`.
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
