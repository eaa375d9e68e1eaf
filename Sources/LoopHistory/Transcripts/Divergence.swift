/// The first step at which a replay does not do what was recorded, and the difference.
///
/// ```
/// step 3 diverges: sent form(saveTapped)
///   then  started update((id: p1, name: "Desk lamp"), expecting: 1) in write(p1)
///   now   started insert((id: p1, name: "Desk lamp")) in write(p1)
/// ```
public struct Divergence: Hashable, Sendable, CustomStringConvertible {
  /// The number of the step, from 1.
  public let step: Int
  /// What was taken in by it.
  public let cause: String
  /// What came of it then and does not now.
  public let then: [String]
  /// What comes of it now and did not then.
  public let now: [String]

  /// Compares what came of a step; there is none where it is the same.
  init?(step: Int, cause: String, recorded then: [String], replayed now: [String]) {
    if then == now { return nil }
    let start = zip(then, now).prefix { $0 == $1 }.count
    let end = zip(then.dropFirst(start).reversed(), now.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    self.step = step
    self.cause = cause
    self.then = Array(then[start..<then.count - end])
    self.now = Array(now[start..<now.count - end])
  }

  /// The step, and the lines that differ.
  public var description: String {
    func lines(_ mark: String, _ lines: [String]) -> [String] {
      (lines.isEmpty ? ["nothing"] : lines).map { "  \(mark)  \($0)" }
    }
    return (["step \(step) diverges: \(cause)"] + lines("then", then) + lines("now ", now)).joined(separator: "\n")
  }
}
