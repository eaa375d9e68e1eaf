internal import Documents
internal import ExplorerTool
internal import Forms
internal import Loop
internal import Values

/// A form that is filled in by question and answer.
struct FormFilling {
  private let feature = Form()
  private(set) var state: Form.State
  /// What is asked for now; nil when everything was.
  private(set) var stop: Stop?
  /// What was asked for; once everything was, only what is wrong is asked for again.
  private var asked: Set<Stop> = []
  private var isComingBack = false
  /// What was submitted, once it was.
  private(set) var submission: [String: Value]?

  /// Something that is asked for.
  enum Stop: Hashable {
    case row(ElementID)
    /// Whether a section of many values shall have one more.
    case more(ElementID)
  }

  init(_ form: CompiledForm) {
    state = Form.State(form)
    stop = stops.first
    if stop == nil { submit() }
  }

  /// What there is to ask for as the form is now, from above.
  private var stops: [Stop] {
    state.screen.sections.flatMap { section -> [Stop] in
      let rows = section.rows.filter { !$0.isDisabled && $0.kind.takesInput }
      return rows.map { .row($0.id) } + (section.isOpenToRows ? [.more(section.id)] : [])
    }
  }

  /// What is asked, for one who sees it.
  var question: String {
    switch stop {
    case .row(let id)?:
      let row = state.screen.sections.lazy.flatMap(\.rows).first { $0.id == id }
      return row?.question ?? ""
    case .more(let id)?:
      let section = state.screen.sections.first { $0.id == id }
      return "\((section?.title ?? id.rawValue).visible), one more: "
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
  mutating func take(_ line: String) -> String? {
    if line.hasPrefix("::") { return enter(String(line.dropFirst())) }
    if line.hasPrefix(":") { return command(line.trimmed) }
    return line.isEmpty ? goOn(from: stops) : enter(line)
  }

  private mutating func enter(_ text: String) -> String? {
    let before = stops
    switch stop {
    case .row(let id)?:
      act(.typed(id, text))
      if let said = complaint(id) { return said }
    case .more(let id)?: return addRow(to: id, text)
    case nil: return nil
    }
    return goOn(from: before)
  }

  /// Adds a row and types into it, if it takes anything.
  private mutating func addRow(to section: ElementID, _ text: String) -> String? {
    let before = rows(of: section)
    act(.rowAdded(to: section))
    guard let id = rows(of: section).last, !before.contains(id) else { return "there cannot be another" }
    guard stops.contains(.row(id)) else {
      act(.rowRemoved(id))
      return "another would take nothing"
    }
    asked.insert(.row(id))
    act(.typed(id, text))
    guard let said = complaint(id) else { return nil }
    stop = .row(id)
    return said
  }

  private func rows(of section: ElementID) -> [ElementID] {
    state.screen.sections.first { $0.id == section }?.rows.map(\.id) ?? []
  }

  private mutating func command(_ word: String) -> String? {
    switch (word, stop) {
    case (":back", let stop?):
      let stops = stops
      guard let place = stops.firstIndex(of: stop), place > 0 else { return "this is the first" }
      self.stop = stops[place - 1]
    case (":list", _): return state.screen.text
    case (":clear", .row(let id)?):
      act(.chosen(id, .null))
      return nil
    case (":remove", .row(let id)?): return changeRows(.rowRemoved(id), id)
    case (":up", .row(let id)?): return move(id, by: -1)
    case (":down", .row(let id)?): return move(id, by: 2)
    case (":clear", _), (":remove", _), (":up", _), (":down", _): return "there is no row here"
    default:
      let known = [":back", ":clear", ":list", ":remove", ":up", ":down", ":quit"]
      let hint =
        nearest(to: word, of: known).map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
      return "unknown command \(word.quoted); \(hint); a text that begins with a colon is typed with two"
    }
    return nil
  }

  /// Moves a row before the one so many places on.
  private mutating func move(_ id: ElementID, by distance: Int) -> String? {
    let rows = state.screen.sections.first { $0.rows.contains { $0.id == id } }?.rows.map(\.id) ?? []
    guard let place = rows.firstIndex(of: id).map({ $0 + distance }), (0...rows.count).contains(place) else {
      return "it cannot move further"
    }
    return changeRows(.rowMoved(id, before: place < rows.count ? rows[place] : nil), id)
  }

  private mutating func changeRows(_ action: Form.Action, _ id: ElementID) -> String? {
    let before = stops
    act(action)
    if state.last.changes.isEmpty { return "only rows of a section of many values can be removed and moved" }
    if !stops.contains(.row(id)) { stop = next(behind: .row(id), in: before) }
    return nil
  }

  /// Goes on to what comes next, and at the end submits.
  ///
  /// A row that has just hidden itself is sought among those that there were before.
  private mutating func goOn(from before: [Stop]) -> String? {
    guard let stop else { return nil }
    asked.insert(stop)
    if let next = next(behind: stop, in: stops.contains(stop) ? stops : before) {
      self.stop = next
      return nil
    }
    isComingBack = true
    // What came into sight above, after it had been passed, is asked for too.
    if let missed = stops.first(where: { !asked.contains($0) }) {
      self.stop = missed
      return nil
    }
    submit()
    guard submission == nil else { return nil }
    let faulty = stops.first { stop in if case .row(let id) = stop { !state.faults(id).isEmpty } else { false } }
    self.stop = faulty
    guard case .row(let id)? = faulty else { return nil }
    return complaint(id)
  }

  /// What is wrong with rows that nobody can change, once everything was asked for and the form is not right.
  var deadEnd: String? {
    if stop != nil || submission != nil { return nil }
    return state.screen.complaints
  }

  /// The first that is still there of those behind a place.
  private func next(behind stop: Stop, in former: [Stop]) -> Stop? {
    let behind = former.drop { $0 != stop }.dropFirst()
    let stops = isComingBack ? Set(stops).subtracting(asked) : Set(stops)
    return behind.first { stops.contains($0) }
  }

  private mutating func submit() {
    stop = nil
    act(.submitTapped)
  }

  /// Does something in the form, and takes the values if it asks the world to take them.
  private mutating func act(_ action: Form.Action) {
    for case .ask(.submit(let values), _, _, _) in feature.reduce(&state, action).instructions {
      submission = values
      _ = feature.reduce(&state, .submitted)
    }
  }

  private func complaint(_ id: ElementID) -> String? {
    let faults = state.faults(id)
    return faults.isEmpty ? nil : faults.map { "\($0)".visible }.joined(separator: "\n")
  }
}

extension FormScreen.Row {
  fileprivate var question: String {
    let choices =
      options.isEmpty ? "" : " (\(options.map { $0.shown.visible }.joined(separator: ", ")))"
    let hint = options.isEmpty && entry == .value(.null) ? placeholder.map { " (\($0.visible))" } ?? "" : ""
    let current = text.isEmpty ? "" : " [\(shown)]"
    return "\(label)\(choices)\(hint)\(current): "
  }
}

extension CommandShell {
  func fillForm(_ words: [String]) throws {
    let options = try Options(words, help: Help.formFill)
    var filling = FormFilling(try compiledForm(try options.only("the file")))
    while filling.submission == nil {
      if let deadEnd = filling.deadEnd {
        throw ShellFailure.data("what is wrong stands where nobody can change it\n\(deadEnd)")
      }
      let read = filling.isSecret ? console.readUnseen : console.read
      guard let line = try read(filling.question) else {
        throw ShellFailure.data("the answers ended before the form did, at \(filling.question.trimmed)")
      }
      if line.trimmed == ":quit" { return }
      if let said = filling.take(line) { console.complain("\(said)\n") }
    }
    try console.print(Value.object(filling.submission ?? [:]).json + "\n")
  }
}
