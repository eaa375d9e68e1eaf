import Conditions
import Forms
import FormsFixtures
import Testing
import Values

@Suite struct `Errors in a form definition` {
  @Test func `all errors are reported at once, in document order`() {
    let text = """
      {"title": 1, "sections": [{"tag": "s", "rows": [
        {"tag": "age", "kind": "integr", "required": "yes"},
        {"tag": "age", "hidden": "$agee > 1"},
        {"tag": "price", "kind": "money", "value": "cheap", "hidden": "$age <"},
        {"tag": "one", "hidden": "$two.isHidden == TRUE"},
        {"tag": "two", "hidden": "$one.isHidden == TRUE"},
        {"tag": "last", "hiden": true}
      ]}]}
      """
    #expect(
      formErrors(in: text) == [
        "line 1, column 11: title: expected a text, found 1",
        #"line 2, column 26: "age", kind: unknown kind "integr"; did you mean "integer"?"#,
        #"line 2, column 48: "age", required: expected true or false, found "yes""#,
        #"line 3, column 11: "age", tag: duplicate tag "age"; sections[0].rows[0] already has it"#,
        #"line 3, column 29: "age", hidden: no row or section has the tag "agee"; did you mean $age?"#,
        #"line 4, column 46: "price", value: expected an amount such as 19.99, found "cheap""#,
        #"line 4, column 72: "price", hidden: expected a value, found the end of the text"#,
        #"line 5, column 28: "one", hidden: circular dependency: "#
          + "$one.isHidden -> $two.isHidden -> $one.isHidden",
        #"line 7, column 19: "last", hiden: unknown key; did you mean "hidden"?"#,
      ])
  }

  @Test func `an invalid validator does not shift the indices of those after it`() {
    let validators = #"[{"lenght": 1}, 5, {"length": {"min": -1}}, {"pattern": "("}, {"predicate": "$b == 1"}]"#
    let found = formErrors(in: #"{"sections":[{"rows":[{"tag":"a","validators":\#(validators)}]}]}"#)
    let places = found.map { String($0.split(separator: ":")[1].dropFirst()) }
    #expect(
      places == [
        #""a", validators[0]"#, #""a", validators[0].lenght"#, #""a", validators[1]"#,
        #""a", validators[2].length.min"#, #""a", validators[3].pattern"#, #""a", validators[4].predicate"#,
      ], "\(found)")
  }

  @Test(arguments: [
    (#"{"tag":"s","hidden":"$a.isHidden == TRUE","rows":[{"tag":"a"}]}"#, "$s.isHidden -> $a.isHidden -> $s.isHidden"),
    (
      #"{"hidden":"$a.isHidden == TRUE","rows":[{"tag":"a","hidden":"$b == 'x'"},{"tag":"b"}]}"#,
      "sections[0].isHidden -> $a.isHidden -> sections[0].isHidden"
    ),
    (
      #"{"tag":"s","disabled":"$c.isHidden == TRUE","rows":[{"tag":"a"}]},"#
        + #"{"hidden":"$a.isDisabled == TRUE","rows":[{"tag":"c"}]}"#,
      "$s.isDisabled -> $c.isHidden -> sections[1].isHidden -> $a.isDisabled -> $s.isDisabled"
    ),
  ])
  func `a cycle through a section lists each step, including the rows`(_ sections: String, _ circle: String) {
    let found = formErrors(in: #"{"sections":[\#(sections)]}"#)
    #expect(found.count == 1 && found[0].hasSuffix("circular dependency: \(circle)"), "\(found)")
  }

  @Test(arguments: [
    (#"{"tag":"a","hidden":"$a.isHidden == TRUE"}"#, "circular dependency: $a.isHidden -> $a.isHidden"),
    (#"{"tag":"a","hidden":"$s.isHidden == TRUE"},{"tag":"b"}"#, nil),
    (#"{"tag":"a","hidden":"$a == 'x'"}"#, nil),
    (#"{"hidden":"$b == 'x'"},{"tag":"b"}"#, nil),
    (#"{"tag":"a","hidden":"$a.isValid == TRUE"}"#, "circular dependency: $a.isHidden -> $a.isValid -> $a.isHidden"),
    (#"{"tag":"a","hidden":"$b.isHidden.x == 1"},{"tag":"b"}"#, "isValid are Boolean values without members"),
    (#"{"tag":"a","hidden":"$s == 1"}"#, "a section has isHidden and isDisabled"),
    (#"{"tag":"a","hidden":"now() > $a"}"#, "a form condition cannot read the time or random numbers"),
    (#"{"tag":"a","hidden":"b == 1"},{"tag":"b"}"#, "b is not a reference to a row; did you mean $b?"),
    (#"{"tag":"a","hidden":"c == 1"}"#, "c is not a reference to a row; a row is read as $tag"),
    (#"{"tag":"a","hidden":"SELF == 'x'"}"#, nil),
    (
      #"{"tag":"a","kind":"integer","hidden":"$b == '15'"},{"tag":"b","kind":"integer"}"#,
      "expected a number to compare with $b, found the text '15'; write 15 without quotation marks"
    ),
    (
      #"{"tag":"a","hidden":"$b < 2024-02-01"},{"tag":"b","kind":"date"}"#,
      "a date is written in quotation marks, as in '2024-02-01'"
    ),
    (#"{"tag":"a","hidden":"$b.value < '2024-02-01'"},{"tag":"b","kind":"date"}"#, nil),
    (#"{"tag":"a","hidden":"$b < 'soon'"},{"tag":"b","kind":"dateTime"}"#, "expected a date such as '2024-02-01'"),
    (#"{"tag":"a","hidden":"'14:05' < $b"},{"tag":"b","kind":"time"}"#, nil),
    (#"{"tag":"a","hidden":"$b < '2024-02-01'"},{"tag":"b","kind":"time"}"#, "expected a time such as '14:05'"),
    (
      #"{"tag":"a","hidden":"$b == 'x'"},{"tag":"b","kind":"multipleChoice","options":["x"]}"#,
      "expected a list to compare with $b, found the text 'x'"
    ),
    (#"{"tag":"a","hidden":"$b == 'x'"},{"tag":"b","kind":"singleChoice","options":["x",1]}"#, nil),
    (#"{"tag":"a","hidden":"$b == 'x'"},{"tag":"b","kind":"segmented","options":[1,2]}"#, "found the text 'x'"),
    (#"{"tag":"a","hidden":"$b.isHidden == 'no'"},{"tag":"b"}"#, "expected a Boolean value to compare"),
    (#"{"kind":"integer","validators":[{"predicate":"SELF != 'x'"}]}"#, "expected a number to compare with SELF"),
    (#"{"tag":"a","hidden":1}"#, "expected true, false or a condition, found 1"),
    (#"{"tag":"","kind":"text"}"#, "expected a nonempty tag that does not begin with # or §"),
    (##"{"tag":"#1"}"##, "expected a nonempty tag that does not begin with # or §"),
    (#"{"tag":"s"}"#, #"duplicate tag "s"; sections[0] already has it"#),
    (#"{"tag":"first-name"}"#, nil),
    (#"{"kind":"integer","value":"3"}"#, "expected a whole number such as 12, found \"3\""),
    (#"{"kind":"integer","value":3.0}"#, nil),
    (#"{"kind":"boolean","value":1}"#, "expected true or false, found 1"),
    (#"{"kind":"button","value":1}"#, "expected no value, found 1"),
    (#"{"kind":"date","value":"2023-02-30"}"#, "expected a date such as 2023-03-22"),
    (#"{"kind":"date","value":"2023-02-28"}"#, nil),
    (#"{"kind":"singleChoice","options":["a","a"]}"#, #"duplicate option "a""#),
    (#"{"kind":"singleChoice","options":[{"title":"a"}]}"#, "expected an option's value"),
    (
      #"{"kind":"integer","validators":[{"length":{"min":1}}]}"#,
      "a row of kind integer does not support a length validator"
    ),
    (#"{"validators":[{"range":{"min":1}}]}"#, "a row of kind text does not support a range validator"),
    (#"{"validators":[{"length":{"min":2,"max":1}}]}"#, "min is greater than max"),
    (#"{"validators":[{"length":{"min":-1}}]}"#, "a nonnegative whole number"),
    (#"{"validators":[{"pattern":"("}]}"#, "expected a )"),
    (#"{"validators":[{"pattern":"a","message":"b"}]}"#, "only a predicate can have a message"),
    (#"{"validators":[{"predicate":"SELF != 'x'"}]}"#, nil),
    (#"{"validators":[{}]}"#, "expected exactly one of length, range, pattern, predicate and remoteCheck, found none"),
    (
      #"{"validators":[{"pattern":"a","length":{}}]}"#,
      "expected exactly one of length, range, pattern, predicate and remoteCheck, found more"
    ),
  ])
  func `an invalid row is reported`(_ rows: String, _ fault: String?) {
    let found = formErrors(in: #"{"sections":[{"tag":"s","rows":["# + rows + "]}]}")
    #expect(found.count == (fault == nil ? 0 : 1), "\(found)")
    #expect(found.first?.contains(fault ?? "") ?? (fault == nil), "\(found)")
  }

  @Test func `a comparison of the rows of a multivalued section with another type is an error`() {
    for (section, fault) in [
      (#"{"tag":"l","template":{"kind":"integer","hidden":"SELF == 'x'"}}"#, "compare with SELF, found the text 'x'"),
      (
        #"{"tag":"l","template":{"kind":"integer"}},{"hidden":"ANY $l == 'x'","rows":[]}"#,
        "with $l, found the text 'x'"
      ),
      (#"{"tag":"l","template":{"kind":"date"}},{"hidden":"max($l) > '2024-02-01'","rows":[]}"#, nil),
      (
        #"{"tag":"l","template":{},"rows":[{"kind":"integer"}]},{"hidden":"ANY $l == 'x' AND ANY $l == 1","rows":[]}"#,
        nil
      ),
    ] {
      let found = formErrors(in: #"{"sections":[\#(section)]}"#)
      #expect(found.count == (fault == nil ? 0 : 1) && (found.first ?? "").contains(fault ?? ""), "\(found)")
    }
  }

  @Test func `a text that is compared with a date or a time is read as one`() throws {
    let form = try CompiledForm(
      parsing: #"""
        {"sections":[{"rows":[{"tag":"born","kind":"date"},{"tag":"opens","kind":"time"},
          {"tag":"a","hidden":"$born < '2024-02-01'"},{"tag":"b","disabled":"$opens >= '14:05'"}]}]}
        """#)
    var state = FormFeature.State(form)
    for (day, time, isHidden, isDisabled) in [
      ("2024-01-31", "14:05", true, true), ("2024-02-01", "14:04", false, false),
    ] {
      _ = FormFeature().reduce(&state, .typed("born", day))
      _ = FormFeature().reduce(&state, .typed("opens", time))
      #expect(state.isHidden("a") == isHidden && state.isDisabled("b") == isDisabled, "\(day)")
    }
  }

  @Test(arguments: [
    "", "[]", "{", "\u{0}", #"{"sections":{}}"#, #"{"sections":[1]}"#, #"{"sections":[{"rows":[[]]}]}"#,
  ])
  func `a document that is not a form is one error with a position`(_ text: String) {
    #expect(formErrors(in: text).count == 1)
    #expect(formErrors(in: text).first?.hasPrefix("line 1, column ") == true)
  }

  @Test func `the position is inside the condition text, also after escape sequences`() throws {
    let text = #"{"sections":[{"rows":[{"tag":"a","hidden":"$a == \"\u00e9\" AND $b == 1"}]}]}"#
    let fault = #expect(throws: FormErrors.self) { try CompiledForm(parsing: text) }
    #expect(fault?.errors.first?.position?.column == 65)
    #expect(fault?.errors.first?.conditionPosition?.column == 15)
  }

  @Test func `of several connected cycles the shortest is reported`() throws {
    let rows = try ["a": "b", "b": "c", "c": "a", "d": "d"].sorted { $0.key < $1.key }.map { tag, other in
      RowDefinition(tag: tag, hidden: try Condition(parsing: "$\(other).isHidden == TRUE AND $a.isHidden == TRUE"))
    }
    let fault = #expect(throws: FormErrors.self) { try compiledForm(rows) }
    #expect(
      fault?.errors.map(\.message) == [
        "circular dependency: $a.isHidden -> $a.isHidden",
        "circular dependency: $d.isHidden -> $d.isHidden",
      ])
  }
}
