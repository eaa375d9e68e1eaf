import Conditions
import Forms
import FormsFixtures
import Loop
import Testing
import Values

@Suite struct `Validation errors of a row` {
  private func state(_ row: RowDefinition, _ actions: FormFeature.Action...) throws -> FormFeature.State {
    FormFeature.State(try compiledForm([row]), actions)
  }

  private static let texts: [(RowKind, String, String)] = [
    (.integer, "3,50", "expected a whole number such as 12, found \"3,50\""),
    (
      .integer, "1,299",
      "expected a whole number such as 1299, because a comma before three digits is ambiguous, found \"1,299\""
    ),
    (
      .decimal, "0.12345678901234567890",
      "expected a number such as 12.5, with at most 15 digits, found \"0.12345678901234567890\""
    ),
    (.decimal, "3,5,0", "expected a number such as 12.5, found \"3,5,0\""),
    (.decimal, "1.23,5", "expected a number such as 12.5, found \"1.23,5\""),
    (.decimal, "5.", "expected a number such as 12.5, found \"5.\""),
    (.decimal, ".5e3", "expected a number such as 12.5, found \".5e3\""),
    (.decimal, "3,5e2", "expected a number such as 12.5, found \"3,5e2\""),
    (.decimal, "1,234", "expected 1234 or 1.234, because a comma before three digits is ambiguous, found \"1,234\""),
    (.slider, "-1,234", "expected -1234 or -1.234, because a comma before three digits is ambiguous, found \"-1,234\""),
    (
      .stepper, "12,000", "expected 12000 or 12.000, because a comma before three digits is ambiguous, found \"12,000\""
    ),
    (
      .money, "1,234",
      "expected an amount such as 1234.00, because a comma before three digits is ambiguous, found \"1,234\""
    ),
    (.money, "1,2345", "expected an amount such as 19.99, found \"1,2345\""),
    (.money, "1,23.50", "expected an amount such as 19.99, found \"1,23.50\""),
    (.decimal, "1e999", "expected a number such as 12.5, found \"1e999\""),
    (.integer, "9223372036854775808", "expected a whole number of 64 bits, found \"9223372036854775808\""),
    (.money, "1.999", "expected an amount such as 19.99, found \"1.999\""),
    (.date, "tomorrow", "expected a date such as 2023-03-22, found \"tomorrow\""),
    (.boolean, "maybe", "expected true or false, found \"maybe\""),
    (.singleChoice, "c", "expected one of the options, found \"c\""),
  ]

  @Test(arguments: texts)
  func `an unparseable text is kept and reported`(_ kind: RowKind, _ text: String, _ fault: String) throws {
    let row = RowDefinition(tag: "row", kind: kind, options: kind == .singleChoice ? ["a", "b"] : [])
    let state = try state(row, .typed("row", text))
    #expect(state["row"]?.entry == .typed(text, as: nil))
    #expect(state.errors(of: "row").map(\.description) == [fault])
    #expect(state.value("row") == kind.none)
  }

  private static let readings: [(RowKind, String, Value)] = [
    (.integer, " 42 ", Value.integer(42)), (.decimal, "3.50", 3.5), (.decimal, "-1e3", -1000.0),
    (.money, "3,50", Money(cents: 350).value), (.money, "1,234.50 €", Money(cents: 123450).value),
    (.integer, "1 299", 1299),
    (.decimal, "+1.299,5", 1299.5), (.decimal, ".5", 0.5), (.money, ",50", Money(cents: 50).value),
    (.money, "-0,5", Money(cents: -50).value), (.money, "1234,56", Money(cents: 123_456).value),
    (.money, "90071992547409,93", Money(cents: 9_007_199_254_740_993).value),
    (.decimal, "3,50", 3.5), (.slider, "-3,5", -3.5), (.stepper, " 0,125 ", 0.125), (.decimal, "1234,567", 1234.567),
    (.decimal, "1,2345", 1.2345), (.decimal, "1.234", 1.234),
    (.boolean, "Yes", true), (.text, " a ", " a "), (.integer, "", nil), (.decimal, "  ", nil), (.text, "", ""),
    (.date, "2023-03-22", .instant(Instant(milliseconds: 1_679_443_200_000))),
    (.time, "14:05", .instant(Instant(milliseconds: 978_307_200_000 + 50_700_000))),
    (.singleChoice, "One", 1), (.multipleChoice, "Two, One", [2, 1]), (.multipleChoice, "", []),
  ]

