internal import Values

extension Expression {
  /// What it comes to, if nothing has to be read for that.
  var valueWithoutReading: Value? {
    if let constant { return constant }
    var collector = ReadCollector()
    collector.collect(self)
    guard collector.reads.isEmpty else { return nil }
    let plan = Compiler(reads: []).plan(
      .comparison(Comparison(left: self, relation: .equal, right: .constant(.null))))
    return try? plan.value(plan.tests[0].left, GivenValues([]), [])
  }
}
