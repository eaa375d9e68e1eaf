package import Conditions

/// A form that is right, with all that can be known before anything is typed: its rows by tag, who reads what, and in which
/// order.
///
/// It is compiled once and never changes, so that whoever copies a form's state copies a reference to it. Two are equal if
/// they were made from the same definition.
///
/// - Complexity: Compiling takes time and memory in proportion to the definition.
public final class CompiledForm: Sendable {
  /// What it was made from.
  public let definition: FormDefinition
  /// What its sections and rows are called.
  package let names: ElementNames
  package let sections: [CompiledSection]
  package let rows: [CompiledRow]
  let elements: [ElementID: Element]
  package let graph: Graph

  /// Compiles a definition, or tells all that is wrong with it.
  public convenience init(_ definition: FormDefinition) throws(FormFaults) {
    try self.init(definition, named: ElementNames(of: definition))
  }

  /// Compiles a definition whose elements have names already, and in which these errors were found before.
  init(_ definition: FormDefinition, named names: ElementNames, faults: [FormFault] = []) throws(FormFaults) {
    var compiler = FormCompiler(definition, named: names, faults: faults)
    try compiler.compile()
    self.definition = definition
    self.names = names
    sections = compiler.sections
    rows = compiler.rows
    elements = names.elements
    graph = compiler.graph
  }
}

package struct CompiledSection: Sendable {
  /// Its rows, by number.
  package var rows: Range<Int>
  package var hidden: Signal
  package var disabled: Signal
}

package struct CompiledRow: Sendable {
  package var section: Int
  /// Its place in the section.
  var place: Int
  package var kind: RowKind
  package var isRequired: Bool
  var options: [RowOption]
  /// Its own condition's.
  var hidden: Signal
  var disabled: Signal
  /// Together with the section's.
  package var isHidden: Signal
  package var isDisabled: Signal
  package var validators: [CompiledValidator] = []
  /// The node that tells whether it is valid, if somebody reads that.
  package var validity: Int?
  /// What the world is asked of its value.
  var checks: [String] = []
}

package enum CompiledValidator: Sendable {
  case plain(Validator)
  case pattern(Evaluator, String)
  case predicate(Signal, message: String)
}

extension CompiledForm: Equatable {
  /// Tells whether both were made from the same definition.
  public static func == (left: CompiledForm, right: CompiledForm) -> Bool {
    left === right || left.names == right.names && left.definition == right.definition
  }
}

extension CompiledForm: Hashable {
  /// Takes in no more than is quickly told: forms that differ are rarely kept in one set.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rows.count)
    hasher.combine(sections.count)
  }
}

extension CompiledForm {
  package func definition(ofRow row: Int) -> RowDefinition {
    definition.sections[rows[row].section].rows[rows[row].place]
  }

  package func number(ofRow id: ElementID) -> Int? { if case .row(let row)? = elements[id] { row } else { nil } }
  func number(ofSection id: ElementID) -> Int? {
    if case .section(let section)? = elements[id] { section } else { nil }
  }
}
