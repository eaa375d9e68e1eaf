/// Changes of the stored data by other programs: a port.
public protocol ChangeSource: Sendable {
  /// Calls a closure whenever another program has changed products or events, until the task is cancelled.
  ///
  /// When watching begins, both closures are called once: what was loaded before may have changed since. After that, the
  /// source checks once per interval, and waits for the calls before the next one.
  ///
  /// - Throws: An error if the data cannot be read when watching begins.
  func watch(
    every interval: Duration, onProductChange: @Sendable () async -> Void, onEventChange: @Sendable () async -> Void
  ) async throws
}
