#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that threads share.
///
/// The standard library's `Mutex` would do, but on Linux the thread sanitizer does not know it, and reports every
/// second access to the value as a race.
@safe final class Lock<Value>: @unchecked Sendable {
  // Unchecked: the value is accessed only while the mutex is locked.
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init(_ value: sending Value) {
    self.value = value
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
