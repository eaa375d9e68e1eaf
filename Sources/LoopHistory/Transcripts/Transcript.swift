import LoopText

/// A readable record of the steps of a feature: the initial state, the steps with their changes, and the final state.
///
/// The same text serves as a snapshot, a recording, a counterexample and a bug report. It has no line numbers and no
/// times, so that an inserted step adds only its own lines. It can be parsed with ``init(parsing:)`` and replayed with
/// `replay(by:)`.
public struct Transcript: Hashable, Sendable, CustomStringConvertible {
  /// The cause of a step.
  public enum Cause: Hashable, Sendable, CustomStringConvertible {
    /// An action was sent.
    case user(action: String)
    /// The run in this slot sent a response and continues.
    case response(slot: String, action: String)
    /// The run in this slot sent its last response and ended.
    case result(slot: String, action: String)
    /// An event outside the feature.
    case environment(event: String)

    /// The first line of a step.
    public var description: String {
      switch self {
      case .user(let action): "user \(action)"
      case .response(let slot, let action): "response \(slot) => \(action)"
      case .result(let slot, let action): "result \(slot) => \(action)"
      case .environment(let event): "environment \(event)"
      }
    }
  }

  /// One step and its changes.
  public struct Step: Hashable, Sendable {
    /// What caused the step.
    public var cause: Cause
    /// The changes of the state, followed by the changes to the runs.
    public var changes: [String]
  }

  /// The name of the feature.
  public var feature: String
  /// The initial state, one line for each leaf.
  public var initialStateLines: [String]
  /// The steps in order.
  public var steps: [Step] = []
  /// The final state and the pending runs, one line for each leaf and each run.
  public var finalStateLines: [String] = []

  private static let formatLine = "transcript 2"

  /// The text of the transcript.
  public var description: String {
    func indented(_ lines: [String]) -> [String] { lines.map { "  \($0)" } }
    let sections =
      [[Self.formatLine, "feature \(feature)"], ["given"] + indented(initialStateLines)]
      + steps.map { ["\($0.cause)"] + indented($0.changes) }
      + [["finally"] + indented(finalStateLines)]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}

/// An error in the text of a transcript.
public struct TranscriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1, or `nil` if the error belongs to no single line.
  public let line: Int?
  /// A message that says what is wrong, without the line.
  public let message: String

  /// The line and the message.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}

extension Transcript {
  /// Parses the text of a transcript.
  public init(parsing text: String) throws(TranscriptError) {
    if let index = text.unicodeScalars.firstIndex(of: "\r") {
      let line = text.unicodeScalars[..<index].count { $0 == "\n" } + 1
      throw TranscriptError(line: line, message: "the line ends with a carriage return; use a line feed alone")
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { (number: $0.offset + 1, text: String($0.element)) }
    lines.removeAll { $0.text.allSatisfy(\.isWhitespace) }
    guard lines.first?.text == Self.formatLine else {
      throw TranscriptError(line: lines.first?.number ?? 1, message: "a transcript begins with \"\(Self.formatLine)\"")
    }
    let name = "feature "
    guard lines.count > 1, lines[1].text.hasPrefix(name) else {
      throw TranscriptError(line: lines.count > 1 ? lines[1].number : 2, message: "expected \"feature\" and its name")
    }
    self.init(feature: String(lines[1].text.dropFirst(name.count)), initialStateLines: [])
    enum Section { case none, given, step, finally }
    var section = Section.none
    for (number, text) in lines.dropFirst(2) {
      if text.hasPrefix("  ") {
        let line = String(text.dropFirst(2))
        switch section {
        case .none: throw TranscriptError(line: number, message: "expected \"given\"")
        case .given: initialStateLines.append(line)
        case .step: steps[steps.count - 1].changes.append(line)
        case .finally: finalStateLines.append(line)
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
          line: number, message: "expected given, then user, response, result or environment, and at last finally")
      }
    }
    if section != .finally {
      throw TranscriptError(
        line: lines.last?.number,
        message: "the transcript is incomplete: it must end with \"finally\" and the final state")
    }
  }
}

extension Transcript.Cause {
  init?(parsing line: String) {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let rest = line[line.index(after: space)...]
    func parseSlotAndAction() -> (slot: String, action: String)? {
      // The slot or the action may contain a string with an arrow. The separator is the first arrow that follows a
      // complete value.
      for arrow in rest.ranges(of: " => ") {
        let slot = String(rest[..<arrow.lowerBound])
        if (try? CanonicalValue(parsing: slot)) != nil { return (slot, String(rest[arrow.upperBound...])) }
      }
      return nil
    }
    switch line[..<space] {
    case "user": self = .user(action: String(rest))
    case "environment": self = .environment(event: String(rest))
    case "response":
      guard let answer = parseSlotAndAction() else { return nil }
      self = .response(slot: answer.slot, action: answer.action)
    case "result":
      guard let answer = parseSlotAndAction() else { return nil }
      self = .result(slot: answer.slot, action: answer.action)
    default: return nil
    }
  }
}