  @Test(arguments: readings)
  func `a text is parsed as a value of the row's kind`(_ kind: RowKind, _ text: String, _ value: Value) throws {
    let row = RowDefinition(
      tag: "row", kind: kind, options: kind.isChoice ? [RowOption(1, title: "One"), RowOption(2, title: "Two")] : [])
    let state = try state(row, .typed("row", text))
    // If the text itself is the value, only the value is stored.
    #expect(state["row"]?.entry == (value == .text(text) ? .value(value) : .typed(text, as: value)))
    #expect(state.errors(of: "row").isEmpty)
  }

  private static let unmet: [(RowDefinition, Value, String)] = [
    (.init(tag: "row", isRequired: true), Value.text("  "), "is required"),
    (.init(tag: "row", kind: .multipleChoice, isRequired: true), [], "is required"),
    (.init(tag: "row", kind: .email), "a@b", "expected an address such as name@example.org"),
    (.init(tag: "row", kind: .url), "example.org", "expected an address such as https://example.org"),
    (.init(tag: "row", kind: .phone), "12", "expected a number such as +49 30 901820"),
    (.init(tag: "row", validators: [.length(min: 2)]), "é", "is too short: at least 2"),
    (.init(tag: "row", validators: [.length(max: 2)]), "abc", "is too long: at most 2"),
    (.init(tag: "row", kind: .decimal, validators: [.range(min: 1)]), 0.5, "is too small: at least 1"),
    (.init(tag: "row", kind: .integer, validators: [.range(max: 1.5)]), 2, "is too large: at most 1.5"),
    (.init(tag: "row", validators: [.pattern("[a-z]+")]), "aB", "does not match \"[a-z]+\""),
    (.init(tag: "row", kind: .singleChoice, options: ["a"]), "b", "\"b\" is not one of the options"),
    (.init(tag: "row", kind: .integer), ["a list"], "expected a whole number such as 12, found \"[\\\"a list\\\"]\""),
  ]

  @Test(arguments: unmet)
  func `a value that violates a requirement is reported`(_ row: RowDefinition, _ value: Value, _ fault: String) throws {
    let state = try state(row, .valuesAssigned([ValueAssignment("row", value)]))
    #expect(state.errors(of: "row").map(\.description) == [fault])
    #expect(!state.isValid)
  }

  @Test func `a row without a value meets every validator except predicates`() throws {
    let row = RowDefinition(
      tag: "row", kind: .email, validators: [.length(min: 5), .pattern("x+"), .predicate(.never, message: "never")])
    #expect(try state(row).errors(of: "row") == [.custom("never")])
  }

  @Test func `a predicate is reevaluated when a row it reads changes`() throws {
    let last = RowDefinition(
      tag: "last", kind: .integer,
      validators: [.predicate(try Condition(parsing: "SELF >= $first"), message: "is before the first")])
    var state = FormFeature.State(try compiledForm([RowDefinition(tag: "first", kind: .integer), last]))
    state.assign("first", 5)
    state.assign("last", 3)
    #expect(state.errors(of: "last") == [.custom("is before the first")])
    state.assign("first", 2)
    #expect(state.errors(of: "last").isEmpty)
    #expect(state.lastUpdate.changes == [.rowChanged("first"), .rowChanged("last")])
  }

