package import Values

/// What the user has filled in, without the form's definition.
///
/// A program that has the form anyway saves only this:
///
/// ```swift
/// let contents = state.contents
/// let restored = try FormFeature.State(form, contents: contents)
/// ```
public struct Filling: Hashable, Codable, Sendable {
  /// The state of each row.
  package var fields: [ElementID: Field]
  /// The focused row.
  package var focus: ElementID?
  /// The stage of the submission.
  package var stage: Form.Stage
  /// The lists of values that a reset restores, by multivalued section.
  package var initialLists: [ElementID: [Value]]
  /// The hidden sections and rows, including rows hidden by their section.
  package var hidden: Set<ElementID>
  /// The disabled sections and rows, including rows disabled by their section.
  package var disabled: Set<ElementID>

  /// Creates the contents of a form.
  package init(
    fields: [ElementID: Field], focus: ElementID? = nil, stage: Form.Stage = .editing,
    initialLists: [ElementID: [Value]] = [:], hidden: Set<ElementID> = [], disabled: Set<ElementID> = []
  ) {
    self.fields = fields
    self.focus = focus
    self.stage = stage
    self.initialLists = initialLists
    self.hidden = hidden
    self.disabled = disabled
  }
}

/// An error that is thrown when contents do not fit a form.
public struct FillingFault: Error, Equatable, Sendable {
  /// The inconsistent component of the contents.
  enum Part: String, Sendable, CodingKey {
    case fields, focus, stage, initialLists, hidden, disabled
  }

  /// The inconsistent component.
  let part: Part
  /// The reason why the component is inconsistent.
  public let reason: String
}

extension FillingFault: CustomStringConvertible {
  /// The component and the reason.
  public var description: String { "\(part.rawValue): \(reason)" }
}

extension Form.State {
  /// The contents of the form, including which elements are hidden and disabled.
  public var filling: Filling {
    Filling(
      fields: Dictionary(uniqueKeysWithValues: zip(form.names.rows, fields)), focus: focus, stage: stage,
      initialLists: initialLists, hidden: elements(\.hidden, \.isHidden), disabled: elements(\.disabled, \.isDisabled))
  }

  /// Creates the state of a form from saved contents.
  ///
  /// The conditions are reevaluated. The sections and rows that are hidden and disabled must be the saved ones.
  public init(_ form: CompiledForm, filling: Filling) throws(FillingFault) {
    self.form = form
    fields = form.names.rows.compactMap { filling.fields[$0] }
    if fields.count != form.names.rows.count || filling.fields.count != fields.count {
      throw FillingFault(part: .fields, reason: "the fields do not match the rows of the form")
    }
    for (row, field) in zip(form.rows, fields) where !row.keeps(field) {
      throw FillingFault(part: .fields, reason: "a row of kind \(row.kind.rawValue) cannot hold this value")
    }
    focus = filling.focus
    stage = filling.stage
    initialLists = filling.initialLists
    settleAll()
    last = Form.Turn()
    try check(filling)
  }

  private func check(_ filling: Filling) throws(FillingFault) {
    if filling.hidden != elements(\.hidden, \.isHidden) {
      throw FillingFault(part: .hidden, reason: "the hidden elements do not match the conditions of the form")
    }
    if filling.disabled != elements(\.disabled, \.isDisabled) {
      throw FillingFault(part: .disabled, reason: "the disabled elements do not match the conditions of the form")
    }
    for row in fields.indices where fields[row].inquiry.about != nil && fields[row].inquiry.about != askable(row) {
      throw FillingFault(part: .fields, reason: "the value of \(form.names.rows[row]) needs no remote validation")
    }
    if stage == .checking && !isAsking { throw FillingFault(part: .stage, reason: "no remote validation is pending") }
    if Set(form.names.sections.filter { isList($0) }) != Set(initialLists.keys) {
      throw FillingFault(
        part: .initialLists, reason: "the initial lists do not match the multivalued sections of the form")
    }
    if let focus, form.number(ofRow: focus).map(isOpen) != true {
      throw FillingFault(part: .focus, reason: "the focused row is not editable")
    }
  }

  /// Returns the sections and rows for which a condition holds.
  ///
  /// A row's condition includes its section's.
  private func elements(
    _ section: KeyPath<CompiledSection, Signal>, _ row: KeyPath<CompiledRow, Signal>
  ) -> Set<ElementID> {
    let sections = zip(form.names.sections, form.sections).filter { truth($1[keyPath: section]) }.map(\.0)
    let rows = zip(form.names.rows, form.rows).filter { truth($1[keyPath: row]) }.map(\.0)
    return Set(sections + rows)
  }
}

extension CompiledRow {
  /// Returns a Boolean value that indicates whether the row can have this state.
  fileprivate func keeps(_ field: Field) -> Bool {
    kind.kept(field.initial) == field.initial && kind.keeps(field.entry, options: options)
  }
}

extension RowKind {
  /// Returns a Boolean value that indicates whether a row of this kind can have this content.
  func keeps(_ entry: Entry, options: [RowOption]) -> Bool {
    switch entry {
    case .value(let value): kept(value) == value
    case .typed(let text, as: .some(let value)): parsed(text, options: options) == value
    // A value that the row does not accept is stored as unparseable text. That text may parse in another way.
    case .typed(_, as: .none): true
    }
  }
}
