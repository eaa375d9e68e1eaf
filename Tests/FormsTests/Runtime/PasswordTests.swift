import Foundation
import FormsFixtures
import Loop
import LoopHistory
import LoopText
import TestInputs
import Testing
import Values

@testable import Forms

/// Every place that encodes or prints a form, with a password in it.
@Suite struct `A password` {
  private static let password = "hunter2-correct-horse"

  private let form = """
    {"sections": [{"rows": [
      {"tag": "name"}, {"tag": "pin", "kind": "password", "required": true, "validators": [{"length": {"min": 3}}]},
      {"tag": "hint", "hidden": "$pin == NULL", "disabled": "'a' MATCHES $pin"}]}]}
    """

  private func compiled() throws -> CompiledForm {
    var definition = try compiledForm(form).definition
    definition.sections[0].rows[1].validators.append(.remoteCheck("leaked"))
    return try CompiledForm(definition)
  }

  private func filledIn() throws -> FormFeature.State {
    FormFeature.State(try compiled(), [.typed("name", "Ada"), .passwordTyped("pin", Secret(Self.password))])
  }

  private func expectNoPassword(in text: String, _ what: String) {
    #expect(!text.contains(Self.password) && !text.contains("hunter"), "\(what): \(text)")
  }

  @Test @MainActor
  func `law 5: no session and no transcript contains it, and its row is empty afterwards`() async throws {
    let feature = UndoFeature(FormFeature())
    let store = Store(feature, state: .init(FormFeature.State(try compiled())), handler: PendingHandler())
    let recording = StepRecording(of: store)
    let secret = Secret(Self.password)
    store.send(.feature(.typed("name", "Ada")))
    store.send(.feature(.passwordTyped("pin", Secret("hunter"))))
    store.send(.feature(.focused("hint")))
    store.send(.feature(.passwordTyped("pin", secret)))
    store.send(.undo)
    store.send(.redo)
    store.send(.feature(.submitTapped))
    #expect(store.state.feature.stage == .validating && store.state.feature.value("pin") == .text(Self.password))
    let running = store.pending.running(in: .validation("pin"))?.effect
    #expect(running == .validatePassword("pin", secret, checks: ["leaked"]))

    let path = FileManager.default.temporaryDirectory.appending(path: "password-\(UUID()).session").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await FileSessionStore(path).save(SessionData(encoding: store.session, schema: 1))
    expectNoPassword(in: String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self), "session")
    let transcript = try Transcript(of: recording.steps, from: recording.start, by: feature)
    expectNoPassword(in: "\(transcript)", "transcript")
    await store.shutdown()

