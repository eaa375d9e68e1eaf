internal import LoopText
internal import Values

/// Reads an action as it is printed, or without what leads to it: `saveTapped` for `form(saveTapped)`, and `addTapped`
/// or `addTapped p7` where one is listed with a whole product.
///
/// The examples are the actions that are listed.
func readAction<Action: Decodable>(_ line: String, like examples: [Canonical]) throws -> Action {
  let typed = try Canonical(parsingCommand: line)
  var meanings: [Canonical] = [typed]
  for example in examples {
    if let meaning = typed.completed(like: example), !meanings.contains(meaning) { meanings.append(meaning) }
  }
  var actions: [(meaning: Canonical, action: Action)] = []
  var faults: [String] = []
  for meaning in meanings {
    do { actions.append((meaning, try meaning.decode())) } catch { faults.append(error.explained) }
  }
  switch actions.count {
  case 0: throw PlayFault(typed.refusal(faults, examples: examples.flatMap(\.chain)))
  case 1: return actions[0].action
  default: throw PlayFault("which of these? \(actions.map { "\($0.meaning)" }.joined(separator: " | "))")
  }
}

extension Canonical {
  /// Completes what was typed to something like an example: with the cases around it, and with the example's payload
  /// where that is a whole struct.
  ///
  /// Any other payload is what the person wants to say, and never guessed.
  fileprivate func completed(like example: Canonical) -> Canonical? {
    if case .word = example { return self == example ? self : nil }
    guard case .variant(let name, let arguments) = example else { return nil }
    switch (self, arguments.count == 1 && arguments[0].label == nil ? arguments[0].value : nil) {
    case (.word(name), .record?): return example
    case (.variant(name, let typed), .record(let fields)?):
      return Self.identified(fields, by: typed).map { .variant(name, [$0]) } ?? self
    case (.variant(name, _), _): return self
    case (_, let inner?): return completed(like: inner).map { .variant(name, [.init(label: nil, value: $0)]) }
    default: return nil
    }
  }

  /// The struct of an example under another identity, if that is all that was typed.
  private static func identified(_ fields: [Field], by typed: [Argument]) -> Argument? {
    guard typed.count == 1, typed[0].label == nil, fields.first?.name == "id" else { return nil }
    switch typed[0].value {
    case .word, .text, .number: break
    default: return nil
    }
    var fields = fields
    fields[0].value = typed[0].value
    return Argument(label: nil, value: .record(fields))
  }

  /// Why what was typed is no action, from the example that comes nearest.
  ///
  /// The faults are those of its meanings; the first meaning is what was typed as it is.
  fileprivate func refusal(_ faults: [String], examples: [Canonical]) -> String {
    guard let name else { return "\(self) is nothing that can be done here; see actions" }
    guard let example = examples.first(where: { $0.name == name }) else {
      let known = examples.compactMap(\.name) + StepHelp.verbs
      let hint = nearest(to: name, of: known).map { "did you mean \"\($0)\"?" }
      return "\(name) is nothing that can be done here; \(hint ?? "see actions")"
    }
    switch (self, example) {
    case (.word, .variant): return "\(name) wants a value, such as \(example)"
    case (.variant, .word): return "\(name) takes nothing"
    default: return Self.choices(behind: name, of: examples, insteadOf: self) ?? faults.last ?? ""
    }
  }

  /// What fits behind a name where one of several cases does, and none of them was typed.
  private static func choices(behind name: String, of examples: [Canonical], insteadOf typed: Canonical) -> String? {
    var fitting: [Canonical] = []
    for example in examples where example.name == name {
      if let part = example.part, case .variant = part, !fitting.contains(part) { fitting.append(part) }
    }
    guard let part = typed.part, !fitting.isEmpty else { return nil }
    if let name = part.name, fitting.contains(where: { $0.name == name }) {
      return choices(behind: name, of: examples, insteadOf: part)
    }
    return "\(part) does not fit behind \(name); what fits: \(fitting.map { "\($0)" }.joined(separator: " | "))"
  }

  /// All there is to a payload.
  private var part: Canonical? {
    guard case .variant(_, let arguments) = self, arguments.count == 1, arguments[0].label == nil else { return nil }
    return arguments[0].value
  }

  private var name: String? {
    switch self {
    case .word(let name), .variant(let name, _): name
    default: nil
    }
  }

  /// An action, and the smaller ones it leads to.
  fileprivate var chain: [Canonical] {
    part.map { [self] + $0.chain } ?? [self]
  }
}
