public import Conditions
public import Values

/// A form as it is written down: its sections, and in each the rows.
///
/// It is a plain value that may still be wrong, with a tag that is given twice or a condition that reads what is not there;
/// ``CompiledForm`` is one that is right.
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
  /// What stands above the form.
  public var title: String?
  /// The sections, from above.
  public var sections: [SectionDefinition]
  /// What becomes of rows that are not open to a person.
  public var policy: FormPolicy

  /// Makes one of its parts.
  public init(title: String? = nil, sections: [SectionDefinition] = [], policy: FormPolicy = FormPolicy()) {
    self.title = title
    self.sections = sections
    self.policy = policy
  }

  /// Makes one of sections that are listed.
  public init(
    title: String? = nil, policy: FormPolicy = FormPolicy(),
    @ListBuilder<SectionDefinition> sections: () throws -> [SectionDefinition]
  ) rethrows {
    self.init(title: title, sections: try sections(), policy: policy)
  }
}

/// What becomes of rows that are hidden or disabled, when the form is validated and submitted.
///
/// Whatever becomes of them, they keep their values in the form, and conditions read them.
public struct FormPolicy: Hashable, Codable, Sendable {
  /// Whether a row takes part.
  public enum Part: String, Hashable, Codable, Sendable {
    /// It is validated, and its value is submitted.
    case included
    /// It is neither validated nor submitted.
    case leftOut
  }

  /// What becomes of a row that is hidden.
  public var hidden: Part
  /// What becomes of a row that is seen and disabled.
  public var disabled: Part

  /// Makes one of its parts.
  public init(hidden: Part = .leftOut, disabled: Part = .included) {
    self.hidden = hidden
    self.disabled = disabled
  }
}

/// Some rows of a form, one below the other.
public struct SectionDefinition: Hashable, Sendable {
  /// What conditions know the section by; without one they cannot.
  public var tag: String?
  /// What stands above the rows.
  public var title: String?
  /// What stands below them.
  public var footer: String?
  /// When the section is not seen, and none of its rows.
  public var hidden: Condition
  /// When its rows take no changes from a person.
  public var disabled: Condition
  /// The rows, from above.
  public var rows: [RowDefinition]
  /// What every row is like in a section of many values; nil where a section is no such.
  ///
  /// In a section of many values a person can add rows, remove and move them. Its value is the list of theirs, and
  /// none of them has a tag.
  public var template: RowDefinition?

  /// Makes one of its parts.
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

  /// Makes a section of many values.
  public init(
    tag: String? = nil, title: String? = nil, footer: String? = nil, hidden: Condition = .never,
    disabled: Condition = .never, each template: RowDefinition, values: [Value] = []
  ) {
    self.init(
      tag: tag, title: title, footer: footer, hidden: hidden, disabled: disabled,
      rows: values.map { template.holding($0) }, template: template)
  }

  /// Makes one of rows that are listed.
  public init(
    tag: String? = nil, title: String? = nil, footer: String? = nil, hidden: Condition = .never,
    disabled: Condition = .never, @ListBuilder<RowDefinition> rows: () throws -> [RowDefinition]
  ) rethrows {
    self.init(tag: tag, title: title, footer: footer, hidden: hidden, disabled: disabled, rows: try rows())
  }
}
