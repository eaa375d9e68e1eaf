internal import Conditions
internal import Forms
internal import Values

extension CompiledForm {
  /// What conditions read of the values in a form, and what each is given so that they change their minds.
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

  /// Something that a row does not begin with, though nobody reads it.
  func otherValue(_ row: Int) -> Value {
    let definition = definition(ofRow: row)
    let samples = rows[row].kind.samples(of: definition.options)
    return samples.first { !$0.isSame(as: definition.value) } ?? rows[row].kind.emptyValue
  }

  private func values(ofRow row: Int, _ hint: DialHint) -> [Value] {
    let kind = rows[row].kind
    let definition = definition(ofRow: row)
    let values = ([definition.value, kind.emptyValue] + kind.values(for: hint, definition.options)).distinct(as: kind)
    // Where nothing tells which values make a difference, having one at all may.
    let tried = values.count > 1 ? values : (values + [otherValue(row)]).distinct(as: kind)
    return tried + (rows[row].validity == nil ? [] : definition.nonsense)
  }

  /// So many values are tried two by two.
  private static let mostInPairs = 8

  /// Lists of each value that makes a difference alone, of a few two by two, of all of them together, and as long as
  /// conditions ask for.
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
  /// Values that a row of a kind keeps, each once, in the order in which they come.
  fileprivate func distinct(as kind: RowKind) -> [Value] {
    var known: Set<Value> = []
    return compactMap { kind.kept($0) }.filter { known.insert($0.sameness).inserted }
  }
}

extension RowDefinition {
  /// A text that stands for nothing that the row takes, if there is one: it makes the row wrong.
  fileprivate var nonsense: [Value] {
    let text = Value.text("?")
    let isOption = options.isEmpty || options.contains { $0.value.isSame(as: text) }
    let isUnfit = [.singleChoice, .segmented].contains(kindOrItsValues) && !isOption
    return isUnfit || entry(text).misunderstood != nil ? [text] : []
  }
}
