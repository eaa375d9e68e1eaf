import Documents
import Forms
import Interface
import Loop
import Tables
import Values

/// A front end that knows no command: it sees the screen, and does what the roles of its parts offer.
///
/// It has the methods of a user, who knows titles and texts and no IDs. All of them wait until nothing is pending.
@MainActor package struct RoleFrontEnd<App: Application> {
  package let application: App
  package let store: Store<App.Feature>

  /// Creates a front end.
  package init(_ application: App, _ store: Store<App.Feature>) {
    self.application = application
    self.store = store
  }

  /// The screen does not offer what the user wants.
  package struct Refusal: Error, CustomStringConvertible {
    package let description: String
  }

  /// The screen of the current state.
  package var screen: Screen { application.screen(of: store.state) }

  private var elements: [Screen.Element] { screen.activeElements }

  /// Runs what a role offers.
  private func run(_ invocation: Invocation?, _ wish: String) async throws {
    guard let invocation else { throw Refusal(description: "nothing offers to \(wish)") }
    do {
      try await application.run(invocation, in: store)
    } catch let error as InvocationError where error.code == .unreachable {
      // The screen shows it, too.
    } catch {
      throw Refusal(description: "cannot \(wish): \(error)")
    }
  }

  /// Runs a command of the menus on the screen, found by its summary.
  package func run(_ summary: String, _ arguments: [String: Value] = [:]) async throws {
    let path = screen.menu.first { application.commands[$0]?.summary.hasPrefix(summary) == true }
    try await run(path.map { Invocation($0, arguments) }, summary)
  }

  /// Goes to the tab with a title.
  package func goToTab(_ title: String) async throws {
    try await run(screen.tabs.first { $0.title == title }.flatMap { screen.commands.goToTab($0.id) }, "go to \(title)")
  }

  /// Undoes the last change.
  package func undo() async throws { try await run(screen.commands.undo(), "undo") }

  /// Redoes the change that was undone last.
  package func redo() async throws { try await run(screen.commands.redo(), "redo") }

  /// Gives the answer with a title.
  package func answer(_ title: String) async throws {
    let answers = screen.sheet?.question?.answers ?? screen.notices.flatMap(\.answers)
    try await run(answers.first { $0.title == title }?.command, "answer \(title)")
  }
}

// MARK: - Tables

extension RoleFrontEnd {
  /// Does something with the first row that displays a text.
  package func perform(
    _ wish: String, onRow text: String, _ invocation: (TableCommands, String) -> Invocation?
  ) async throws {
    for case .table(let table, let commands) in elements.map(\.content) {
      guard let row = table.rows.first(where: { $0.cells.contains { $0.text == text } }) else { continue }
      return try await run(invocation(commands, row.id), "\(wish) \(text)")
    }
    throw Refusal(description: "no row displays \(text)")
  }

  /// Opens the first row that displays a text.
  package func open(_ text: String) async throws { try await perform("open", onRow: text) { $0.open($1) } }

  /// Selects the first row that displays a text.
  package func select(_ text: String) async throws { try await perform("select", onRow: text) { $0.select($1) } }

  /// Does something with the first table that offers it.
  package func perform(_ wish: String, _ invocation: (TableCommands) -> Invocation?) async throws {
    let offered = elements.compactMap { element in
      if case .table(_, let commands) = element.content { invocation(commands) } else { nil }
    }
    try await run(offered.first, wish)
  }

  /// Sorts by the column with a title.
  package func sort(by title: String) async throws {
    for case .table(let table, let commands) in elements.map(\.content) {
      guard let header = table.headers.first(where: { $0.title == title }) else { continue }
      return try await run(commands.sort(by: header.id), "sort by \(title)")
    }
    throw Refusal(description: "no column has the title \(title)")
  }
}

// MARK: - Forms

extension RoleFrontEnd {
  /// Does something with the field that has a title.
  private func perform(
    _ wish: String, onField title: String, _ invocation: (FormCommands, FormScreen.Row) -> Invocation?
  ) async throws {
    for case .form(let form, let commands) in elements.map(\.content) {
      guard let row = form.sections.flatMap(\.rows).first(where: { $0.title == title }) else { continue }
      return try await run(invocation(commands, row), "\(wish) \(title)")
    }
    throw Refusal(description: "no field has the title \(title)")
  }

  /// Types a text into the field that has a title, in place of its text.
  package func type(_ text: String, into title: String) async throws {
    try await perform("type into", onField: title) { $0.type(text, into: $1.id) }
  }

  /// Chooses the option with a text, or a value, in the field that has a title.
  package func choose(_ value: Value, in title: String) async throws {
    try await perform("choose in", onField: title) { commands, row in
      let option = row.options.first { .text($0.displayText) == value }
      return commands.choose(option?.value ?? value, in: row.id)
    }
  }

  /// Submits the form.
  package func submit() async throws {
    let offered = elements.compactMap { element in
      if case .form(_, let commands) = element.content { commands.submit() } else { nil }
    }
    try await run(offered.first, "submit")
  }
}
