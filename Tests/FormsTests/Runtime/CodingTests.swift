import Conditions
import Forms
import FormsFixtures
import Foundation
import LoopText
import Testing
import Values

@Suite struct `Encoding a form` {
  private func filledIn() throws -> FormFeature.State {
    FormFeature.State(
      try compiledForm(hobbiesJSON),
      [
        .chosen("hobbies", ["Sport"]), .focused("sport"), .typed("sport", "Ali"), .errorsReported(["sport": ["who?"]]),
        .edited(.rowInserted(RowDefinition(kind: .integer, value: 3), in: "§2", before: "sport")), .typed("#6", "3,50"),
      ])
  }

  @Test func `an encoded state decodes to an equal state`() throws {
    let state = try filledIn()
    let read = try JSONDecoder().decode(FormFeature.State.self, from: JSONEncoder().encode(state))
    #expect(read == state && read.screen == state.screen && read.isConsistent)
    let canonical: FormFeature.State = try CanonicalValue(state).decode()
    #expect(canonical == state)
  }

  @Test func `default values are not encoded`() throws {
    let row = RowDefinition(tag: "a", hidden: try Condition(parsing: "$a == '1'"))
    #expect("\(try CanonicalValue(row))" == #"(tag: "a", hidden: "$a == '1'")"#)
    #expect(
      "\(try CanonicalValue(FormFeature.State(compiledForm([row]))["a"]))"
        == "(entry: value(null), initialValue: null, isTouched: false, reportedErrors: [], remoteValidation: notRequested)"
    )
  }

  /// Decoding validates the document: each of these edits makes it inconsistent.
  @Test(arguments: [
    (#""hidden":["#, #""hidden":["hobbies","#, "the hidden elements do not match"),
    (#""disabled":[]"#, #""disabled":["hobbies"]"#, "the disabled elements do not match"),
    (#""focus":"#, #""focus":"film","was":"#, "the focused row is not editable"),
    (#""lastRowNumber":6"#, #""lastRowNumber":-1"#, "the IDs do not match"),
    (#""lastRowNumber":6"#, #""lastRowNumber":5"#, "the IDs do not match"),
    (#""stage":{"editing":{}}"#, #""stage":{"validating":{}}"#, "no remote validation is pending"),
    (#""initialLists":{}"#, #""initialLists":{"hobbies":[]}"#, "do not match the multivalued sections"),
    (#"{"typed":{"_0":"3,50"}}"#, #"{"typed":{"_0":"3,50","as":{"integer":{"_0":3}}}}"#, "cannot hold this value"),
    (#""rows":["hobbies""#, #""rows":["hobby""#, "the IDs do not match"),
    (#""hobbies":{"entry""#, #""hobby":{"entry""#, "the fields do not match"),
    (
      #""fields":{"#,
      #""fields":{"unknown":{"entry":{"value":{"_0":{"null":{}}}},"initialValue":{"null":{}},"#
        + #""isTouched":false,"remoteValidation":{"notRequested":{}},"reportedErrors":[]},"#, "the fields do not match"
    ),
    (#""value":{"_0":{"text":{"_0":"Ali"}}}"#, #""value":{"_0":{"integer":{"_0":1}}}"#, "cannot hold this value"),
    (#""$hobbies.value.@count == 0""#, #""$hobby.value.@count == 0""#, "no row or section has the tag"),
  ])
  func `an inconsistent document is rejected`(_ part: String, _ other: String, _ fault: String) throws {
    var state = try filledIn()
    _ = FormFeature().reduce(&state, .focused("sport"))
    state.assign("sport", "Ali")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(state), as: UTF8.self)
    #expect(text.contains(part), "\(text)")
    let wrong = text.replacing(part, with: other, maxReplacements: 1)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FormFeature.State.self, from: Data(wrong.utf8))
    }
    #expect("\(error as Any)".contains(fault), "\(error as Any)")
  }
}
