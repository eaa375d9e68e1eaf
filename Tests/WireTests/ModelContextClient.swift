import Documents
import Interface
import Loop
import Testing
import Values
import Wire

/// A client of a server of the Model Context Protocol in the same process.
@MainActor final class ModelContextClient<App: Application> {
  private let application: App
  private let store: Store<App.Feature>
  private(set) lazy var server = ModelContextServer(
    application, store: store, identity: WireIdentity(name: "office", version: "1"), guide: "Sell lamps.",
    key: Array("a key that nobody knows".utf8), now: { self.time }
  ) { [weak self] in
    self?.receive($0)
  }
  var time = Instant(milliseconds: 0)
  private(set) var messages: [JSONNode] = []
  private var lastID = 0
  private var waiters: [(isMet: () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ application: App, _ store: Store<App.Feature>) { (self.application, self.store) = (application, store) }

  /// What a client that can ask its user says in each request.
  static var meta: String { meta(capabilities: #"{"elicitation":{}}"#) }

  static func meta(version: String = "2026-07-28", capabilities: String) -> String {
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"\#(version)","#
      + #""io.modelcontextprotocol/clientCapabilities":\#(capabilities)}"#
  }

  /// Waits for a message after which a condition is met.
  func wait(until isMet: @escaping () -> Bool) async {
    if isMet() { return }
    await withCheckedContinuation { waiters.append((isMet, $0)) }
  }

  func send(_ line: String) { server.receive(Array(line.utf8)) }

  /// Sends a request with the given members of the parameters, and returns its ID.
  @discardableResult func send(_ method: String, _ members: String = "", meta: String? = meta) -> Int {
    lastID += 1
    let params = [members, meta ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
    send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":{\#(params)}}"#)
    return lastID
  }

  /// Returns the response to a request once there is one.
  func response(to id: Int) async throws -> JSONNode {
    func isResponse(_ message: JSONNode) -> Bool {
      message.number("id") == id && message.fields["method"] == nil
    }
    await wait { self.messages.contains(where: isResponse) }
    return try #require(messages.first(where: isResponse))
  }

  /// Sends a request, and returns its result.
  @discardableResult func result(_ method: String, _ members: String = "", meta: String? = meta) async throws
    -> JSONNode
  {
    let response = try await response(to: send(method, members, meta: meta))
    return try #require(response.fields["result"], "\(response.text)")
  }

  /// Sends a request, and returns the error with which it ends.
  func error(_ method: String, _ members: String = "", meta: String? = meta) async throws -> JSONNode {
    let response = try await response(to: send(method, members, meta: meta))
    return try #require(response.fields["error"], "\(response.text)")
  }

  /// Calls a tool, and returns the result.
  func call(
    _ tool: String, _ arguments: String = "{}", _ members: String = "", meta: String? = meta
  ) async throws -> JSONNode {
    try await result(
      "tools/call",
      #""name":"\#(tool)","arguments":\#(arguments)\#(members.isEmpty ? "" : ",\(members)")"#, meta: meta)
  }

  private func receive(_ line: String) {
    do { messages.append(try JSONNode(parsing: line)) } catch { Issue.record(error) }
    let met = waiters.filter { $0.isMet() }
    waiters.removeAll { $0.isMet() }
    for waiter in met { waiter.continuation.resume() }
  }
}

extension JSONNode {
  /// The text of the result of a call.
  var toolText: String {
    guard case .list(let parts)? = fields["content"]?.content else { return "" }
    return parts.compactMap { $0.words("text") }.joined(separator: "\n")
  }

  /// Whether the result of a call is an error.
  var isToolError: Bool { fields["isError"]?.content == .boolean(true) }
}
