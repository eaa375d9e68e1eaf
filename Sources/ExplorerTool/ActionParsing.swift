import LoopText
import Values

/// Parses an action as it is printed, or in a short form.
///
/// A whole action means itself. The enclosing cases can be left out: `saveTapped` means `form(saveTapped)`. If the list shows the action with a
/// struct as its payload, the payload can be left out too: `addTapped`, or `addTapped p7` to replace its identifier.
///
/// - Parameters:
///   - line: The line that was typed.
///   - examples: The actions that the list shows.
/// - Returns: The action.
/// - Throws: An error if the line cannot be parsed, or if no action or several actions match.
func parseAction<Action: Decodable>(_ line: String, examples: [CanonicalValue]) throws -> Action {
  let typed = try CanonicalValue(parsingCommand: line)
  if let action: Action = try? typed.decode() { return action }
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
  default:
    throw StepSessionError(
      "ambiguous action; choose one of: \(actions.map { "\($0.meaning)" }.joined(separator: " | "))")
  }
}

extension CanonicalValue {
  /// Returns the typed value completed like the example: with the example's enclosing cases, and with its payload if
  /// that is a whole struct.
  ///
  /// Any other payload has to be typed. It is never guessed.
  fileprivate func completed(from example: CanonicalValue) -> CanonicalValue? {
    if case .identifier = example { return self == example ? self : nil }
    guard case .variant(let name, let arguments) = example else { return nil }
    switch (self, arguments.count == 1 && arguments[0].label == nil ? arguments[0].value : nil) {
    case (.identifier(name), .record?): return example
    case (.variant(name, let typed), .record(let fields)?):
      return Self.replacingID(in: fields, with: typed).map { .variant(name, [$0]) } ?? self
    case (.variant(name, _), _): return self
    case (_, let inner?): return completed(from: inner).map { .variant(name, [.init(label: nil, value: $0)]) }
    default: return nil
    }
  }

  /// Returns the struct of an example with the identifier that was typed, or `nil` if more than an identifier was
  /// typed.
  private static func replacingID(in fields: [Field], with typed: [Argument]) -> Argument? {
    guard typed.count == 1, typed[0].label == nil, fields.first?.name == "id" else { return nil }
    switch typed[0].value {
    case .identifier, .text, .number: break
    default: return nil
    }
    var fields = fields
    fields[0].value = typed[0].value
    return Argument(label: nil, value: .record(fields))
  }

  /// Returns a message that explains why the typed value is not an action.
  ///
  /// - Parameters:
  ///   - errors: The decoding errors of all completions; the first is that of the value as it was typed.
  ///   - examples: The actions that the list shows, and the actions nested in them.
  /// - Returns: The message.
  fileprivate func rejectionMessage(errors: [String], examples: [CanonicalValue]) -> String {
    guard let caseName else { return "\(self) is not an action; type actions for a list" }
    guard let example = examples.first(where: { $0.caseName == caseName }) else {
      let known = examples.compactMap(\.caseName) + StepHelp.verbs
      let hint = closestMatch(to: caseName, among: known).map { "did you mean \"\($0)\"?" }
      return "no action or command named \"\(caseName)\"; \(hint ?? "type actions for a list")"
    }
    switch (self, example) {
    case (.identifier, .variant): return "\(caseName) needs a value, such as \(example)"
    case (.variant, .identifier): return "\(caseName) takes no value"
    default: return Self.payloadSuggestions(for: caseName, among: examples, insteadOf: self) ?? errors.last ?? ""
    }
  }

  /// Returns a message with the payloads that a case accepts, or `nil` if the examples show none.
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
    return "\(name) does not accept \(part); choose one of: \(fitting.map { "\($0)" }.joined(separator: " | "))"
  }

  /// The payload, if it is a single value without a label.
  private var singlePayload: CanonicalValue? {
    guard case .variant(_, let arguments) = self, arguments.count == 1, arguments[0].label == nil else { return nil }
    return arguments[0].value
  }

  private var caseName: String? {
    switch self {
    case .identifier(let name), .variant(let name, _): name
    default: nil
    }
  }

  /// The action and the actions nested in it.
  var withNestedActions: [CanonicalValue] {
    singlePayload.map { [self] + $0.withNestedActions } ?? [self]
  }
}
