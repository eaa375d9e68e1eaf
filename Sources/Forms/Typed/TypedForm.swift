import Values

/// A form that edits the properties of a type.
///
/// ```swift
/// static let form = TypedForm<Ticket> {
///   FormSection {
///     FormRow("title", \.title, isRequired: true)
///     FormRow("isUrgent", \.isUrgent)
///     FormRow("due", \.due, hidden: { $0.isUrgent == false })
///   }
/// }
///
/// var state = form.state(editing: ticket)  // a state of `FormFeature`
/// let edited = try form.value(of: state, editing: ticket)
/// ```
///
/// A row that the ``SubmissionPolicy`` excludes, such as a hidden one, does not change its property.
public struct TypedForm<Root>: Sendable {
  /// The form without the type.
  public let compiled: CompiledForm
  private let properties: [FormProperty<Root>]

  /// Creates a form that a program defines, so that an error in it is a programming error.
  ///
  /// - Precondition: The form has no errors, such as a duplicate tag or a condition that reads a property without a row.
  ///   The message lists all of them.
  public init(
    _ title: String? = nil, policy: SubmissionPolicy = SubmissionPolicy(),
    @ListBuilder<FormSection<Root>> sections: () -> [FormSection<Root>]
  ) {
    do throws(FormErrors) {
      try self.init(title: title, policy: policy, validating: sections())
    } catch {
      preconditionFailure("the form must be valid:\n\(error)")
    }
  }

  /// Creates a form, or throws all errors found in it.
  package init(
    title: String? = nil, policy: SubmissionPolicy = SubmissionPolicy(), validating sections: [FormSection<Root>]
  ) throws(FormErrors) {
    let terms = FormTerms(sections.flatMap(\.references))
    compiled = try CompiledForm(
      FormDefinition(title: title, sections: sections.map { $0.definition(terms) }, policy: policy))
    properties = sections.flatMap(\.properties)
  }
}

extension TypedForm {
  /// Returns the initial state of the form for a value, whose properties are the initial values of the rows.
  public func state(editing original: Root) -> FormFeature.State {
    FormFeature.State(
      compiled, values: Dictionary(properties.map { ($0.tag, $0.read(original)) }) { first, _ in first })
  }

  /// Returns the assignments of a value's properties to their rows.
  ///
  /// With ``FormFeature/Action/rebased(_:)``, the form gets a value that was changed elsewhere.
  public func assignments(of value: Root) -> [ValueAssignment] {
    properties.map { ValueAssignment(ElementID(rawValue: $0.tag), $0.read(value)) }
  }

  /// Returns the edited value, or throws all errors of the form.
  ///
  /// A property keeps its value from `original` if its row is not submitted or has the same value. The properties of
  /// `original` must be the initial values of the rows: a value that was changed elsewhere is first rebased on, with
  /// ``assignments(of:)``.
  public func value(of state: FormFeature.State, editing original: Root) throws(FormValueError) -> Root {
    var errors: [ElementID: [FieldError]] = [:]
    for id in state.form.elementIDs.rows { errors[id] = state.errors(of: id).isEmpty ? nil : state.errors(of: id) }
    let value = edited(original, by: state) { property in
      let id = ElementID(rawValue: property.tag)
      errors[id] = errors[id] ?? [.invalid(expected: property.expectedValues)]
    }
    if !errors.isEmpty { throw FormValueError(errors: errors) }
    return value
  }

  /// Returns the value with the changes so far, which may be invalid.
  ///
  /// A property also keeps its value from `original` if the content of its row does not represent a value of its type.
  public func draft(of state: FormFeature.State, editing original: Root) -> Root {
    edited(original, by: state) { _ in }
  }

  /// Returns the edited value, and reports the properties that have no value for the content of their row.
  private func edited(
    _ original: Root, by state: FormFeature.State, reportInvalid: (FormProperty<Root>) -> Void
  ) -> Root {
    var value = original
    let contents = state.submittedValues
    for property in properties {
      let isParsed = state[ElementID(rawValue: property.tag)]?.entry.unparseableText == nil
      guard isParsed, let content = contents[property.tag], !content.isEquivalent(to: property.read(original)) else {
        continue
      }
      if !property.write(&value, content) { reportInvalid(property) }
    }
    return value
  }
}

/// The errors because of which a form has no value.
public struct FormValueError: Error, Hashable, Sendable {
  /// The errors of each invalid row.
  public let errors: [ElementID: [FieldError]]
}

extension FormValueError {
  /// The messages of the errors, as ``FormFeature/Action/submissionFailed(_:_:)`` shows them in the rows.
  public var messages: [ElementID: [String]] { errors.mapValues { $0.map { "\($0)" } } }
}

extension FormValueError: CustomStringConvertible {
  /// The errors, one per line.
  public var description: String {
    errors.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { id, errors in errors.map { "\(id) \($0)" } }
      .joined(separator: "\n")
  }
}
