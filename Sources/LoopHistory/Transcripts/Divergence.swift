/// The first step of a replay that differs from the recording.
///
/// ```
/// step 3 diverges: sent form(saveTapped)
///   recorded  effect + write(p1) update((id: p1, name: "Desk lamp"), expecting: 1)
///   replayed  effect + write(p1) insert((id: p1, name: "Desk lamp"))
/// ```
public struct Divergence: Hashable, Sendable, CustomStringConvertible {
  /// The number of the step, from 1.
  public let step: Int
  /// The cause of the step.
  public let cause: String
  /// The recorded changes that the replay does not have.
  public let recorded: [String]
  /// The changes of the replay that were not recorded.
  public let replayed: [String]

  /// Compares a recorded step with a replayed one, or returns `nil` if they have the same cause and changes.
  package init?(step: Int, from recorded: Transcript.Step, to replayed: Transcript.Step) {
    // A response is part of the cause of its step.
    func lines(_ step: Transcript.Step) -> [String] {
      (recorded.cause == replayed.cause ? [] : ["\(step.cause)"]) + step.changes
    }
    self.init(step: step, cause: "\(recorded.cause)", recorded: lines(recorded), replayed: lines(replayed))
  }

  /// Compares the changes of a step, or returns `nil` if they are equal.
  package init?(step: Int, cause: String, recorded: [String], replayed: [String]) {
    if recorded == replayed { return nil }
    let start = zip(recorded, replayed).prefix { $0 == $1 }.count
    let end = zip(recorded.dropFirst(start).reversed(), replayed.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    self.step = step
    self.cause = cause
    self.recorded = Array(recorded[start..<recorded.count - end])
    self.replayed = Array(replayed[start..<replayed.count - end])
  }

  /// The step and the lines that differ.
  public var description: String {
    func markedLines(_ mark: String, _ lines: [String]) -> [String] {
      (lines.isEmpty ? ["nothing"] : lines).map { "  \(mark)  \($0)" }
    }
    return (["step \(step) diverges: \(cause)"] + markedLines("recorded", recorded) + markedLines("replayed", replayed))
      .joined(
        separator: "\n")
  }
}
