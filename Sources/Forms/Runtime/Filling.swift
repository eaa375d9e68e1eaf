package import Values

/// What was filled into a form, without the form: what has to be kept of it by a program that has the form anyway.
///
/// ```swift
/// let kept = state.filling
/// let again = try Form.State(form, filling: kept)
/// ```
public struct Filling: Hashable, Codable, Sendable {
  /// What the rows hold.
  package var fields: [ElementID: Field]
  /// The row that a person is in.
  package var focus: ElementID?
  /// What the form is doing.
  package var stage: Form.Stage
  /// What sections of many values go back to.
  package var initialLists: [ElementID: [Value]]
  /// The sections and rows that are hidden, a row by itself or with its section.
  package var hidden: Set<ElementID>
  /// The sections and rows that are disabled, a row by itself or with its section.
  package var disabled: Set<ElementID>

  /// Makes one of its parts.
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

/// What cannot have been filled into a form.
public struct FillingFault: Error, Equatable, Sendable {
  /// The part of a filling that cannot be.
  enum Part: String, Sendable, CodingKey {
    case fields, focus, stage, initialLists, hidden, disabled
  }

  /// The part.
  let part: Part
  /// Why it cannot be.
  public let reason: String
}

extension FillingFault: CustomStringConvertible {
  /// The part, and why it cannot be.
  public var description: String { "\(part.rawValue): \(reason)" }
}

extension Form.State {
  /// What was filled in, and what is hidden and disabled by it.
  public var filling: Filling {
    Filling(
      fields: Dictionary(uniqueKeysWithValues: zip(form.names.rows, fields)), focus: focus, stage: stage,
      initialLists: initialLists, hidden: elements(\.hidden, \.isHidden), disabled: elements(\.disabled, \.isDisabled))
  }

  /// Opens a form as it was filled in.
  ///
  /// What is hidden and disabled is found out anew, and must be as it is said.
  public init(_ form: CompiledForm, filling: Filling) throws(FillingFault) {
    self.form = form
    fields = form.names.rows.compactMap { filling.fields[$0] }
    if fields.count != form.names.rows.count || filling.fields.count != fields.count {
      throw FillingFault(part: .fields, reason: "these are not the fields of the form's rows")
    }
    for (row, field) in zip(form.rows, fields) where !row.keeps(field) {
      throw FillingFault(part: .fields, reason: "a row of the kind \(row.kind.rawValue) holds no such value")
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
      throw FillingFault(part: .hidden, reason: "other rows and sections are hidden")
    }
    if filling.disabled != elements(\.disabled, \.isDisabled) {
      throw FillingFault(part: .disabled, reason: "other rows and sections are disabled")
    }
    for row in fields.indices where fields[row].inquiry.about != nil && fields[row].inquiry.about != askable(row) {
      throw FillingFault(part: .fields, reason: "nobody is to judge the value of \(form.names.rows[row])")
    }
    if stage == .checking && !isAsking { throw FillingFault(part: .stage, reason: "nobody is asked") }
    if Set(form.names.sections.filter { isList($0) }) != Set(initialLists.keys) {
      throw FillingFault(part: .initialLists, reason: "these are not the form's sections of many values")
    }
    if let focus, form.number(ofRow: focus).map(isOpen) != true {
      throw FillingFault(part: .focus, reason: "nobody can be there")
    }
  }

  /// The sections and rows of which something is true, a row by itself or with its section.
  private func elements(
    _ section: KeyPath<CompiledSection, Signal>, _ row: KeyPath<CompiledRow, Signal>
  ) -> Set<ElementID> {
    let sections = zip(form.names.sections, form.sections).filter { truth($1[keyPath: section]) }.map(\.0)
    let rows = zip(form.names.rows, form.rows).filter { truth($1[keyPath: row]) }.map(\.0)
    return Set(sections + rows)
  }
}

extension CompiledRow {
  /// Whether the row can hold this.
  fileprivate func keeps(_ field: Field) -> Bool {
    kind.kept(field.initial) == field.initial && kind.keeps(field.entry, options: options)
  }
}

extension RowKind {
  /// Whether this can stand in a row of this kind.
  func keeps(_ entry: Entry, options: [RowOption]) -> Bool {
    switch entry {
    case .value(let value): kept(value) == value
    case .typed(let text, as: .some(let value)): parsed(text, options: options) == value
    // What a program gave and no such row takes is kept as a text, which may stand for something.
    case .typed(_, as: .none): true
    }
  }
}
