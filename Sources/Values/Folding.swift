internal import Foundation

/// What is not looked at when texts are compared.
public struct Folding: Hashable, Codable, Sendable {
  /// Whether capital letters are the same as small ones.
  public var ignoresCase: Bool
  /// Whether letters with accents are the same as those without.
  public var ignoresAccents: Bool

  /// Makes one of its parts.
  public init(ignoresCase: Bool = false, ignoresAccents: Bool = false) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }

  /// Everything is looked at.
  public static let none = Folding()

  /// The text that all texts have in common which are the same.
  ///
  /// No language is asked: the result is the same everywhere.
  public func folded(_ text: String) -> String {
    if !ignoresCase && !ignoresAccents { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return ignoresCase ? text.lowercased() : text }
    var options: String.CompareOptions = []
    if ignoresCase { options.insert(.caseInsensitive) }
    if ignoresAccents { options.insert(.diacriticInsensitive) }
    return text.folding(options: options, locale: nil)
  }
}
