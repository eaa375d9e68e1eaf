import Documents
public import Interface
public import Loop
import Values

/// Serves an application to a client that sends requests of JSON-RPC 2.0, one on each line.
///
/// A server reads and writes nothing itself: it is given lines, and gives messages to its output. It answers each request,
/// whatever it contains, and notifies the client about each change of the screens that it has subscribed to. Several
/// servers can share a store, one for each client.
@MainActor public final class WireServer<App: Application>: LineServer {
  let application: App
  package let store: Store<App.Feature>
  let identity: WireIdentity
  private let output: MessageWriter
  private let canNotify: () -> Bool
  let onIntroduction: (String) -> Void
  /// A Boolean value that indicates whether the client has ended the connection.
  public internal(set) var isShutDown = false
  var isInitialized = false
  /// The number of changes since the connection began: batches of actions, and questions that were asked or answered.
  private(set) var revision = 0
  var subscriptions: [Int: WireSubscription] = [:]
  var lastSubscription = 0
  /// The screens that the client was shown.
  var shownScreens = ShownScreens()
  private var observation: ObservationToken?
  /// The question of a command that waits for an answer.
  var question: (text: String, revision: Int, answer: CheckedContinuation<Bool, Never>)?
  /// The task of the last command of several steps, which waits for those before it.
  var lastCommand: Task<Void, Never>?
  /// The tasks that respond later.
  let tasks = RunningTasks()

  /// The versions of the protocol that the server speaks.
  public static var protocolVersions: [Int] { [1] }

  /// Creates a server for a client.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - store: The store, to which commands are sent.
  ///   - identity: The name and the version of the program.
  ///   - canNotify: A closure that returns whether the client has received the earlier messages. While it returns `false`,
  ///     changes are collected, and ``flush()`` sends them as one.
  ///   - onIntroduction: A closure that receives the name of the client when the client says it.
  ///   - send: A closure that receives each message, without a line break.
  public init(
    _ application: App, store: Store<App.Feature>, identity: WireIdentity, canNotify: @escaping () -> Bool = { true },
    onIntroduction: @escaping (String) -> Void = { _ in }, sending send: @escaping (String) -> Void
  ) {
    self.application = application
    self.store = store
    self.identity = identity
    self.canNotify = canNotify
    self.onIntroduction = onIntroduction
    output = MessageWriter(send)
    observation = store.onBatch { [weak self] _ in self?.beginRevision() }
  }

  isolated deinit {
    observation?.cancel()
    question?.answer.resume(returning: false)
  }

  /// Handles a line of the client.
  public func receive(_ line: [UInt8]) {
    do throws(WireFailure) {
      let request = try WireRequest(parsing: line)
      do throws(WireError) { try handle(request) } catch { respond(to: request, with: error) }
    } catch {
      output.respond(to: error)
    }
  }

  /// Answers a line that was too long to be read.
  public func refuseLine(longerThan limit: Int) {
    output.refuseLine(longerThan: limit)
  }

  /// Ends the connection, after the running commands: every request has then been answered.
  ///
  /// A question that is open is answered with no.
  public func finish() async {
    isShutDown = true
    await endCommands()
    tasks.cancel()
    await tasks.wait()
  }

  /// Waits until the running commands have ended.
  func endCommands() async {
    question?.answer.resume(returning: false)
    question = nil
    await lastCommand?.value
  }

  /// Sends the changes that were collected while the client did not receive messages.
  public func flush() {
    // The one that has waited longest comes first.
    let order = subscriptions.sorted { ($0.value.revision, $0.key) < ($1.value.revision, $1.key) }
    for (number, subscription) in order where subscription.revision < revision {
      if !canNotify() { return }
      notify(number, subscription)
    }
  }

  /// Begins a new revision, after a batch of actions or because a question is asked or answered.
  func beginRevision() {
    revision += 1
    flush()
  }

  /// Sends the difference between the screen that a subscription has sent last and the present one.
  private func notify(_ number: Int, _ former: WireSubscription) {
    var subscription = former
    let screen = screen(for: subscription)
    let difference = subscription.update(to: screen, at: revision)
    subscriptions[number] = subscription
    guard let difference else { return }
    shownScreens.add(screen, at: revision)
    output.notify(
      "changed",
      [
        ("subscription", JSONNode(number)), ("from", JSONNode(former.revision)), ("to", JSONNode(revision)),
        ("difference", JSONNode(encodingScreen: difference)),
      ])
  }

  func screen(for subscription: WireSubscription) -> Screen {
    var screen = application.screen(of: store.state, viewports: subscription.viewports)
    if let question { screen.ask(question.text) }
    return screen
  }
}

/// The name and the version of a program, which a server says to its clients.
public struct WireIdentity: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The version.
  public let version: String

  /// Creates an identity.
  public init(name: String, version: String) { (self.name, self.version) = (name, version) }
}

/// Messages.
extension WireServer {
  func respond(to request: WireRequest, with error: WireError) {
    if let id = request.id { output.respond(to: id, error: error.json) }
  }

  func respond(to request: WireRequest, _ result: [(String, JSONNode?)] = []) {
    if let id = request.id { output.respond(to: id, .object(result)) }
  }
}
