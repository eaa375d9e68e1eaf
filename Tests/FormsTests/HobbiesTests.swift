import Forms
import FormsFixtures
import Testing
import Values

@Suite struct `The hobbies form` {
  @Test func `choosing hobbies shows and hides their questions`() throws {
    var state = FormFeature.State(try compiledForm(hobbiesJSON))
    #expect(state.visibleRowIDs == ["hobbies"])
    state.assign("hobbies", ["Films"])
    #expect(state.visibleRowIDs == ["hobbies", "film", "actor"])
    #expect(state.lastUpdate.changes == [.sectionInserted("§2", after: "§1"), .rowChanged("hobbies")])
    #expect(state.lastUpdate.evaluationCount == 5)
    state.assign("hobbies", ["Films", "Sport"])
    #expect(state.visibleRowIDs == ["hobbies", "sport", "film", "actor"])
    #expect(state.lastUpdate.changes == [.rowInserted("sport", in: "§2", after: nil), .rowChanged("hobbies")])
    state.assign("hobbies", ["Music"])
    #expect(
      state.lastUpdate.changes == [
        .rowRemoved("actor"), .rowRemoved("film"), .rowRemoved("sport"),
        .rowInserted("music", in: "§2", after: nil), .rowChanged("hobbies"),
      ])
    state.assign("hobbies", [])
    #expect(state.visibleRowIDs == ["hobbies"])
    #expect(state.lastUpdate.changes == [.sectionRemoved("§2"), .rowChanged("hobbies")])
  }

  @Test func `a hidden row keeps its text and is not submitted`() throws {
    var state = FormFeature.State(
      try compiledForm(hobbiesJSON), [.chosen("hobbies", ["Music"]), .typed("music", "Clara")])
    state.assign("hobbies", ["Sport"])
    #expect(state.value("music") == "Clara")
    #expect(state.values["music"] == "Clara")
    #expect(state.submittedValues == ["hobbies": ["Sport"], "sport": nil])
    state.assign("hobbies", ["Music"])
    #expect(state.visibleRowIDs == ["hobbies", "music"])
    #expect(state.submittedValues == ["hobbies": ["Music"], "music": "Clara"])
  }
}
