internal import Values

/// What is given of what a condition reads, before there is an object to ask about.
struct Given {
  var variables: [String: Value] = [:]
  var now: Instant?
  var random: Double?

  fileprivate func includes(_ reference: Reference) -> Bool {
    switch reference.root {
    case .object: false
    case .variable(let name): variables[name] != nil
    case .now: now != nil
    case .random: random != nil
    }
  }
}

extension Expression {
  /// What it comes to, if nothing has to be read for that.
  var valueWithoutReading: Value? { value(Given()) }

  /// What it comes to, if nothing has to be read for that but what is given.
  func value(_ given: Given) -> Value? {
    if let constant { return constant }
    let comparison = Comparison(left: self, relation: .equal, right: .constant(.null))
    guard let (plan, values) = comparison.plan(given) else { return nil }
    return try? plan.value(plan.tests[0].left, values, [])
  }
}

extension Comparison {
  /// How it is evaluated, if nothing has to be read for that but what is given.
  fileprivate func plan(_ given: Given) -> (Plan, GivenValues)? {
    var collector = ReadCollector()
    collector.collect(.comparison(self))
    guard collector.reads.allSatisfy(given.includes) else { return nil }
    let values = GivenValues(
      collector.reads, variables: given.variables, now: given.now, random: given.random)
    return (Compiler(reads: collector.reads).plan(.comparison(self)), values)
  }

  /// Whether it holds, if that can be told by what is given.
  func holds(_ given: Given) -> Bool? {
    guard let (plan, values) = plan(given) else { return nil }
    return try? plan.evaluate(values, bound: [])
  }
}