  @Test func `conditions and bounds compute with money exactly`() throws {
    let rows = [
      RowDefinition(tag: "net", kind: .money), RowDefinition(tag: "tax", kind: .money),
      RowDefinition(
        tag: "total", kind: .money,
        validators: [
          .predicate(try Condition(parsing: "SELF == $net + $tax"), message: "is not the sum"), .range(max: 0.3),
        ]),
      RowDefinition(tag: "tip", hidden: try Condition(parsing: "sum($net, $tax, $total) != 0.60")),
    ]
    var state = FormFeature.State(
      try compiledForm(rows), [.typed("net", "0,10"), .typed("tax", "0.20"), .typed("total", "0,30")])
    #expect(state.isValid && state.isHidden("tip") == false)
    #expect(state.submittedValues["total"] == Money(cents: 30).value)
    state.assign("total", 0.31)
    #expect(state.errors(of: "total").map(\.description) == ["is not the sum", "is too large: at most 0.3"])
  }

  @Test func `bounds are numbers and not Boolean values`() throws {
    for bound in [true, "1", nil, Value.instant(Instant(milliseconds: 0))] {
      let row = RowDefinition(tag: "row", kind: .integer, validators: [.range(min: bound)])
      let errors = #expect(throws: FormErrors.self, "\(bound)") { try compiledForm([row]) }
      #expect(errors?.errors.map(\.message) == ["expected numbers as bounds"])
    }
  }

  @Test func `the policy decides whether hidden and disabled rows are submitted`() throws {
    let rows = [
      RowDefinition(tag: "hidden", isRequired: true, hidden: .always),
      RowDefinition(tag: "disabled", isRequired: true, disabled: .always),
    ]
    #expect(FormFeature.State(try compiledForm(rows)).submittedValues == ["disabled": nil])
    let policy = SubmissionPolicy(hidden: .included, disabled: .excluded)
    let other = FormFeature.State(
      try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)], policy: policy)))
    #expect(other.submittedValues == ["hidden": nil])
  }

  /// Under both policies: the user could not correct such a row.
  @Test(arguments: SubmissionPolicy.Participation.allCases)
  func `a hidden or disabled row has no errors and blocks no submission`(
    _ participation: SubmissionPolicy.Participation
  ) throws {
    let locked = Term.variable("locked") == true
    let range = [Validator.range(max: 1), .remoteCheck("free")]
    let section = SectionDefinition(rows: [
      RowDefinition(tag: "locked", kind: .boolean),
      RowDefinition(tag: "hidden", kind: .integer, value: 2, isRequired: true, hidden: locked, validators: range),
      RowDefinition(tag: "disabled", kind: .integer, value: 2, isRequired: true, disabled: locked, validators: range),
      RowDefinition(tag: "empty", isRequired: true, disabled: locked),
      RowDefinition(tag: "text", kind: .integer, disabled: locked),
    ])
    let policy = SubmissionPolicy(hidden: participation, disabled: participation)
    var state = FormFeature.State(
      try CompiledForm(FormDefinition(sections: [section], policy: policy)), [.typed("text", "x")])
    for id in ["hidden", "disabled", "empty", "text"] as [ElementID] { #expect(!state.errors(of: id).isEmpty) }
    _ = FormFeature().reduce(&state, .chosen("locked", true))
    #expect(state.isValid)
    let effects = FormFeature().reduce(&state, .submitTapped)
    #expect(effects.instructions.count == 1 && state.stage == .submitting)
    _ = FormFeature().reduce(&state, .submitted)
    #expect(state.stage == .submitted && !state.isDirty)
    // The text was not submitted. It is kept, and its error returns with the means to correct it.
    _ = FormFeature().reduce(&state, .chosen("locked", false))
    #expect(state["text"]?.entry.unparseableText == "x" && !state.errors(of: "text").isEmpty && state.isDirty)
  }

  @Test func `conditions can read whether a row is valid, and a hidden row is valid`() throws {
    let rows = [
      RowDefinition(tag: "name", isRequired: true, hidden: try Condition(parsing: "$off == TRUE")),
      RowDefinition(tag: "off", kind: .boolean),
      RowDefinition(tag: "next", disabled: try Condition(parsing: "$name.isValid == FALSE")),
    ]
    var state = FormFeature.State(try compiledForm(rows))
    #expect(state.isDisabled("next") == true)
    state.assign("off", true)
    #expect(state.isDisabled("next") == false)
    state.assign("off", false)
    state.assign("name", "Ada")
    #expect(state.isDisabled("next") == false)
    _ = FormFeature().reduce(&state, .errorsReported(["name": ["is taken"]]))
    #expect(state.isDisabled("next") == true && state.lastUpdate.evaluationCount == 1)
  }

  @Test func `changing a value removes the errors reported from outside`() throws {
    var state = try state(RowDefinition(tag: "row"), .errorsReported(["row": ["is taken"], "gone": ["what?"]]))
    #expect(state.errors(of: "row") == [.custom("is taken")])
    state.assign("row", "other")
    #expect(state.errors(of: "row").isEmpty)
  }

  @Test func `newly reported errors replace earlier ones, also after a row has moved`() throws {
    let rows = ["a", "b", "c"].map { RowDefinition(tag: $0) }
    var state = FormFeature.State(try compiledForm(rows), [.errorsReported(["a": ["no"], "b": ["no"]])])
    _ = FormFeature().reduce(&state, .edited(.rowMoved("a", before: nil)))
    _ = FormFeature().reduce(&state, .errorsReported(["b": ["never"], "c": ["no"]]))
    #expect(["a", "b", "c"].map { state.errors(of: $0) } == [[], [.custom("never")], [.custom("no")]])
    #expect(state.lastUpdate.changes == [.rowChanged("b"), .rowChanged("c"), .rowChanged("a")])
    _ = FormFeature().reduce(&state, .errorsReported([:]))
    #expect(state.isValid && state.lastUpdate.changes == [.rowChanged("b"), .rowChanged("c")])
  }

  @Test func `a condition that cannot be evaluated counts as false and makes its row invalid`() throws {
    let row = RowDefinition(tag: "row", hidden: try Condition(parsing: "$pattern MATCHES $pattern"))
    var state = FormFeature.State(try compiledForm([RowDefinition(tag: "pattern"), row]))
    state.assign("pattern", "(")
    #expect(state.isHidden("row") == false)
    #expect(state.errors(of: "row").first?.description.contains("a condition cannot be evaluated: ") == true)
    #expect(state.lastUpdate.changes == [.rowChanged("pattern"), .rowChanged("row")])
    #expect(
      state.reasons("row").first?.description.hasPrefix("not hidden because the condition cannot be evaluated") == true)
    state.assign("pattern", "a")
    #expect(state.isHidden("row") == true)
    #expect(state.errors(of: "row").isEmpty)
  }
}

