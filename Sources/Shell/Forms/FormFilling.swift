internal import Documents
internal import ExplorerTool
internal import Forms
internal import Loop
internal import Values

/// A form that is filled in by question and answer.
struct FormQuestionnaire {
  private let feature = FormFeature()
  private(set) var state: FormFeature.State
  /// What is asked for now; nil when everything was.
  private(set) var stop: Question?
  /// What was asked for; once everything was, only what is wrong is asked for again.
  private var asked: Set<Question> = []
  private var isComingBack = false
  /// What was submitted, once it was.
  private(set) var submission: [String: Value]?

  /// Something that is asked for.
  enum Question: Hashable {
    case row(ElementID)
    /// Whether a section of many values shall have one more.
    case more(ElementID)
  }

  init(_ form: CompiledForm) {
    state = FormFeature.State(form)
    stop = questions.first
    if stop == nil { submit() }
  }

  /// What there is to ask for as the form is now, from above.
  private var questions: [Question] {
    state.screen.sections.flatMap { section -> [Question] in
      let rows = section.rows.filter { !$0.isDisabled && $0.kind.acceptsInput }
      return rows.map { .row($0.id) } + (section.isOpenToRows ? [.more(section.id)] : [])
    }
  }

  /// What is asked, for one who sees it.
  var prompt: String {
    switch stop {
    case .row(let id)?:
      let row = state.screen.sections.lazy.flatMap(\.rows).first { $0.id == id }
      return row?.prompt ?? ""
    case .more(let id)?:
      let section = state.screen.sections.first { $0.id == id }
      return "\((section?.title ?? id.rawValue).terminalSafe), one more: "
    case nil: return ""
    }
  }

  /// Whether nobody is to see the answer while it is typed.
  var isSecret: Bool {
    guard case .row(let id)? = stop else { return false }
    return state.screen.sections.lazy.flatMap(\.rows).first { $0.id == id }?.kind == .password
  }

  /// Takes an answer.
  ///
  /// Returns what is to be said about it, if anything is.
  mutating func handleLine(_ line: String) -> String? {
    if line.hasPrefix("::") { return enterText(String(line.dropFirst())) }
    if line.hasPrefix(":") { return runCommand(line.trimmed) }
    return line.isEmpty ? advance(from: questions) : enterText(line)
  }

  private mutating func enterText(_ text: String) -> String? {
    let before = questions
    switch stop {
    case .row(let id)?:
      send(.typed(id, text))
      if let said = errorText(for: id) { return said }
    case .more(let id)?: return addRow(to: id, text)
    case nil: return nil
    }
    return advance(from: before)
  }

  /// Adds a row and types into it, if it takes anything.
  private mutating func addRow(to section: ElementID, _ text: String) -> String? {
    let before = rows(of: section)
    send(.rowAdded(to: section))
    guard let id = rows(of: section).last, !before.contains(id) else { return "there cannot be another" }
    guard questions.contains(.row(id)) else {
      send(.rowRemoved(id))
      return "another would take nothing"
    }
    asked.insert(.row(id))
    send(.typed(id, text))
    guard let said = errorText(for: id) else { return nil }
    stop = .row(id)
    return said
  }

  private func rows(of section: ElementID) -> [ElementID] {
    state.screen.sections.first { $0.id == section }?.rows.map(\.id) ?? []
  }

  private mutating func runCommand(_ word: String) -> String? {
    switch (word, stop) {
    case (":back", let stop?):
      let stops = questions
      guard let place = stops.firstIndex(of: stop), place > 0 else { return "this is the first" }
      self.stop = stops[place - 1]
    case (":list", _): return state.screen.text
    case (":clear", .row(let id)?):
      send(.chosen(id, .null))
      return nil
    case (":remove", .row(let id)?): return changeRows(.rowRemoved(id), id)
    case (":up", .row(let id)?): return moveRow(id, by: -1)
    case (":down", .row(let id)?): return moveRow(id, by: 2)
    case (":clear", _), (":remove", _), (":up", _), (":down", _): return "there is no row here"
    default:
      let known = [":back", ":clear", ":list", ":remove", ":up", ":down", ":quit"]
      let hint =
        closestMatch(to: word, among: known).map { "did you mean \($0)?" }
        ?? "there are \(known.joined(separator: ", "))"
      return "unknown command \(word.quoted); \(hint); a text that begins with a colon is typed with two"
    }
    return nil
  }

