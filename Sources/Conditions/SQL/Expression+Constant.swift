internal import Values

/// What is given of what a condition reads, before there is an object to ask about.
struct Given {
  var variables: [String: Value] = [:]
  var now: Instant?
  var random: Double?

  /// An evaluation of what reads nothing but this, or `nil` if more is read.
  fileprivate func evaluation(_ reads: [Reference]) -> Evaluation<GivenValues>? {
    guard reads.allSatisfy(includes) else { return nil }
    return Evaluation(readings: GivenValues(reads, variables: variables, now: now, random: random))
  }

  private func includes(_ reference: Reference) -> Bool {
    switch reference.root {
    case .object: false
    case .variable(let name): variables[name] != nil
    case .now: now != nil
    case .random: random != nil
    }
  }
}

extension Expression {
  /// The value, if all that is read is given.
  func value(_ given: Given) -> Value? {
    if let constant { return constant }
    var collector = ReadCollector()
    collector.collect(self)
    guard let evaluation = given.evaluation(collector.reads) else { return nil }
    return try? evaluation.value(of: Compiler(reads: collector.reads).formula(self))
  }
}

extension Comparison {
  /// Whether the comparison holds, if all that is read is given.
  func holds(_ given: Given) -> Bool? {
    var collector = ReadCollector()
    collector.collect(.comparison(self))
    guard let evaluation = given.evaluation(collector.reads) else { return nil }
    return try? evaluation.holds(Compiler(reads: collector.reads).clause(.comparison(self)))
  }
}
