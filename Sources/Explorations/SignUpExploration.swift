internal import Conditions
package import Forms
package import LoopExplorer
internal import Loop
package import Values

/// A small form by which people sign up: a name, of which only the world knows whether it is free, and for those who want
/// letters, where to.
package struct SignUpExploration: Exploration {
  /// The feature that is played.
  package let feature = FormFeature(validationDelay: nil)
  private let form: CompiledForm
  let actions: [FormFeature.Action]

  /// Who has signed up.
  package struct Environment: Hashable, Codable, Sendable {
    /// The names that are taken.
    package var taken: Set<String> = []
    /// What was submitted last.
    package var submission: [String: Value] = [:]
  }

  /// Everything there is to do.
  package static let everything: [FormFeature.Action] = [
    .typed("name", "Ada"), .typed("name", "Bob"), .typed("name", ""), .chosen("letters", true),
    .chosen("letters", false),
    .typed("address", "ada@example.org"), .typed("address", "ada"), .focused("address"), .nextTapped, .previousTapped,
    .resetTapped, .submitTapped,
  ]

  /// Makes one.
  package init(actions: [FormFeature.Action] = Self.everything) {
    self.actions = actions
    do throws(FormErrors) {
      form = try CompiledForm(Self.definition)
    } catch {
      preconditionFailure("The form that is explored is right: \(error)")
    }
  }

  /// The form.
  package static let definition = FormDefinition(title: "Sign up") {
    SectionDefinition(rows: [
      RowDefinition(tag: "name", title: "Name", isRequired: true, validators: [.asked("free")]),
      RowDefinition(tag: "letters", kind: .boolean, title: "Send me letters"),
    ])
    SectionDefinition(
      tag: "where", hidden: Term.variable("letters") == false,
      rows: [RowDefinition(tag: "address", kind: .email, title: "Address", isRequired: true)])
  }

  /// Nothing is filled in, and nobody has signed up.
  package var start: (state: FormFeature.State, world: Environment) { (FormFeature.State(form), Environment()) }

  /// What a person does, whatever the state.
  package func actions(in state: FormFeature.State) -> [FormFeature.Action] { actions }

  /// The world judges a name, and takes a form unless its name was taken meanwhile.
  package func outcomes(of effect: FormFeature.Effect, in world: Environment) -> [Outcome<
    FormFeature.Action, Environment
  >] {
    switch effect {
    case .judge(let id, .text(let name), _):
      let texts = world.taken.contains(name) ? ["is taken"] : []
      return [
        Outcome(texts.isEmpty ? "free" : "taken", .judged(id, .text(name), texts), in: world),
        Outcome("offline", .judgementFailed(id, .text(name), "offline"), in: world),
      ]
    case .submit(let values):
      let offline = Outcome("offline", FormFeature.Action.submissionFailed("offline"), in: world)
      guard case .text(let name)? = values["name"], !world.taken.contains(name) else {
        return [Outcome("refused", .submissionFailed("refused", ["name": ["is taken"]]), in: world), offline]
      }
      var after = world
      after.taken.insert(name)
      after.submission = values
      return [Outcome("taken", .submitted, in: after), offline]
    case .judge, .press: return []
    }
  }

  /// What is lost was not done, as far as anyone can tell.
  package func responsesWhenLost(of effect: FormFeature.Effect) -> [FormFeature.Action] {
    switch effect {
    case .judge(let id, let value, _): [.judgementFailed(id, value, "offline")]
    case .submit: [.submissionFailed("offline")]
    case .press: []
    }
  }

  /// Somebody else takes the name.
  package func environmentEvents(in world: Environment) -> [EnvironmentEvent<Environment>] {
    if world.taken.contains("Ada") { return [] }
    var after = world
    after.taken.insert("Ada")
    return [EnvironmentEvent("Ada is taken", in: after)]
  }

  /// A name is only asked about.
  package func isReadOnly(_ effect: FormFeature.Effect) -> Bool { if case .judge = effect { true } else { false } }

  /// An answer is awaited.
  package func isBusy(_ state: FormFeature.State) -> Bool {
    state.stage == .checking || state.stage == .submitting || state["name"]?.inquiry.isPending == true
  }

  /// What the form is doing, and whether something is known to be wrong with it.
  package func kind(of state: FormFeature.State) -> String {
    switch state.stage {
    case .editing: state.isValid ? "editing" : "faulty"
    case .checking: "checking"
    case .submitting: "submitting"
    case .submitted: "submitted"
    case .failed: state.isValid ? "failed" : "refused"
    }
  }
}
