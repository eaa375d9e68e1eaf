import Loop

/// What a command does next.
///
/// Most commands send one action. A command that only reads runs an effect and answers with its response. A command that
/// reports its result waits until its effects have ended:
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
  /// Sends actions, one directly after the other. If there is a closure, the command continues when nothing is pending.
  case send(actions: [Feature.Action], then: ((Feature.State) throws(InvocationError) -> CommandStep)?)
  /// Runs an effect beside the store, and goes on with its response, which no reducer receives.
  case ask(Feature.Effect, then: (Feature.Action?) throws(InvocationError) -> CommandStep)
  /// Asks the user, and goes on if they agree. Otherwise the command fails with a message.
  ///
  /// A front end on which the change can be taken back asks only if `evenIfUndoable` is true, as for a change of more than
  /// the user may see.
  ///
  /// The texts of `subjects` tell in full what is changed, which a question may shorten: an agreement is no longer valid if
  /// they have changed.
  case confirm(
    String, of: [String] = [], otherwise: String, evenIfUndoable: Bool = false,
    then: () throws(InvocationError) -> CommandStep)
  /// Tells the user something, and goes on.
  case note(String, then: () throws(InvocationError) -> CommandStep)
  /// Ends with an answer. It is stored if the command has changed what it shows. With a failure, the command fails all
  /// the same.
  case answer(CommandAnswer, isStored: Bool = false, failure: InvocationError? = nil)
  /// Ends without an answer.
  case done
}

extension CommandStep {
  /// Sends an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - next: A closure that returns what follows when nothing is pending any more, or `nil` if nothing does.
  /// - Returns: The step.
  public static func send(
    _ action: Feature.Action, then next: ((Feature.State) throws(InvocationError) -> CommandStep)? = nil
  ) -> CommandStep {
    .send(actions: [action], then: next)
  }

  /// The only action, or `nil` if there are other steps.
  public var onlyAction: Feature.Action? {
    if case .send(let actions, then: nil) = self, actions.count == 1 { actions[0] } else { nil }
  }
}

/// A question of a command.
public struct CommandQuestion: Hashable, Sendable {
  /// The question.
  public let text: String
  /// What is changed, in full.
  public let subjects: [String]

  /// Creates a question.
  public init(_ text: String, of subjects: [String] = []) { (self.text, self.subjects) = (text, subjects) }
}

/// Whom a command asks and tells something while it runs.
@MainActor public struct CommandUser {
  private let canUndo: Bool
  private let confirm: (CommandQuestion) async throws -> Bool
  let note: (String) -> Void

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - confirm: A closure that asks a question and returns whether the user agrees.
  ///   - note: A closure that tells the user something.
  public init(confirm: @escaping (CommandQuestion) async throws -> Bool, note: @escaping (String) -> Void) {
    self.init(canUndo: false, confirm: confirm, note: note)
  }

  private init(
    canUndo: Bool, confirm: @escaping (CommandQuestion) async throws -> Bool, note: @escaping (String) -> Void
  ) {
    (self.canUndo, self.confirm, self.note) = (canUndo, confirm, note)
  }

  /// Returns a user who can undo changes, and is asked only if a step says `evenIfUndoable`.
  ///
  /// - Parameters:
  ///   - note: A closure that tells the user something.
  ///   - confirm: A closure that asks a question and returns whether the user agrees. By default, they agree.
  /// - Returns: The user.
  public static func whoCanUndo(
    note: @escaping (String) -> Void = { _ in }, confirm: @escaping (CommandQuestion) async -> Bool = { _ in true }
  ) -> CommandUser {
    CommandUser(canUndo: true, confirm: confirm, note: note)
  }

  /// Returns whether the user agrees.
  func agrees(to question: CommandQuestion, evenIfUndoable: Bool) async throws -> Bool {
    if canUndo && !evenIfUndoable { return true }
    return try await confirm(question)
  }
}

/// What a command has answered.
public struct CommandReply {
  /// The answer, or `nil` if there is none.
  public let answer: CommandAnswer?
  /// Whether the command has changed what the answer shows.
  public let isStored: Bool
  /// The reason why the command has failed although it answers, or `nil`.
  public let failure: InvocationError?

  fileprivate init(_ answer: CommandAnswer? = nil, isStored: Bool = false, failure: InvocationError? = nil) {
    (self.answer, self.isStored, self.failure) = (answer, isStored, failure)
  }
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
      case .send(let actions, let next):
        let former = rejections(in: store.state)
        for action in actions {
          if let line = input { store.send(action, input: line) } else { store.send(action) }
          input = nil
        }
        sent()
        await store.waitUntilIdle(except: isBackground)
        // The command may say more about a rejection.
        if let next { step = try next(store.state) }
        if let reason = newRejection(in: store.state, since: former) { throw InvocationError(.rejected, reason) }
        if next == nil { return CommandReply() }
      case .ask(let effect, let next): step = try next(await store.response(to: effect))
      case .confirm(let text, let subjects, let refusal, let evenIfUndoable, let next):
        let question = CommandQuestion(text, of: subjects)
        guard try await user.agrees(to: question, evenIfUndoable: evenIfUndoable) else {
          throw InvocationError(.failed, refusal)
        }
        step = try next()
      case .note(let text, let next):
        user.note(text)
        step = try next()
      case .answer(let answer, let isStored, let failure):
        return CommandReply(answer, isStored: isStored, failure: failure)
      case .done: return CommandReply()
      }
    }
  }
}
