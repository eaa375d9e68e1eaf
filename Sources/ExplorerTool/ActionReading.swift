internal import LoopText
internal import Values

/// Reads an action as it is printed, or without what leads to it: `saveTapped` for `form(saveTapped)`, and `addTapped`
/// or `addTapped p7` where one is listed with a whole product.
///
/// The examples are the actions that are listed.
func parseAction<Action: Decodable>(_ line: String, examples: [CanonicalValue]) throws -> Action {
  let typed = try CanonicalValue(parsingCommand: line)
  var meanings: [CanonicalValue] = [typed]
  for example in examples {
    if let meaning = typed.completed(from: example), !meanings.contains(meaning) { meanings.append(meaning) }
  }
  var actions: [(meaning: CanonicalValue, action: Action)] = []
  var faults: [String] = []
  for meaning in meanings {
    do { actions.append((meaning, try meaning.decode())) } catch { faults.append(error.readableDescription) }
  }
  switch actions.count {
  case 0:
    throw StepSessionError(typed.rejectionMessage(errors: faults, examples: examples.flatMap(\.withNestedActions)))
  case 1: return actions[0].action
  default: throw StepSessionError("which of these? \(actions.map { "\($0.meaning)" }.joined(separator: " | "))")
  }
}

extension CanonicalValue {
  /// Completes what was typed to something like an example: with the cases around it, and with the example's payload
  /// where that is a whole struct.
  ///
  /// Any other payload is what the person wants to say, and never guessed.
  fileprivate func completed(from example: CanonicalValue) -> CanonicalValue? {
    if case .word = example { return self == example ? self : nil }
    guard case .variant(let name, let arguments) = example else { return nil }
    switch (self, arguments.count == 1 && arguments[0].label == nil ? arguments[0].value : nil) {
    case (.word(name), .record?): return example
    case (.variant(name, let typed), .record(let fields)?):
      return Self.replacingID(in: fields, with: typed).map { .variant(name, [$0]) } ?? self
    case (.variant(name, _), _): return self
    case (_, let inner?): return completed(from: inner).map { .variant(name, [.init(label: nil, value: $0)]) }
    default: return nil
    }
  }

  /// The struct of an example under another identity, if that is all that was typed.
  private static func replacingID(in fields: [Field], with typed: [Argument]) -> Argument? {
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
  fileprivate func rejectionMessage(errors faults: [String], examples: [CanonicalValue]) -> String {
    guard let caseName else { return "\(self) is nothing that can be done here; see actions" }
    guard let example = examples.first(where: { $0.caseName == caseName }) else {
      let known = examples.compactMap(\.caseName) + StepHelp.verbs
      let hint = closestMatch(to: caseName, among: known).map { "did you mean \"\($0)\"?" }
      return "\(caseName) is nothing that can be done here; \(hint ?? "see actions")"
    }
    switch (self, example) {
    case (.word, .variant): return "\(caseName) wants a value, such as \(example)"
    case (.variant, .word): return "\(caseName) takes nothing"
    default: return Self.payloadSuggestions(for: caseName, among: examples, insteadOf: self) ?? faults.last ?? ""
    }
  }

  /// What fits behind a name where one of several cases does, and none of them was typed.
  private static func payloadSuggestions(
    for name: String, among examples: [CanonicalValue], insteadOf typed: CanonicalValue
  ) -> String? {
    var fitting: [CanonicalValue] = []
    for example in examples where example.caseName == name {
      if let part = example.singlePayload, case .variant = part, !fitting.contains(part) { fitting.append(part) }
    }
    guard let part = typed.singlePayload, !fitting.isEmpty else { return nil }
    if let name = part.caseName, fitting.contains(where: { $0.caseName == name }) {
      return payloadSuggestions(for: name, among: examples, insteadOf: part)
    }
    return "\(part) does not fit behind \(name); what fits: \(fitting.map { "\($0)" }.joined(separator: " | "))"
  }

  /// All there is to a payload.
  private var singlePayload: CanonicalValue? {
    guard case .variant(_, let arguments) = self, arguments.count == 1, arguments[0].label == nil else { return nil }
    return arguments[0].value
  }

  private var caseName: String? {
    switch self {
    case .word(let name), .variant(let name, _): name
    default: nil
    }
  }

  /// An action, and the smaller ones it leads to.
  fileprivate var withNestedActions: [CanonicalValue] {
    singlePayload.map { [self] + $0.withNestedActions } ?? [self]
  }
}
