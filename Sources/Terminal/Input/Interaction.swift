import Forms
import Interface
import Tables
import TerminalIO
import Values

/// Turns keys and the mouse into commands, and keeps what only the terminal knows.
///
/// It is a value without input and output: tests send events and compare the requests.
struct Interaction<App: Application> {
  let application: App
  var view: ViewState
  /// What was at each place when the screen was drawn last.
  var targets: [PointerTarget] = []
  /// Keys that run other commands, by the name of the key.
  var bindings: [String: Invocation] = [:]
  /// Returns the paths of the files and folders that begin with a text.
  var paths: (String) -> [String] = { _ in [] }
  /// The row that the mouse has pressed last, which a second press opens.
  var pressedRow: PointerTarget.Meaning?
  /// The row at which the button of the mouse went down, until it goes up.
  var draggedRow: PointerTarget.Meaning?
  var hoveredRow: PointerTarget.Meaning?
  var isDragging = false

  /// Something that happens outside of the view.
  enum Request: Hashable, Sendable {
    /// Runs a command, which was typed as this line if there is one.
    case run(Invocation, line: String? = nil)
    /// Passwords have no commands.
    case typePassword(Secret, ElementID, formGroup: String)
    case copy(String)
    /// Answers the question of a command.
    case answer(Bool)
    case redraw
    case suspend
    case quit
  }

  init(_ application: App, size: TerminalSize) {
    self.application = application
    view = ViewState(size: size)
  }

  /// Handles an event of the terminal, and returns what is to be done, in order.
  mutating func handle(_ event: InputEvent, _ screen: Screen, _ state: App.Feature.State) -> [Request] {
    updateFocus(screen)
    switch event {
    case .key(let key): return handleKey(key, Context(screen: screen, state: state))
    case .paste(let text):
      view.isTravelling = false
      return handlePaste(text, Context(screen: screen, state: state))
    case .mouse(let event):
      if case .press = event.action { view.isTravelling = false }
      return handleMouse(event, Context(screen: screen, state: state))
    case .focus, .report: return []
    }
  }

  /// The application at the time of an event.
  struct Context {
    let screen: Screen
    let state: App.Feature.State
  }

  /// Moves the focus to an element of the screen if it is not at one.
  mutating func updateFocus(_ screen: Screen) {
    if view.hasSheet != (screen.sheet != nil) {
      view.hasSheet.toggle()
      // A new sheet begins at its first field.
      for element in screen.sheet?.elements ?? [] { view.fields[element.id] = nil }
      (view.edit, view.isFocusChosen) = (nil, false)
      // The answers below a sheet are others than those before.
      if view.focus == FocusRing.noticesID { view.focus = nil }
      (view.answerIndex, view.answerCommand) = (0, nil)
    }
    let ring = FocusRing(screen)
    if view.focus.map(ring.ids.contains) != true { view.isFocusChosen = false }
    if !view.isFocusChosen { view.focus = screen.preferredFocus ?? ring.ids.first }
    followForms(of: screen)
    keepRowCursors(on: screen)
    let answers = screen.answers
    let index = view.answerCommand.flatMap { command in answers.firstIndex { $0.command == command } }
    focusAnswer(index ?? view.answerIndex, among: answers)
    if let search = view.search, screen.activeElement(search.element) == nil { view.search = nil }
    if let resize = view.resize, screen.activeElement(resize.element) == nil { view.resize = nil }
  }

  /// Moves the cursor of a row that is gone to the row that has taken its place.
  private mutating func keepRowCursors(on screen: Screen) {
    for element in screen.activeElements {
      guard case .table(let table, _) = element.content, let cursor = view.cursors[element.id], !table.rows.isEmpty
      else { continue }
      let index = table.rows.firstIndex { $0.id == cursor.id } ?? min(cursor.index, table.rows.count - 1)
      view.cursors[element.id] = .init(id: table.rows[index].id, index: index)
    }
  }

  /// Moves the focus to a field that a form has focused by itself, such as the first one that is not valid.
  private mutating func followForms(of screen: Screen) {
    for element in screen.activeElements {
      guard case .form(let form, _) = element.content else { continue }
      let focused = form.enabledFields.first(where: \.isFocused)?.id
      if focused == view.formFocus[element.id] { continue }
      view.formFocus[element.id] = focused
      if focused != nil { view.fields[element.id] = nil }
    }
  }

