internal import LoopText

/// A session with a feature, as a document: where it began, what was done, what came of it.
///
/// The same text serves as a test's snapshot, a recording, a counterexample and a bug report. It holds no line numbers
/// and no times, so inserting a step adds only that step's lines. It can be read back with ``init(parsing:)`` and run
/// again with `replay(by:)`.
public struct Transcript: Hashable, Sendable {
  /// What was taken in by one step.
  public enum Cause: Hashable, Sendable {
    /// Somebody did this.
    case user(action: String)
    /// The run in this slot answered this, and goes on.
    case answer(slot: String, action: String)
    /// The run in this slot answered this, and ended.
    case result(slot: String, action: String)
    /// The run in this slot ended.
    case end(slot: String)
    /// This happened outside of the feature.
    case world(happening: String)
  }

  /// One step, and what it changed.
  public struct Step: Hashable, Sendable {
    /// What was taken in.
    public var cause: Cause
    /// The changes of the state, then those of what is pending.
    public var changes: [String]
  }

  /// The feature's name.
  public var feature: String
  /// The state at the beginning, a leaf a line.
  public var given: [String]
  /// The steps in order.
  public var steps: [Step] = []
  /// The state at the end and what is still pending.
  public var finally: [String] = []
}

extension Transcript: CustomStringConvertible {
  private static let title = "transcript 1"

  /// The whole document.
  public var description: String {
    let sections =
      [[Self.title, "feature \(feature)"], ["given"] + indented(given)]
      + steps.map { ["\($0.cause)"] + indented($0.changes) }
      + [["finally"] + indented(finally)]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func indented(_ lines: [String]) -> [String] { lines.map { "  \($0)" } }
}

extension Transcript.Cause: CustomStringConvertible {
  /// The first line of a step.
  public var description: String {
    switch self {
    case .user(let action): "user \(action)"
    case .answer(let slot, let action): "answer \(slot) => \(action)"
    case .result(let slot, let action): "result \(slot) => \(action)"
    case .end(let slot): "end \(slot)"
    case .world(let happening): "world \(happening)"
    }
  }
}

/// What is wrong with a transcript, and in which line.
public struct TranscriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; absent where no single line is at fault.
  public let line: Int?
  /// What is wrong.
  public let message: String

  /// The line and the message.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}

extension Transcript {
  /// Reads a document back.
  public init(parsing text: String) throws(TranscriptError) {
    if let place = text.unicodeScalars.firstIndex(of: "\r") {
      let line = text.unicodeScalars[..<place].count { $0 == "\n" } + 1
      throw TranscriptError(line: line, message: "it ends in a carriage return; a line feed alone is expected")
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { (number: $0.offset + 1, text: String($0.element)) }
    lines.removeAll { $0.text.allSatisfy(\.isWhitespace) }
    guard lines.first?.text == Self.title else {
      throw TranscriptError(line: lines.first?.number ?? 1, message: "a transcript begins with \"\(Self.title)\"")
    }
    let name = "feature "
    guard lines.count > 1, lines[1].text.hasPrefix(name) else {
      throw TranscriptError(line: lines.count > 1 ? lines[1].number : 2, message: "expected \"feature\" and its name")
    }
    self.init(feature: String(lines[1].text.dropFirst(name.count)), given: [])
    enum Section { case none, given, step, finally }
    var section = Section.none
    for (number, text) in lines.dropFirst(2) {
      if text.hasPrefix("  ") {
        let line = String(text.dropFirst(2))
        switch section {
        case .none: throw TranscriptError(line: number, message: "expected \"given\"")
        case .given: given.append(line)
        case .step: steps[steps.count - 1].changes.append(line)
        case .finally: finally.append(line)
        }
      } else if text == "given" && section == .none {
        section = .given
      } else if text == "finally" && section != .none && section != .finally {
        section = .finally
      } else if let cause = Cause(parsing: text), section != .none && section != .finally {
        section = .step
        steps.append(Step(cause: cause, changes: []))
      } else {
        throw TranscriptError(
          line: number, message: "expected given, then user, answer, result, end or world, and at last finally")
      }
    }
    if section != .finally {
      throw TranscriptError(
        line: lines.last?.number, message: "it breaks off: a transcript ends with \"finally\" and what stands then")
    }
  }
}

extension Transcript.Cause {
  init?(parsing line: String) {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let rest = line[line.index(after: space)...]
    func answer() -> (slot: String, action: String)? {
      // A text in the slot or in the action may hold an arrow too: the one meant has a whole value before it.
      for arrow in rest.ranges(of: " => ") {
        let slot = String(rest[..<arrow.lowerBound])
        if (try? CanonicalValue(parsing: slot)) != nil { return (slot, String(rest[arrow.upperBound...])) }
      }
      return nil
    }
    switch line[..<space] {
    case "user": self = .user(action: String(rest))
    case "end": self = .end(slot: String(rest))
    case "world": self = .world(happening: String(rest))
    case "answer":
      guard let answer = answer() else { return nil }
      self = .answer(slot: answer.slot, action: answer.action)
    case "result":
      guard let answer = answer() else { return nil }
      self = .result(slot: answer.slot, action: answer.action)
    default: return nil
    }
  }
}
