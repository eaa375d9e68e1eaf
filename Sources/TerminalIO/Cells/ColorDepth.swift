/// The colors that a terminal can show.
///
/// A frame contains the colors that its author chose. The encoder replaces each by the nearest one that the terminal
/// can show. Two shades can become the same: a selection must not depend on a fine difference of backgrounds.
public enum ColorDepth: Int, CaseIterable, Comparable, Sendable {
  /// No colors, only attributes.
  case mono
  /// The named colors.
  case named
  /// The palette of 256 colors.
  case palette
  /// All colors.
  case trueColor

  /// Returns a Boolean value that indicates whether the first depth has fewer colors.
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

  /// Determines the depth from the variables `NO_COLOR`, `COLORTERM` and `TERM`.
  public init(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    let hasColors = !["", "dumb"].contains(terminal) && !terminal.hasPrefix("vt") && !terminal.hasSuffix("-m")
    if environment["NO_COLOR"] ?? "" != "" || !hasColors {
      self = .mono
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) && !environment.isScreen
      || terminal.hasSuffix("-direct")
    {
      self = .trueColor
    } else if ["256color", "kitty", "alacritty", "foot", "ghostty", "wezterm"].contains(where: terminal.contains) {
      self = .palette
    } else {
      self = .named
    }
  }
}

extension [String: String] {
  /// A Boolean value that indicates whether the terminal is GNU Screen, which passes variables of another terminal on.
  var isScreen: Bool { self["TERM"]?.hasPrefix("screen") ?? false && self["TMUX"] == nil }
}

extension TerminalColor {
  /// The nearest color that a terminal of a depth can show.
  func reduced(to depth: ColorDepth) -> TerminalColor {
    switch (form, depth) {
    case (_, .mono): .default
    case (.default, _), (.palette, .palette), (_, .trueColor), (.palette(0..<16), .named): self
    case (.palette(let number), .named): .palette(RGB(paletteNumber: number).nearestNamedNumber)
    case (.rgb(let color), .named): .palette(color.nearestNamedNumber)
    case (.rgb(let color), .palette): .palette(color.nearestPaletteNumber)
    }
  }
}
