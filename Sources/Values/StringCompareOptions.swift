import Foundation

/// The differences between texts that a comparison ignores.
public struct StringCompareOptions: Hashable, Codable, Sendable {
  /// A Boolean value that indicates whether upper and lower case letters compare equal.
  public var ignoresCase: Bool
  /// A Boolean value that indicates whether letters with and without accents compare equal.
  public var ignoresAccents: Bool

  /// Creates options for comparing texts.
  public init(ignoresCase: Bool = false, ignoresAccents: Bool = false) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }

  /// Ignores nothing.
  public static let none = StringCompareOptions()

  /// Returns the key under which equal texts compare equal.
  ///
  /// The result does not depend on the user's language.
  public func folded(_ text: String) -> String {
    if !ignoresCase && !ignoresAccents { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return ignoresCase ? text.lowercased() : text }
    let table = FoldingTable.table(ignoresCase: ignoresCase, ignoresAccents: ignoresAccents)
    return table.folded(text) ?? foldedByFoundation(text)
  }

  /// Returns the key of any text.
  func foldedByFoundation(_ text: String) -> String {
    var options: String.CompareOptions = []
    if ignoresCase { options.insert(.caseInsensitive) }
    if ignoresAccents { options.insert(.diacriticInsensitive) }
    return text.folding(options: options, locale: nil)
  }
}
