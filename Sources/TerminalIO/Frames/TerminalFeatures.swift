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

  /// Determines from `TERM` whether erased cells have the current background.
  ///
  /// The other features are unknown until the terminal reports them.
  public init(environment: [String: String]) { self = environment.isScreen ? [] : .backgroundErase }
}
