/// A key that was pressed, together with the modifier keys that were held.
///
/// The text of a key stroke is its name in key bindings: `ctrl+z`, `shift+tab`, `pageDown`, `?`. A capital letter is
/// the small letter with Shift, whichever way the terminal reports it.
public struct KeyStroke: Hashable, Sendable {
  /// A key without modifiers.
  public enum Key: Hashable, Sendable {
    /// A key that types a character.
    ///
    /// A terminal sends each scalar of a character on its own.
    case character(Character)
    /// A key that ends something or moves on.
    case enter, tab, escape
    /// A key that changes text.
    case backspace, delete, insert
    /// An arrow key.
    case up, down, left, right
    /// A key that moves far.
    case home, end, pageUp, pageDown
    /// A function key: 1 for F1.
    case function(Int)
  }

  /// Modifier keys.
  ///
  /// The raw value has the bits that terminals use.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The Shift key.
    public static let shift = Modifiers(rawValue: 1)
    /// The Alt key, which is Option on a Mac.
    public static let alt = Modifiers(rawValue: 2)
    /// The Control key.
    public static let control = Modifiers(rawValue: 4)
    /// The Super key, which is Command on a Mac.
    public static let `super` = Modifiers(rawValue: 8)
  }

  /// The key.
  public let key: Key
  /// The modifier keys that were held.
  public let modifiers: Modifiers

  /// Creates a key stroke.
  ///
  /// A capital letter becomes the small letter with Shift. Shift is removed from any other character except the space:
  /// the character that was typed already tells.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    var (key, modifiers) = (key, modifiers)
    if case .character(let character) = key, character != " " {
      if let small = character.smallLetter {
        key = .character(small)
        modifiers.insert(.shift)
      } else if character.capitalLetter == nil {
        modifiers.remove(.shift)
      }
    }
    self.key = key
    self.modifiers = modifiers
  }

  /// The text that the key stroke types, or `nil` if it types none.
  public var text: String? {
    guard case .character(let character) = key, modifiers.isSubset(of: .shift) else { return nil }
    return String(modifiers.contains(.shift) ? character.capitalLetter ?? character : character)
  }
}

extension Character {
  /// The small letter of a capital letter, if the letters are the only ones of each other.
  fileprivate var smallLetter: Character? {
    if isASCII { return ("A"..."Z").contains(self) ? lowercased().first : nil }
    let small = lowercased()
    return small != String(self) && small.count == 1 && small.uppercased() == String(self) ? small.first : nil
  }

  /// The capital letter of a small letter, if the letters are the only ones of each other.
  fileprivate var capitalLetter: Character? {
    if isASCII { return ("a"..."z").contains(self) ? uppercased().first : nil }
    let capital = uppercased()
    return capital != String(self) && capital.count == 1 && capital.lowercased() == String(self) ? capital.first : nil
  }
}

extension KeyStroke: LosslessStringConvertible {
  private static let modifierNames: [(modifier: Modifiers, prefix: String)] = [
    (.control, "ctrl+"), (.alt, "alt+"), (.shift, "shift+"), (.super, "super+"),
  ]

  private static let keyNames: [(key: Key, name: String)] =
    [
      (.character(" "), "space"), (.enter, "enter"), (.tab, "tab"), (.escape, "escape"), (.backspace, "backspace"),
      (.delete, "delete"), (.insert, "insert"), (.up, "up"), (.down, "down"), (.left, "left"), (.right, "right"),
      (.home, "home"), (.end, "end"), (.pageUp, "pageUp"), (.pageDown, "pageDown"),
    ] + (1...12).map { (.function($0), "f\($0)") }

  /// Creates the key stroke with a name, or returns `nil` if no key stroke has the name.
  ///
  /// The modifiers can be in any order: `ctrl+shift+up`. `Z` is the same as `shift+z`.
  public init?(_ description: String) {
    var (rest, modifiers) = (description.utf8[...], Modifiers())
    while let name = Self.modifierNames.first(where: {
      !modifiers.contains($0.modifier) && rest.count > $0.prefix.utf8.count && rest.starts(with: $0.prefix.utf8)
    }) {
      modifiers.insert(name.modifier)
      rest = rest.dropFirst(name.prefix.utf8.count)
    }
    let name = String(Substring(rest))
    if let named = Self.keyNames.first(where: { $0.name == name }) {
      self.init(named.key, modifiers)
    } else if name.count == 1, let character = name.first, name != " " {
      self.init(.character(character), modifiers)
    } else {
      return nil
    }
  }

  /// The name of the key stroke, such as `ctrl+z`.
  public var description: String {
    let prefix = Self.modifierNames.filter { modifiers.contains($0.modifier) }.map(\.prefix).joined()
    if let named = Self.keyNames.first(where: { $0.key == key }) { return prefix + named.name }
    return switch key {
    case .character(let character): prefix + String(character)
    case .function(let number): "\(prefix)f\(number)"
    case .enter, .tab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown:
      prefix
    }
  }
}
