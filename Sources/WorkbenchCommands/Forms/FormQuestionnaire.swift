import Documents
import ConsoleIO
import Forms
import LineEditor
import Loop
import Programs
import Values

/// Fills in a form by asking for one row after another.
struct FormQuestionnaire {
  private let feature = FormFeature()
  private(set) var state: FormFeature.State
  /// The current question, or `nil` if all questions have been asked.
  private(set) var currentQuestion: Question?
  /// The questions that have been asked.
  ///
  /// After the last question, a question in this set is asked again only if its row has an error.
  private var askedQuestions: Set<Question> = []
  private var isRevisiting = false
  /// The submitted values, or `nil` if the form has not been submitted.
  private(set) var submission: [String: Value]?

  /// A question for the user.
  enum Question: Hashable {
    /// The value of a row.
    case row(ElementID)
    /// Another value for a multivalued section.
    case additionalRow(ElementID)
  }

  init(_ form: CompiledForm) {
    state = FormFeature.State(form)
    currentQuestion = questions.first
    if currentQuestion == nil { submit() }
  }

  /// The questions for the current state of the form, from top to bottom.
  private var questions: [Question] {
    state.screen.sections.flatMap { section -> [Question] in
      let rows = section.rows.filter { !$0.isDisabled && $0.kind.acceptsInput }
      return rows.map { .row($0.id) } + (section.allowsRowEditing ? [.additionalRow(section.id)] : [])
    }
  }

  private var currentRow: FormScreen.Row? {
    guard case .row(let id)? = currentQuestion else { return nil }
    return state.screen.sections.lazy.flatMap(\.rows).first { $0.id == id }
  }

  /// The prompt of the current question.
  var prompt: String {
    guard case .additionalRow(let id)? = currentQuestion else { return currentRow?.prompt ?? "" }
    let section = state.screen.sections.first { $0.id == id }
    return "\((section?.title ?? id.displayText).terminalSafe), another value: "
  }

  /// A Boolean value that indicates whether the terminal hides the answer while the user types it.
  var isSecret: Bool { currentRow?.kind == .password }

  /// Handles a line of input, and returns a message for the user, if there is one.
  mutating func handleLine(_ line: String) -> String? {
    if line.hasPrefix("::") { return enterText(String(line.dropFirst())) }
    if line.hasPrefix(":") { return runCommand(line.trimmed) }
    if !line.isEmpty { return enterText(line) }
    // Another answer may hide a row, so that only a missing value is asked for again at once.
    if let row = currentRow, state.errors(of: row.id).contains(.missing) { return errorText(for: row.id) }
    return advance(from: questions)
  }

  private mutating func enterText(_ text: String) -> String? {
    let before = questions
    switch currentQuestion {
    case .row(let id)?:
      send(currentRow?.action(typing: text) ?? .typed(id, text))
      if let message = errorText(for: id) { return message }
    case .additionalRow(let id)?: return addRow(to: id, text)
    case nil: return nil
    }
    return advance(from: before)
  }

  /// Adds a row to a section and enters a text in it.
  ///
  /// If the new row does not accept input, it is removed again.
  private mutating func addRow(to section: ElementID, _ text: String) -> String? {
    let before = rows(of: section)
    send(.rowAdded(to: section))
    guard let id = rows(of: section).last, !before.contains(id) else { return "no more rows can be added" }
    guard questions.contains(.row(id)) else {
      send(.rowRemoved(id))
      return "another row would not accept input"
    }
    askedQuestions.insert(.row(id))
    send(.typed(id, text))
    guard let message = errorText(for: id) else { return nil }
    currentQuestion = .row(id)
    return message
  }

  private func rows(of section: ElementID) -> [ElementID] {
    state.screen.sections.first { $0.id == section }?.rows.map(\.id) ?? []
  }

  private static let commands = [":back", ":next", ":clear", ":list", ":remove", ":up", ":down", ":quit"]

  /// What a terminal completes: the commands, and the options of the current row.
  var assistant: LineAssistant {
    let (options, isList) = (currentRow?.options.map(\.displayText) ?? [], currentRow?.kind == .multipleChoice)
    var assistant = LineAssistant { text in
      if text.hasPrefix(":") { return Self.commands.filter { $0.hasPrefix(text) } }
      // The options of a list are separated by commas.
      let end = isList ? text.lastIndex(of: ",").map(text.index(after:)) ?? text.startIndex : text.startIndex
      let before = text[..<end] + text[end...].prefix { $0 == " " }
      let typed = text.dropFirst(before.count).lowercased()
      return options.filter { $0.lowercased().hasPrefix(typed) }.map { before + $0 }
    }
    assistant.keepsHistory = false
    return assistant
  }

