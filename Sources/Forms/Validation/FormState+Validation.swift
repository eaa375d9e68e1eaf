import Conditions
import Values

extension FormFeature.State {
  /// Returns the validation errors of a row.
  ///
  /// A row that the user cannot edit has none, because the user could not correct it. Only a condition of the row that
  /// cannot be evaluated is reported in any case.
  public func errors(of id: ElementID) -> [FieldError] { form.index(ofRow: id).map { rowErrors[$0] } ?? [] }

  /// A Boolean value that indicates whether the form has no known errors.
  ///
  /// Remote validations that were not requested may still find errors.
  public var isValid: Bool { rowErrors.allSatisfy(\.isEmpty) }

  /// Returns the value of a row that needs remote validation, or `nil` if it fails local validation.
  func valueToValidateRemotely(inRow row: Int) -> Value? {
    guard !form.rows[row].remoteChecks.isEmpty, isEditable(row), valueErrors(ofRow: row).isEmpty else { return nil }
    let value = value(row)
    return value.isBlank ? .none : .some(value)
  }

  /// Validates a row and returns its errors.
  package func validate(row: Int) -> [FieldError] {
    let troubles = conditionEvaluationErrors(ofRow: row)
    guard isEditable(row) else { return troubles }
    return valueErrors(ofRow: row) + remoteErrors(ofRow: row) + troubles
  }

  /// Returns the errors found by remote validation and reported from outside for the current content.
  private func remoteErrors(ofRow row: Int) -> [FieldError] {
    let field = fields[row]
    let reports = field.reportedErrors.map(FieldError.custom)
    switch field.remoteValidation {
    case .completed(let texts): return texts.map(FieldError.custom) + reports
    case .failed(let reason): return [.custom("could not be checked: \(reason)")] + reports
    case .notRequested, .pending: return reports
    }
  }

  private func conditionEvaluationErrors(ofRow row: Int) -> [FieldError] {
    if conditionEvaluationErrors.isEmpty { return [] }
    let section = form.sections[form.rows[row].section]
    let nodes = (form.rows[row].conditionSignals + [section.hidden, section.disabled]).compactMap(\.node)
    return nodes.compactMap { node in
      conditionEvaluationErrors[node].map {
        .custom("a condition cannot be evaluated: \(message(of: $0, atNode: node))")
      }
    }
  }

  private func valueErrors(ofRow row: Int) -> [FieldError] {
    let compiled = form.rows[row]
    if let text = fields[row].entry.unparseableText {
      return [.unparseable(text, expected: compiled.kind.expectedInput(insteadOf: text))]
    }
    let value = value(row)
    let isBlank = value.isBlank
    if isBlank && compiled.isRequired { return [.missing] }
    let formatError = isBlank ? nil : compiled.formatError(of: value)
    return (formatError.map { [$0] } ?? []) + compiled.validators.compactMap { validationError(of: $0, for: value) }
  }

  private func validationError(of validator: CompiledValidator, for value: Value) -> FieldError? {
    switch validator {
    case .predicate(let signal, let message): return isTrue(signal) ? nil : .custom(message)
    case _ where value.isBlank: break
    case .pattern(let evaluator, let pattern):
      do throws(ConditionError) {
        let isMatch = try evaluator.holds(NamedValueSource(evaluator.references, object: value))
        return isMatch ? nil : .patternMismatch(pattern: pattern)
      } catch {
        preconditionFailure("The pattern was validated when its form was compiled: \(error)")
      }
    case .builtIn(.length(let least, let most)):
      guard let length = value.length else { break }
      if let least, length < least { return .tooShort(min: least) }
      if let most, length > most { return .tooLong(max: most) }
    case .builtIn(.range(let least, let most)):
      if let least, value.compare(to: least) == .less { return .tooSmall(min: least) }
      if let most, value.compare(to: most) == .greater { return .tooLarge(max: most) }
    case .builtIn: break
    }
    return nil
  }
}

extension CompiledRow {
  /// The conditions of the row and of its validators.
  package var conditionSignals: [BooleanSignal] {
    [ownHidden, ownDisabled]
      + validators.compactMap { if case .predicate(let signal, _) = $0 { signal } else { nil } }
  }

  /// Returns the error of a value that has the right type, but does not have the format of the row's kind or is not an
  /// option.
  fileprivate func formatError(of value: Value) -> FieldError? {
    if case .text(let text) = value {
      let hasFormat =
        switch kind {
        case .email: text.isMailAddress
        case .url: text.isWebAddress
        case .phone: text.isPhoneNumber
        default: true
        }
      if !hasFormat { return .invalid(expected: kind.expectedInput) }
    }
    if options.isEmpty { return nil }
    let chosen = if case .list(let values) = value { values } else { [value] }
    let other = chosen.first { one in !options.contains { $0.value.isEquivalent(to: one) } }
    // The content of a password is not repeated in the message.
    return other.map { kind == .password ? .invalid(expected: "one of the options") : .notAnOption($0) }
  }
}

extension Value {
  /// A Boolean value that indicates whether the value is null, a text of white space, or an empty list.
  package var isBlank: Bool {
    switch self {
    case .null: true
    case .text(let text): text.allSatisfy(\.isWhitespace)
    case .list(let values): values.isEmpty
    case .boolean, .integer, .real, .money, .instant, .object: false
    }
  }

  /// The number of Unicode scalars of a text or elements of a list.
  fileprivate var length: Int? {
    switch self {
    case .text(let text): text.unicodeScalars.count
    case .list(let values): values.count
    case .null, .boolean, .integer, .real, .money, .instant, .object: nil
    }
  }
}

extension String {
  /// A Boolean value that indicates whether the text has a local part, an `@` and a domain with a dot, without white
  /// space.
  fileprivate var isMailAddress: Bool {
    let parts = split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !contains(where: \.isWhitespace) else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && !labels.contains(where: \.isEmpty)
  }

  /// A Boolean value that indicates whether the text has a scheme, `://` and a host, without white space.
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

  /// A Boolean value that indicates whether the text has at least three digits and otherwise only common separators.
  fileprivate var isPhoneNumber: Bool {
    let scalars = unicodeScalars
    let digits = scalars.count { ("0"..."9").contains($0) }
    return digits >= 3 && scalars.allSatisfy { ("0"..."9").contains($0) || "+-()/. ".unicodeScalars.contains($0) }
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
