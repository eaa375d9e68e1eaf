extension Term {
  /// The first element.
  public var first: Term { appending(.first) }
  /// The last element.
  public var last: Term { appending(.last) }
  /// The sum of the elements.
  public var sum: Term { call(.sum) }
  /// The average of the elements.
  public var average: Term { call(.average) }
  /// The minimum of the elements.
  public var minimum: Term { call(.min) }
  /// The maximum of the elements.
  public var maximum: Term { call(.max) }
  /// The number of scalars in a text.
  public var length: Term { call(.length) }
  /// The text in lower case.
  public var lowercased: Term { call(.lowercase) }
  /// The text in upper case.
  public var uppercased: Term { call(.uppercase) }
  /// The current time, which the caller of the evaluation provides.
  public static let now = Term(.call(.now, [], .none))

  private func call(_ function: BuiltInFunction) -> Term { Term(.call(function, [expression], .none)) }

  /// Returns the elements for which a condition is true.
  ///
  /// The condition refers to the element as a variable.
  ///
  /// ```swift
  /// Term.key("items").filter("item") { $0.key("price") > 4 }.count > 0
  /// // SUBQUERY(items, $item, $item.price > 4).@count > 0
  /// ```
  public func filter(_ variableName: String, _ condition: (Term) -> Condition) -> Term {
    Term(.subquery(expression, variable: variableName, condition(.variable(variableName)).clause))
  }

  /// Returns the elements of both lists, each once.
  public func union(_ other: Term) -> Term { setOperation(.union, other) }
  /// Returns the elements that are in both lists, each once.
  public func intersection(_ other: Term) -> Term { setOperation(.intersect, other) }
  /// Returns the elements that are not in the other list, each once.
  public func subtracting(_ other: Term) -> Term { setOperation(.minus, other) }

  private func setOperation(_ setOperator: SetOperator, _ other: Term) -> Term {
    Term(.setOperation(expression, setOperator, other.expression))
  }

  /// Returns one value if a condition is true, and another if it is false.
  public static func conditional(_ condition: Condition, _ first: Term, _ second: Term) -> Term {
    Term(.conditional(condition.clause, first.expression, second.expression))
  }
}

extension Term {
  /// Whether a comparison is true for at least one element.
  ///
  /// ```swift
  /// Term.key("tags").any { $0 == "new" }              // ANY tags == 'new'
  /// Term.key("items").all { $0.key("price") > 4 }     // ALL items.price > 4
  /// ```
  public func any(_ comparison: (Term) -> Condition) -> Condition { quantified(.any, comparison) }
  /// Whether a comparison is true for all elements.
  public func all(_ comparison: (Term) -> Condition) -> Condition { quantified(.all, comparison) }
  /// Whether a comparison is true for no element.
  public func none(_ comparison: (Term) -> Condition) -> Condition { quantified(.none, comparison) }

  private func quantified(_ quantifier: Quantifier, _ question: (Term) -> Condition) -> Condition {
    guard case .comparison(var comparison) = question(self).clause, comparison.quantifier == nil else {
      preconditionFailure(
        "A quantifier needs exactly one comparison without a quantifier; use filter(_:_:) for other conditions.")
    }
    comparison.quantifier = quantifier
    return Condition(.comparison(comparison))
  }
}
