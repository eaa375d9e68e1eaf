import LoopHistory

/// The result of an exploration.
public struct ExplorationReport: Sendable, CustomStringConvertible {
  /// The number of states.
  public let stateCount: Int
  /// The number of steps that are possible in all states together.
  public let stepCount: Int
  /// The number of steps on the longest of the shortest paths to the states.
  public let depth: Int
  /// The actions and responses that were reduced in each kind of state, and the kinds of state that they led to.
  public let coverage: Coverage
  /// What the state space includes and excludes.
  public internal(set) var scope = StateSpaceDescription()
  /// The violations that were found.
  public internal(set) var findings: [Finding] = []
  /// The limit of pending effects, if some states exceed it.
  public internal(set) var pendingLimitReached: PendingLimitReached?
  /// The limit of states, if there are more states.
  public internal(set) var stateLimitReached: StateLimitReached?

  /// A Boolean value that indicates whether whole states were compared, instead of 64 bits of each.
  var isExact = false
  /// A Boolean value that indicates whether every step was followed, so that nothing is missing by mistake.
  var isComplete = true

  /// A Boolean value that indicates whether every state was explored and every law holds.
  public var isVerified: Bool { findings.isEmpty && pendingLimitReached == nil && stateLimitReached == nil }

  /// The size of the state space, and the findings.
  ///
  /// The text is the same on every machine.
  public var description: String {
    var lines = ["\(stateCount) states, \(stepCount) steps, depth \(depth)"]
    if scope != StateSpaceDescription() { lines.append("\(scope)") }
    if let stateLimitReached { lines.append("\(stateLimitReached)") }
    if let pendingLimitReached { lines.append("\(pendingLimitReached)") }
    if !isComplete {
      lines.append("not checked: reachable states, goals, and actions or responses that never change anything")
    }
    lines += findings.map { "\($0)" }
    if isVerified { lines.append("every law holds" + (isExact ? "" : hashCollisionNote)) }
    return lines.joined(separator: "\n")
  }
}

extension ExplorationReport {
  /// A note on the probability that a state was not explored because its hash equals that of another one.
  ///
  /// Among *n* states there are *n*(*n* − 1)/2 pairs, and each pair has equal hashes with a probability of 2⁻⁶⁴.
  private var hashCollisionNote: String {
    let pairCount = Double(stateCount) * Double(stateCount - 1) / 2
    if pairCount == 0 { return "" }
    var (exponent, bound) = (0, pairCount * 10)
    while bound <= 0x1p64 { (exponent, bound) = (exponent + 1, bound * 10) }
    return " (unless equal hashes hid a state: less than 1 in 10^\(exponent))"
  }
}

/// A violated law, and a path to the violation.
public struct Finding: Sendable, CustomStringConvertible {
  /// The law.
  public let law: String
  /// The transcript of the path, or `nil` if something is missing in the whole state space.
  public internal(set) var transcript: Transcript?
  /// The steps of the path, a line each, as they are typed to step through the feature by hand.
  public internal(set) var steps: [String] = []
  /// The source code of a test that follows the path, or `nil` if there is no path.
  public internal(set) var testSource: String?

  /// The law and the path.
  public var description: String {
    guard let transcript else { return law + "\n" }
    return
      ([law + "\n", "\(transcript)", "as steps\n\n" + steps.map { "  \($0)\n" }.joined()]
      + (testSource.map { ["as a test\n\n\($0)"] } ?? [])).joined(separator: "\n")
  }
}

extension Explorer {
  /// Returns the finding for a law that is violated at the end of a path.
  func finding(law: String, path: RecordedPath<Scenario>) throws -> Finding {
    let steps = try path.steps.map { try $0.line }
    // The raw string has so many number signs that quotation marks and backslashes in a step cannot end it.
    let lines = steps.map { "    \($0)\n" }.joined()
    var marks = "#"
    while lines.contains("\\" + marks) || lines.contains("\"\"\"" + marks) { marks += "#" }
    let testSource = """
      @Test func `\(law.filter { !"`\\\n".contains($0) })`() throws {
        let findings = try \(sourceExpression).replay(
          \(marks)\"""
      \(lines)    \"""\(marks))
        #expect(findings.isEmpty, "\\(findings)")
      }

      """
    return Finding(law: law, transcript: try path.transcript, steps: steps, testSource: testSource)
  }
}
