import Conditions
import Values

/// The declaration of a form: its sections and their rows.
///
/// A definition is a plain value that may contain errors, such as a duplicate tag or a condition that reads an unknown
/// one. A ``CompiledForm`` is a validated definition. A form that edits a type of the program is a ``TypedForm``.
///
/// ```swift
/// let form = FormDefinition {
///   SectionDefinition(title: "Hobbies") {
///     RowDefinition(tag: "hobbies", kind: .multipleChoice, options: ["Sport", "Music"])
///     RowDefinition(tag: "sport", hidden: !Term.variable("hobbies").contains("Sport"))
///   }
/// }
/// ```
public struct FormDefinition: Hashable, Sendable {
  /// The title of the form.
  public var title: String?
  /// The sections, from top to bottom.
  public var sections: [SectionDefinition]
  /// The rules for hidden and disabled rows in a submission.
  public var policy: SubmissionPolicy

  /// Creates a form definition.
  public init(title: String? = nil, sections: [SectionDefinition] = [], policy: SubmissionPolicy = SubmissionPolicy()) {
    self.title = title
    self.sections = sections
    self.policy = policy
  }

  /// Creates a form definition from a list of sections.
  public init(
    title: String? = nil, policy: SubmissionPolicy = SubmissionPolicy(),
    @ListBuilder<SectionDefinition> sections: () throws -> [SectionDefinition]
  ) rethrows {
    self.init(title: title, sections: try sections(), policy: policy)
  }
}

/// The rules that decide whether hidden and disabled rows are submitted.
///
/// Under every policy such rows keep their values, and conditions can read them. They are not validated, because the user
/// could not correct them: if a row can be disabled while its value is invalid, that value is submitted. The module
/// `FormsAnalysis` finds such rows.
public struct SubmissionPolicy: Hashable, Sendable {
  /// Whether a row is part of a submission.
  public enum Participation: String, Hashable, Sendable, CaseIterable {
    /// The value of the row is submitted.
    case included
    /// The value of the row is not submitted.
    case excluded
  }

  /// The rule for hidden rows.
  public var hidden: Participation
  /// The rule for rows that are visible and disabled.
  public var disabled: Participation

  /// Creates a policy.
  public init(hidden: Participation = .excluded, disabled: Participation = .included) {
    self.hidden = hidden
    self.disabled = disabled
  }
}

/// A section of a form: a group of rows.
public struct SectionDefinition: Hashable, Sendable {
  /// The name by which conditions refer to the section, or `nil` if they cannot.
  public var tag: String?
  /// The title above the rows.
  public var title: String?
  /// The text below the rows.
  public var footer: String?
  /// The condition under which the section and all its rows are hidden.
  public var hidden: Condition
  /// The condition under which the user cannot change the section's rows.
  public var disabled: Condition
  /// The rows, from top to bottom.
  public var rows: [RowDefinition]
  /// The template for the rows of a multivalued section, or `nil` if the section is not multivalued.
  ///
  /// The user can add, remove and move the rows of a multivalued section. Its value is the list of its rows' values.
  /// The rows have no tags.
  public var template: RowDefinition?

  /// Creates a section.
  public init(
    tag: String? = nil, title: String? = nil, footer: String? = nil, hidden: Condition = .never,
    disabled: Condition = .never, rows: [RowDefinition] = [], template: RowDefinition? = nil
  ) {
    self.tag = tag
    self.title = title
    self.footer = footer
    self.hidden = hidden
    self.disabled = disabled
    self.rows = rows
    self.template = template
  }

  /// Creates a multivalued section with a row for each value.
  public init(
    tag: String? = nil, title: String? = nil, footer: String? = nil, hidden: Condition = .never,
    disabled: Condition = .never, each template: RowDefinition, values: [Value] = []
  ) {
    self.init(
      tag: tag, title: title, footer: footer, hidden: hidden, disabled: disabled,
      rows: Array(repeating: template, count: values.count), template: template)
    for (row, value) in values.enumerated() { rows[row].value = value }
  }

  /// Creates a section from a list of rows.
  public init(
    tag: String? = nil, title: String? = nil, footer: String? = nil, hidden: Condition = .never,
    disabled: Condition = .never, @ListBuilder<RowDefinition> rows: () throws -> [RowDefinition]
  ) rethrows {
    self.init(tag: tag, title: title, footer: footer, hidden: hidden, disabled: disabled, rows: try rows())
  }
}

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
