/// What an exploration came to.
public struct Explored: Sendable {
  /// How many moments there are.
  public internal(set) var moments = 0
  /// How many steps were taken.
  public internal(set) var steps = 0
  /// How many steps the longest of the shortest ways has.
  public internal(set) var depth = 0
  /// What was found against the laws.
  public internal(set) var findings: [Finding] = []
  /// Whether more could be on its way than was followed.
  public internal(set) var isCut = false
  /// The number of moments at which it was given up.
  public internal(set) var bound: Int?

  /// Whether every moment was walked, and every law holds.
  public var isVerified: Bool { findings.isEmpty && !isCut && bound == nil }
}

/// A law that does not hold, and the shortest way to where it breaks.
public struct Finding: Sendable, CustomStringConvertible {
  /// The law.
  public let law: String
  /// The way there; none where something is missing everywhere.
  public let transcript: Transcript?

  init(_ law: String, _ transcript: Transcript?) {
    self.law = law
    self.transcript = transcript
  }

  /// The law and the way.
  public var description: String {
    "\(law)\n" + (transcript.map { "\n\($0)" } ?? "")
  }
}

extension Explored: CustomStringConvertible {
  /// What was walked, and what was found.
  ///
  /// Nothing of it depends on the machine.
  public var description: String {
    var lines = ["\(moments) moments, \(steps) steps, depth \(depth)"]
    if let bound { lines.append("BOUNDED: given up after \(bound) moments") }
    if isCut { lines.append("BOUNDED: more can be pending than was followed") }
    lines += findings.map { "\($0)" }
    if isVerified { lines.append("every law holds") }
    return lines.joined(separator: "\n")
  }
}
