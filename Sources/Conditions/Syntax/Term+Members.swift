extension Term {
  /// Its first member.
  public var first: Term { step(.first) }
  /// Its last member.
  public var last: Term { step(.last) }
  /// The sum of its members.
  public var sum: Term { call(.sum) }
  /// The average of its members.
  public var average: Term { call(.average) }
  /// The least of its members.
  public var least: Term { call(.min) }
  /// The greatest of its members.
  public var greatest: Term { call(.max) }
  /// How many scalars a text has.
  public var length: Term { call(.length) }
  /// A text in small letters.
  public var lowercased: Term { call(.lowercase) }
  /// A text in capital letters.
  public var uppercased: Term { call(.uppercase) }
  /// The present, which whoever evaluates the condition gives.
  public static let now = Term(.call(.now, [], .none))

  private func call(_ function: Function) -> Term { Term(.call(function, [expression], .none)) }

  /// The members for which a condition holds; each is a variable of that name while it is asked.
  ///
  /// ```swift
  /// Term.key("items").filter("item") { $0.key("price") > 4 }.count > 0
  /// // SUBQUERY(items, $item, $item.price > 4).@count > 0
  /// ```
  public func filter(_ name: String, _ condition: (Term) -> Condition) -> Term {
    Term(.subquery(expression, variable: name, condition(.variable(name)).clause))
  }

  /// The members of both, each once.
  public func union(_ other: Term) -> Term { combined(.union, other) }
  /// The members that are in both, each once.
  public func intersection(_ other: Term) -> Term { combined(.intersect, other) }
  /// The members that the other has not, each once.
  public func subtracting(_ other: Term) -> Term { combined(.minus, other) }

  private func combined(_ combination: Combination, _ other: Term) -> Term {
    Term(.combined(expression, combination, other.expression))
  }

  /// One value if a condition holds, and another if not.
  public static func choice(_ condition: Condition, _ first: Term, _ second: Term) -> Term {
    Term(.choice(condition.clause, first.expression, second.expression))
  }
}

extension Term {
  /// Whether one comparison holds for some of its members.
  ///
  /// ```swift
  /// Term.key("tags").any { $0 == "new" }              // ANY tags == 'new'
  /// Term.key("items").all { $0.key("price") > 4 }     // ALL items.price > 4
  /// ```
  public func any(_ comparison: (Term) -> Condition) -> Condition { quantified(.any, comparison) }
  /// Whether one comparison holds for all of its members.
  public func all(_ comparison: (Term) -> Condition) -> Condition { quantified(.all, comparison) }
  /// Whether one comparison holds for none of its members.
  public func none(_ comparison: (Term) -> Condition) -> Condition { quantified(.none, comparison) }

  private func quantified(_ quantifier: Quantifier, _ question: (Term) -> Condition) -> Condition {
    guard case .comparison(var comparison) = question(self).clause, comparison.quantifier == nil else {
      preconditionFailure("Of members one comparison is asked; for more there is filter.")
    }
    comparison.quantifier = quantifier
    return Condition(.comparison(comparison))
  }
}
