import Conditions

/// A validated form with its dependencies resolved: rows by tag, and the order in which conditions are evaluated.
///
/// A compiled form is immutable, so copying a form's state copies a reference to it. Two compiled forms are equal if
/// they were compiled from the same definition and their elements have the same IDs.
///
/// - Complexity: Compiling takes time and memory proportional to the size of the definition.
public final class CompiledForm: Sendable {
  /// The definition that the form was compiled from.
  public let definition: FormDefinition
  /// The IDs of the sections and rows.
  package let elementIDs: FormElementIDs
  package let sections: [CompiledSection]
  package let rows: [CompiledRow]
  let elements: [ElementID: FormElement]
  package let graph: DependencyGraph

  /// Compiles a definition, or throws all errors found in it.
  public convenience init(_ definition: FormDefinition) throws(FormErrors) {
    try self.init(definition, elementIDs: FormElementIDs(of: definition))
  }

  /// Compiles a definition whose elements already have IDs, and reports the given errors together with new ones.
  init(_ definition: FormDefinition, elementIDs: FormElementIDs, errors: [FormError] = []) throws(FormErrors) {
    var compiler = FormCompiler(definition, elementIDs: elementIDs, errors: errors)
    try compiler.compile()
    self.definition = definition
    self.elementIDs = elementIDs
    sections = compiler.sections
    rows = compiler.rows
    elements = elementIDs.elementsByID
    graph = compiler.graph
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
  /// The index of the row in its section.
  var indexInSection: Int
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
    left === right || left.elementIDs == right.elementIDs && left.definition == right.definition
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
    definition.sections[rows[row].section].rows[rows[row].indexInSection]
  }

  package func index(ofRow id: ElementID) -> Int? { if case .row(let row)? = elements[id] { row } else { nil } }
  func index(ofSection id: ElementID) -> Int? {
    if case .section(let section)? = elements[id] { section } else { nil }
  }
}