extension RowKind {
  fileprivate var isChoice: Bool { self == .singleChoice || self == .multipleChoice }
  fileprivate var none: Value { self == .boolean ? false : nil }
}

@Suite struct `Explaining conditions that read a password` {
  @Test func `the error of a password that is not an option does not contain it`() throws {
    let row = RowDefinition(tag: "row", kind: .password, options: ["a"])
    let state = FormFeature.State(try compiledForm([row]), [.passwordTyped("row", Secret("b"))])
    #expect(state.errors(of: "row").map(\.description) == ["expected one of the options"])
  }

  @Test func `the explanation does not contain the password`() throws {
    var state = FormFeature.State(
      try compiledForm(
        #"{"sections":[{"rows":[{"tag":"p","kind":"password"},{"tag":"a","hidden":"$p == 'open' AND $n == 1"},{"tag":"n","kind":"integer"}]}]}"#
      ))
    _ = FormFeature().reduce(&state, .passwordTyped("p", Secret("sesame")))
    #expect(state.reasons("a")[0].description == "not hidden because not `$p == 'open'`")
    _ = FormFeature().reduce(&state, .passwordTyped("p", Secret("open")))
    state.assign("n", 1)
    #expect(state.reasons("a")[0].description == "hidden because `$p == 'open'`, and `$n == 1`")
  }
}
