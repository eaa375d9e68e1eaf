import Interface
import Loop
import Programs
import Testing

/// A front end whose user types command lines.
@MainActor package final class ScriptedFrontEnd: FrontEnd {
  private let lines: [String]
  /// The screen after each line, and before the first one.
  package private(set) var screens: [Screen] = []
  package private(set) var bindings: [String: Invocation] = [:]
  /// Whether the last state was one in which there is nothing more to do.
  package private(set) var isFinished = false
  /// Whether the user quits without waiting for what the lines do.
  package var isHasty = false
  /// The number of messages to wait for, and the messages.
  package var expectedMessageCount = 0
  package private(set) var messages: [String] = []

  package init(typing lines: [String] = []) { self.lines = lines }

  package func show<App: Application>(
    _ application: App, _ store: Store<App.Feature>, bindings: [String: Invocation],
    messages: AsyncStream<String>, saving save: @escaping @MainActor () async -> Void,
    until isFinished: @escaping (App.Feature.State) -> Bool
  ) async throws {
    self.bindings = bindings
    await store.waitUntilIdle()
    screens = [application.screen(of: store.state)]
    for line in lines {
      store.send(try application.commands.action(for: application.commands.parse(line), in: store.state))
      if !isHasty { await store.waitUntilIdle() }
      screens.append(application.screen(of: store.state))
    }
    self.isFinished = isFinished(store.state)
    var received = messages.makeAsyncIterator()
    while self.messages.count < expectedMessageCount, let message = await received.next() {
      self.messages.append(message)
    }
  }
}

/// Expects that a command line prints only the error message and ends with the status.
@MainActor package func expectCommandError(
  _ words: [String], _ status: Programs.ExitStatus, _ message: String, in session: ShellFixture = ShellFixture(),
  at location: SourceLocation = #_sourceLocation
) async {
  let line = words.joined(separator: " ")
  #expect(await session.run(words) == status, "\(line)", sourceLocation: location)
  #expect(session.errors == "\(session.name.rawValue): \(message)\n", "\(line)", sourceLocation: location)
  #expect(session.printed == "", "\(line)", sourceLocation: location)
}
