import Conditions
import Forms
import Values

/// The values at which conditions that read a row, or the rows of a section, may change their result.
struct CandidateValues {
  /// The constants that the value is compared with, and the solutions of comparisons that compute with it.
  var constants: [Value] = []
  /// The tests of a text, grouped by condition.
  var textTests: [[TextTest]] = []
  /// The list lengths to try.
  var listLengths: Set<Int> = []
}

/// Collects the values worth trying from all conditions of a form.
struct CandidateValueCollector {
  private(set) var candidates: [FormElement: CandidateValues] = [:]
  private let form: CompiledForm
  private var comparedElements: [(FormElement, FormElement)] = []

  init(_ form: CompiledForm) {
    self.form = form
    for row in form.rows.indices where form.rows[row].validityNode != nil { collectValidators(ofRow: row) }
    for node in form.graph.nodes {
      guard case .condition(let evaluator, let sources) = node.rule else { continue }
      let readings = Dictionary(uniqueKeysWithValues: zip(evaluator.references, sources))
      var questions: [FormElement: [TextTest]] = [:]
      for boundary in evaluator.condition.comparisonInputs {
        collectCandidates(boundary, sources: readings, textTests: &questions)
      }
      for (element, questions) in questions {
        candidates[element, default: CandidateValues()].textTests.append(questions)
      }
    }
    let known = candidates
    // For a row that is compared with another, also try the values of the other row.
    for (one, other) in comparedElements {
      candidates[one, default: CandidateValues()].constants += (known[other]?.constants ?? []) + sampleValues(of: other)
      candidates[one, default: CandidateValues()].textTests += known[other]?.textTests ?? []
    }
  }

  private mutating func collectCandidates(
    _ boundary: ComparisonInputs, sources: [Reference: ReadSource],
    textTests: inout [FormElement: [TextTest]]
  ) {
    let elements = boundary.references.compactMap { sources[$0]?.element }
    comparedElements += zip(elements, elements.dropFirst()).flatMap { [($0, $1), ($1, $0)] }
    for reference in boundary.references {
      guard let source = sources[reference], let element = source.element else { continue }
      var hint = candidates[element] ?? CandidateValues()
      if let question = boundary.textTest, readsText(source) {
        textTests[element, default: []].append(question)
      } else {
        let solutions = solutions(of: boundary, for: reference, sources)
        hint.constants += boundary.constants + solutions
        hint.listLengths.formUnion((boundary.constants + solutions).flatMap(\.nearbyListLengths))
        let lengths = solutions.compactMap(\.wholeNumber).filter { (0...1000).contains($0) }
        if case .value(_, ["length"]) = source, !lengths.isEmpty {
          textTests[element, default: []].append(TextTest(of: reference, lengths: lengths))
        }
      }
      candidates[element] = hint
    }
  }

  /// Returns the values of a reference for which both sides of a comparison are equal, while other rows have their
  /// initial values.
  private func solutions(
    of boundary: ComparisonInputs, for reference: Reference, _ readings: [Reference: ReadSource]
  ) -> [Value] {
    guard boundary.involvesComputation else { return [] }
    let roots = boundary.solutions(for: reference) { other in
      switch readings[other] {
      case .value(let row, let keys)?: (sampleValues(of: .row(row)).first ?? .null).member(at: keys)
      case .list(let section, let keys)?:
        Value.list(form.sections[section].rows.map { form.definition(ofRow: $0).value }).member(at: keys)
      case .boolean?, nil: .boolean(false)
      }
    }
    return roots.map { root in Int64(exactly: root).map(Value.integer) ?? .real(root) }
  }

  /// Returns the initial value of a row, or a sample if it is empty, so that two rows can have equal values.
  private func sampleValues(of element: FormElement) -> [Value] {
    guard case .row(let row) = element else { return [] }
    let value = form.definition(ofRow: row).value
    return value == .null ? form.rows[row].kind.sampleValues(options: []) : [value]
  }

  private func readsText(_ source: ReadSource) -> Bool {
    guard case .value(let row, let keys) = source else { return false }
    return form.rows[row].kind.isText && (keys.isEmpty || keys == ["length"])
  }
}

extension CandidateValueCollector {
  /// Collects values from the validators of a row, for rows whose validity a condition reads.
  private mutating func collectValidators(ofRow row: Int) {
    let definition = form.definition(ofRow: row)
    let value = Reference(.object)
    var hint = candidates[.row(row)] ?? CandidateValues()
    let patterns = [form.rows[row].kind.validValuePattern, definition.isRequired ? "\\s*" : nil].compactMap(\.self)
    var questions = patterns.compactMap { TextTest(of: value, matching: $0) }
    for validator in definition.validators {
      switch validator {
      case .length(let least, let most):
        let lengths = [least, most].compactMap(\.self).filter { (0...1000).contains($0) }
        questions.append(TextTest(of: value, lengths: lengths))
        hint.listLengths.formUnion(lengths.flatMap { Value.integer(Int64($0)).nearbyListLengths })
      case .range(let least, let most): hint.constants += [least, most].compactMap(\.self)
      case .pattern(let pattern): questions += [TextTest(of: value, matching: pattern)].compactMap(\.self)
      case .predicate, .remoteCheck: break
      }
    }
    if form.rows[row].kind.isText { hint.textTests.append(questions) }
    candidates[.row(row)] = hint
  }
}

extension ReadSource {
  /// The row whose value is read, or the section whose list is read.
  fileprivate var element: FormElement? {
    switch self {
    case .value(let row, _): .row(row)
    case .list(let section, _): .section(section)
    case .boolean: nil
    }
  }
}

extension Value {
  fileprivate var wholeNumber: Int? { number.flatMap { Int(exactly: $0.real) } }

  /// The list lengths around this number, if it is small enough for a list that a user would enter.
  fileprivate var nearbyListLengths: [Int] {
    guard let size = wholeNumber, (0...20).contains(size) else { return [] }
    return [max(0, size - 1), size, size + 1]
  }
}
