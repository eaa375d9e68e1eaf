import Values

extension Condition {
  /// Returns the conditions that are joined by AND, with their types checked for a table with the given columns.
  ///
  /// - Throws: An error if a column is compared with a value of another type, such as a number with a text.
  package func conjuncts(columns: [Reference: SQLColumn]) throws(ConditionError) -> [Condition] {
    let checked = try checkingTypes(against: columns)
    return if case .all(let clauses) = checked.clause { clauses.map { Condition($0) } } else { [checked] }
  }

  /// The values to which the condition limits a reference, if it compares one with constants and does nothing else.
  package var limit: ReferenceLimit? {
    guard case .comparison(let comparison) = clause, comparison.quantifier == nil, comparison.compareOptions == .none
    else { return nil }
    let comparisonOperator = comparison.comparisonOperator
    if let reference = comparison.left.wholeReference, let value = KnownValues().value(of: comparison.right) {
      return ReferenceLimit(reference, comparisonOperator, value)
    }
    if let reference = comparison.right.wholeReference, let value = KnownValues().value(of: comparison.left),
      let mirrored = comparisonOperator.mirrored
    {
      return ReferenceLimit(reference, mirrored, value)
    }
    return nil
  }
}

/// The values that a condition allows for a column.
package struct ReferenceLimit: Hashable, Sendable {
  /// What the condition reads.
  package let reference: Reference
  /// The values.
  package let values: Values

  /// Values of a reference.
  package enum Values: Hashable, Sendable {
    /// One of these.
    case among([Value])
    /// A range from the first value through the last one.
    case range(from: Value? = nil, through: Value? = nil)
    /// Those less than a value.
    case less(Value)
    /// Those greater than a value.
    case greater(Value)
  }

  fileprivate init?(_ reference: Reference, _ comparisonOperator: ComparisonOperator, _ value: Value) {
    self.reference = reference
    switch (comparisonOperator, value) {
    case (.equal, _): values = .among([value])
    case (.isIn, .list(let list)): values = .among(list)
    case (.less, _): values = .less(value)
    case (.lessOrEqual, _): values = .range(through: value)
    case (.greater, _): values = .greater(value)
    case (.greaterOrEqual, _): values = .range(from: value)
    case (.between, .list(let bounds)) where bounds.count == 2: values = .range(from: bounds[0], through: bounds[1])
    case (.notEqual, _), (.between, _), (.isIn, _), (.contains, _), (.beginsWith, _), (.endsWith, _), (.like, _),
      (.matches, _):
      return nil
    }
  }
}
