/// The completions and hints that a program gives for the lines that it reads.
public struct LineAssistant {
  /// Returns the lines that can begin with the given text, which ends at the cursor.
  ///
  /// A line can be incomplete: `end ` with a space says that more has to be typed. If only one line is returned, it
  /// replaces the text, even if it begins otherwise.
  public var completions: (_ text: String) -> [String]
  /// Returns what can follow the given line, as a description: `N [OUTCOME]` after `end `.
  public var syntax: (_ line: String) -> String?
  /// A Boolean value that indicates whether the lines are remembered, to be repeated and suggested.
  public var keepsHistory = true

  /// Creates an assistant.
  public init(
    completions: @escaping (_ text: String) -> [String] = { _ in [] },
    syntax: @escaping (_ line: String) -> String? = { _ in nil }
  ) {
    self.completions = completions
    self.syntax = syntax
  }
}

/// A text that is shown after the end of the line.
public enum LineHint: Hashable, Sendable {
  /// The rest of an earlier line, which the right arrow key inserts.
  case suggestion(String)
  /// A description of what can follow.
  case syntax(String)

  /// The text.
  public var text: String {
    switch self {
    case .suggestion(let text), .syntax(let text): text
    }
  }
}
