/// Functions that only some terminals have, and that save bytes or flicker.
public struct TerminalFeatures: OptionSet, Hashable, Sendable {
  /// The bits of the features.
  public let rawValue: UInt8

  /// Creates features from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The terminal shows a frame at once if it is between brackets (`CSI ? 2026 h` and `l`).
  public static let synchronizedOutput = Self(rawValue: 1)
  /// Erased cells have the current background.
  public static let backgroundErase = Self(rawValue: 2)
  /// The terminal repeats a character (`CSI n b`).
  public static let repeatedCharacters = Self(rawValue: 4)
  /// The terminal scrolls between margins on the left and on the right (`CSI ? 69 h`).
  public static let horizontalMargins = Self(rawValue: 8)

  /// The values of `TERM` of terminals that repeat all characters.
  private static let repeatingTerminals: Set = ["alacritty", "foot", "xterm-ghostty", "xterm-kitty"]

  /// Determines the features from the value of `TERM`.
  ///
  /// Terminals report whether they synchronize output and have horizontal margins. They do not report whether they
  /// repeat characters, and some repeat only ASCII characters, so that is used in terminals with a name of their own
  /// that are known to do it.
  public init(environment: [String: String]) {
    self = environment.isScreen ? [] : .backgroundErase
    if Self.repeatingTerminals.contains(environment["TERM"] ?? "") { insert(.repeatedCharacters) }
  }
}
