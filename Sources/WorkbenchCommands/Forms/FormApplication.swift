import Documents
import ConsoleIO
import Forms
import Interface
import Loop
import Programs
import Values

/// A form of a file as an application, whose changes can be undone.
struct FormApplication: Application {
  let feature = UndoFeature(FormFeature())
  let commands: CommandTable<Feature>
  private let fileName: String

  typealias Feature = UndoFeature<FormFeature>

  private static let prefix = "form"

  init(fileName: String) {
    self.fileName = fileName
    let fields: [Command<Feature>] = FormFeature().commands.map { command in
      command.lift(prefix: Self.prefix) { state in
        state.feature
      } action: {
        Feature.Action.feature($0)
      }
    }
    commands = CommandTable(feature.commands() + fields)
  }

  func screen(of state: Feature.State, viewports: Viewports) -> Screen {
    let form = state.feature.screen.hidingErrorsOfUntouchedRows()
    return Screen(
      title: fileName, elements: [.init("form", .form(form, commands.form(Self.prefix)))])
  }

  func rejections(in state: Feature.State) -> [Rejections] { [state.feature.rejections] }

  func hasUnsavedInput(_ state: Feature.State) -> Bool { state.feature.isDirty }

  func action(typing password: Secret, into field: ElementID, ofForm group: String) -> Feature.Action? {
    .feature(.passwordTyped(field, password))
  }
}

/// Passes on the submitted values of a form.
///
/// Remote checks succeed, because there is no server to ask.
struct FormFileHandler: EffectHandler {
  let onSubmit: @MainActor @Sendable ([String: Value]) -> Void

  func run(_ effect: FormFeature.Effect, send: Send<FormFeature.Action>) async -> FormFeature.Action? {
    switch effect {
    case .submit(let values, let passwords):
      onSubmit(values.merging(passwords))
      return .submitted
    case .validate(let id, _, checks: _), .validatePassword(let id, _, checks: _): return .valueValidated(id, [])
    case .performButtonAction: return nil
    }
  }
}

extension [String: Value] {
  /// Returns the submitted values with the passwords, which the user asks for.
  func merging(_ passwords: [String: Secret]) -> Self {
    merging(passwords.mapValues { $0.text.isEmpty ? .null : .text($0.text) }) { $1 }
  }
}

extension CommandRun {
  func openForm(at path: String, isLinear: Bool) async throws {
    let frontEnd = try requireFrontEnd(isLinear: isLinear, alternative: "form show or form fill")
    if path == "-" { throw .usageError("the file cannot be -: standard input is used for the keys") }
    let form = try loadForm(at: path)
    var submission: [String: Value]?
    let application = FormApplication(fileName: path.lastPathComponent)
    let store = Store(
      application.feature, state: .init(FormFeature.State(form)),
      handler: UndoEffectHandler<FormFeature, _>(FormFileHandler { submission = $0 }))
    try await frontEnd.show(application, store, bindings: [:], messages: .none, saving: {}) {
      $0.feature.stage == .submitted
    }
    if let submission { try print(values: submission, of: form) }
  }

  /// Prints the submitted values of a form.
  func print(values: [String: Value], of form: CompiledForm) throws {
    let json = form.definition.withDatesAsText(values).jsonText
    try print(.report(json: json) { _ in json + "\n" })
  }
}
