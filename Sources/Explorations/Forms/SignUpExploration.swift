import Conditions
import Forms
import LoopExplorer
import Loop
import Values

/// A small sign-up form: a name that a server validates, and an address that is visible to users who want letters.
package struct SignUpExploration: Exploration {
  package let feature = FormFeature(validationDelay: nil)
  private let form: CompiledForm
  let actions: [FormFeature.Action]

  /// The server: the names in use and the last submission.
  package struct Environment: Hashable, Codable, Sendable {
    package var takenNames: Set<String> = []
    package var submission: [String: Value] = [:]
  }

  /// All actions of the user.
  package static let allActions: [FormFeature.Action] = [
    .typed("name", "Ada"), .typed("name", "Bob"), .typed("name", ""), .chosen("letters", true),
    .chosen("letters", false),
    .typed("address", "ada@example.org"), .typed("address", "ada"), .focused("address"), .nextTapped, .previousTapped,
    .resetTapped, .submitTapped,
  ]

  /// Creates an exploration.
  package init(actions: [FormFeature.Action] = Self.allActions) {
    self.actions = actions
    do throws(FormErrors) {
      form = try CompiledForm(Self.definition)
    } catch {
      preconditionFailure("The definition of the explored form must compile: \(error)")
    }
  }

  /// The definition of the form.
  package static let definition = FormDefinition(title: "Sign up") {
    SectionDefinition(rows: [
      RowDefinition(tag: "name", title: "Name", isRequired: true, validators: [.remoteCheck("free")]),
      RowDefinition(tag: "letters", kind: .boolean, title: "Send me letters"),
    ])
    SectionDefinition(
      tag: "where", hidden: Term.variable("letters") == false,
      rows: [RowDefinition(tag: "address", kind: .email, title: "Address", isRequired: true)])
  }

  package var start: (state: FormFeature.State, environment: Environment) { (FormFeature.State(form), Environment()) }

  package func actions(in state: FormFeature.State) -> [FormFeature.Action] { actions }

  /// The outcomes of an effect.
  ///
  /// The server validates a name, and rejects a form whose name is already in use.
  package func outcomes(of effect: FormFeature.Effect, in environment: Environment) -> [Outcome<
    FormFeature.Action, Environment
  >] {
    switch effect {
    case .validate(let id, .text(let name), _):
      let texts = environment.takenNames.contains(name) ? ["\(name) is taken"] : []
      return [
        Outcome(texts.isEmpty ? "free" : "taken", .valueValidated(id, texts), in: environment),
        Outcome("offline", .validationFailed(id, "\(name): offline"), in: environment),
      ]
    case .submit(let values, passwords: _):
      let offline = Outcome(
        "offline", FormFeature.Action.submissionFailed(FormFeature.reasonForLostResponse), in: environment)
      guard case .text(let name)? = values["name"], !environment.takenNames.contains(name) else {
        return [Outcome("refused", .submissionFailed("refused", ["name": ["is taken"]]), in: environment), offline]
      }
      var after = environment
      after.takenNames.insert(name)
      after.submission = values
      return [Outcome("taken", .submitted, in: after), offline]
    case .validate, .validatePassword, .performButtonAction: return []
    }
  }

  /// Another user takes the name.
  package func environmentEvents(in environment: Environment) -> [EnvironmentEvent<Environment>] {
    if environment.takenNames.contains("Ada") { return [] }
    var after = environment
    after.takenNames.insert("Ada")
    return [EnvironmentEvent("Ada is taken", in: after)]
  }

  /// Only validating a name is read-only.
  package func isReadOnly(_ effect: FormFeature.Effect) -> Bool { if case .validate = effect { true } else { false } }

  /// A Boolean value that indicates whether a response is pending.
  package func isBusy(_ state: FormFeature.State) -> Bool {
    state.stage == .validating || state.stage == .submitting || state["name"]?.remoteValidation == .pending
  }

  /// The kind of the state: the stage of the form and whether it has known errors.
  package func kind(of state: FormFeature.State) -> String {
    switch state.stage {
    case .editing: state.isValid ? "editing" : "faulty"
    case .validating: "checking"
    case .submitting: "submitting"
    case .submitted: "submitted"
    case .failed: state.isValid ? "failed" : "refused"
    }
  }
}
