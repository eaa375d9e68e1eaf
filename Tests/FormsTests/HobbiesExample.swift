import Conditions
import Forms
import Testing
import Values

// The code that the guide of Forms shows.

@Test func `the form of the guide shows a section when a hobby is chosen`() throws {
  let hobbies = RowDefinition(tag: "hobbies", kind: .multipleChoice, options: ["Sport", "Music", "Films"])
  let definition = try FormDefinition(title: "Hobbies") {
    SectionDefinition { hobbies }
    try SectionDefinition(title: "Some more questions", hidden: Condition("\(hobbies).@count == 0")) {
      try RowDefinition(tag: "sport", hidden: Condition("NOT \(hobbies) CONTAINS 'Sport'"))
      RowDefinition(tag: "nickname", title: "Your nickname", validators: [.length(max: 20)])
    }
  }
  var state = FormFeature.State(try CompiledForm(definition))
  _ = FormFeature().reduce(&state, .chosen("hobbies", ["Sport"]))
  let changes = state.lastUpdate.changes  // section 2 is inserted after section 1, and the row "hobbies" changes
  let evaluationCount = state.lastUpdate.evaluationCount  // 2: each condition that reads "hobbies", once
  #expect(changes == [.sectionInserted("§2", after: "§1"), .rowChanged("hobbies")] && evaluationCount == 2)
}