    let session: StoreSession<UndoFeature<FormFeature>>? = try await FileSessionStore(path).load()?.decode(schema: 1)
    let restored = try #require(session?.loopState.state.feature)
    #expect(restored.value("name") == "Ada" && restored.value("pin") == .null && restored.isConsistent)
    #expect(restored.errors(of: "pin") == [.missing] && restored["pin"]?.isTouched == true)
    // What depended on the password is as in a form without one.
    #expect(restored.isHidden("hint") == true && restored.focus == "pin" && restored.stage == .editing)
  }

  @Test func `its submission is encoded without it`() throws {
    var state = try filledIn()
    _ = FormFeature().reduce(&state, .valueValidated("pin", []))
    let effects = FormFeature().reduce(&state, .submitTapped)
    guard case .run(let request)? = effects.instructions.first else {
      Issue.record("The form was not submitted: \(effects)")
      return
    }
    let effect = request.effect
    #expect(effect == .submit(["name": "Ada", "hint": nil], passwords: ["pin": Secret(Self.password)]))
    expectNoPassword(in: "\(effect) \(try CanonicalValue(effect))", "effect")
    let encoded = try JSONEncoder().encode(effect)
    expectNoPassword(in: String(decoding: encoded, as: UTF8.self), "effect as JSON")
    #expect(
      try JSONDecoder().decode(FormFeature.Effect.self, from: encoded)
        == .submit(["name": "Ada", "hint": nil], passwords: ["pin": Secret("")]))
    _ = FormFeature().reduce(&state, .submitted)
    #expect(state.value("pin") == .null && state["pin"]?.isTouched == false && !state.isDirty)
  }

  @Test func `every encoding and description is without it`() throws {
    let state = try filledIn()
    var dumped = ""
    dump(state, to: &dumped)
    let actions: [FormFeature.Action] = [
      .passwordTyped("pin", Secret(Self.password)), .restored(["pin": .secret(Secret(Self.password))]),
    ]
    let values: [any Encodable] = [state, state.contents, state.screen, state["pin"], actions]
    for value in values {
      expectNoPassword(in: String(decoding: try JSONEncoder().encode(value), as: UTF8.self), "JSON")
    }
    expectNoPassword(in: "\(state) \(String(reflecting: state)) \(state.screen) \(actions) \(dumped)", "description")
    expectNoPassword(in: "\(state.values) \(state.submittedValues)", "values")
    #expect("\(state.submittedPasswords)" == #"["pin": •••]"#)
    #expect(state.screen.sections[0].rows[1].value == .null && state.screen.sections[0].rows[1].text == Self.password)
    #expect(try JSONDecoder().decode(FormFeature.State.self, from: JSONEncoder().encode(state)).isConsistent)
    let read = try JSONDecoder().decode([FormFeature.Action].self, from: JSONEncoder().encode(actions))
    #expect(read == [.passwordTyped("pin", Secret("")), .restored(["pin": .secret(Secret(""))])])
  }

  @Test func `the error of a condition that reads it does not repeat it`() throws {
    let state = FormFeature.State(try compiled(), [.passwordTyped("pin", Secret("hunter("))])
    #expect(state.errors(of: "hint").map(\.description) == ["a condition cannot be evaluated: it reads a password"])
    expectNoPassword(in: "\(state.reasons("hint")) \(state.screen)", "reasons")
  }

  /// A password is typed as a secret only, because a value can be encoded; other actions can only clear it.
  @Test func `no action takes it as a value`() throws {
    let empty = FormFeature.State(try compiled())
    let text = Value.text(Self.password)
    for action: FormFeature.Action in [
      .typed("pin", Self.password), .chosen("pin", text), .valuesAssigned([ValueAssignment("pin", text)]),
      .rebased([ValueAssignment("pin", text)]), .restored(["pin": .value(text)]),
      .restored(["pin": .typed(Self.password, as: nil)]), .passwordTyped("name", Secret(Self.password)),
      .restored(["name": .secret(Secret(Self.password))]),
    ] {
      var state = empty
      _ = FormFeature().reduce(&state, action)
      #expect(state == empty, "\(action)")
    }
    #expect(FormFeature.State(try compiled(), values: ["pin": text]) == empty)
    for clearing: FormFeature.Action in [
      .passwordTyped("pin", Secret("")), .chosen("pin", .null), .valuesAssigned([ValueAssignment("pin", .null)]),
      .restored(["pin": .secret(Secret(""))]), .resetTapped,
    ] {
      var state = try filledIn()
      _ = FormFeature().reduce(&state, clearing)
      #expect(state["pin"]?.entry == .value(.null), "\(clearing)")
    }
  }

  @Test func `a definition cannot contain it`() {
    let errors = formErrors(
      in: #"""
        {"sections": [{"rows": [{"tag": "pin", "kind": "password", "value": "hunter2"}]},
          {"template": {"kind": "password"}, "rows": [{"kind": "password"}]}]}
        """#)
    #expect(
      errors == [
        #"line 1, column 69: "pin", value: a password cannot have an initial value; remove it"#,
        #"line 2, column 25: sections[1], template.kind: a multivalued section cannot contain passwords"#,
        #"line 2, column 56: sections[1].rows[0], kind: a multivalued section cannot contain passwords"#,
      ])
  }
}

/// A handler whose effects wait for their cancellation.
private struct PendingHandler: EffectHandler {
  func run(
    _ effect: FormFeature.Effect, send: Send<UndoFeature<FormFeature>.Action>
  ) async -> UndoFeature<FormFeature>.Action? {
    let never = AsyncStream<Never> { _ in }
    for await _ in never {}
    return nil
  }
}
