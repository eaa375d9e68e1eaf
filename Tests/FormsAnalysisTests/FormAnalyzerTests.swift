import Conditions
import Forms
import FormsFixtures
import TestInputs
import Testing
import Values

@testable import FormsAnalysis

@Suite struct `Analyzing a form` {
  @Test func `the hobbies form has eight states, and every element can become visible`() throws {
    let proof = FormAnalysis(of: try compiledForm(hobbiesJSON))
    #expect(proof.hasNoFindings && !proof.reachedStateLimit && proof.stateCount == 8)
    #expect(proof.witnesses.map(\.element) == ["§1", "hobbies", "§2", "sport", "music", "film", "actor"])
    #expect(proof.witnesses.last?.path == [ValueAssignment("hobbies", ["Films"])])
  }

  @Test func `rows that are never visible and conditions that never change are reported`() throws {
    let proof = FormAnalysis(
      of: try compiledForm(
        """
        {"sections": [{"rows": [{"tag": "age", "kind": "integer"},
          {"tag": "ghost", "required": true, "hidden": "$age < 18 OR $age > 10 OR $age == NULL"},
          {"tag": "child", "required": true, "hidden": "$ghost.isHidden == TRUE"},
          {"tag": "open", "disabled": "$age > 5 AND $age < 3"}]},
          {"tag": "nowhere", "hidden": true, "rows": [{"tag": "lost"}]}]}
        """))
    #expect(proof.neverVisible == ["nowhere", "ghost", "child", "lost"])
    #expect(proof.neverEditableRequiredRows == ["ghost", "child"])
    #expect(
      proof.constantConditions.map { "\($0.element) \($0.property) \($0.value)" } == [
        "ghost hidden true", "child hidden true", "open disabled false",
      ])
    #expect("\(proof.constantConditions[0].reason)" == "hidden because `$age == NULL`: NULL == NULL")
  }

  @Test func `the path to a row is the shortest`() throws {
    let proof = FormAnalysis(
      of: try compiledForm(
        """
        {"sections": [{"rows": [{"tag": "a", "kind": "boolean"},
          {"tag": "b", "kind": "boolean", "hidden": "$a == FALSE"},
          {"tag": "c", "hidden": "$b == FALSE OR $a == TRUE"}]}]}
        """))
    let way = proof.witnesses.last { $0.element == "c" }?.path
    #expect(way == [ValueAssignment("a", true), ValueAssignment("b", true), ValueAssignment("a", false)])
    #expect(proof.stateCount == 4)
  }

  @Test func `two changes whose order affects the result are reported once, with their path`() throws {
    let proof = FormAnalysis(
      of: try compiledForm(
        """
        {"sections": [{"rows": [{"tag": "locked", "kind": "boolean"},
          {"tag": "amount", "kind": "integer", "disabled": "$locked == TRUE"}]}]}
        """))
    #expect(
      proof.orderDependences == [
        FormAnalysis.OrderDependence(
          path: [], first: ValueAssignment("locked", true), second: ValueAssignment("amount", 1))
      ]
    )
  }

  @Test(arguments: [
    (#""required":true"#, true), (#""kind":"boolean","required":true"#, false), (#""kind":"integer""#, false),
    (#""kind":"email""#, true), (#""kind":"integer","validators":[{"range":{"max":3}}]"#, true),
    (#""validators":[{"remoteCheck":"free"}]"#, true),
    (#""validators":[{"predicate":"SELF != 'x'","message":"no"}]"#, true),
    (#""validators":[{"predicate":"$locked == FALSE","message":"no"}]"#, false),
    (#""validators":[{"predicate":"TRUEPREDICATE","message":"no"}]"#, false),
  ])
  func `a row that can be disabled with an invalid value is reported`(_ row: String, _ isReported: Bool) throws {
    func unvalidatedRows(_ policy: String, _ property: String) throws -> [ElementID] {
      FormAnalysis(
        of: try compiledForm(
          #"{"policy":{\#(policy)},"sections":[{"rows":[{"tag":"locked","kind":"boolean"},"#
            + #"{"tag":"row","\#(property)":"$locked == TRUE",\#(row)}]}]}"#)
      ).unvalidatedRows
    }
    #expect(try unvalidatedRows("", "disabled") == (isReported ? ["row"] : []))
    #expect(try unvalidatedRows(#""hidden":"included""#, "hidden") == (isReported ? ["row"] : []))
    #expect(try unvalidatedRows(#""disabled":"excluded""#, "disabled").isEmpty)
    #expect(try unvalidatedRows("", "hidden").isEmpty)
  }

  @Test(arguments: [
    ("SELF >= $first", ["first", "last"]), ("$first == NULL OR SELF >= $first", ["last"]),
    ("$first == NULL OR SELF == NULL OR SELF >= $first", []), ("SELF > 5", ["last"]),
    ("NOT SELF < $first", []), ("SELF == $first", []), ("SELF IN {1, 2}", ["last"]), ("SELF >= $must", ["last"]),
    ("SELF > 5 AND ($first == NULL OR SELF != $first)", ["last"]), ("SELF + 1 BETWEEN {$first, 9}", ["first", "last"]),
  ])
  func `a predicate that fails because an optional row is empty is reported`(
    _ predicate: String, _ emptyRows: [String]
  ) throws {
    let form = try compiledForm(
      #"{"sections":[{"rows":[{"tag":"first","kind":"integer"},{"tag":"must","kind":"integer","required":true},"#
        + #"{"tag":"last","kind":"integer","validators":[{"predicate":"\#(predicate)","message":"no"}]}]}]}"#)
    let analysis = FormAnalysis(of: form)
    #expect(analysis.emptyRowFailures.map(\.emptyRow.rawValue) == emptyRows, "\(analysis.emptyRowFailures)")
    #expect(
      analysis.emptyRowFailures.allSatisfy { $0.element == "last" } && analysis.hasNoFindings == emptyRows.isEmpty)
  }

  @Test func `hiding a row whose value is not submitted is no order conflict`() throws {
    let proof = FormAnalysis(
      of: try compiledForm(
        """
        {"sections": [{"rows": [{"tag": "off", "kind": "boolean"}, {"tag": "row", "hidden": "$off == TRUE"}]}]}
        """))
    #expect(proof.hasNoFindings)
  }

  @Test(arguments: [
    #"{"tag":"n","required":true},{"hidden":"$n.isValid == FALSE"}"#,
    #"{"tag":"n","kind":"integer","validators":[{"range":{"min":3}}]},{"hidden":"$n.isValid == TRUE"}"#,
    #"{"tag":"n","kind":"integer"},{"hidden":"$n.isValid == TRUE"}"#,
    #"{"tag":"n","kind":"singleChoice","options":["a","b"]},{"hidden":"$n.isValid == TRUE"}"#,
    #"{"tag":"a","kind":"integer"},{"tag":"b","kind":"integer"},{"hidden":"$a == $b"},{"hidden":"$a != $b"}"#,
    #"{"tag":"a","kind":"date"},{"tag":"b","kind":"date"},{"hidden":"NOT $a >= $b"},{"hidden":"$a >= $b"}"#,
    #"{"tag":"a","kind":"decimal"},{"hidden":"NOT ($a > 3 AND $a < 3.5)"}"#,
    #"{"tag":"a","kind":"multipleChoice","options":["a","b","c","d","e","f"]},{"hidden":"$a.@count != 2"}"#,
  ])
  func `elements that can be visible and conditions that can change are not reported`(_ rows: String) throws {
    let proof = FormAnalysis(of: try compiledForm(#"{"sections":[{"rows":["# + rows + "]}]}"))
    #expect(proof.hasNoFindings, "\(proof)")
  }

  /// Each condition hides one row, and its negation another.
  @Test(arguments: [
    (#"{"tag":"t"}"#, "$t MATCHES '[A-Z]{2}-[0-9]{4}'"), (#"{"tag":"t"}"#, "$t MATCHES '(ab|cd)+\\\\\\\\b.?'"),
    (#"{"tag":"t"}"#, "$t BEGINSWITH 'a' AND $t ENDSWITH 'z' AND $t CONTAINS 'q'"),
    (#"{"tag":"t"}"#, "$t LIKE 'a?c*' AND $t.length > 5 AND NOT $t CONTAINS 'x'"),
    (#"{"tag":"t"}"#, "$t CONTAINS[c] 'Qu' AND $t MATCHES '[a-z ]*' AND length($t) == 4"),
    (#"{"tag":"t"}"#, "$t IN {'one', 'two'} AND $t != 'one'"), (#"{"tag":"t"}"#, "$t.value.length > 3"),
    (#"{"tag":"t","required":true,"validators":[{"pattern":"[0-9]{5}"}]}"#, "$t.isValid == TRUE"),
    (#"{"tag":"t","kind":"email"}"#, "$t.isValid == TRUE AND $t ENDSWITH '.de'"),
    (#"{"tag":"t","kind":"email"}"#, "$t.isValid == FALSE"), (#"{"tag":"t","kind":"url"}"#, "$t.isValid == FALSE"),
    (#"{"tag":"t","kind":"phone"}"#, "$t.isValid == TRUE AND $t.length > 6"),
    (#"{"tag":"a","kind":"integer"},{"tag":"b","kind":"integer"}"#, "$a.value + $b.value > 10"),
    (#"{"tag":"a","kind":"decimal"}"#, "$a.value * 2 == 6"), (#"{"tag":"a","kind":"integer"}"#, "$a * $a == 49"),
    (#"{"tag":"a","kind":"integer"}"#, "abs($a) == 4 AND $a < 0"),
    (#"{"tag":"a","kind":"integer"}"#, "10 - $a / 2 == 3"), (#"{"tag":"a","kind":"money"}"#, "$a * 1.19 > 100"),
    (#"{"tag":"a","kind":"integer"}"#, "2 ** $a > 1000"), (#"{"tag":"a","kind":"decimal"}"#, "sqrt($a) > 12"),
    (#"{"tag":"a","kind":"integer"},{"tag":"b","kind":"integer"}"#, "$a * $b == 12 AND $a > 3"),
    (#"{"tag":"a","kind":"integer"}"#, "$a == NULL"), (#"{"tag":"a","kind":"date"}"#, "$a != NULL"),
    (#"{"tag":"a","kind":"multipleChoice","options":["a","b","c","d","e","f","g","h","i","j"]}"#, "$a.@count == 7"),
  ])
  func `generated values make each condition true and false`(
    _ rows: String, _ condition: String
  ) throws {
    let readers = #"{"hidden":"\#(condition)"},{"hidden":"NOT (\#(condition))"}"#
    let proof = FormAnalysis(of: try compiledForm(#"{"sections":[{"rows":[\#(rows),\#(readers)]}]}"#))
    #expect(proof.hasNoFindings && !proof.reachedStateLimit, "\(proof)")
  }

  @Test(arguments: [
    ("text", "$list.@count > 2"), ("text", "$list CONTAINS 'q'"), ("integer", "$list.@sum > 10"),
    ("integer", "$list.@max == 7 AND $list.@min == 3"), ("text", "ANY $list BEGINSWITH 'q'"),
  ])
  func `lists of other values are generated`(_ kind: String, _ condition: String) throws {
    let proof = FormAnalysis(
      of: try compiledForm(
        """
        {"sections": [{"tag": "list", "template": {"kind": "\(kind)"}},
          {"rows": [{"tag": "one", "hidden": "\(condition)"}, {"hidden": "NOT (\(condition))"}]}]}
        """))
    #expect(proof.hasNoFindings && !proof.reachedStateLimit, "\(proof)")
    #expect(proof.testedInputs.map(\.row) == ["list"])
  }

  @Test func `disabling a list conflicts with changing it`() throws {
    let proof = FormAnalysis(
      of: try compiledForm(
        """
        {"sections": [{"rows": [{"tag": "off", "kind": "boolean"}, {"tag": "none", "hidden": "$list.@count > 0"}]},
          {"tag": "list", "disabled": "$off == TRUE", "template": {}, "rows": [{"value": "a"}]}]}
        """))
    #expect(
      proof.witnesses.last == FormAnalysis.VisibilityWitness(element: "none", path: [ValueAssignment("list", [])]))
    #expect(proof.orderDependences.map(\.second) == [ValueAssignment("list", []), ValueAssignment("#3", "something")])
    #expect(proof.orderDependences.allSatisfy { $0.first == ValueAssignment("off", true) && $0.path.isEmpty })
  }

  @Test func `values near the constants are tried, and the search stops at its limit`() throws {
    let text = """
      {"sections": [{"rows": [{"tag": "price", "kind": "money", "value": 5}, {"tag": "n", "kind": "integer"},
        {"tag": "t"}, {"hidden": "$price >= 10 OR $n == 3 OR $t LIKE 'a*' OR $t.length == 2"}]}]}
      """
    let proof = FormAnalysis(of: try compiledForm(text))
    #expect(
      proof.testedInputs == [
        FormAnalysis.TestedInput(
          row: "price", values: [500, nil, 999, 1000, 1001].map { $0.map(Money.init(cents:)).value }),
        FormAnalysis.TestedInput(row: "n", values: [nil, 2, 3, 4]),
        FormAnalysis.TestedInput(row: "t", values: [nil, "x", "a", "xx", "ax", "xxx", "axx"]),
      ])
    #expect(proof.stateCount == 5 * 4 * 7 && proof.hasNoFindings)
    let bounded = FormAnalysis(of: try compiledForm(text), stateLimit: 10)
    // Groups that depend on a single row are searched completely.
    #expect(bounded.reachedStateLimit && bounded.stateCount == 10 + 5 + 4 + 7)
    #expect(bounded.hasNoFindings && bounded.uncheckedElements == ["#4"], "\(bounded)")
  }

  @Test func `only whole days are tried in a date row`() throws {
    let proof = FormAnalysis(
      of: try compiledForm(
        """
        {"sections": [{"rows": [{"tag": "day", "kind": "date"}, {"tag": "later",
          "hidden": "NOT ($day > CAST('2020-01-01T12:00:00Z', 'NSDate') AND $day < CAST('2020-01-02T00:00:00Z', 'NSDate'))"
        }]}]}
        """))
    let days = ["2020-01-01", "2019-12-31", "2020-01-02", "2020-01-03"].map { Instant($0 + "T00:00:00Z") }
    #expect(proof.testedInputs.map(\.values) == [[.null] + days.compactMap { $0.map(Value.instant) }])
    #expect(proof.neverVisible == ["later"])
  }

  @Test func `many large groups share ten times the limit`() throws {
    let chain = try (0..<60).map { number in
      let hidden = number == 0 ? Condition.never : try Condition(parsing: "$r\(number - 1) == TRUE")
      return RowDefinition(tag: "r\(number)", kind: .boolean, hidden: hidden)
    }
    let proof = FormAnalysis(of: try compiledForm(chain), stateLimit: 64)
    #expect(proof.reachedStateLimit && proof.stateCount <= 10 * 64 + 64, "\(proof.stateCount)")
  }

  @Test func `a search ends when it reaches its limit`() throws {
    let switches = (0..<8).map { RowDefinition(tag: "b\($0)", kind: .boolean) }
    let all = switches.map { "$\($0.tag ?? "") == TRUE" }.joined(separator: " OR ")
    let form = try compiledForm(switches + [RowDefinition(hidden: try Condition(parsing: all))])
    let dials = form.inputVariables
    var scene = FormSimulator(form, dials)
    for (limit, left) in [(4, 0), (256, 256)] {
      var walk = StateSearch(
        AnalysisGroup.groups(of: form, variables: dials, stateLimit: limit)[0], dials, form, stateLimit: limit)
      walk.search(&scene)
      #expect(walk.states.count == limit && walk.expandedStateCount == left && walk.reachedStateLimit == (left == 0))
    }
  }

  @Test func `independent rows are searched separately`() throws {
    let switches = (0..<40).map { RowDefinition(tag: "b\($0)", kind: .boolean) }
    let readers = try (0..<40).map { RowDefinition(tag: "r\($0)", hidden: try Condition(parsing: "$b\($0) == FALSE")) }
    let proof = FormAnalysis(of: try compiledForm(switches + readers))
    #expect(proof.hasNoFindings && !proof.reachedStateLimit && proof.stateCount == 80)
    #expect(proof.witnesses.last?.path == [ValueAssignment("b39", true)])
  }

  @Test func `rows shown by the same condition depend on it and not on each other`() throws {
    let switches = (0..<20).map { RowDefinition(tag: "b\($0)", kind: .boolean) }
    let readers = try (0..<20).map { RowDefinition(tag: "r\($0)", hidden: try Condition(parsing: "$b\($0) == FALSE")) }
    let all = FormDefinition(sections: [
      SectionDefinition(rows: [RowDefinition(tag: "more", kind: .boolean)]),
      SectionDefinition(hidden: try Condition(parsing: "$more == FALSE"), rows: switches + readers),
    ])
    let proof = FormAnalysis(of: try CompiledForm(all))
    #expect(proof.hasNoFindings && proof.stateCount == 80)
    #expect(proof.witnesses.last?.path == [ValueAssignment("more", true), ValueAssignment("b19", true)])
  }

  @Test func `a long chain is searched once, and one with too many states is bounded`() throws {
    func chain(_ count: Int, _ reading: String) throws -> FormAnalysis {
      let rows = try (1..<count).map {
        RowDefinition(tag: "r\($0)", kind: .boolean, hidden: try Condition(parsing: "$r\($0 - 1)\(reading)"))
      }
      return FormAnalysis(
        of: try compiledForm([RowDefinition(tag: "r0", kind: .boolean, hidden: .never)] + rows), stateLimit: 70)
    }
    let hiding = try chain(500, ".isHidden == TRUE")
    #expect(hiding.stateCount == 1 && !hiding.reachedStateLimit)
    let short = try chain(7, " == FALSE")
    #expect(short.stateCount == 64 && !short.reachedStateLimit)
    let long = try chain(70, " == FALSE")
    #expect(long.reachedStateLimit && long.witnesses.count > 7 && long.stateCount == 64 + 70)
  }

  @Test func `a predicate that is always or never met is reported`() throws {
    let proof = FormAnalysis(
      of: try compiledForm(
        """
        {"sections": [{"rows": [{"tag": "n", "kind": "integer", "validators": [
          {"predicate": "SELF > 3 OR SELF <= 3 OR SELF == NULL", "message": "never said"},
          {"predicate": "SELF > 3 AND SELF < 3", "message": "always said"},
          {"predicate": "SELF > 3", "message": "said now and then"}, {"predicate": "TRUEPREDICATE", "message": ""}]}]}]}
        """))
    #expect(
      proof.constantConditions.map { "\($0.element) \($0.value): \($0.reason)" } == [
        "n true: met because `SELF == NULL`: NULL == NULL", "n false: not met because `SELF > 3`: not NULL > 3",
        "n true: always met",
      ])
  }

  /// Tests 4 forms for 3 seeds, or exhaustively 12 forms for 25 seeds, all of them small enough to search every state.
  @Test(arguments: 0..<UInt64(caseCount(3, exhaustive: 12)))
  func `searching group by group gives the same results as searching all combinations of values`(_ seed: UInt64) throws
  {
    var forms = RandomFormGenerator(seed: seed)
    var made = 0
    while made < caseCount(4, exhaustive: 8) {
      do throws(FormErrors) {
        let form = try CompiledForm(
          made % 2 == 0 ? withoutValidatorsOfLists(forms.randomDefinition()) : forms.randomSwitchForm())
        if form.inputVariables.reduce(1, { $0 * $1.values.count }) > 100 { continue }
        check(form)
        made += 1
      } catch {
        #expect(error.errors.allSatisfy { $0.kind == .cycle })
      }
    }
  }

  /// The search of all combinations does not enter values into the rows of a list, so it finds no invalid ones.
  private func withoutValidatorsOfLists(_ form: FormDefinition) -> FormDefinition {
    var form = form
    for section in form.sections.indices where form.sections[section].template != nil {
      form.sections[section].template?.validators = []
      for row in form.sections[section].rows.indices { form.sections[section].rows[row].validators = [] }
    }
    return form
  }

  private func check(_ form: CompiledForm) {
    let (proof, whole) = (FormAnalysis(of: form), ExhaustiveFormAnalysis(form))
    let prover = FormAnalyzer(form)
    let undivided = AnalysisGroup(
      variables: Array(prover.variables.indices), nodes: form.graph.order, elements: form.elementsInOrder)
    for proof in [proof, prover.analyze([undivided], stateLimit: 20_000)] {
      #expect(!proof.reachedStateLimit)
      #expect(proof.witnesses == whole.witnesses, "\(form.definition)")
      #expect(proof.neverVisible == whole.neverVisible, "\(form.definition)")
      #expect(proof.neverEditableRequiredRows == whole.neverEditableRequiredRows, "\(form.definition)")
      #expect(proof.unvalidatedRows == whole.unvalidatedRows, "\(form.definition.jsonText)")
      #expect(proof.orderDependences == whole.orderDependences, "\(form.definition)")
    }
    let constants = proof.constantConditions.map { "\($0.element) \($0.property) \($0.value)" }
    let always = form.graph.order.compactMap { node in
      whole.constantNodes[node].flatMap { conditionText(node, $0, form) }
    }
    #expect(constants == always)
  }

  private func conditionText(_ node: Int, _ holds: Bool, _ form: CompiledForm) -> String? {
    switch form.graph.nodes[node].property {
    case .isHidden(.row(let row)): "\(form.elementIDs.rows[row]) hidden \(holds)"
    case .isHidden(.section(let section)): "\(form.elementIDs.sections[section]) hidden \(holds)"
    case .isDisabled(.row(let row)): "\(form.elementIDs.rows[row]) disabled \(holds)"
    case .isDisabled(.section(let section)): "\(form.elementIDs.sections[section]) disabled \(holds)"
    case .validator(let row): "\(form.elementIDs.rows[row]) met \(holds)"
    case .isEffectivelyHidden, .isEffectivelyDisabled, .isValid: nil
    }
  }
}
