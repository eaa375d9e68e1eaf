internal import Conditions
internal import Forms
internal import Values

extension CompiledForm {
  /// The rows and lists that conditions read, each with the values to try.
  var dials: [Dial] {
    let hints = DialHints(self)
    return elementsInOrder.compactMap { element in
      guard let hint = hints.hints[element] else { return nil }
      switch element {
      case .row(let row) where !rows[row].kind.takesInput: return nil
      case .row(let row): return Dial(element: element, id: names.rows[row], values: values(ofRow: row, hint))
      case .section(let section):
        return Dial(element: element, id: names.sections[section], values: values(ofList: section, hint))
      }
    }
  }

  /// Returns a value that differs from the row's initial one, for a row that no condition reads.
  func otherValue(_ row: Int) -> Value {
    let definition = definition(ofRow: row)
    let samples = rows[row].kind.samples(of: definition.options)
    return samples.first { !$0.isSame(as: definition.value) } ?? rows[row].kind.emptyValue
  }

  private func values(ofRow row: Int, _ hint: DialHint) -> [Value] {
    let kind = rows[row].kind
    let definition = definition(ofRow: row)
    let values = ([definition.value, kind.emptyValue] + kind.values(for: hint, definition.options)).distinct(as: kind)
    // If no constant suggests a second value, an arbitrary one shows whether having a value makes a difference.
    let tried = values.count > 1 ? values : (values + [otherValue(row)]).distinct(as: kind)
    return tried + (rows[row].validity == nil ? [] : definition.nonsense)
  }

  /// The greatest number of element values that are also tried in pairs.
  private static let mostInPairs = 8

  /// Returns lists of each relevant value alone, of a few in pairs, of all together, and of the lengths that conditions
  /// compare with.
  private func values(ofList section: Int, _ hint: DialHint) -> [Value] {
    guard let template = definition.sections[section].template else { return [] }
    let kind = template.kindOrItsValues
    let given = definition.sections[section].rows.map { kind.kept($0.value) ?? .null }
    let members = kind.values(for: hint, template.options).distinct(as: kind).filter { !$0.isNothing }
    let samples = members + kind.samples(of: template.options)
    if samples.isEmpty { return [.list(given)] }
    let long = hint.sizes.sorted().map { size in (0..<size).map { samples[$0 % samples.count] } }
    let pairs =
      members.count > Self.mostInPairs
      ? []
      : members.indices.flatMap { one in
        members[(one + 1)...].map { [members[one], $0] }
      }
    let lists = [given, []] + members.map { [$0] } + pairs + [members] + long
    return lists.map(Value.list).distinct(as: .multipleChoice)
  }
}

extension [Value] {
  /// Returns the values that a kind accepts, without duplicates and in order.
  fileprivate func distinct(as kind: RowKind) -> [Value] {
    var known: Set<Value> = []
    return compactMap { kind.kept($0) }.filter { known.insert($0.sameness).inserted }
  }
}

extension RowDefinition {
  /// A text that makes the row invalid because it is unparseable or no option, if there is one.
  fileprivate var nonsense: [Value] {
    let text = Value.text("?")
    let isOption = options.isEmpty || options.contains { $0.value.isSame(as: text) }
    let isUnfit = [.singleChoice, .segmented].contains(kindOrItsValues) && !isOption
    return isUnfit || entry(text).misunderstood != nil ? [text] : []
  }
}
