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
  /// The row that the mouse has pressed last, which a second press opens.
  var pressedRow: PointerTarget.Meaning?
  /// The row at which the button of the mouse went down, until it goes up.
  var draggedRow: PointerTarget.Meaning?
  var hoveredRow: PointerTarget.Meaning?
  var isDragging = false

  /// Something that happens outside of the view.
  enum Request: Hashable, Sendable {
    case run(Invocation)
    /// Passwords have no commands.
    case typePassword(Secret, ElementID, formGroup: String)
    case copy(String)
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
    case .paste(let text): return handlePaste(text, Context(screen: screen, state: state))
    case .mouse(let event): return handleMouse(event, Context(screen: screen, state: state))
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
    let answers = screen.answers
    let index = view.answerCommand.flatMap { command in answers.firstIndex { $0.command == command } }
    focusAnswer(index ?? view.answerIndex, among: answers)
    if let search = view.search, screen.activeElement(search.element) == nil { view.search = nil }
    if let resize = view.resize, screen.activeElement(resize.element) == nil { view.resize = nil }
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

  mutating func focusAnswer(_ index: Int, among answers: [Screen.Answer]) {
    view.answerIndex = max(0, min(index, answers.count - 1))
    view.answerCommand = answers.indices.contains(view.answerIndex) ? answers[view.answerIndex].command : nil
  }

  private mutating func handlePaste(_ text: String, _ context: Context) -> [Request] {
    if var list = view.overlay?.list {
      list.filter.insert(text)
      filter(list, context)
      return []
    }
    if case .commandLine(var input, _) = view.overlay {
      input.insert(text)
      view.overlay = .commandLine(input, error: nil)
      return []
    }
    let replacesText = view.isTextSelected
    view.isTextSelected = false
    return editText(context, replacesText: replacesText) { input in
      input.insert(text)
      return true
    } ?? []
  }

  private mutating func handleKey(_ key: KeyStroke, _ context: Context) -> [Request] {
    view.message = nil
    pressedRow = nil
    let replacesText = view.isTextSelected && key.text != nil
    view.isTextSelected = false
    if key.description == "escape" { draggedRow = nil }
    if view.overlay != nil { return handleOverlayKey(key, context) }
    if view.resize != nil { return handleResizeKey(key) }
    if view.search != nil, let requests = handleSearchKey(key, context) { return requests }
    if context.screen.sheet?.question != nil { return handleAnswerKey(key, context, closesOnEscape: true) ?? [] }
    if let requests = editText(context, replacesText: replacesText, { $0.apply(key) }) { return requests }
    if let requests = handleEditKey(key, context) { return requests }
    let name = key.description
    if let invocation = bindings[name] { return [.run(invocation)] }
    // A form's own command for Tab knows only its fields.
    if name == "tab" || name == "shift+tab", let requests = handleElementKey(key, context) { return requests }
    if let command = command(forKey: name, context) { return start(command, context) }
    if let action = ViewAction.allCases.first(where: { $0.key == name || $0.otherKeys.contains(name) }) {
      // Only Control-C leaves a sheet that is open.
      if action != .quit || name != action.key || context.screen.sheet == nil { return perform(action, context) }
    }
    if let requests = handleElementKey(key, context) { return requests }
    return handleNavigationKey(name, context)
  }

  /// Returns the command of a key for the focused element, or for the application.
  func command(forKey name: String, _ context: Context) -> App.ApplicationCommand? {
    application.commands.command(forKey: name, groups: context.screen.commandGroups(focus: view.focus))
  }

  /// Runs a command, or asks for its arguments.
  mutating func start(_ command: App.ApplicationCommand, _ context: Context) -> [Request] {
    let isSearch = command.role as? TableRole == .search
    if isSearch, let search = search(with: command, context.screen) {
      view.search = search
      return []
    }
    if !isSearch, command.parameters.allSatisfy(\.isOptional) { return [.run(Invocation(command.path))] }
    view.overlay = .commandLine(TextInput(command.path + " "), error: nil)
    return []
  }

  /// Returns the search in the table to which a command belongs, or `nil` if the screen has no such table.
  private func search(with command: App.ApplicationCommand, _ screen: Screen) -> ViewState.Search? {
    for element in screen.activeElements {
      guard case .table(_, let commands) = element.content, commands.group == command.group else { continue }
      return ViewState.Search(element: element.id, commands: commands, label: "search", input: TextInput())
    }
    return nil
  }

  /// Runs a command that the screen offers, or asks for its missing arguments.
  mutating func runOrComplete(_ invocation: Invocation) -> [Request] {
    let parameters = application.commands[invocation.path]?.parameters ?? []
    if parameters.allSatisfy({ $0.isOptional || invocation.arguments[$0.name] != nil }) { return [.run(invocation)] }
    view.overlay = .commandLine(TextInput(application.commands.text(of: invocation) + " "), error: nil)
    return []
  }

  private func handleNavigationKey(_ name: String, _ context: Context) -> [Request] {
    guard context.screen.sheet == nil else { return [] }
    let tabs = context.screen.tabs
    guard let selected = tabs.firstIndex(where: \.isSelected) else { return [] }
    let index: Int? =
      switch name {
      case "[", "ctrl+pageUp": (selected + tabs.count - 1) % tabs.count
      case "]", "ctrl+pageDown": (selected + 1) % tabs.count
      default: Int(name).map { $0 - 1 }
      }
    guard let index, tabs.indices.contains(index) else { return [] }
    return run(context.screen.commands.goToTab(tabs[index].id))
  }

  mutating func moveFocus(_ step: Int, _ screen: Screen) {
    view.focus = FocusRing(screen).id(step, from: view.focus)
    view.isFocusChosen = true
    view.edit = nil
    (view.answerIndex, view.answerCommand) = (0, nil)
    // A form is entered at its first field, or backwards at its last one.
    if let element = screen.activeElement(view.focus), case .form(let form, _) = element.content {
      view.fields[element.id] = (step > 0 ? form.enabledFields.first : form.enabledFields.last)?.id
    }
  }
}

extension Application {
  /// A command of the application.
  typealias ApplicationCommand = Command<Feature.State, Feature.Action>
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
    case .copyRow: return copyFocused(context)
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

  private mutating func copyFocused(_ context: Context) -> [Request] {
    let element = context.screen.activeElement(view.focus)
    let text: String? =
      switch element?.content {
      case .table(let table, _): table.cursorRow?.cells.map(\.text).joined(separator: "\t")
      case .form(let form, _): form.focusedField(preferring: element.flatMap { view.fields[$0.id] })?.copiedText
      case .counters, .chart, .text, nil: nil
      }
    guard let text, !text.isEmpty else { return [] }
    view.message = .init(text: "copied", isError: false)
    // What is pasted into a shell must not control its terminal.
    return [.copy(text.withoutTerminalControls)]
  }
}

extension FormScreen.Row {
  /// The text of the field, which is never a password.
  fileprivate var copiedText: String? { kind == .password ? nil : text }
}

extension TableScreen {
  /// The row with the cursor, or `nil`.
  var cursorRow: Row? { rows.first(where: \.hasCursor) }
}
