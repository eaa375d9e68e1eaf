import Conditions
import Testing
import Values

#if canImport(Glibc)
  import Glibc

  /// Evaluates conditions in a process without free memory, in which any allocation ends the process.
  @Suite struct `Evaluation without memory` {
    @Test func `plain comparisons need no allocation`() async {
      await #expect(processExitsWith: .success) {
        evaluateWithoutMemory(
          "$age.value < 18 AND $country.value == 'DE' AND ($total.value > 9.5 OR NOT $age.value != 15)")
      }
    }

    @Test(arguments: ["$country.value CONTAINS 'nd of'", "'nd of' IN $country.value"])
    func `a search for a constant text needs no allocation`(_ condition: String) async {
      await #expect(processExitsWith: .success) { [condition] in
        evaluateWithoutMemory("$age.value < 18 AND NOT \(condition)")
      }
    }

    /// Verifies that the tests above can detect an allocation.
    @Test func `a condition that creates a text fails`() async {
      await #expect(processExitsWith: .failure) {
        evaluateWithoutMemory("uppercase($country.value) == 'DE IS A COUNTRY WITH A LONG NAME'")
      }
    }
  }

  /// Evaluates a condition repeatedly while no memory is available, and exits.
  private func evaluateWithoutMemory(_ text: String) {
    guard let condition = try? Condition(parsing: text) else { exit(EX_USAGE) }
    let evaluator = Evaluator(condition)
    let rows = [
      FixedRowValueSource(age: 15, country: "DE", total: 19.99),
      FixedRowValueSource(age: 17, country: "DE", total: 9.5),
    ]
    // Evaluate once, because the first use of some types allocates memory.
    _ = countMatches(of: evaluator, in: rows, repetitions: 10)
    exhaustMemory()
    _exit(countMatches(of: evaluator, in: rows, repetitions: 10_000) > 0 ? EXIT_SUCCESS : EX_SOFTWARE)
  }

  private func countMatches(of evaluator: Evaluator, in rows: [FixedRowValueSource], repetitions times: Int) -> Int {
    var count = 1
    for number in 0..<times where (try? evaluator.holds(rows[number % rows.count])) == true { count += 1 }
    return count
  }

  /// Sets the memory limit to zero and uses up the free memory of the allocator, in blocks of decreasing size.
  private func exhaustMemory() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    limit.rlim_cur = 0
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    var size = 1 << 30
    while size > 0 {
      while malloc(size) != nil {}
      size = size > 4096 ? size / 2 : size - 16
    }
  }

  /// The values of three form rows.
  private struct FixedRowValueSource: ValueSource {
    var age: Value
    var country: Value
    var total: Value

    func value(at index: Int) -> Value? {
      switch index {
      case 0: age
      case 1: country
      case 2: total
      default: nil
      }
    }
  }
#endif
