internal import Conditions
public import Forms
public import LoopProof
internal import Loop
public import Values

/// A small form by which people sign up: a name, of which only the world knows whether it is free, and for those who want
/// letters, where to.
public struct SignUpExploration: Exploration {
  /// The feature that is played.
  public let feature = Form(pause: nil)
  private let form: CompiledForm
  private let actions: [Form.Action]

  /// Who has signed up.
  public struct World: Hashable, Codable, Sendable {
    /// The names that are taken.
    public var taken: Set<String> = []
    /// What was submitted last.
    public var submission: [String: Value] = [:]
  }

  /// Everything there is to do.
  public static let everything: [Form.Action] = [
    .typed("name", "Ada"), .typed("name", "Bob"), .typed("name", ""), .chosen("letters", true),
    .chosen("letters", false),
    .typed("address", "ada@example.org"), .typed("address", "ada"), .focused("address"), .nextTapped, .previousTapped,
    .resetTapped, .submitTapped,
  ]

  /// What is explored.
  public static let few: [Form.Action] = [
    .typed("name", "Ada"), .typed("name", "Bob"), .chosen("letters", true), .chosen("letters", false),
    .typed("address", "ada@example.org"), .resetTapped, .submitTapped,
  ]

  /// Makes one.
  public init(actions: [Form.Action] = Self.everything) {
    self.actions = actions
    do throws(FormFaults) {
      form = try CompiledForm(Self.definition)
    } catch {
      preconditionFailure("The form that is explored is right: \(error)")
    }
  }

  /// The form.
  public static let definition = FormDefinition(title: "Sign up") {
    SectionDefinition(rows: [
      RowDefinition(tag: "name", title: "Name", isRequired: true, validators: [.asked("free")]),
      RowDefinition(tag: "letters", kind: .boolean, title: "Send me letters"),
    ])
    SectionDefinition(
      tag: "where", hidden: Term.variable("letters") == false,
      rows: [RowDefinition(tag: "address", kind: .email, title: "Address", isRequired: true)])
  }

  /// Nothing is filled in, and nobody has signed up.
  public var start: (state: Form.State, world: World) { (Form.State(form), World()) }

  /// What a person does, whatever the state.
  public func actions(in state: Form.State) -> [Form.Action] { actions }

  /// The world judges a name, and takes a form unless its name was taken meanwhile.
  public func outcomes(of effect: Form.Effect, in world: World) -> [Outcome<Form.Action, World>] {
    switch effect {
    case .judge(let id, .text(let name), _):
      let texts = world.taken.contains(name) ? ["is taken"] : []
      return [
        Outcome(texts.isEmpty ? "free" : "taken", .judged(id, .text(name), texts), in: world),
        Outcome("offline", .judgementFailed(id, .text(name), "offline"), in: world),
      ]
    case .submit(let values):
      let offline = Outcome("offline", Form.Action.submissionFailed("offline"), in: world)
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
  public func answerWhenLost(_ effect: Form.Effect) -> [Form.Action] {
    switch effect {
    case .judge(let id, let value, _): [.judgementFailed(id, value, "offline")]
    case .submit: [.submissionFailed("offline")]
    case .press: []
    }
  }

  /// Somebody else takes the name.
  public func happenings(in world: World) -> [Happening<World>] {
    if world.taken.contains("Ada") { return [] }
    var after = world
    after.taken.insert("Ada")
    return [Happening("Ada is taken", in: after)]
  }

  /// A name is only asked about.
  public func onlyReads(_ effect: Form.Effect) -> Bool { if case .judge = effect { true } else { false } }

  /// An answer is awaited.
  public func isBusy(_ state: Form.State) -> Bool {
    state.stage == .checking || state.stage == .submitting || state["name"]?.inquiry.isAsked == true
  }

  /// What the form is doing, and whether something is known to be wrong with it.
  public func kind(of state: Form.State) -> String {
    let stage =
      switch state.stage {
      case .editing: "editing"
      case .checking: "checking"
      case .submitting: "submitting"
      case .submitted: "submitted"
      case .failed: "failed"
      }
    return state.isValid ? stage : stage + ", faulty"
  }
}

extension SignUpExploration {
  /// What is explored: a name that somebody else may take, and letters that may be wanted.
  public static func explored() -> SignUpExploration { SignUpExploration(actions: few) }

  /// Prepares an exploration that holds the form's laws.
  public func explorer(faults: Int = 0, pending: Int = 3, isExact: Bool = false) -> Explorer<SignUpExploration> {
    var explorer = Explorer(self, faults: faults, pending: pending, isExact: isExact)
    explorer.always("what is known to be wrong is not submitted") { moment in
      moment.state.stage != .submitting || moment.state.isValid
    }
    explorer.always("what was hidden is not submitted") { moment in
      moment.world.submission["letters"] != false || moment.world.submission["address"] == nil
    }
    explorer.always("law 6: what is told of a name is told of the name that stands there") { moment in
      guard let field = moment.state["name"], let value = field.inquiry.about else { return true }
      return moment.state.value("name") == value
    }
    explorer.always("law 9: what is found out from a change is what is found out from nothing") { moment in
      moment.state.isSettled
    }
    explorer.canAlwaysReach("law 7: the form submitted, or no name is free") { moment in
      moment.state.stage == .submitted || moment.world.taken.count == 2
    }
    return explorer
  }
}
