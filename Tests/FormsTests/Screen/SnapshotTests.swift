import Documents
import FormsFixtures
import LoopTesting
import Testing
import Values

@testable import Forms

enum FormsSnapshot: String, SnapshotName {
  static let folder = "Forms"

  case hobbiesInEveryState = "hobbies-in-every-state.txt"
  case hobbiesFilledIn = "hobbies-filled-in.transcript"
}

@Suite struct `Snapshots of forms` {
  @Test func `each snapshot name has a file, and each file a name`() {
    expectSnapshotFilesMatchNames(of: FormsSnapshot.self)
  }

  /// The form for every choice of hobbies, with the changes of the screen that the choice caused.
  @Test func `the hobbies form in every state`() throws {
    let form = try compiledForm(hobbiesJSON)
    let names: [Value] = ["Sport", "Music", "Films"]
    var document = ""
    for hobbies in (0..<8).map({ bits in [0, 1, 2].filter { bits >> $0 & 1 == 1 }.map { names[$0] } }) {
      var state = FormFeature.State(form)
      state.assign("hobbies", .list(hobbies))
      document += "\(Value.list(hobbies).jsonText)\n\(outline(state))\n"
    }
    expectSnapshot(document, FormsSnapshot.hobbiesInEveryState)
  }

  private func outline(_ state: FormFeature.State) -> String {
    let sections = state.screen.sections.flatMap { section in
      ["  \(section.title ?? "")"] + section.rows.map { "    \($0.title ?? ""): \($0.value.jsonText)" }
    }
    return (sections + state.lastUpdate.changes.map { "  \($0)" } + ["  \(state.lastUpdate.evaluationCount) evaluated"])
      .map {
        $0 + "\n"
      }.joined()
  }

  @Test func `filling in the hobbies form`() throws {
    let store = TestStore(FormFeature(), state: FormFeature.State(try compiledForm(hobbiesJSON)))
    store.send(.chosen("hobbies", ["Music", "Films"])) {
      $0.fields[0].entry = .value(["Music", "Films"])
      $0.fields[0].isTouched = true
    }
    store.send(.focused("film")) { $0.focus = "film" }
    store.send(.typed("film", "Metropolis")) {
      $0.fields[2].entry = .value("Metropolis")
      $0.fields[2].isTouched = true
    }
    store.send(.nextTapped) { $0.focus = "actor" }
    store.send(.chosen("hobbies", ["Music"])) {
      $0.fields[0].entry = .value(["Music"])
      $0.focus = "music"
    }
    let submit = FormFeature.Effect.submit(["hobbies": ["Music"], "music": nil])
    store.send(.submitTapped, starts: [submit]) {
      $0.fields[4].isTouched = true
      $0.stage = .submitting
    }
    store.end(submit, .submissionFailed("offline", ["music": ["which one?"]])) {
      $0.stage = .failed("offline")
      $0.fields[4].reportedErrors = ["which one?"]
    }
    store.send(.resetTapped) { $0 = FormFeature.State($0.form) }
    expectSnapshot(store.finish(), FormsSnapshot.hobbiesFilledIn)
  }
}
