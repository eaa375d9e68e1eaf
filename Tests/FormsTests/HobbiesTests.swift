import Forms
import FormsFixtures
import Testing
import Values

@Suite struct `The hobbies form` {
  @Test func `choosing hobbies shows and hides their questions`() throws {
    var state = Form.State(try form(hobbiesJSON))
    #expect(state.rowsInSight == ["hobbies"])
    state.set("hobbies", ["Films"])
    #expect(state.rowsInSight == ["hobbies", "film", "actor"])
    #expect(state.last.changes == [.sectionInserted("§2", after: "§1"), .rowChanged("hobbies")])
    #expect(state.last.evaluations == 5)
    state.set("hobbies", ["Films", "Sport"])
    #expect(state.rowsInSight == ["hobbies", "sport", "film", "actor"])
    #expect(state.last.changes == [.rowInserted("sport", in: "§2", after: nil), .rowChanged("hobbies")])
    state.set("hobbies", ["Music"])
    #expect(
      state.last.changes == [
        .rowRemoved("actor"), .rowRemoved("film"), .rowRemoved("sport"),
        .rowInserted("music", in: "§2", after: nil), .rowChanged("hobbies"),
      ])
    state.set("hobbies", [])
    #expect(state.rowsInSight == ["hobbies"])
    #expect(state.last.changes == [.sectionRemoved("§2"), .rowChanged("hobbies")])
  }

  @Test func `a hidden row keeps its text and is not submitted`() throws {
    var state = Form.State(try form(hobbiesJSON), [.chosen("hobbies", ["Music"]), .typed("music", "Clara")])
    state.set("hobbies", ["Sport"])
    #expect(state.value("music") == "Clara")
    #expect(state.values["music"] == "Clara")
    #expect(state.submission == ["hobbies": ["Sport"], "sport": nil])
    state.set("hobbies", ["Music"])
    #expect(state.rowsInSight == ["hobbies", "music"])
    #expect(state.submission == ["hobbies": ["Music"], "music": "Clara"])
  }
}
