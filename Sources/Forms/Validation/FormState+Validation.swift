internal import Conditions
package import Values

extension Form.State {
  /// What is wrong with what stands in a row; nothing is with one that the policy leaves out.
  public func faults(_ id: ElementID) -> [FieldFault] { form.number(ofRow: id).map { judgements[$0] } ?? [] }

  /// Whether nothing that is known is wrong with any row.
  ///
  /// What the world has not been asked about may be.
  public var isValid: Bool { judgements.allSatisfy(\.isEmpty) }

  /// The value that the world can be asked about: one with which nothing is wrong that the form can tell alone.
  func askable(_ row: Int) -> Value? {
    guard !form.rows[row].checks.isEmpty, takesPart(row), ownFaults(row).isEmpty else { return nil }
    let value = value(row)
    return value.isNothing ? .none : .some(value)
  }

  /// What is wrong with what stands in a row, found out anew.
  package func judgement(_ row: Int) -> [FieldFault] {
    let troubles = troubles(row)
    guard takesPart(row), form.rows[row].kind.takesInput else { return troubles }
    return ownFaults(row) + told(row) + troubles
  }

  /// What the world has told, of the value that stands here now.
  private func told(_ row: Int) -> [FieldFault] {
    let field = fields[row]
    let reports = field.reports.map(FieldFault.told)
    switch field.inquiry {
    case .answered(value(row), let texts): return texts.map(FieldFault.told) + reports
    case .failed(value(row), let reason): return [.told("could not be checked: \(reason)")] + reports
    case .none, .asked, .answered, .failed: return reports
    }
  }

  private func troubles(_ row: Int) -> [FieldFault] {
    if troubles.isEmpty { return [] }
    let section = form.sections[form.rows[row].section]
    let nodes = (form.rows[row].conditions + [section.hidden, section.disabled]).compactMap(\.node)
    return nodes.compactMap { node in troubles[node].map { .told("a condition cannot be evaluated: \($0)") } }
  }

  private func ownFaults(_ row: Int) -> [FieldFault] {
    let compiled = form.rows[row]
    if let text = fields[row].entry.misunderstood {
      return [.misunderstood(text, expected: compiled.kind.expected)]
    }
    let value = value(row)
    let isNothing = value.isNothing
    if isNothing && compiled.isRequired { return [.missing] }
    let unfit = isNothing ? nil : compiled.kind.fault(in: value) ?? compiled.fault(in: value)
    return (unfit.map { [$0] } ?? []) + compiled.validators.compactMap { fault($0, value) }
  }

  private func fault(_ validator: CompiledValidator, _ value: Value) -> FieldFault? {
    switch validator {
    case .predicate(let signal, let message): truth(signal) ? nil : .told(message)
    case _ where value.isNothing: nil
    case .pattern(let pattern, let text): pattern.isMatched(by: value) ? nil : .mismatched(pattern: text)
    case .plain(let validator): validator.fault(in: value)
    }
  }
}

extension CompiledRow {
  /// Its own conditions, and those of its validators.
  package var conditions: [Signal] {
    [hidden, disabled]
      + validators.compactMap { if case .predicate(let signal, _) = $0 { signal } else { nil } }
  }
}

extension Evaluator {
  /// Whether a value matches the pattern that this was made of.
  fileprivate func isMatched(by value: Value) -> Bool {
    do throws(ConditionFault) {
      return try holds(GivenValues(reads, object: value))
    } catch {
      preconditionFailure("A pattern was read when its form was compiled: \(error)")
    }
  }
}

extension RowKind {
  /// What is wrong with a value of the right type.
  fileprivate func fault(in value: Value) -> FieldFault? {
    guard case .text(let text) = value else { return nil }
    let isFit =
      switch self {
      case .email: text.isMailAddress
      case .url: text.isWebAddress
      case .phone: text.isPhoneNumber
      case .text, .multilineText, .integer, .decimal, .money, .boolean, .date, .time, .dateTime, .singleChoice,
        .multipleChoice, .segmented, .slider, .stepper, .password, .button, .info:
        true
      }
    return isFit ? nil : .unfit(expected: expected)
  }
}

extension CompiledRow {
  /// The first that was chosen and cannot be, if there are options.
  fileprivate func fault(in value: Value) -> FieldFault? {
    if options.isEmpty { return nil }
    let chosen = if case .list(let values) = value { values } else { [value] }
    let other = chosen.first { one in !options.contains { $0.value.isSame(as: one) } }
    // What is typed unseen is not repeated.
    return other.map { kind == .password ? .unfit(expected: "one of the options") : .noOption($0) }
  }
}

extension Validator {
  /// What is wrong with a value that is there, by a validator that needs nothing else.
  fileprivate func fault(in value: Value) -> FieldFault? {
    switch self {
    case .length(let least, let most):
      guard let length = value.length else { return nil }
      if let least, length < least { return .tooShort(min: least) }
      if let most, length > most { return .tooLong(max: most) }
    case .range(let least, let most):
      if let least, value.order(to: least) == .less { return .tooSmall(min: least) }
      if let most, value.order(to: most) == .greater { return .tooLarge(max: most) }
    case .pattern, .predicate, .asked: break
    }
    return nil
  }
}

extension Value {
  /// Whether there is nothing that a person would call a value.
  package var isNothing: Bool {
    switch self {
    case .null: true
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .list(let values): values.isEmpty
    case .boolean, .integer, .real, .instant, .object: false
    }
  }

  /// How many scalars a text has, or members a list.
  fileprivate var length: Int? {
    switch self {
    case .text(let text): text.unicodeScalars.count
    case .list(let values): values.count
    case .null, .boolean, .integer, .real, .instant, .object: nil
    }
  }
}

extension String {
  /// Something before an @ and something with a point behind it, without space.
  fileprivate var isMailAddress: Bool {
    let parts = split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !contains(where: \.isWhitespace) else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && !labels.contains(where: \.isEmpty)
  }

  /// A scheme, `://` and a host, without space.
  fileprivate var isWebAddress: Bool {
    guard let colon = firstIndex(of: ":"), !contains(where: \.isWhitespace) else { return false }
    let rest = self[index(after: colon)...]
    let scheme = self[..<colon].unicodeScalars
    guard let first = scheme.first, first.isLetter,
      scheme.allSatisfy({ $0.isLetter || "+-.0123456789".unicodeScalars.contains($0) }),
      rest.hasPrefix("//")
    else { return false }
    let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    return !host.isEmpty
  }

  /// Three digits at least, and beside digits only what people put between them.
  fileprivate var isPhoneNumber: Bool {
    let scalars = unicodeScalars
    let digits = scalars.count { ("0"..."9").contains($0) }
    return digits >= 3 && scalars.allSatisfy { ("0"..."9").contains($0) || "+-()/. ".unicodeScalars.contains($0) }
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
