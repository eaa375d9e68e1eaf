/// Changes of the stored data by other programs: a port.
public protocol ChangeSource: Sendable {
  /// Calls a closure whenever another program has changed products or events, until the task is cancelled.
  ///
  /// Both closures are called once at the beginning, because data that was loaded before may have changed. After that,
  /// the source checks the data once per interval, and waits for the calls before the next interval.
  ///
  /// - Throws: An error if the data cannot be read when watching begins.
  func watch(
    every interval: Duration, onProductChange: @Sendable () async -> Void, onEventChange: @Sendable () async -> Void
  ) async throws
}
