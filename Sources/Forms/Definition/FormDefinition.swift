import Conditions
import Values

/// The declaration of a form: its sections and their rows.
///
/// A definition is a plain value that may contain errors, such as a duplicate tag or a condition that reads an unknown
/// one. A ``CompiledForm`` is a validated definition.
///
/// ```swift
/// let hobbies = RowDefinition(tag: "hobbies", kind: .multipleChoice, options: ["Sport", "Music"])
/// let form = try FormDefinition {
///   SectionDefinition(title: "Hobbies") { hobbies }
///   try SectionDefinition(hidden: Condition("\(hobbies).@count == 0")) {
///     try RowDefinition(tag: "sport", hidden: Condition("NOT \(hobbies) CONTAINS 'Sport'"))
///   }
/// }
/// ```
public struct FormDefinition: Hashable, Codable, Sendable {
  /// The title of the form.
  public var title: String?
  /// The sections, from top to bottom.
  public var sections: [SectionDefinition]
  /// The rules for hidden and disabled rows in validation and submission.
  public var policy: FormPolicy

  /// Creates a form definition.
  public init(title: String? = nil, sections: [SectionDefinition] = [], policy: FormPolicy = FormPolicy()) {
    self.title = title
    self.sections = sections
    self.policy = policy
  }

  /// Creates a form definition from a list of sections.
  public init(
    title: String? = nil, policy: FormPolicy = FormPolicy(),
    @ListBuilder<SectionDefinition> sections: () throws -> [SectionDefinition]
  ) rethrows {
    self.init(title: title, sections: try sections(), policy: policy)
  }
}

/// The rules that decide whether hidden and disabled rows are validated and submitted.
///
/// Under every policy such rows keep their values, and conditions can read them.
public struct FormPolicy: Hashable, Codable, Sendable {
  /// Whether a row is part of validation and submission.
  public enum Participation: String, Hashable, Codable, Sendable {
    /// The row is validated and its value is submitted.
    case included
    /// The row is neither validated nor submitted.
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
      rows: values.map { template.withValue($0) }, template: template)
  }

  /// Creates a section from a list of rows.
  public init(
    tag: String? = nil, title: String? = nil, footer: String? = nil, hidden: Condition = .never,
    disabled: Condition = .never, @ListBuilder<RowDefinition> rows: () throws -> [RowDefinition]
  ) rethrows {
    self.init(tag: tag, title: title, footer: footer, hidden: hidden, disabled: disabled, rows: try rows())
  }
}
