/// The injected faults of a store in memory, one for each call, in the order of the calls.
public struct FaultQueue<Failure: Error>: Sendable {
  /// The injected fault of one call.
  public enum Fault: Sendable {
    /// The call succeeds.
    case none
    /// The operation is not executed.
    case requestFailed(Failure)
    /// The operation is executed, but its response is lost.
    case responseLost(Failure)
  }

  private var queued: [Fault]

  /// Creates a queue of faults.
  ///
  /// Calls after the last fault succeed.
  public init(_ faults: [Fault] = []) { self.queued = faults }

  /// Appends faults for later calls.
  mutating func enqueue(_ faults: [Fault]) { queued += faults }

  /// Removes the next fault and returns it.
  mutating func removeNext() -> Fault { queued.isEmpty ? .none : queued.removeFirst() }

  /// Removes the next fault and executes an operation accordingly.
  mutating func perform<Answer>(_ operation: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    switch removeNext() {
    case .none: return try operation()
    case .requestFailed(let failure): throw failure
    case .responseLost(let failure):
      _ = try operation()
      throw failure
    }
  }
}
