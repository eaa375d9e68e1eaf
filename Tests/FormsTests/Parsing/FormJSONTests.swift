import Conditions
import Documents
import FormsFixtures
import Foundation
import LoopText
import TestInputs
import Testing
import Values

@testable import Forms

/// A form has one JSON: what it encodes is what `CompiledForm(parsing:)` and `workbench form check` read.
@Suite struct `The JSON of a form` {
  @Test func `the guide lists every kind of row with its value`() throws {
    let guide = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/Forms/Forms.docc/UsingForms.md")
    let rows = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
    for kind in RowKind.allCases {
      #expect(rows.count { $0.contains("`\(kind.rawValue)`") } == 1, "\(kind.rawValue)")
    }
  }

  private func expectRoundTrip(_ form: FormDefinition, line: Int = #line) throws {
    let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    let encoded = try JSONEncoder().encode(form)
    #expect(try JSONDecoder().decode(FormDefinition.self, from: encoded) == form, sourceLocation: location)
    var parser = FormParser()
    #expect(parser.parseForm(try JSONNode(parsing: form.jsonText)) == form, sourceLocation: location)
    let canonical = try CanonicalValue(form)
    #expect(try canonical.decode() == form, sourceLocation: location)
    #expect(try CanonicalValue(parsing: "\(canonical)").decode() == form, "\(canonical)", sourceLocation: location)
    guard let compiled = try? CompiledForm(form) else { return }
    #expect(try compiledForm(form.jsonText) == compiled, sourceLocation: location)
    #expect(try CompiledForm(parsing: Array(encoded)) == compiled, sourceLocation: location)
    let state = FormFeature.State(compiled)
    #expect(try CanonicalValue(state).decode() == state, sourceLocation: location)
  }

  private func expectRoundTrip(_ row: RowDefinition, line: Int = #line) throws {
    let other = RowDefinition(tag: "other", kind: .integer)
    try expectRoundTrip(FormDefinition(sections: [SectionDefinition(rows: [row, other])]), line: line)
  }

  @Test(arguments: RowKind.allCases)
  func `contains every kind of row`(_ kind: RowKind) throws {
    try expectRoundTrip(RowDefinition(tag: "row", kind: kind))
    try expectRoundTrip(
      RowDefinition(
        tag: "row", kind: kind, title: "A \"title\"\n", options: ["a", RowOption(2, title: "Two")], isRequired: true,
        placeholder: "", hidden: try Condition("$other == 1 AND $other.isValid == TRUE"), disabled: .always))
    let template = RowDefinition(kind: kind, title: "Each", disabled: .always)
    try expectRoundTrip(
      FormDefinition(title: "", sections: [SectionDefinition(tag: "list", footer: "Footer", each: template)]))
  }

  private static let values: [Value] = [
    nil, true, 1, 1.5, 1.0, -0.0, 1e300, .real(.infinity), .integer(.max), "text", "", "nan", "1",
    .instant(Instant(milliseconds: 1)), [], [1, 1.0, [nil, "a"]], [:], ["": [:], "key": 1.0, "b": ["c": nil]],
  ]

  @Test(arguments: values)
  func `contains initial values and options of every type`(_ value: Value) throws {
    try expectRoundTrip(RowDefinition(tag: "row", value: value))
    try expectRoundTrip(RowDefinition(tag: "row", kind: .info, value: value))
    try expectRoundTrip(RowDefinition(kind: .singleChoice, options: [RowOption(value), RowOption("other", title: "")]))
    try expectRoundTrip(RowDefinition(kind: .singleChoice, options: [RowOption(value, title: "Title")]))
  }

