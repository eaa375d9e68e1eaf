import Conditions
import Values

/// A row of a ``TypedForm``: the property that it edits, and when it is visible.
///
/// The kind of the row and its options follow from the type of the property: a row for an enum is a choice of its cases,
/// and one for an array a choice of any number of its elements. A row is required if its type has no empty value.
///
/// ```swift
/// FormRow("seats", \.seats, validators: [.range(min: 1)])
/// FormRow("reason", \.reason, isRequired: true, hidden: { $0.seats <= 10 })
/// ```
public struct FormRow<Root> {
  private let row: RowDefinition
  private let hidden: (FormTerms<Root>) -> Condition
  private let disabled: (FormTerms<Root>) -> Condition
  private var requirements: [(message: String, condition: (FormTerms<Root>) -> Condition)] = []
  private(set) var property: FormProperty<Root>?
  private(set) var reference: (path: PartialKeyPath<Root>, tag: String)?

  /// Creates a row that edits a property.
  ///
  /// - Precondition: The row is not of the kind password, because a property may be encoded. A row for a list of other
  ///   elements than texts has options.
  public init<Property: ValueRepresentable & SendableMetatype>(
    _ tag: String, _ path: any WritableKeyPath<Root, Property> & Sendable, kind: RowKind? = nil, title: String? = nil,
    options: [RowOption]? = nil, isRequired: Bool = false, placeholder: String? = nil,
    hidden: @escaping (FormTerms<Root>) -> Condition = { _ in .never },
    disabled: @escaping (FormTerms<Root>) -> Condition = { _ in .never }, validators: [Validator] = []
  ) {
    let kind = kind ?? RowKind(of: Property.self)
    precondition(kind != .password, "a property cannot be a password; add a row without a property")
    row = RowDefinition(
      tag: tag, kind: kind, title: title, options: options ?? (Property.valueChoices ?? []).map { RowOption($0) },
      isRequired: isRequired || Property(rowContent: kind.emptyValue) == nil, placeholder: placeholder,
      validators: validators + [Validator].bounds(of: Property.self, in: kind))
    precondition(
      kind != .multipleChoice || !row.options.isEmpty || Property(.list(["a"])) != nil,
      "typed words are no elements of \(Property.self); give the row \(tag) options")
    self.hidden = hidden
    self.disabled = disabled
    property = FormProperty(tag: tag, path: path, kind: kind)
    reference = (path, tag)
  }

  /// Creates a row without a property, such as a button or a password.
  public init(_ row: RowDefinition) {
    self.row = row
    hidden = { _ in row.hidden }
    disabled = { _ in row.disabled }
  }

  /// Returns a copy of the row with a condition that must hold, and the error if it does not.
  public func requiring(_ message: String, _ condition: @escaping (FormTerms<Root>) -> Condition) -> FormRow {
    var row = self
    row.requirements.append((message, condition))
    return row
  }

  /// Returns the row with its conditions.
  func definition(_ terms: FormTerms<Root>) -> RowDefinition {
    var definition = row
    definition.hidden = hidden(terms)
    definition.disabled = disabled(terms)
    definition.validators += requirements.map { .predicate($0.condition(terms), message: $0.message) }
    return definition
  }
}

/// A section of a ``TypedForm``.
public struct FormSection<Root> {
  private let section: SectionDefinition
  private let hidden: (FormTerms<Root>) -> Condition
  private let disabled: (FormTerms<Root>) -> Condition
  private var rows: [FormRow<Root>] = []
  private var list: (property: FormProperty<Root>, path: PartialKeyPath<Root>)?

  /// Creates a section from a list of rows.
  public init(
    _ title: String? = nil, footer: String? = nil, hidden: @escaping (FormTerms<Root>) -> Condition = { _ in .never },
    disabled: @escaping (FormTerms<Root>) -> Condition = { _ in .never },
    @ListBuilder<FormRow<Root>> rows: () -> [FormRow<Root>]
  ) {
    section = SectionDefinition(title: title, footer: footer)
    self.hidden = hidden
    self.disabled = disabled
    self.rows = rows()
  }

  /// Creates a multivalued section, whose rows are the elements of a property.
  public init<Element: ValueRepresentable & SendableMetatype>(
    _ tag: String, each path: any WritableKeyPath<Root, [Element]> & Sendable, title: String? = nil,
    footer: String? = nil, kind: RowKind? = nil, hidden: @escaping (FormTerms<Root>) -> Condition = { _ in .never },
    disabled: @escaping (FormTerms<Root>) -> Condition = { _ in .never }, validators: [Validator] = []
  ) {
    let kind = kind ?? RowKind(of: Element.self)
    let template = RowDefinition(
      kind: kind, options: (Element.valueChoices ?? []).map { RowOption($0) },
      isRequired: Element(rowContent: kind.emptyValue) == nil,
      validators: validators + [Validator].bounds(of: Element.self, in: kind))
    section = SectionDefinition(tag: tag, title: title, footer: footer, template: template)
    self.hidden = hidden
    self.disabled = disabled
    list = (FormProperty(tag: tag, path: path, kind: kind, isList: true), path)
  }

  var properties: [FormProperty<Root>] { [list?.property].compactMap(\.self) + rows.compactMap(\.property) }

  /// The properties that conditions can read, with their tags.
  var references: [(path: PartialKeyPath<Root>, tag: String)] {
    list.map { [($0.path, $0.property.tag)] } ?? rows.compactMap(\.reference)
  }

  /// Returns the section with its rows and conditions.
  func definition(_ terms: FormTerms<Root>) -> SectionDefinition {
    var definition = section
    definition.hidden = hidden(terms)
    definition.disabled = disabled(terms)
    definition.rows = rows.map { $0.definition(terms) }
    return definition
  }
}
