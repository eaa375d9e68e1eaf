import Conditions
import Forms
import FormsFixtures
import Testing
import Values

@Suite struct `The form builder` {
  @Test func `a form built in Swift equals the same form parsed from JSON`() throws {
    let hobbies = Term.variable("hobbies")
    let isLong = true
    let built = FormDefinition(title: "Hobbies") {
      SectionDefinition { RowDefinition(tag: "hobbies", kind: .multipleChoice, options: ["Sport", "Music"]) }
      SectionDefinition(title: "More", hidden: hobbies.count == 0) {
        RowDefinition(tag: "sport", hidden: !hobbies.contains("Sport"))
        for number in 1...2 { RowDefinition(tag: "n\(number)", kind: .integer) }
        if isLong { RowDefinition(tag: "long") } else { RowDefinition(tag: "short") }
      }
    }
    let read = try compiledForm(
      """
      {"title": "Hobbies", "sections": [
        {"rows": [{"tag": "hobbies", "kind": "multipleChoice", "options": ["Sport", "Music"]}]},
        {"title": "More", "hidden": "$hobbies.@count = 0", "rows": [
          {"tag": "sport", "hidden": "not $hobbies contains 'Sport'"}, {"tag": "n1", "kind": "integer"},
          {"tag": "n2", "kind": "integer"}, {"tag": "long"}]}]}
      """)
    #expect(try CompiledForm(built) == read)
    #expect(read.definition == built)
  }
}
