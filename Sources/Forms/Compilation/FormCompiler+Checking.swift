import Conditions
import Documents
import Values

extension FormCompiler {
  /// Checks the template of a multivalued section, and that the section's rows have no tags.
  mutating func checkTemplate(_ template: RowDefinition, of section: SectionDefinition, at path: FormPath) {
    let message = "rows of a multivalued section cannot have tags"
    let templatePath = path + "template"
    tag = section.tag
    if template.tag != nil { addError(.invalidTag, at: templatePath + "tag", message) }
    tag = template.tag
    check(template, at: templatePath)
    func addPasswordError(at path: FormPath) {
      addError(.invalidValue, at: path + "kind", "a multivalued section cannot contain passwords")
    }
    if template.kind == .password { addPasswordError(at: templatePath) }
    for index in section.rows.indices where section.rows[index].kind == .password {
      tag = section.rows[index].tag
      addPasswordError(at: path + "rows" + index)
    }
    func addConditionSite(_ condition: Condition, _ path: FormPath) {
      // The condition may read `SELF`. Row 0 takes the place of a row that does not exist yet.
      conditionSites.append(
        LocatedCondition(
          node: nil, condition: condition, path: path, tag: section.tag, row: 0, template: template))
    }
    addConditionSite(template.hidden, templatePath + "hidden")
    addConditionSite(template.disabled, templatePath + "disabled")
    for (index, validator) in template.validators.enumerated() {
      let path = templatePath + "validators" + index
      if case .predicate(let condition, _) = validator {
        addConditionSite(condition, path + "predicate")
      } else {
        _ = compileValidator(validator, kind: template.effectiveKind, ofRow: 0, path: path)
      }
    }
    for index in section.rows.indices where section.rows[index].tag != nil {
      tag = section.rows[index].tag
      addError(.invalidTag, at: path + "rows" + index + "tag", message)
    }
  }

  /// Checks the initial value and the options of a row.
  mutating func check(_ row: RowDefinition, at path: FormPath) {
    let kind = row.effectiveKind
    if kind.normalized(row.value) == nil {
      addError(.wrongType, at: path + "value", "expected \(kind.expectedInput), found \(row.value.messageExcerpt)")
    }
    if kind == .password, row.value != .null {
      addError(.invalidValue, at: path + "value", "a password cannot have an initial value; remove it")
    }
    var options: Set<Value> = []
    for (index, option) in row.options.enumerated() where !options.insert(option.value.comparisonKey).inserted {
      addError(.invalidValue, at: path + "options" + index, "duplicate option \(option.value.messageExcerpt)")
    }
  }

  /// Checks a validator and compiles its pattern or condition.
  mutating func compileValidator(_ validator: Validator, kind: RowKind, ofRow row: Int, path: FormPath)
    -> CompiledValidator
  {
    if !kind.supports(validator) {
      addError(
        .wrongType, at: path, "a row of kind \(kind.rawValue) does not support a \(validator.messageName) validator")
    }
    switch validator {
    case .length(let least, let most):
      if [least, most].contains(where: { $0.map { $0 < 0 } ?? false }) {
        addError(.invalidValue, at: path + "length", "expected nonnegative numbers as bounds")
      } else if let least, let most, least > most {
        addError(.invalidValue, at: path + "length", "min is greater than max")
      }
    case .range(let least, let most):
      let bounds = [least, most].compactMap(\.self)
      if bounds.contains(where: { ValueType(of: $0) != .number }) {
        addError(.wrongType, at: path + "range", "expected numbers as bounds")
      } else if bounds.count == 2, bounds[0].compare(to: bounds[1]) == .greater {
        addError(.invalidValue, at: path + "range", "min is greater than max")
      }
    case .pattern(let pattern):
      do throws(ConditionError) {
        let condition = try Condition(parsing: "SELF MATCHES %@", arguments: [.value(.text(pattern))])
        let evaluator = Evaluator(condition)
        // A pattern passed as an argument is parsed when it is first used. Evaluating it once finds its syntax errors.
        _ = try evaluator.holds(NamedValueSource(evaluator.references, object: ""))
        return .pattern(evaluator, pattern)
      } catch {
        addError(.invalidValue, at: path + "pattern", error.message)
      }
    case .predicate(let condition, let message):
      let source = makeBooleanSignal(
        for: condition, property: .validator(row: row), path: path + "predicate", ofRow: row)
      return .predicate(source, message: message)
    case .remoteCheck: break
    }
    return .builtIn(validator)
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
    case .remoteCheck: "remoteCheck"
    }
  }
}

extension RowKind {
  /// A Boolean value that indicates whether rows of this kind support a range validator.
  var supportsRange: Bool { [.integer, .decimal, .money, .slider, .stepper].contains(self) }

  /// Returns a Boolean value that indicates whether rows of this kind support the validator.
  fileprivate func supports(_ validator: Validator) -> Bool {
    switch (validator, self) {
    case (.length, .multipleChoice): true
    case (.length, _), (.pattern, _): isText
    case (.range, _): supportsRange
    case (.predicate, _), (.remoteCheck, _): acceptsInput
    }
  }
}
