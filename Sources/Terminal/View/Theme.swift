import TerminalIO

/// The colors of the parts of a screen.
///
/// Marks and words say everything that colors say.
enum Theme: String, Hashable, Sendable, CaseIterable {
  case dark, light, highContrast = "high-contrast", mono

  /// A part of the screen.
  enum Role {
    case text, faint, title, selectedTab, header, cursorRow, cursorCell, selectedRow, hoveredRow
    case field, focusedField, selectedText, bar
    case information, warning, error, border, marked, key
  }

  /// Returns the style of a part.
  func style(_ role: Role) -> TextStyle {
    switch self {
    case .dark:
      Self.style(
        role, accent: .rgb(130, 170, 255), highlight: .rgb(45, 60, 95), field: .rgb(40, 44, 52),
        warning: .palette(11), error: .palette(9))
    case .light:
      Self.style(
        role, accent: .rgb(0, 80, 180), highlight: .rgb(205, 222, 250), field: .rgb(235, 235, 240),
        warning: .palette(3), error: .palette(1))
    case .highContrast: Self.contrastStyle(role)
    case .mono: Self.monoStyle(role)
    }
  }

  private static func style(
    _ role: Role, accent: TerminalColor, highlight: TerminalColor, field: TerminalColor, warning: TerminalColor,
    error: TerminalColor
  ) -> TextStyle {
    switch role {
    case .text: .plain
    case .faint, .border: TextStyle(.dim)
    case .title, .header: TextStyle(foreground: accent, .bold)
    case .selectedTab: TextStyle(foreground: accent, [.bold, .underline])
    case .cursorRow, .marked: TextStyle(background: highlight, .bold)
    case .cursorCell: TextStyle(background: highlight, [.bold, .underline])
    case .selectedRow: TextStyle(background: highlight)
    case .hoveredRow: TextStyle(foreground: accent, .underline)
    case .field: TextStyle(background: field)
    case .focusedField: TextStyle(background: highlight, .underline)
    case .selectedText: TextStyle(background: highlight, [.underline, .reverse])
    case .bar, .key, .information: TextStyle(foreground: accent)
    case .warning: TextStyle(foreground: warning, .bold)
    case .error: TextStyle(foreground: error, .bold)
    }
  }

  private static func contrastStyle(_ role: Role) -> TextStyle {
    switch role {
    case .text, .faint, .field, .bar, .information: .plain
    case .border: TextStyle(.bold)
    case .title, .header, .key: TextStyle(.bold)
    case .selectedTab, .cursorRow, .marked: TextStyle([.bold, .reverse])
    case .cursorCell: TextStyle([.bold, .reverse, .underline])
    case .selectedRow: TextStyle([.bold, .underline])
    case .hoveredRow: TextStyle(.underline)
    case .focusedField: TextStyle(.reverse)
    case .selectedText: TextStyle([.reverse, .underline])
    case .warning: TextStyle(foreground: .palette(11), .bold)
    case .error: TextStyle(foreground: .palette(9), .bold)
    }
  }

  private static func monoStyle(_ role: Role) -> TextStyle {
    switch role {
    case .text, .faint, .field, .bar, .information, .border: .plain
    case .title, .header, .warning, .error, .key, .hoveredRow: TextStyle(.bold)
    case .selectedTab, .cursorRow, .marked: TextStyle(.reverse)
    case .cursorCell: TextStyle([.reverse, .underline])
    case .selectedRow, .focusedField: TextStyle(.underline)
    case .selectedText: TextStyle(.reverse)
    }
  }
}
