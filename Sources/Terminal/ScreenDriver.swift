import Forms
import Interface
import Loop
import TerminalIO
import Values

/// An application on a grid of cells, without a terminal: events go in, and frames come out.
///
/// Tests of an application press keys and read cells:
///
/// ```swift
/// let screen = ScreenDriver(counter, store: store, size: TerminalSize(columns: 40, rows: 10))
/// _ = screen.handle([.key(KeyStroke(.character("+")))])
/// let title = screen.makeFrame().text(ofRow: 0)
/// ```
///
/// A command whose effects are still pending changes the next frame when they have ended.
@MainActor public final class ScreenDriver<App: Application> {
  /// The store, to which commands are sent.
  public let store: Store<App.Feature>
  private let application: App
  private(set) var interaction: Interaction<App>
  private var widths = ColumnWidths()
  /// The screen of the current state, or `nil` if it is not computed yet.
  private var currentScreen: Screen?
  private var observation: ObservationToken?
  var onThemeChange: (Theme) -> Void = { _ in }
  /// A closure that is called when a command of several steps asks or has ended, which changes the next frame.
  var onCommandEnd: () -> Void = {}
  /// The task of the last command of several steps, which waits for those before it.
  private var lastCommand: Task<Void, Never>?
  /// The number of commands of several steps that have not ended.
  private var runningCommandCount = 0
  /// The callers of ``waitForCommands()`` that are waiting.
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// The command of several steps that waits for the answer to a question.
  private var pendingAnswer: CheckedContinuation<Bool, Never>?
  /// Whether the user has chosen the colors.
  private var isThemeChosen = false
  /// Whether the terminal shows something else than the next frame.
  var needsDrawing = true

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - application: The application, which knows screens and commands.
  ///   - store: The store, to which commands are sent.
  ///   - size: The size of the frames.
  ///   - bindings: Keys that run commands, by the name of the key, such as `ctrl+n`.
  public convenience init(
    _ application: App, store: Store<App.Feature>, size: TerminalSize, bindings: [String: Invocation] = [:]
  ) {
    self.init(application, store: store, bindings: bindings)
    resize(to: size)
  }

  init(
    _ application: App, store: Store<App.Feature>, bindings: [String: Invocation] = [:], theme: Theme? = nil,
    paths: @escaping (String) -> [String] = { _ in [] }
  ) {
    self.application = application
    self.store = store
    interaction = Interaction(application, size: TerminalSize(columns: 80, rows: 24))
    interaction.bindings = bindings
    // A frame asks several times for the same text.
    var last: (text: String, paths: [String])?
    interaction.paths = { text in
      if let last, last.text == text { return last.paths }
      let found = paths(text)
      last = (text, found)
      return found
    }
    isThemeChosen = theme != nil
    interaction.view.theme = theme ?? .dark
    observation = store.onBatch { [weak self] _ in
      self?.currentScreen = nil
      self?.needsDrawing = true
    }
  }

  isolated deinit {
    observation?.cancel()
    answerQuestion(false)
    resumeWaiters()
  }

  var screen: Screen {
    if let currentScreen { return currentScreen }
    // No table has room for more rows than the terminal. How many fit is known when the screen is laid out.
    let viewports = Viewports(rowCount: interaction.view.size.rows, tops: interaction.view.tops)
    let screen = application.screen(of: store.state, viewports: viewports)
    currentScreen = screen
    return screen
  }

  /// What the terminal has to do after an event.
  public enum Effect: Hashable, Sendable {
    /// Copies a text to the clipboard.
    case copy(String)
    /// Draws the whole frame again.
    case redraw
    /// Stops the program until the shell continues it.
    case suspend
    /// Ends the program.
    case quit
  }

  /// Handles events in order: sends the actions of their commands, and returns what the terminal has to do.
  ///
  /// Characters that arrive together are typed as one text, so that a paste without brackets does not cost a frame and
  /// an action for each of them.
  public func handle(_ events: [InputEvent]) -> [Effect] {
    var (effects, rest) = ([Effect](), events[...])
    while let event = rest.first {
      // Only a text that is consumed as a whole is collected, so that each event is looked at once.
      let texts = interaction.isTyping(screen) ? rest.prefix { $0.typedText != nil }.compactMap(\.typedText) : []
      if texts.count > 1 {
        effects += handle(.paste(texts.joined()))
        rest = rest.dropFirst(texts.count)
      } else {
        effects += handle(event)
        rest = rest.dropFirst()
      }
    }
    return effects
  }

  /// Handles an event: sends the actions of its commands, and returns what the terminal has to do.
  func handle(_ event: InputEvent) -> [Effect] {
    let view = interaction.view
    let requests = interaction.handle(event, screen, store.state)
    if interaction.view != view { needsDrawing = true }
    if interaction.view.theme != view.theme {
      isThemeChosen = true
      onThemeChange(interaction.view.theme)
    }
    defer { if interaction.view.overlay == nil { answerQuestion(false) } }
    return requests.compactMap { request in
      switch request {
      case .answer(let isAgreed): answerQuestion(isAgreed)
      case .run(let invocation, let line): run(invocation, typedAs: line)
      case .typePassword(let password, let field, let group): type(password, into: field, ofForm: group)
      case .copy(let text): return .copy(text)
      case .redraw: return .redraw
      case .suspend: return .suspend
      case .quit: return .quit
      }
      return nil
    }
  }

  /// A Boolean value that indicates whether the screen shows a spinner.
  var isBusy: Bool { screen.isBusy }

  /// Turns the spinner.
  func turnSpinner() {
    interaction.view.spinnerStep += 1
    needsDrawing = true
  }

