internal import Conditions

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
  let names: ElementNames
  let sections: [CompiledSection]
  let rows: [CompiledRow]
  let elements: [ElementID: Element]
  let graph: Graph

  /// Compiles a definition, or tells all that is wrong with it.
  public convenience init(_ definition: FormDefinition) throws(FormFaults) {
    try self.init(definition, named: ElementNames(of: definition))
  }

  /// Compiles a definition whose elements have names already.
  convenience init(_ definition: FormDefinition, named names: ElementNames) throws(FormFaults) {
    var compiler = FormCompiler(definition, named: names)
    self.init(try compiler.compiled())
  }

  init(_ parts: Parts) {
    definition = parts.definition
    names = parts.names
    sections = parts.sections
    rows = parts.rows
    elements = parts.names.elements
    graph = parts.graph
  }

  /// What a compiler makes.
  struct Parts {
    var definition: FormDefinition
    var names: ElementNames
    var sections: [CompiledSection] = []
    var rows: [CompiledRow] = []
    var graph = Graph()
  }
}

struct CompiledSection: Sendable {
  /// Its rows, by number.
  var rows: Range<Int>
  var hidden: Signal
  var disabled: Signal
}

struct CompiledRow: Sendable {
  var section: Int
  /// Its place in the section.
  var place: Int
  var kind: RowKind
  var isRequired: Bool
  var options: [RowOption]
  /// Its own condition's.
  var hidden: Signal
  var disabled: Signal
  /// Together with the section's.
  var isHidden: Signal
  var isDisabled: Signal
  var validators: [CompiledValidator] = []
  /// The node that tells whether it is valid, if somebody reads that.
  var validity: Int?
  /// What the world is asked of its value.
  var checks: [String] = []
}

enum CompiledValidator: Sendable {
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
  func definition(ofRow row: Int) -> RowDefinition {
    definition.sections[rows[row].section].rows[rows[row].place]
  }

  func number(ofRow id: ElementID) -> Int? { if case .row(let row)? = elements[id] { row } else { nil } }
  func number(ofSection id: ElementID) -> Int? {
    if case .section(let section)? = elements[id] { section } else { nil }
  }
}
