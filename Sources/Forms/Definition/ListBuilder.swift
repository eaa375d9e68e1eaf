public import Conditions

/// Lists what stands in braces, with `if` and `for` among it.
@resultBuilder public enum ListBuilder<Element> {
  /// One of them.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Several that were listed elsewhere.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  /// All of them, in order.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
  /// What stands in an `if`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// What stands behind `if`.
  public static func buildEither(first part: [Element]) -> [Element] { part }
  /// What stands behind `else`.
  public static func buildEither(second part: [Element]) -> [Element] { part }
  /// What stands in a `for`.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
}

extension ConditionFormat.StringInterpolation {
  /// Adds the variable of a row.
  ///
  /// A row without a tag cannot be read: its variable is one that no form has.
  public mutating func appendInterpolation(_ row: RowDefinition) { appendInterpolation(Tag(tag: row.tag ?? "")) }

  /// Adds the variable of a section.
  public mutating func appendInterpolation(_ section: SectionDefinition) {
    appendInterpolation(Tag(tag: section.tag ?? ""))
  }
}

private struct Tag: Tagged { let tag: String }
