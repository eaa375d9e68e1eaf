import Conditions
import FormsFixtures
import Loop
import LoopTesting
import Testing
import Values

@testable import Forms

@Suite struct `Remote validation while other rows change` {
  /// A name that a server checks, which one switch hides and another one makes locally invalid.
  private func state(_ actions: FormFeature.Action...) throws -> FormFeature.State {
    let rows = [
      RowDefinition(tag: "off", kind: .boolean), RowDefinition(tag: "strict", kind: .boolean),
      RowDefinition(
        tag: "name", hidden: Term.variable("off") == true,
        validators: [
          .remoteCheck("free"), .predicate(Term.variable("strict") == false, message: "not now"),
        ]),
    ]
    return FormFeature.State(try compiledForm(rows), actions)
  }

  @Test func `law 6: a validation response for another value is not delivered`() throws {
    let delay = FormFeature().validationDelay
    let store = TestStore(FormFeature(), state: try state())
    let validateName = FormFeature.Effect.validate("name", "Ada", checks: ["free"])
    let validateBob = FormFeature.Effect.validate("name", "Bob", checks: ["free"])
    store.send(.typed("name", "Bob"), starts: [validateBob], after: delay) {
      $0.fields[2].entry = .value("Bob")
      $0.fields[2].isTouched = true
      $0.fields[2].remoteValidation = .pending
    }
    store.send(.typed("name", "Ada"), starts: [validateName], after: delay, cancels: [validateBob]) {
      $0.fields[2].entry = .value("Ada")
    }
    store.end(validateName, .valueValidated("name", ["is taken"])) {
      $0.fields[2].remoteValidation = .completed(["is taken"])
    }
    #expect(store.state.errors(of: "name") == [.custom("is taken")])
    store.send(.typed("name", "Eve"), starts: [.validate("name", "Eve", checks: ["free"])], after: delay) {
      $0.fields[2].entry = .value("Eve")
      $0.fields[2].remoteValidation = .pending
    }
    #expect(store.state.errors(of: "name").isEmpty)
    store.send(.typed("name", ""), cancels: [.validate("name", "Eve", checks: ["free"])]) {
      $0.fields[2].entry = .value("")
      $0.fields[2].remoteValidation = .notRequested
    }
    store.finish()
  }

  @Test func `a completed validation of a hidden row is kept`() throws {
    var state = try state(.typed("name", "Ada"), .valueValidated("name", ["is taken"]))
    #expect(state.errors(of: "name") == [.custom("is taken")])
    _ = FormFeature().reduce(&state, .chosen("off", true))
    _ = FormFeature().reduce(&state, .chosen("off", false))
    #expect(state.errors(of: "name") == [.custom("is taken")])
  }

  @Test func `law 9: a completed validation is kept while another requirement is not met`() throws {
    var state = try state(.typed("name", "Ada"), .valueValidated("name", ["is taken"]), .chosen("strict", true))
    #expect(state.isConsistent && state.errors(of: "name") == [.custom("not now"), .custom("is taken")])
    _ = FormFeature().reduce(&state, .chosen("strict", false))
    #expect(state.errors(of: "name") == [.custom("is taken")])
  }

  @Test func `a form is clean after a submission without a changed hidden row`() throws {
    var state = try state(.typed("name", "Ada"), .chosen("off", true), .submitTapped, .submitted)
    #expect(state.stage == .submitted && !state.isDirty)
    // The server does not have the name, so the form is dirty when the row is shown again.
    _ = FormFeature().reduce(&state, .chosen("off", false))
    #expect(state.isDirty && state.dirtyRows == ["off", "name"])
  }

  @Test func `a value assigned to a hidden row is validated when the row is shown`() throws {
    var state = try state(.chosen("off", true), .valuesAssigned([ValueAssignment("name", "Ada")]))
    _ = FormFeature().reduce(&state, .chosen("off", false))
    #expect(state["name"]?.remoteValidation == .pending)
  }

  @Test func `a submission does not wait for the validation of a hidden row, whose result is kept`() throws {
    var state = try state(.typed("name", "Ada"), .chosen("off", true))
    #expect(FormFeature().isActive(.validation("name"), in: state))
    _ = FormFeature().reduce(&state, .submitTapped)
    #expect(state.stage == .submitting)
    _ = FormFeature().reduce(&state, .valueValidated("name", ["is taken"]))
    #expect(state.stage == .submitting && state["name"]?.remoteValidation == .completed(["is taken"]))
  }

  @Test func `of two assignments to a row only the last one counts`() throws {
    var state = try state(
      .typed("name", "Ada"), .valueValidated("name", ["is taken"]), .errorsReported(["name": ["no"]]))
    let before = state
    for action: FormFeature.Action in [
      .valuesAssigned([ValueAssignment("name", "Bob"), ValueAssignment("name", "Ada")]),
      .rebased([ValueAssignment("name", "Bob"), ValueAssignment("name", .null)]),
    ] {
      #expect(FormFeature().reduce(&state, action).isEmpty && state == before, "\(action)")
    }
  }

  @Test func `a failed validation is requested again by a submission that another row stops`() throws {
    let state = try state(.typed("name", "Ada"), .validationFailed("name", "offline"), .chosen("strict", true))
    var submitted = state
    _ = FormFeature().reduce(&submitted, .submitTapped)
    #expect(submitted.stage == .editing && submitted["name"]?.remoteValidation == .notRequested)
    _ = FormFeature().reduce(&submitted, .chosen("strict", false))
    #expect(submitted["name"]?.remoteValidation == .pending)
  }
}
