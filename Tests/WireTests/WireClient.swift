import Documents
import Interface
import InterfaceFixtures
import Loop
import Testing
import Values
import Wire

/// A client of a server in the same process, which keeps its screens up to date by the differences alone.
@MainActor final class WireClient<App: Application> {
  let application: App
  private let store: Store<App.Feature>
  private(set) lazy var server = WireServer(
    application, store: store, identity: WireIdentity(name: "notes", version: "1"),
    canNotify: { [weak self] in self?.isReading ?? false }
  ) { [weak self] in
    self?.receive($0)
  }
  /// Whether the client receives messages now.
  var isReading = true
  /// All messages in both directions: those of the client begin with `>`.
  private(set) var exchange: [String] = []
  private(set) var responses: [JSONNode] = []
  /// The screen and the revision of each subscription.
  private(set) var screens: [Int: (revision: Int, screen: Value)] = [:]
  private(set) var changeCount = 0
  private var lastID = 0
  private var waiters: [(isMet: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ application: App, _ store: Store<App.Feature>) { (self.application, self.store) = (application, store) }

  /// Waits for a message after which a condition is met.
  func wait(until isMet: @escaping () -> Bool) async {
    if isMet() { return }
    await withCheckedContinuation { waiters.append((isMet, $0)) }
  }

  /// Sends a line.
  func send(_ line: String) {
    exchange.append("> \(line)")
    server.receive(Array(line.utf8))
  }

  /// Sends a request, and returns its ID.
  @discardableResult func request(_ method: String, _ params: String = "{}") -> Int {
    lastID += 1
    send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
    return lastID
  }

  /// Sends a request whose response follows at once, and returns the result or the data of the error.
  @discardableResult func call(_ method: String, _ params: String = "{}") throws -> JSONNode {
    let id = request(method, params)
    return try #require(response(to: id), "\(method) \(params)")
  }

  /// Invokes a command, and returns the result or the data of the error.
  @discardableResult func invoke(_ path: String, _ arguments: String = "{}", revision: Int? = nil) throws -> JSONNode {
    let revision = revision.map { ",\"revision\":\($0)" } ?? ""
    return try call("invoke", #"{"command":"\#(path)","arguments":\#(arguments)\#(revision)}"#)
  }

  /// Returns the result of a request, the data of its error, or `nil` if there is no response yet.
  func response(to id: Int) -> JSONNode? {
    responses.lazy.map(\.fields).first { $0["id"]?.content == .integer(Int64(id)) }.flatMap { response in
      response["result"] ?? response["error"]?.fields["data"]
    }
  }

  /// Begins a subscription, and returns its number.
  @discardableResult func subscribe(_ elements: String = "{}") throws -> Int {
    let result = try call("subscribe", #"{"elements":\#(elements)}"#)
    let number = try #require(result.number("subscription"))
    screens[number] = (try #require(result.number("revision")), try #require(result.fields["screen"]).value)
    return number
  }

  /// Asks for the whole screen of a subscription.
  func reload(_ number: Int) throws {
    let result = try call("screen", #"{"subscription":\#(number)}"#)
    screens[number] = (try #require(result.number("revision")), try #require(result.fields["screen"]).value)
  }

  private func receive(_ line: String) {
    defer {
      let met = waiters.filter { $0.isMet() }
      waiters.removeAll { $0.isMet() }
      for waiter in met { waiter.continuation.resume() }
    }
    exchange.append(line)
    do {
      let message = try JSONNode(parsing: line)
      #expect(message.fields["jsonrpc"]?.content == .text("2.0") && !line.contains("\n"))
      guard message.fields["method"]?.content == .text("changed") else { return responses.append(message) }
      let params = try #require(message.fields["params"])
      let number = try #require(params.number("subscription"))
      var shown = try #require(screens[number])
      #expect(params.number("from") == shown.revision, "a difference was left out")
      shown.screen.apply(try #require(params.fields["difference"]).value)
      screens[number] = (try #require(params.number("to")), shown.screen)
      changeCount += 1
    } catch {
      Issue.record(error)
    }
  }
}

extension JSONNode {
  var fields: [String: JSONNode] {
    guard case .object(let members) = content else { return [:] }
    return Dictionary(members.map { ($0.key, $0.node) }) { first, _ in first }
  }

  func number(_ name: String) -> Int? {
    if case .integer(let number)? = fields[name]?.content { Int(number) } else { nil }
  }

  func words(_ name: String) -> String? {
    if case .text(let text)? = fields[name]?.content { text } else { nil }
  }
}

extension WireClient<NotesApplication> {
  /// Creates a client of a list of notes.
  convenience init(_ titles: [String] = ["tea", "milk", "ten"]) {
    let application = NotesApplication()
    self.init(
      application,
      Store(
        application.feature, state: application.feature.initialState(titles),
        handler: InertHandler()))
  }
}

/// The notes have no effects.
struct InertHandler: EffectHandler {
  func run(_ effect: NotesFeature.Effect, send: Send<NotesFeature.Action>) async -> NotesFeature.Action? {}
}