  private static let validators: [(RowKind, [Validator])] = [
    (.text, [.length(min: 1, max: 5), .length(max: 0), .length(min: 1), .length()]), (.text, [.pattern("[a-z]+\\d")]),
    (.decimal, [.range(min: 0.5, max: 1.0), .range(max: 3), .range(min: .real(-.infinity)), .range()]),
    (.text, [.predicate(.never, message: ""), .predicate(.always, message: "is not valid")]),
    (.text, [.predicate(Term.variable("other").key("isHidden") == false, message: "too short")]),
    (.password, [.remoteCheck("leaked"), .length(min: 8), .remoteCheck("")]),
  ]

  @Test(arguments: validators)
  func `contains every validator`(_ kind: RowKind, _ validators: [Validator]) throws {
    try expectRoundTrip(RowDefinition(tag: "row", kind: kind, validators: validators))
  }

  @Test(arguments: SubmissionPolicy.Participation.allCases, SubmissionPolicy.Participation.allCases)
  func `contains the policy`(_ hidden: SubmissionPolicy.Participation, _ disabled: SubmissionPolicy.Participation)
    throws
  {
    try expectRoundTrip(FormDefinition(policy: SubmissionPolicy(hidden: hidden, disabled: disabled)))
  }

  @Test func `contains random forms`() throws {
    var forms = RandomFormGenerator(seed: 7)
    for _ in 0..<caseCount(25, exhaustive: 75) {
      try expectRoundTrip(forms.randomDefinition())
      try expectRoundTrip(forms.randomSwitchForm())
    }
  }

  @Test func `leaves out default values`() throws {
    let form = FormDefinition(
      title: "Sign up", policy: SubmissionPolicy(hidden: .included),
      sections: {
        SectionDefinition(rows: [
          RowDefinition(
            tag: "name", kind: .text, isRequired: true, hidden: Term.variable("a") == 1,
            validators: [.remoteCheck("free")]),
          RowDefinition(tag: "a", value: 1.0),
        ])
      })
    #expect(
      form.jsonText
        == #"{"title":"Sign up","policy":{"hidden":"included"},"sections":[{"rows":["#
        + #"{"tag":"name","kind":"text","required":true,"hidden":"$a == 1","validators":[{"remoteCheck":"free"}]},"#
        + #"{"tag":"a","value":1.0}]}]}"#)
  }

  @Test(arguments: [
    (
      #"{"policy": {"hidden": "include"}, "sections": [{"rows": [{"tag": "a", "hidden": "$b =", "kindd": 1}]}]}"#,
      [
        #"line 1, column 23: policy.hidden: unknown policy "include"; did you mean "included"?"#,
        #"line 1, column 86: "a", hidden: expected a value, found the end of the text"#,
        #"line 1, column 89: "a", kindd: unknown key; did you mean "kind"?"#,
      ]
    ),
    (
      #"{"sections": [{"rows": [{"validators": [{"length": {"min": 1}, "remoteCheck": "a"}, {"range": {"min": true}}], "kind": "integer"}]}]}"#,
      [
        "line 1, column 41: sections[0].rows[0], validators[0]: expected exactly one of length, range, pattern, "
          + "predicate and remoteCheck, found more",
        "line 1, column 103: sections[0].rows[0], validators[1].range.min: expected a number, found true",
      ]
    ),
  ])
  func `is decoded with the errors of the parser`(_ text: String, _ errors: [String]) throws {
    #expect(formErrors(in: text) == errors)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FormDefinition.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context)? = error else { return }
    // A decoder knows no positions, and it reads the keys of an object in no order.
    let withoutPositions = errors.map { $0.split(separator: ": ").dropFirst().joined(separator: ": ") }
    #expect(Set(context.debugDescription.split(separator: "\n").map(String.init)) == Set(withoutPositions))
  }

  @Test func `has no negative lengths`() throws {
    let row = RowDefinition(tag: "a", validators: [.length(min: -1)])
    let errors = #expect(throws: FormErrors.self) { try compiledForm([row]) }
    #expect(errors?.description == #""a", validators[0].length: expected nonnegative numbers as bounds"#)
  }
}
