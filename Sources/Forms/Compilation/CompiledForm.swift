import Conditions

/// A validated form with its dependencies resolved: rows by tag, and the order in which conditions are evaluated.
///
/// Two compiled forms are equal if they were compiled from the same definition and their elements have the same IDs.
///
/// - Complexity: Compiling takes time and memory proportional to the size of the definition.
public struct CompiledForm: Sendable {
  /// The definition that the form was compiled from.
  public internal(set) var definition: FormDefinition
  /// The IDs of the sections and rows.
  package internal(set) var elementIDs: FormElementIDs
  package internal(set) var sections: [CompiledSection]
  package internal(set) var rows: [CompiledRow]
  var elements: [ElementID: FormElement]
  package internal(set) var graph: DependencyGraph

  /// Compiles a definition, or throws all errors found in it.
  public init(_ definition: FormDefinition) throws(FormErrors) {
    try self.init(definition, elementIDs: FormElementIDs(of: definition))
  }

  /// Compiles a definition whose elements already have IDs, and reports the given errors together with new ones.
  init(_ definition: FormDefinition, elementIDs: FormElementIDs, errors: [FormError] = []) throws(FormErrors) {
    var compiler = FormCompiler(definition, elementIDs: elementIDs, errors: errors)
    try compiler.compile()
    self.init(compiler, elements: elementIDs.elementsByID)
  }

  private init(_ compiler: FormCompiler, elements: [ElementID: FormElement]) {
    definition = compiler.definition
    elementIDs = compiler.elementIDs
    sections = compiler.sections
    rows = compiler.rows
    graph = compiler.graph
    self.elements = elements
  }

  /// Adds a row to the end of a multivalued section, and returns the index of the row.
  ///
  /// Only this row is compiled. The indices of the rows below are increased.
  mutating func addRow(toSection section: Int) -> Int {
    var compiler = FormCompiler(addingTo: self)
    // The compiler holds the only references to the collections, so that it changes them in place.
    self = CompiledForm(FormCompiler(FormDefinition()), elements: [:])
    let row = compiler.addTemplateRow(toSection: section)
    self = CompiledForm(compiler, elements: compiler.elementsByTag)
    return row
  }
}

/// A section of a form with its conditions compiled.
package struct CompiledSection: Sendable {
  /// The indices of the section's rows.
  package var rows: Range<Int>
  package var hidden: BooleanSignal
  package var disabled: BooleanSignal
}

/// A row of a form with its conditions and validators compiled.
package struct CompiledRow: Sendable {
  package var section: Int
  package var kind: RowKind
  package var isRequired: Bool
  var options: [RowOption]
  /// The value of the row's own condition, without the section's.
  var ownHidden: BooleanSignal
  var ownDisabled: BooleanSignal
  /// The row's own condition or its section's.
  package var effectiveHidden: BooleanSignal
  package var effectiveDisabled: BooleanSignal
  package var validators: [CompiledValidator] = []
  /// The node that holds whether the row is valid, or `nil` if no condition reads it.
  package var validityNode: Int?
  /// The names of the remote checks of the row's value.
  var remoteChecks: [String] = []
}

/// A validator whose pattern or condition is compiled.
package enum CompiledValidator: Sendable {
  case builtIn(Validator)
  case pattern(Evaluator, String)
  case predicate(BooleanSignal, message: String)
}

extension CompiledForm: Equatable {
  /// Returns a Boolean value that indicates whether both forms were compiled from the same definition and have the same
  /// IDs.
  public static func == (left: CompiledForm, right: CompiledForm) -> Bool {
    left.elementIDs == right.elementIDs && left.definition == right.definition
  }
}

extension CompiledForm: Hashable {
  /// Hashes only the numbers of rows and sections.
  ///
  /// Hashing the definition would be slow, and different forms are rarely stored in one set.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rows.count)
    hasher.combine(sections.count)
  }
}

extension CompiledForm {
  package func definition(ofRow row: Int) -> RowDefinition {
    let section = rows[row].section
    return definition.sections[section].rows[row - sections[section].rows.lowerBound]
  }

  package func index(ofRow id: ElementID) -> Int? { if case .row(let row)? = elements[id] { row } else { nil } }
  func section(ofRow id: ElementID) -> Int? { index(ofRow: id).map { rows[$0].section } }
  func index(ofSection id: ElementID) -> Int? {
    if case .section(let section)? = elements[id] { section } else { nil }
  }
}
