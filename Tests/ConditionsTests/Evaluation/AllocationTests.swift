import Conditions
import Testing
import Values

#if canImport(Glibc)
  import Glibc

  /// Conditions that are evaluated in a program that gets no memory any more: whoever asks for some is ended.
  @Suite struct `Where there is no memory` {
    @Test func `plain comparisons are evaluated`() async {
      await #expect(processExitsWith: .success) {
        evaluate("$age.value < 18 AND $country.value == 'DE' AND ($total.value > 9.5 OR NOT $age.value != 15)")
      }
    }

    /// Else the other would hold whatever was asked for.
    @Test func `what makes texts is not`() async {
      await #expect(processExitsWith: .failure) {
        evaluate("uppercase($country.value) == 'DE IS A COUNTRY WITH A LONG NAME'")
      }
    }
  }

  /// Evaluates a condition many times with no memory to be had, and ends the program.
  private func evaluate(_ text: String) {
    guard let condition = try? Condition(parsing: text) else { exit(EX_USAGE) }
    let evaluator = Evaluator(condition)
    let rows = [Row(age: 15, country: "DE", total: 19.99), Row(age: 17, country: "DE", total: 9.5)]
    // What is made when it is first needed is made now.
    _ = holds(evaluator, rows, 10)
    takeAllMemory()
    _exit(holds(evaluator, rows, 10_000) > 0 ? EXIT_SUCCESS : EX_SOFTWARE)
  }

  private func holds(_ evaluator: Evaluator, _ rows: [Row], _ times: Int) -> Int {
    var count = 1
    for number in 0..<times where (try? evaluator.holds(rows[number % rows.count])) == true { count += 1 }
    return count
  }

  /// Lets the system give no more, and takes what there is, from large to small.
  private func takeAllMemory() {
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

  /// What a form knows of three rows.
  private struct Row: Readings {
    var age: Value
    var country: Value
    var total: Value

    func value(at place: Int) -> Value? {
      switch place {
      case 0: age
      case 1: country
      case 2: total
      default: nil
      }
    }
  }
#endif
