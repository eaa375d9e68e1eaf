/// The colors and attributes of text.
public struct TextStyle: Hashable, Sendable {
  /// The color of the text.
  public var foreground: TerminalColor
  /// The color behind the text.
  public var background: TerminalColor
  /// The attributes, such as bold.
  public var attributes: TextAttributes

  /// Creates a style.
  public init(
    foreground: TerminalColor = .default, background: TerminalColor = .default, _ attributes: TextAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's default colors without attributes.
  public static let plain = TextStyle()

  /// The style with colors that a terminal of a depth can show.
  package func reduced(to depth: ColorDepth) -> TextStyle {
    TextStyle(
      foreground: foreground.reduced(to: depth), background: background.reduced(to: depth), attributes)
  }

  /// A Boolean value that indicates whether blank cells show only the background of the style.
  var hasInvisibleForeground: Bool { attributes.isDisjoint(with: .visibleOnBlanks) }

  /// The style without the parts that are invisible on a blank cell.
  var ofBlank: TextStyle { hasInvisibleForeground ? TextStyle(background: background) : self }
}

/// Attributes of text.
public struct TextAttributes: OptionSet, Hashable, Sendable {
  /// The bits of the attributes.
  public let rawValue: UInt8

  /// Creates attributes from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier or brighter text.
  public static let bold = Self(rawValue: 1)
  /// Fainter text.
  public static let dim = Self(rawValue: 2)
  /// Slanted text.
  public static let italic = Self(rawValue: 4)
  /// Underlined text.
  public static let underline = Self(rawValue: 8)
  /// Text with exchanged colors.
  public static let reverse = Self(rawValue: 16)
  /// Crossed-out text.
  public static let strikethrough = Self(rawValue: 32)

  static let visibleOnBlanks: Self = [.underline, .reverse, .strikethrough]
}
