internal import Conditions
internal import Documents
internal import Values

extension FormCompiler {
  /// Checks a section, except for its rows and conditions.
  mutating func check(_ section: SectionDefinition, _ path: FormPath) {
    guard let template = section.template else { return }
    if template.tag != nil {
      note(.wrongTag, path + "template" + "tag", section.tag, "rows of a multivalued section cannot have tags")
    }
    check(template: template, path + "template", section.tag)
    for (place, row) in section.rows.enumerated() where row.tag != nil {
      note(.wrongTag, path + "rows" + place + "tag", row.tag, "rows of a multivalued section cannot have tags")
    }
  }

  /// Checks the template from which the rows of a section are made.
  private mutating func check(template: RowDefinition, _ path: FormPath, _ tag: String?) {
    check(template, path)
    func site(_ condition: Condition, _ path: FormPath) {
      // The condition may read `SELF`. Row 0 takes the place of a row that does not exist yet.
      sites.append(Site(node: nil, condition: condition, path: path, tag: tag, row: 0))
    }
    site(template.hidden, path + "hidden")
    site(template.disabled, path + "disabled")
    for (place, validator) in template.validators.enumerated() {
      let path = path + "validators" + place
      if case .predicate(let condition, _) = validator {
        site(condition, path + "predicate")
      } else {
        _ = compiled(validator, of: template, 0, path)
      }
    }
  }

  /// Checks the initial value and the options of a row.
  mutating func check(_ row: RowDefinition, _ path: FormPath) {
    let kind = row.kindOrItsValues
    if kind.kept(row.value) == nil {
      note(.wrongType, path + "value", row.tag, "expected \(kind.expected), found \(row.value.told)")
    }
    var options: Set<Value> = []
    for (place, option) in row.options.enumerated() where !options.insert(option.value.sameness).inserted {
      note(.wrongValue, path + "options" + place, row.tag, "duplicate option \(option.value.told)")
    }
  }

  /// Checks a validator and compiles its pattern or condition.
  mutating func compiled(
    _ validator: Validator, of row: RowDefinition, _ number: Int, _ path: FormPath
  ) -> CompiledValidator {
    let kind = row.kindOrItsValues
    if !kind.suits(validator) {
      note(
        .wrongType, path, row.tag, "a row of kind \(kind.rawValue) does not support a \(validator.measure) validator")
    }
    switch validator {
    case .length(let least, let most):
      if let least, let most, least > most { note(.wrongValue, path + "length", row.tag, "min is greater than max") }
    case .range(let least, let most):
      let bounds = [least, most].compactMap(\.self)
      if bounds.contains(where: { $0.number == nil }) {
        note(.wrongType, path + "range", row.tag, "expected numbers as bounds")
      } else if bounds.count == 2, bounds[0].order(to: bounds[1]) == .greater {
        note(.wrongValue, path + "range", row.tag, "min is greater than max")
      }
    case .pattern(let pattern): return compiled(pattern, row.tag, path + "pattern")
    case .predicate(let condition, let message):
      let role = Node.Role.validator(row: number)
      return .predicate(signal(condition, role, path + "predicate", row.tag, of: number), message: message)
    case .asked: break
    }
    return .plain(validator)
  }

  private mutating func compiled(_ pattern: String, _ tag: String?, _ path: FormPath) -> CompiledValidator {
    do throws(ConditionFault) {
      let condition = try Condition(parsing: "SELF MATCHES %@", arguments: [.value(.text(pattern))])
      let evaluator = Evaluator(condition)
      // A pattern passed as an argument is parsed when it is first used. Evaluating it once finds its syntax errors.
      _ = try evaluator.holds(GivenValues(evaluator.reads, object: ""))
      return .pattern(evaluator, pattern)
    } catch {
      note(.wrongValue, path, tag, error.message)
      return .plain(.pattern(pattern))
    }
  }

  mutating func note(_ kind: FormFault.Kind, _ path: FormPath, _ tag: String?, _ message: String) {
    faults.append(FormFault(kind, at: path, tag: tag, message))
  }
}

extension Validator {
  /// The word for the validator in error messages.
  fileprivate var measure: String {
    switch self {
    case .length: "length"
    case .range: "range"
    case .pattern: "pattern"
    case .predicate: "predicate"
    case .asked: "check"
    }
  }
}

extension RowKind {
  /// Returns a Boolean value that indicates whether rows of this kind support the validator.
  fileprivate func suits(_ validator: Validator) -> Bool {
    switch (validator, self) {
    case (.length, .multipleChoice): true
    case (.length, _), (.pattern, _): [.text, .multilineText, .email, .url, .phone, .password].contains(self)
    case (.range, _): [.integer, .decimal, .money, .slider, .stepper].contains(self)
    case (.predicate, _), (.asked, _): takesInput
    }
  }
}
