import Conditions
import Documents
import Values

extension FormParser {
  /// Parses an option: a value, or an object with a value and a title.
  mutating func parseOption(_ node: JSONNode) -> RowOption {
    guard case .object = node.content else { return RowOption(parseValue(node)) }
    var option = RowOption(.null)
    var isGiven = false
    parseMembers(of: node, ["value", "title"], "an option") { reader, key, node in
      if key == "title" { return option.title = reader.parseText(node) }
      option.value = reader.parseValue(node)
      isGiven = true
    }
    if !isGiven {
      addError(.invalidValue, "expected an option's value, as in {\"value\":1,\"title\":\"One\"}, found none")
    }
    return option
  }

  /// Parses a validator: an object with one key that names the requirement.
  ///
  /// An invalid validator is replaced by one that every value meets, so that the validators after it keep their
  /// indices.
  mutating func parseValidator(_ node: JSONNode) -> Validator {
    var requirements: [Validator] = []
    var message: String?
    let keys = ["length", "range", "pattern", "predicate", "remoteCheck", "message"]
    parseMembers(of: node, keys, "a validator") { reader, key, node in
      switch key {
      case "length":
        let (least, most) = reader.parseBounds(node) { $0.parseCount($1) }
        requirements.append(.length(min: least, max: most))
      case "range":
        let (least, most) = reader.parseBounds(node) { $0.parseNumber($1) }
        requirements.append(.range(min: least, max: most))
      case "pattern": requirements.append(.pattern(reader.parseText(node) ?? ""))
      case "predicate": requirements.append(.predicate(reader.parseCondition(node), message: ""))
      case "remoteCheck": requirements.append(.remoteCheck(reader.parseText(node) ?? ""))
      default: message = reader.parseText(node)
      }
    }
    let harmless = Validator.predicate(.always, message: "")
    guard case .object = node.content else { return harmless }
    guard requirements.count == 1, let validator = requirements.first else {
      addError(
        .invalidValue,
        "expected exactly one of length, range, pattern, predicate and remoteCheck, found "
          + (requirements.isEmpty ? "none" : "more"))
      return harmless
    }
    guard case .predicate(let condition, _) = validator else {
      if message != nil { addError(.invalidValue, "only a predicate can have a message; remove it", at: "message") }
      return validator
    }
    return .predicate(condition, message: message ?? "is not valid")
  }

  private mutating func parseBounds<Bound>(
    _ node: JSONNode, parseBound read: (inout FormParser, JSONNode) -> Bound?
  ) -> (Bound?, Bound?) {
    var bounds: (Bound?, Bound?)
    parseMembers(of: node, ["min", "max"], "bounds, as in {\"min\":1,\"max\":5}") { reader, key, node in
      if key == "min" { bounds.0 = read(&reader, node) } else { bounds.1 = read(&reader, node) }
    }
    return bounds
  }

  private mutating func parseCount(_ node: JSONNode) -> Int? {
    if case .integer(let count) = node.content, let count = Int(exactly: count), count >= 0 { return count }
    addMismatch(node, expected: "a nonnegative whole number")
    return nil
  }

  private mutating func parseNumber(_ node: JSONNode) -> Value? {
    switch try? node.value {
    case .integer(let integer)?: return .integer(integer)
    case .real(let real)?: return .real(real)
    case .money(let money)?: return .money(money)
    case .null?, .boolean?, .text?, .instant?, .list?, .object?, nil: addMismatch(node, expected: "a number")
    }
    return nil
  }
}