  /// Moves a row before the one so many places on.
  private mutating func moveRow(_ id: ElementID, by distance: Int) -> String? {
    let rows = state.screen.sections.first { $0.rows.contains { $0.id == id } }?.rows.map(\.id) ?? []
    guard let place = rows.firstIndex(of: id).map({ $0 + distance }), (0...rows.count).contains(place) else {
      return "it cannot move further"
    }
    return changeRows(.rowMoved(id, before: place < rows.count ? rows[place] : nil), id)
  }

  private mutating func changeRows(_ action: FormFeature.Action, _ id: ElementID) -> String? {
    let before = questions
    send(action)
    if state.last.changes.isEmpty { return "only rows of a section of many values can be removed and moved" }
    if !questions.contains(.row(id)) { stop = nextQuestion(after: .row(id), in: before) }
    return nil
  }

  /// Goes on to what comes next, and at the end submits.
  ///
  /// A row that has just hidden itself is sought among those that there were before.
  private mutating func advance(from before: [Question]) -> String? {
    guard let stop else { return nil }
    asked.insert(stop)
    if let next = nextQuestion(after: stop, in: questions.contains(stop) ? questions : before) {
      self.stop = next
      return nil
    }
    isComingBack = true
    // What came into sight above, after it had been passed, is asked for too.
    if let missed = questions.first(where: { !asked.contains($0) }) {
      self.stop = missed
      return nil
    }
    submit()
    guard submission == nil else { return nil }
    let faulty = questions.first { stop in if case .row(let id) = stop { !state.errors(of: id).isEmpty } else { false }
    }
    self.stop = faulty
    guard case .row(let id)? = faulty else { return nil }
    return errorText(for: id)
  }

  /// What is wrong with rows that nobody can change, once everything was asked for and the form is not right.
  var unfixableErrors: String? {
    if stop != nil || submission != nil { return nil }
    return state.screen.errorSummary
  }

  /// The first that is still there of those behind a place.
  private func nextQuestion(after stop: Question, in former: [Question]) -> Question? {
    let behind = former.drop { $0 != stop }.dropFirst()
    let stops = isComingBack ? Set(questions).subtracting(asked) : Set(questions)
    return behind.first { stops.contains($0) }
  }

  private mutating func submit() {
    stop = nil
    send(.submitTapped)
  }

  /// Does something in the form, and takes the values if it asks the world to take them.
  private mutating func send(_ action: FormFeature.Action) {
    for case .ask(.submit(let values), _, _, _) in feature.reduce(&state, action).instructions {
      submission = values
      _ = feature.reduce(&state, .submitted)
    }
  }

  private func errorText(for id: ElementID) -> String? {
    let faults = state.errors(of: id)
    return faults.isEmpty ? nil : faults.map { "\($0)".terminalSafe }.joined(separator: "\n")
  }
}

extension FormScreen.Row {
  fileprivate var prompt: String {
    let choices =
      options.isEmpty ? "" : " (\(options.map { $0.displayText.terminalSafe }.joined(separator: ", ")))"
    let hint = options.isEmpty && entry == .value(.null) ? placeholder.map { " (\($0.terminalSafe))" } ?? "" : ""
    let current = text.isEmpty ? "" : " [\(displayedText)]"
    return "\(label)\(choices)\(hint)\(current): "
  }
}

extension CommandShell {
  func fillForm(_ words: [String]) throws {
    let options = try CommandArguments(words, help: Help.formFill)
    var filling = FormQuestionnaire(try loadForm(at: try options.singleOperand("the file")))
    while filling.submission == nil {
      if let deadEnd = filling.unfixableErrors {
        throw CommandError.dataError("what is wrong stands where nobody can change it\n\(deadEnd)")
      }
      let read = filling.isSecret ? console.readUnseen : console.read
      guard let line = try read(filling.prompt) else {
        throw CommandError.dataError("the answers ended before the form did, at \(filling.prompt.trimmed)")
      }
      if line.trimmed == ":quit" { return }
      if let said = filling.handleLine(line) { console.complain("\(said)\n") }
    }
    try console.print(Value.object(filling.submission ?? [:]).jsonText + "\n")
  }
}
