import LoopText

/// A readable recording of a feature: the initial state, the steps with their causes and changes, and the final state.
///
/// ```
/// transcript 3
/// feature ProductEditor
///
/// given
///   sheet: closed
///   savingSheets: [:]
///
/// > products edit p1 --name Tea
/// sent form(saveTapped)
///   sheet.form.stage: editing -> saving
///   effect + write(p1) update((id: p1, name: "Tea"))
///
/// ended write(p1) => saved(id: p1, name: "Tea")
///   sheet: open(product: ..., isNew: false, form: ...) -> closed
///   effect - write(p1)
///
/// finally
///   sheet: closed
///   savingSheets: [:]
///   pending: none
/// ```
///
/// Each pending run has a line, with a comma if another one follows.
///
/// The same text serves as a snapshot, a log, a counterexample and a bug report. It has no line numbers and no times, so
/// that an inserted step adds only its own lines. A ``TranscriptWriter`` writes it one step at a time, and a
/// ``TranscriptFile`` reads it if it ends in the middle of a step. `replay(by:)` and `firstDivergence(by:)` run the steps
/// again.
public struct Transcript: Hashable, Sendable, CustomStringConvertible {
  /// The cause of a step.
  public enum Cause: Hashable, Sendable, CustomStringConvertible {
    /// An action was sent.
    case sent(action: String)
    /// The run in this slot sent a response and continues.
    case delivered(slot: String, action: String)
    /// The run in this slot sent its last response and ended.
    case ended(slot: String, action: String)
    /// An event outside the feature.
    case environment(event: String)

    /// The line of the cause.
    public var description: String {
      switch self {
      case .sent(let action): "sent \(action)"
      case .delivered(let slot, let action): "delivered \(slot) => \(action)"
      case .ended(let slot, let action): "ended \(slot) => \(action)"
      case .environment(let event): "environment \(event)"
      }
    }
  }

  /// One step and its changes.
  public struct Step: Hashable, Sendable, CustomStringConvertible {
    /// The input of a front end that led to this step and to those after it that have no input, or `nil`.
    public var input: String?
    /// What caused the step.
    public var cause: Cause
    /// The changes of the state, followed by the changes to the runs.
    public var changes: [String]

    /// The lines of the step, without the empty line at the end.
    public var description: String {
      (input.map { "\(Transcript.inputMark)\($0)\n" } ?? "") + Transcript.block("\(cause)", changes)
    }

    /// The text of the step in a file, with the empty line that tells a reader that the step is complete.
    public var text: String { "\(self)\n\n" }
  }

  /// The name of the feature.
  public var feature: String
  /// The lines of the initial state.
  public var initialStateLines: [String]
  /// The lines of the runs that are pending at the beginning.
  public var initialPendingLines: [String]
  /// The steps in order.
  public var steps: [Step]
  /// The lines of the final state and of the pending runs, or an empty array if the recording has no end.
  public var finalStateLines: [String]

  /// The text up to the first step.
  ///
  /// A recording that is written one step at a time begins with it. The text of each step and an empty line follow.
  public var beginning: String {
    var blocks = [Self.block("given", initialStateLines)]
    if !initialPendingLines.isEmpty { blocks.append(Self.block("pending", initialPendingLines)) }
    return header + "\n" + blocks.map { $0 + "\n\n" }.joined()
  }

  /// The first lines, with the format and the feature.
  var header: String { "\(Self.mark)\(Self.format)\nfeature \(feature)\n" }

  /// The text of the transcript.
  public var description: String {
    beginning + steps.map(\.text).joined()
      + (finalStateLines.isEmpty ? "" : Self.block("finally", finalStateLines) + "\n")
  }

  /// The beginning of a transcript in any version of the format.
  static let mark = "transcript "
  /// The version of the format.
  ///
  /// In format 2, the state was printed by its leaves, and causes had other names.
  static let format = 3
  static let inputMark = "> "
  static let removalMark = "removed "

  /// Returns the text that removes the last steps of a file to which it is appended.
  package static func textRemovingSteps(_ count: Int) -> String { "\(removalMark)\(count)\n\n" }

  static func block(_ heading: String, _ lines: [String]) -> String {
    ([heading] + lines.map { "  \($0)" }).joined(separator: "\n")
  }
}

/// An error in the text of a transcript.
public struct TranscriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1, or `nil` if the error belongs to no single line.
  public let line: Int?
  /// A message that says what is wrong, without the line.
  public let message: String

  package init(line: Int?, message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
