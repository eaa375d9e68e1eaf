public import LoopHistory

/// What an exploration came to.
public struct ExplorationReport: Sendable {
  /// How many moments there are.
  public let moments: Int
  /// How many steps can be taken, in all of them together.
  public let steps: Int
  /// How many steps the longest of the shortest ways has.
  public let depth: Int
  /// What was done and heard in which kind of state, and where it led.
  public let coverage: Coverage
  /// What the space holds, and what it leaves out.
  public internal(set) var scope = ExplorationScope()
  /// What was found against the laws.
  public internal(set) var findings: [Finding] = []
  /// What was not followed because too much was on its way.
  public internal(set) var cut: PendingLimitReached?
  /// Where it was given up.
  public internal(set) var bound: StateLimitReached?

  init(stateCount moments: Int, stepCount steps: Int, depth: Int, coverage: Coverage) {
    self.moments = moments
    self.steps = steps
    self.depth = depth
    self.coverage = coverage
  }

  /// Whether every moment was walked, and every law holds.
  public var isVerified: Bool { findings.isEmpty && cut == nil && bound == nil }
}

extension ExplorationReport: CustomStringConvertible {
  /// What was walked, and what was found.
  ///
  /// Nothing of it depends on the machine.
  public var description: String {
    var lines = ["\(moments) moments, \(steps) steps, depth \(depth)"]
    if scope != ExplorationScope() { lines.append("\(scope)") }
    if let bound { lines.append("\(bound)") }
    if let cut { lines.append("\(cut)") }
    if bound != nil || cut != nil {
      lines.append("not judged: what is to be seen or to stay in reach, and what is in vain")
    }
    lines += findings.map { "\($0)" }
    if isVerified { lines.append("every law holds") }
    return lines.joined(separator: "\n")
  }
}

/// A law that does not hold, and the shortest way to where it breaks.
public struct Finding: Sendable {
  /// The law.
  public let law: String
  /// The way there; none where something is missing everywhere.
  public let transcript: Transcript?
  /// The steps of the way, a line each, as they are typed where the feature is played by hand.
  public let steps: [String]
  /// The way as a test; none where something is missing everywhere.
  public let test: String?

  init(law: String) {
    self.law = law
    transcript = nil
    steps = []
    test = nil
  }

  init<Played>(law: String, path trail: RecordedPath<Played>, explorerSource source: String) throws {
    self.law = law
    transcript = try trail.transcript
    let steps = try trail.steps.map { try $0.line }
    self.steps = steps
    test = Self.testSource(for: law, steps: steps, explorerSource: source)
  }

  private static func testSource(for law: String, steps: [String], explorerSource source: String) -> String {
    // Raw text, because a step may hold quotation marks and backslashes: so raw that nothing in it ends it.
    let lines = steps.map { "    \($0)\n" }.joined()
    var marks = "#"
    while lines.contains("\\" + marks) || lines.contains("\"\"\"" + marks) { marks += "#" }
    return """
      @Test func `\(law.filter { !"`\\\n".contains($0) })`() throws {
        let findings = try \(source).follow(
          \(marks)\"""
      \(lines)    \"""\(marks))
        #expect(findings.isEmpty, "\\(findings)")
      }

      """
  }
}

extension Finding: CustomStringConvertible {
  /// The law and the way.
  public var description: String {
    guard let transcript else { return law + "\n" }
    return
      ([law + "\n", "\(transcript)", "as steps\n\n" + steps.map { "  \($0)\n" }.joined()]
      + (test.map { ["as a test\n\n\($0)"] } ?? [])).joined(separator: "\n")
  }
}
