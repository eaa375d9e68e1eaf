/// What shall go wrong in a store in memory, call by call: the first fault meets the first call.
public struct FaultQueue<Failure: Error>: Sendable {
  /// What goes wrong in one call.
  public enum Fault: Sendable {
    /// Nothing does.
    case none
    /// The deed is not done.
    case refused(Failure)
    /// The deed is done, and its answer lost.
    case answerLost(Failure)
  }

  private var coming: [Fault]

  /// Makes a list of faults.
  ///
  /// After the last, nothing goes wrong.
  public init(_ coming: [Fault] = []) { self.coming = coming }

  /// Adds faults for later calls.
  mutating func enqueue(_ faults: [Fault]) { coming += faults }

  /// Carries a deed out as the next fault has it.
  mutating func perform<Answer>(_ deed: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    let fault = coming.isEmpty ? Fault.none : coming.removeFirst()
    switch fault {
    case .none: return try deed()
    case .refused(let failure): throw failure
    case .answerLost(let failure):
      _ = try deed()
      throw failure
    }
  }
}
