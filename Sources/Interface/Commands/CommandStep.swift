import Loop

/// What a command does next.
///
/// Most commands send one action. One that only reads asks for what it answers, and one that says what it has done goes on
/// when its work has ended:
///
/// ```swift
/// Command("books.remove", "remove a book", Argument.text("id", "the book").positional, steps: { state, id in
///   guard let book = state.books[id] else { throw InvocationError(.invalidData, "there is no such book") }
///   return .confirm("Remove \(book.title)?", otherwise: "nothing was removed") {
///     .send(.removeTapped(id)) { _ in .answer(.row(records(of: [book])), isStored: true) }
///   }
/// })
/// ```
///
/// Steps are values without input and output, so that each front end carries them out in its own way.
public enum CommandStep<Feature: Reducer> {
  /// Sends an action. If there is a closure, the command goes on when nothing is pending any more.
  case send(Feature.Action, then: ((Feature.State) throws(InvocationError) -> CommandStep)? = nil)
  /// Runs an effect that changes nothing, and goes on with its response.
  case ask(Feature.Effect, then: (Feature.Action?) throws(InvocationError) -> CommandStep)
  /// Asks the user, and goes on if they agree. Otherwise the command fails with a message.
  ///
  /// A front end on which the change can be taken back asks nothing.
  case confirm(String, otherwise: String, then: () throws(InvocationError) -> CommandStep)
  /// Tells the user something, and goes on.
  case note(String, then: () throws(InvocationError) -> CommandStep)
  /// Ends with an answer. It is stored if the command has changed what it shows.
  case answer(CommandAnswer, isStored: Bool = false)
  /// Ends without an answer.
  case done
}

extension CommandStep {
  /// Returns the steps that send actions one after the other, each when nothing is pending any more.
  ///
  /// - Parameters:
  ///   - actions: The actions, of which there is at least one.
  ///   - next: A closure that returns what follows.
  /// - Returns: The first step.
  public static func send(
    all actions: [Feature.Action], then next: @escaping (Feature.State) throws(InvocationError) -> CommandStep
  ) -> CommandStep {
    actions.count == 1
      ? .send(actions[0], then: next) : .send(actions[0]) { _ in send(all: Array(actions.dropFirst()), then: next) }
  }
}

/// Whom a command asks and tells something while it runs.
@MainActor public struct CommandUser {
  let confirm: (String) async throws -> Bool
  let note: (String) -> Void

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - confirm: A closure that asks a question and returns whether the user agrees.
  ///   - note: A closure that tells the user something.
  public init(confirm: @escaping (String) async throws -> Bool, note: @escaping (String) -> Void) {
    (self.confirm, self.note) = (confirm, note)
  }

  /// A user who can undo what a command does, and is asked nothing.
  public static func whoCanUndo(note: @escaping (String) -> Void = { _ in }) -> CommandUser {
    CommandUser(confirm: { _ in true }, note: note)
  }
}

/// What a command has answered.
public struct CommandReply {
  /// The answer, or `nil` if there is none.
  public let answer: CommandAnswer?
  /// Whether the command has changed what the answer shows.
  public let isStored: Bool
}

extension Application {
  /// Carries out an invocation: sends its actions with the command line as their input, waits until nothing is pending,
  /// and returns the answer.
  ///
  /// - Parameters:
  ///   - invocation: The invocation.
  ///   - store: The store.
  ///   - user: Whom the command asks and tells something.
  ///   - recordsInput: Whether the command line is the input of the first action. Otherwise the caller has given another.
  ///   - sent: A closure that is called after an action was sent, before its effects have ended.
  /// - Throws: An `InvocationError` if the command has no step, so that nothing is sent, if an action was rejected, or if
  ///   the command failed; or an error of the user.
  /// - Returns: The answer.
  @discardableResult
  @MainActor public func run(
    _ invocation: Invocation, in store: Store<Feature>, for user: CommandUser = .whoCanUndo(),
    recordingInput recordsInput: Bool = true, onSend sent: () -> Void = {}
  ) async throws -> CommandReply {
    var step = try commands.step(for: invocation, in: store.state)
    var input = recordsInput ? commands.text(of: invocation) : nil
    while true {
      switch step {
      case .send(let action, let next):
        let former = rejections(in: store.state)
        if let line = input { store.send(action, input: line) } else { store.send(action) }
        input = nil
        sent()
        await store.waitUntilIdle()
        // The command may say more about a rejection.
        if let next { step = try next(store.state) }
        if let reason = newRejection(in: store.state, since: former) { throw InvocationError(.rejected, reason) }
        if next == nil { return CommandReply(answer: nil, isStored: false) }
      case .ask(let effect, let next): step = try next(await store.response(to: effect))
      case .confirm(let question, let refusal, let next):
        guard try await user.confirm(question) else { throw InvocationError(.failed, refusal) }
        step = try next()
      case .note(let text, let next):
        user.note(text)
        step = try next()
      case .answer(let answer, let isStored): return CommandReply(answer: answer, isStored: isStored)
      case .done: return CommandReply(answer: nil, isStored: false)
      }
    }
  }
}