  /// Chooses the colors for the background of the terminal, unless the user has chosen some.
  func adapt(toBackground color: (red: UInt8, green: UInt8, blue: UInt8)) {
    guard !isThemeChosen, interaction.view.theme == .dark || interaction.view.theme == .light else { return }
    // The weights of the brightness of the colors.
    let brightness = 0.299 * Double(color.red) + 0.587 * Double(color.green) + 0.114 * Double(color.blue)
    interaction.view.theme = brightness > 127 ? .light : .dark
    needsDrawing = true
  }

  /// Shows a problem until the next key.
  func show(_ problem: String) {
    interaction.view.message = .init(text: problem, isError: true)
    needsDrawing = true
  }

  /// Changes the size of the frames.
  public func resize(to size: TerminalSize) {
    if size == interaction.view.size { return }
    interaction.view.size = size
    currentScreen = nil
    widths.removeAll()
    needsDrawing = true
  }

  private func run(_ invocation: Invocation, typedAs line: String?) {
    needsDrawing = true
    do throws(InvocationError) {
      // What one action does is on the screen.
      if try application.commands.step(for: invocation, in: store.state).onlyAction == nil {
        return runSteps(of: invocation, typedAs: line)
      }
      try store.send(invocation, of: application.commands)
    } catch {
      show(error, ofLine: line)
    }
  }

  /// Shows an error in the last line, or with the line that was typed, so that the user can correct it.
  private func show(_ error: any Error, ofLine line: String?) {
    let isOfInput =
      switch (error as? InvocationError)?.code {
      case .unknownCommand, .unknownParameter, .missingParameter, .invalidValue, .invalidText, .invalidData,
        .unwritable:
        true
      case .unavailable, .rejected, .failed, .unreachable, nil: false
      }
    if let line, isOfInput, interaction.view.overlay == nil {
      interaction.view.overlay = .commandLine(TextInput(line), error: "\(error)")
    } else {
      interaction.view.message = .init(text: "\(error)", isError: true)
    }
  }

  /// Waits until the commands of several steps have ended, and their answers are in the next frame, or until one asks the
  /// user.
  public func waitForCommands() async {
    if runningCommandCount == 0 || pendingAnswer != nil { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  private func resumeWaiters() {
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  /// Runs a command of several steps after those before it, and shows its answer when it has ended.
  private func runSteps(of invocation: Invocation, typedAs line: String?) {
    let former = lastCommand
    runningCommandCount += 1
    lastCommand = Task.immediate { [weak self, application, store] in
      await former?.value
      do {
        let user = CommandUser.whoCanUndo {
          self?.interaction.view.message = .init(text: $0, isError: false)
        } confirm: {
          await self?.ask($0.text) ?? false
        }
        let reply = try await application.run(invocation, in: store, for: user)
        if let failure = reply.failure { throw failure }
        try self?.show(reply, to: invocation)
      } catch {
        self?.show(error, ofLine: line)
      }
      self?.endCommand()
    }
  }

  private func endCommand() {
    runningCommandCount -= 1
    needsDrawing = true
    onCommandEnd()
    if runningCommandCount == 0 { resumeWaiters() }
  }

  /// Asks a question over the screen, and returns whether the user agrees.
  private func ask(_ question: String) async -> Bool {
    interaction.view.overlay = .choices(
      title: question,
      PickList(items: [.init(title: "No", choice: .answer(false)), .init(title: "Yes", choice: .answer(true))]))
    needsDrawing = true
    onCommandEnd()
    return await withCheckedContinuation { continuation in
      pendingAnswer = continuation
      resumeWaiters()
    }
  }

  /// Answers the open question.
  ///
  /// A user who closes it does not agree.
  private func answerQuestion(_ isAgreed: Bool) {
    pendingAnswer?.resume(returning: isAgreed)
    pendingAnswer = nil
  }

  /// Shows an answer over the screen, or in the last line if it only repeats what was stored.
  private func show(_ reply: CommandReply, to invocation: Invocation) throws {
    guard let answer = reply.answer else { return }
    let width = max(20, interaction.view.size.columns - 12)
    let lines = try answer.text(as: .table, in: AnswerStyle(width: width)).split(separator: "\n").map(String.init)
    if reply.isStored, let last = lines.last {
      interaction.view.message = .init(text: lines.count <= 2 ? last : "stored", isError: false)
    } else {
      let items = lines.map { PickList.Item(title: $0) }
      interaction.view.overlay = .choices(title: application.commands.text(of: invocation), PickList(items: items))
    }
  }

  private func type(_ password: Secret, into field: ElementID, ofForm group: String) {
    if let action = application.action(typing: password, into: field, ofForm: group) {
      store.send(action)
    } else {
      interaction.view.message = .init(text: "this program accepts no passwords", isError: true)
    }
  }

  /// Draws the screen.
  public func makeFrame() -> CellGrid {
    let screen = screen
    interaction.updateFocus(screen)
    let hints = interaction.hints(screen, store.state)
    let painter = ScreenPainter(
      screen, interaction.view, hints: hints, widths: widths,
      commandLineHelp: interaction.commandLineHelp(.init(screen: screen, state: store.state)))
    widths = painter.widths
    interaction.targets = painter.targets
    // Those of other tabs are still needed.
    interaction.view.tops.merge(painter.tops) { $1 }
    interaction.view.rowCounts.merge(painter.rowCounts) { $1 }
    needsDrawing = false
    return painter.grid
  }
}

extension InputEvent {
  /// The text of a key, or `nil` for all other events.
  fileprivate var typedText: String? { if case .key(let key) = self { key.text } else { nil } }
}
