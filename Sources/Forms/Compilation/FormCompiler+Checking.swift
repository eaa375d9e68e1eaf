import Conditions
import Documents
import Values

extension FormCompiler {
  /// Checks a section, except for its rows and conditions.
  mutating func check(_ section: SectionDefinition, _ path: FormPath) {
    guard let template = section.template else { return }
    if template.tag != nil {
      addError(
        .invalidTag, at: path + "template" + "tag", tag: section.tag,
        message: "rows of a multivalued section cannot have tags")
    }
    checkTemplate(template, at: path + "template", sectionTag: section.tag)
    for (place, row) in section.rows.enumerated() where row.tag != nil {
      addError(
        .invalidTag, at: path + "rows" + place + "tag", tag: row.tag,
        message: "rows of a multivalued section cannot have tags")
    }
  }

  /// Checks the template from which the rows of a section are made.
  private mutating func checkTemplate(_ template: RowDefinition, at path: FormPath, sectionTag tag: String?) {
    check(template, path)
    func site(_ condition: Condition, _ path: FormPath) {
      // The condition may read `SELF`. Row 0 takes the place of a row that does not exist yet.
      conditionSites.append(ConditionSite(node: nil, condition: condition, path: path, tag: tag, row: 0))
    }
    site(template.hidden, path + "hidden")
    site(template.disabled, path + "disabled")
    for (place, validator) in template.validators.enumerated() {
      let path = path + "validators" + place
      if case .predicate(let condition, _) = validator {
        site(condition, path + "predicate")
      } else {
        _ = compileValidator(validator, of: template, rowIndex: 0, path: path)
      }
    }
  }

  /// Checks the initial value and the options of a row.
  mutating func check(_ row: RowDefinition, _ path: FormPath) {
    let kind = row.effectiveKind
    if kind.normalized(row.value) == nil {
      addError(
        .wrongType, at: path + "value", tag: row.tag,
        message: "expected \(kind.expectedInput), found \(row.value.messageExcerpt)")
    }
    var options: Set<Value> = []
    for (place, option) in row.options.enumerated() where !options.insert(option.value.comparisonKey).inserted {
      addError(
        .invalidValue, at: path + "options" + place, tag: row.tag,
        message: "duplicate option \(option.value.messageExcerpt)")
    }
  }

  /// Checks a validator and compiles its pattern or condition.
  mutating func compileValidator(
    _ validator: Validator, of row: RowDefinition, rowIndex: Int, path: FormPath
  ) -> CompiledValidator {
    let kind = row.effectiveKind
    if !kind.supports(validator) {
      addError(
        .wrongType, at: path, tag: row.tag,
        message: "a row of kind \(kind.rawValue) does not support a \(validator.messageName) validator")
    }
    switch validator {
    case .length(let least, let most):
      if let least, let most, least > most {
        addError(.invalidValue, at: path + "length", tag: row.tag, message: "min is greater than max")
      }
    case .range(let least, let most):
      let bounds = [least, most].compactMap(\.self)
      if bounds.contains(where: { $0.number == nil }) {
        addError(.wrongType, at: path + "range", tag: row.tag, message: "expected numbers as bounds")
      } else if bounds.count == 2, bounds[0].compare(to: bounds[1]) == .greater {
        addError(.invalidValue, at: path + "range", tag: row.tag, message: "min is greater than max")
      }
    case .pattern(let pattern): return compilePattern(pattern, tag: row.tag, path: path + "pattern")
    case .predicate(let condition, let message):
      let role = DependencyNode.Role.validator(row: rowIndex)
      return .predicate(
        booleanSource(for: condition, role: role, path: path + "predicate", tag: row.tag, ofRow: rowIndex),
        message: message)
    case .remoteCheck: break
    }
    return .uncompiled(validator)
  }

  private mutating func compilePattern(_ pattern: String, tag: String?, path: FormPath) -> CompiledValidator {
    do throws(ConditionError) {
      let condition = try Condition(parsing: "SELF MATCHES %@", arguments: [.value(.text(pattern))])
      let evaluator = Evaluator(condition)
      // A pattern passed as an argument is parsed when it is first used. Evaluating it once finds its syntax errors.
      _ = try evaluator.holds(NamedValueSource(evaluator.references, object: ""))
      return .pattern(evaluator, pattern)
    } catch {
      addError(.invalidValue, at: path, tag: tag, message: error.message)
      return .uncompiled(.pattern(pattern))
    }
  }

  mutating func addError(_ kind: FormError.Kind, at path: FormPath, tag: String?, message: String) {
    errors.append(FormError(kind, at: path, tag: tag, message))
  }
}

extension Validator {
  /// The word for the validator in error messages.
  fileprivate var messageName: String {
    switch self {
    case .length: "length"
    case .range: "range"
    case .pattern: "pattern"
    case .predicate: "predicate"
    case .remoteCheck: "check"
    }
  }
}

extension RowKind {
  /// Returns a Boolean value that indicates whether rows of this kind support the validator.
  fileprivate func supports(_ validator: Validator) -> Bool {
    switch (validator, self) {
    case (.length, .multipleChoice): true
    case (.length, _), (.pattern, _): [.text, .multilineText, .email, .url, .phone, .password].contains(self)
    case (.range, _): [.integer, .decimal, .money, .slider, .stepper].contains(self)
    case (.predicate, _), (.remoteCheck, _): acceptsInput
    }
  }
}
