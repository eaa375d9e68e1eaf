internal import Values

/// The values that are known before a row is read.
struct Given {
  var variables: [String: Value] = [:]
  var now: Instant?
  var random: Double?

  /// Creates an evaluation, or returns `nil` if not all references are given.
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
  /// Returns the value, or `nil` if not all references are given.
  func value(_ given: Given) -> Value? {
    if let constant { return constant }
    var collector = ReadCollector()
    collector.collect(self)
    guard let evaluation = given.evaluation(collector.reads) else { return nil }
    return try? evaluation.value(of: Compiler(reads: collector.reads).formula(self))
  }
}

extension Comparison {
  /// Returns whether the comparison is true, or `nil` if not all references are given.
  func holds(_ given: Given) -> Bool? {
    var collector = ReadCollector()
    collector.collect(.comparison(self))
    guard let evaluation = given.evaluation(collector.reads) else { return nil }
    return try? evaluation.holds(Compiler(reads: collector.reads).clause(.comparison(self)))
  }
}
