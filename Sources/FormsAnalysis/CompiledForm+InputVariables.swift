import Conditions
import Forms
import Values

extension CompiledForm {
  /// The rows and lists that conditions read, each with the values to try.
  var inputVariables: [InputVariable] {
    let hints = CandidateValueCollector(self)
    return elementsInOrder.compactMap { element in
      guard let hint = hints.candidates[element] else { return nil }
      let values: [Value]
      switch element {
      case .row(let row) where !rows[row].kind.acceptsInput: return nil
      case .row(let row): values = inputValues(ofRow: row, candidates: hint)
      case .section(let section): values = inputValues(ofList: section, candidates: hint)
      }
      return InputVariable(element: element, id: id(of: element), values: values)
    }
  }

  /// Returns a value that differs from the row's initial one, for a row that no condition reads.
  func alternativeValue(forRow row: Int) -> Value {
    let definition = definition(ofRow: row)
    let samples = rows[row].kind.sampleValues(options: definition.options)
    return samples.first { !$0.isEquivalent(to: definition.value) } ?? rows[row].kind.emptyValue
  }

  private func inputValues(ofRow row: Int, candidates hint: CandidateValues) -> [Value] {
    let kind = rows[row].kind
    let definition = definition(ofRow: row)
    let values = ([definition.value, kind.emptyValue] + kind.candidateInputs(for: hint, options: definition.options))
      .normalizedAndDeduplicated(for: kind)
    // If no constant suggests a second value, an arbitrary one shows whether having a value makes a difference.
    let tried =
      values.count > 1 ? values : (values + [alternativeValue(forRow: row)]).normalizedAndDeduplicated(for: kind)
    return tried + (rows[row].validityNode == nil ? [] : definition.invalidInputs)
  }

  /// Returns lists of each relevant value alone, of up to eight in pairs, of all together, and of the lengths that
  /// conditions compare with.
  private func inputValues(ofList section: Int, candidates hint: CandidateValues) -> [Value] {
    guard let template = definition.sections[section].template else { return [] }
    let kind = template.effectiveKind
    let given = definition.sections[section].rows.map { kind.normalized($0.value) ?? .null }
    let members = kind.candidateInputs(for: hint, options: template.options).normalizedAndDeduplicated(for: kind).filter
    { !$0.isBlank }
    let samples = members + kind.sampleValues(options: template.options)
    if samples.isEmpty { return [.list(given)] }
    let long = hint.listLengths.sorted().map { size in (0..<size).map { samples[$0 % samples.count] } }
    let isPaired = members.count <= 8
    let pairs = members.indices.flatMap { one in isPaired ? members[(one + 1)...].map { [members[one], $0] } : [] }
    let lists = [given, []] + members.map { [$0] } + pairs + [members] + long
    return lists.map(Value.list).withoutDuplicates
  }
}

extension [Value] {
  /// Returns the values that a kind accepts, without duplicates and in order.
  fileprivate func normalizedAndDeduplicated(for kind: RowKind) -> [Value] {
    compactMap { kind.normalized($0) }.withoutDuplicates
  }
}

extension RowDefinition {
  /// A text that makes the row invalid because it is unparseable or not an option, if there is one.
  fileprivate var invalidInputs: [Value] {
    let text = Value.text("?")
    let isOption = options.isEmpty || options.contains { $0.value.isEquivalent(to: text) }
    let isUnfit = [.singleChoice, .segmented].contains(effectiveKind) && !isOption
    return isUnfit || entry(for: text).unparseableText != nil ? [text] : []
  }
}
