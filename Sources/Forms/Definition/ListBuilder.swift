import Conditions

/// A result builder for the sections of a form and the rows of a section, which supports `if` and `for`.
@resultBuilder public enum ListBuilder<Element> {
  /// Builds a list from one element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// Builds a list from an array of elements.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  /// Concatenates the lists of a block.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
  /// Builds the list of an `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// Builds the list of the first branch of a conditional.
  public static func buildEither(first part: [Element]) -> [Element] { part }
  /// Builds the list of the second branch of a conditional.
  public static func buildEither(second part: [Element]) -> [Element] { part }
  /// Concatenates the lists of a `for` loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
}

extension ConditionFormat.StringInterpolation {
  /// Appends a reference to a row.
  ///
  /// A row without a tag cannot be referenced. Its reference is the empty tag, which the compiler reports as unknown.
  public mutating func appendInterpolation(_ row: RowDefinition) { appendInterpolation(ElementTag(tag: row.tag ?? "")) }

  /// Appends a reference to a section.
  public mutating func appendInterpolation(_ section: SectionDefinition) {
    appendInterpolation(ElementTag(tag: section.tag ?? ""))
  }
}

private struct ElementTag: Tagged { let tag: String }
