/// The modes of a terminal after some output.
struct TerminalModes: Equatable {
  /// The private modes that are set, unless they are usual.
  private var changed: Set<Int> = []
  /// How often the extended keyboard was requested and not dropped, on each of the two screens.
  private var keyboards = [0, 0]
  /// Whether the cursor has another shape than the one that the user has chosen for the terminal.
  private var hasCursorShape = false
  /// How often the usual screen was shown again.
  private(set) var endCount = 0

  /// The modes that a program finds.
  static func usual(after modes: Self) -> Self {
    var usual = Self()
    usual.endCount = modes.endCount
    return usual
  }

  /// Applies the control sequences of an output.
  mutating func apply(_ output: String) {
    for sequence in output.components(separatedByControlSequences: ()) { apply(sequence: sequence) }
  }

  private mutating func apply(sequence: Substring) {
    let screen = changed.contains(1049) ? 1 : 0
    let parameters = sequence.dropFirst().prefix { $0.isNumber }
    let final = sequence.dropFirst(1 + parameters.count).first
    if sequence.hasSuffix(" q") { hasCursorShape = sequence != "0 q" }
    switch (sequence.first, Int(parameters), final) {
    case ("?", let mode?, "h"), ("?", let mode?, "l"):
      // The cursor and the end of lines are usually on.
      if (final == "h") == [25, 7].contains(mode) { changed.remove(mode) } else { changed.insert(mode) }
      if mode == 1049 && final == "l" { endCount += 1 }
    case (">", _?, "u"): keyboards[screen] += 1
    case ("<", nil, "u"): keyboards[screen] = max(0, keyboards[screen] - 1)
    default: break
    }
  }
}

extension String {
  /// The parts of the text that follow `ESC [`.
  fileprivate func components(separatedByControlSequences: Void) -> [Substring] {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst().filter { $0.first == "[" }
      .map { $0.dropFirst() }
  }
}