  private mutating func handlePaste(_ text: String, _ context: Context) -> [Request] {
    let replacesText = view.isTextSelected
    view.isTextSelected = false
    return editText(context, replacesText: replacesText) { $0.insert(text) }
  }

  /// Does what a key with a name does now.
  mutating func press(_ name: String, _ context: Context) -> [Request] {
    KeyStroke(name).map { handleKey($0, context) } ?? []
  }

  /// Returns the request to run what a part of the screen offers, or none.
  func run(_ invocation: Invocation?) -> [Request] { invocation.map { [.run($0)] } ?? [] }

  /// Runs a command, or asks for its arguments.
  mutating func start(_ path: String, _ context: Context) -> [Request] {
    guard let command = application.commands[path] else { return [] }
    if command.role as? TableRole == .search {
      view.search = search(ofGroup: command.group, context.screen)
      if view.search != nil { return [] }
    } else if !command.asksForArguments(in: context.state) {
      return [.run(Invocation(path))]
    }
    view.overlay = .commandLine(TextInput(path + " "), error: nil)
    return []
  }

  /// Returns the search in the table with a group of commands, or `nil` if the screen has no such table.
  private func search(ofGroup group: String?, _ screen: Screen) -> ViewState.Search? {
    for element in screen.activeElements {
      guard case .table(_, let commands) = element.content, commands.group == group else { continue }
      return ViewState.Search(element: element.id, commands: commands, label: "search", input: TextInput())
    }
    return nil
  }

  /// Runs the command of an answer, or lets the user change its arguments first.
  mutating func run(_ answer: Screen.Answer, _ context: Context) -> [Request] {
    if !answer.changesArguments { return runOrComplete(answer.command, context) }
    view.overlay = .commandLine(TextInput(application.commands.text(of: answer.command)), error: nil)
    return []
  }

  /// Runs a command that the screen offers, or asks for its missing arguments.
  mutating func runOrComplete(_ invocation: Invocation, _ context: Context) -> [Request] {
    let command = application.commands[invocation.path]
    let parameters = command?.parameters ?? []
    if parameters.allSatisfy({ $0.isOptional || invocation.arguments[$0.name] != nil }) { return [.run(invocation)] }
    let known = command?.addingPresentValues(to: invocation, in: context.state) ?? invocation
    let text = application.commands.text(of: known)
    view.overlay = .commandLine(TextInput(known == invocation ? text + " " : text), error: nil)
    return []
  }
}

/// Actions that concern only the terminal.
extension Interaction {
  mutating func perform(_ action: ViewAction, _ context: Context) -> [Request] {
    switch action {
    case .showHelp: view.overlay = .help(PickList())
    case .showPalette: view.overlay = .palette(PickList())
    case .chooseTheme:
      let items = Theme.allCases.map { PickList.Item(title: $0.rawValue, choice: .theme($0)) }
      view.overlay = .choices(title: "Colors", PickList(items: items))
    case .toggleMouse:
      view.isMouseEnabled.toggle()
      view.message = .init(
        text: view.isMouseEnabled ? "the program uses the mouse" : "the terminal uses the mouse", isError: false)
    case .copyRow:
      guard let text = copiedText(context) else { return [] }
      view.message = .init(text: "copied", isError: false)
      return [.copy(text)]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit:
      if !application.hasUnsavedInput(context.state) { return [.quit] }
      let items = [
        PickList.Item(title: "Keep editing", choice: .dismiss), PickList.Item(title: "Quit", choice: .quit),
      ]
      view.overlay = .choices(title: "Quit without saving the input?", PickList(items: items))
    }
    updateItems(context)
    return []
  }

  /// Returns the text of the row or the field with the focus, or `nil` if there is none.
  func copiedText(_ context: Context) -> String? {
    let element = context.screen.activeElement(view.focus)
    let text: String?
    switch element?.content {
    case .table(let table, _): text = table.cursorRow?.cells.map(\.wholeText).joined(separator: "\t")
    case .form(let form, _):
      let field = form.focusedField(preferring: element.flatMap { view.fields[$0.id] })
      text = field?.kind == .password ? nil : field?.text
    case .counters, .chart, .text, nil: text = nil
    }
    // What is pasted into a shell must not control its terminal.
    return text.flatMap { $0.isEmpty ? nil : $0.withoutTerminalControls }
  }
}
