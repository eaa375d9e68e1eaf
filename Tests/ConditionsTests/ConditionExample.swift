import Conditions
import Testing
import Values

// The code that the guide of Conditions shows.

private struct FormRow: VariableConvertible { var tag: String }

@Test func `the conditions of the guide are built, evaluated and translated`() throws {
  let age = FormRow(tag: "age")
  let city = FormRow(tag: "city")
  let typed = "Rome"
  let hidden = try Condition("\(age) < \(18) || \(city) == \(typed)")  // $age < 18 OR $city == 'Rome'
  let same = Term.variable("age") < 18 || Term.variable("city") == Term.value(typed)
  let expensive = Term.key("items").any { $0.key("price") > 4 }  // ANY items.price > 4
  #expect(hidden == same && expensive.description == "ANY items.price > 4")

  let evaluator = Evaluator(hidden)
  let values = NamedValueSource(evaluator.references, variables: ["age": 15, "city": "Oslo"])
  let isHidden = try evaluator.holds(values)  // true
  let reason = try evaluator.explanation(for: values).sentence(outcome: "hidden")
  #expect(isHidden && reason == "hidden because `$age < 18`: 15 < 18")

  let columns: [Reference: SQLColumn] = [
    .variable("age"): SQLColumn("age", .integer), .variable("city"): SQLColumn("city", .text),
  ]
  let translation = try hidden.sql(.sqlite, columns: columns)
  #expect(translation.untranslated.isEmpty && translation.parameters.count == 2)
}