  private mutating func runCommand(_ word: String) -> String? {
    switch (word, currentQuestion) {
    case (":back", let question?):
      let questions = questions
      guard let index = questions.firstIndex(of: question), index > 0 else { return "this is the first question" }
      self.currentQuestion = questions[index - 1]
    case (":next", _?): return advance(from: questions)
    case (":list", _): return state.screen.text
    case (":clear", .row(let id)?):
      send(.chosen(id, .null))
      return nil
    case (":remove", .row(let id)?): return changeRows(.rowRemoved(id), id)
    case (":up", .row(let id)?): return moveRow(id, by: -1)
    case (":down", .row(let id)?): return moveRow(id, by: 2)
    case (":clear", _), (":remove", _), (":up", _), (":down", _):
      return "\(word) needs a row, and this question has none"
    default:
      let hint =
        closestMatch(to: word, among: Self.commands).map { "did you mean \($0)?" }
        ?? "the commands are \(Self.commands.joined(separator: ", "))"
      return "unknown command \(word.quoted); \(hint)\nto enter a text that begins with a colon, type two colons"
    }
    return nil
  }

  /// Moves a row before the row at the given distance.
  private mutating func moveRow(_ id: ElementID, by distance: Int) -> String? {
    let rows = state.screen.sections.first { $0.rows.contains { $0.id == id } }?.rows.map(\.id) ?? []
    guard let index = rows.firstIndex(of: id).map({ $0 + distance }), (0...rows.count).contains(index) else {
      return "the row cannot be moved further"
    }
    return changeRows(.rowMoved(id, before: index < rows.count ? rows[index] : nil), id)
  }

  private mutating func changeRows(_ action: FormFeature.Action, _ id: ElementID) -> String? {
    let before = questions
    send(action)
    if state.lastUpdate.changes.isEmpty { return "only rows of a multivalued section can be removed or moved" }
    if !questions.contains(.row(id)) { currentQuestion = nextQuestion(after: .row(id), in: before) }
    return nil
  }

  /// Advances to the next question, or submits the form after the last one.
  ///
  /// If the answer hides its own row, the current question is not in the new list of questions. In that case the list
  /// from before the answer determines the next question.
  private mutating func advance(from before: [Question]) -> String? {
    guard let currentQuestion else { return nil }
    askedQuestions.insert(currentQuestion)
    if let next = nextQuestion(after: currentQuestion, in: questions.contains(currentQuestion) ? questions : before) {
      self.currentQuestion = next
      return nil
    }
    isRevisiting = true
    // Rows that became visible above the current question have not been asked for yet.
    if let missed = questions.first(where: { !askedQuestions.contains($0) }) {
      self.currentQuestion = missed
      return nil
    }
    submit()
    guard submission == nil else { return nil }
    self.currentQuestion = questions.first { if case .row(let id) = $0 { errorText(for: id) != nil } else { false } }
    return currentRow.flatMap { errorText(for: $0.id) }
  }

  /// Returns the first question after the given one in a former list that can still be asked.
  ///
  /// After the end of the form has been reached, only questions that have not been asked are returned.
  private func nextQuestion(after question: Question, in former: [Question]) -> Question? {
    let later = former.drop { $0 != question }.dropFirst()
    let candidates = isRevisiting ? Set(questions).subtracting(askedQuestions) : Set(questions)
    return later.first { candidates.contains($0) }
  }

  private mutating func submit() {
    currentQuestion = nil
    send(.submitTapped)
  }

  /// Sends an action to the form, and stores the values if the form is submitted.
  ///
  /// A remote check succeeds, because there is no server to ask.
  private mutating func send(_ action: FormFeature.Action) {
    for case .run(let request) in feature.reduce(&state, action).instructions {
      switch request.effect {
      case .submit(let values, let passwords):
        submission = values.merging(passwords)
        send(.submitted)
      case .validate(let id, _, checks: _), .validatePassword(let id, _, checks: _): send(.valueValidated(id, []))
      case .performButtonAction: break
      }
    }
  }

  private func errorText(for id: ElementID) -> String? {
    let errors = state.errors(of: id)
    return errors.isEmpty ? nil : errors.map { "\($0)".terminalSafe }.joined(separator: "\n")
  }
}

extension FormScreen.Row {
  fileprivate var prompt: String {
    let choices = options.isEmpty ? nil : options.map { $0.displayText.terminalSafe }.joined(separator: ", ")
    let hint = options.isEmpty && entry == .value(.null) ? placeholder?.terminalSafe : nil
    let notes = [isRequired ? "required" : nil, choices, hint].compactMap(\.self)
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    let current = text.isEmpty ? "" : " [\(displayedText)]"
    return "\(label)\(note)\(current): "
  }
}

extension CommandRun {
  func fillForm(at path: String) throws {
    let form = try loadForm(at: path)
    var questionnaire = FormQuestionnaire(form)
    while questionnaire.submission == nil {
      let prompt = questionnaire.prompt
      let line =
        try questionnaire.isSecret
        ? console.readSecretLine(prompt) : console.readAssistedLine(prompt, questionnaire.assistant)
      guard let line else {
        throw CommandError.dataError("input ended before the form was complete, at \(prompt.trimmed)")
      }
      if line.trimmed == ":quit" { return }
      if let message = questionnaire.handleLine(line) { console.printError("\(message)\n") }
    }
    try print(values: questionnaire.submission ?? [:], of: form)
  }
}
