import Documents
public import Interface
public import Loop
import PlainText
public import Values

/// Serves an application to an assistant that speaks the Model Context Protocol.
///
/// The tools are the commands of people, and the resources are what these commands show. A server speaks two revisions of
/// the protocol at the same time: in that of 2026-07-28 each request says all about its client, and in that of 2025-11-25
/// the client introduces itself once.
@MainActor public final class ModelContextServer<App: Application>: LineServer {
  let application: App
  let store: Store<App.Feature>
  let identity: WireIdentity
  let guide: String
  let output: MessageWriter
  private let canNotify: () -> Bool
  private let onIntroduction: (String) -> Void
  /// Always `false`: the client ends the connection by closing it.
  public var isShutDown: Bool { false }
  /// What a client has said that introduced itself, or `nil` if none has.
  private var introducedClient: ClientContext?
  var signer: ConfirmationSigner
  /// The calls that have no result yet, by the text of the ID of the request.
  var calls: [String: ToolCall] = [:]
  /// The last call that can change data, after which the next one runs.
  var lastCall: Task<Void, Never>?
  /// What cancelled calls have done, which the next result tells.
  var untoldResults: [String] = []
  /// The IDs of the requests that read a resource.
  var reads: Set<String> = []
  /// Whether the connection ends, so that no question can be asked any more.
  private(set) var isFinishing = false
  var lastQuestion = 0
  /// The questions that a client was asked by a request, by the text of the ID of the request.
  var questions: [String: CheckedContinuation<Bool, Never>] = [:]
  var listeners: [ResourceListener] = []
  /// A digest of each resource whose changes are notified, by its URI.
  var digests: [String: Int] = [:]
  /// The resources whose change was not notified yet.
  var changedURIs: Set<String> = []
  /// Whether the resources must be compared again.
  var isOutdated = false
  var comparison: Task<Void, Never>?
  private var observation: ObservationToken?
  /// The task that waits for what the application loads at the beginning.
  private(set) var start: Task<Void, Never>?
  let tasks = RunningTasks()

  /// The list of tools, which never changes.
  lazy var tools = JSONNode(.list(application.commands.listed.map { $0.tool }))

  /// Creates a server for a client.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - store: The store, to which commands are sent.
  ///   - identity: The name and the version of the program.
  ///   - guide: What an assistant should know about the application.
  ///   - key: Random bytes with which questions are signed.
  ///   - now: A closure that returns the time.
  ///   - canNotify: A closure that returns whether the client has received the earlier messages. While it returns `false`,
  ///     changes are collected, and ``flush()`` sends them.
  ///   - onIntroduction: A closure that receives the name of the client when the client says it.
  ///   - send: A closure that receives each message, without a line break.
  public init(
    _ application: App, store: Store<App.Feature>, identity: WireIdentity, guide: String, key: [UInt8],
    now: @escaping () -> Instant, canNotify: @escaping () -> Bool = { true },
    onIntroduction: @escaping (String) -> Void = { _ in }, sending send: @escaping (String) -> Void
  ) {
    (self.application, self.store, self.identity, self.guide) = (application, store, identity, guide)
    self.canNotify = canNotify
    self.onIntroduction = onIntroduction
    signer = ConfirmationSigner(key: key, now: now)
    output = MessageWriter(send)
    observation = store.onBatch { [weak self] _ in
      self?.stopCancelledCalls()
      self?.compareResources()
    }
    start = Task { await store.waitUntilIdle(except: application.isBackground) }
  }

  isolated deinit {
    observation?.cancel()
    for question in questions.values { question.resume(returning: false) }
  }

  /// Handles a line of the client.
  public func receive(_ line: [UInt8]) {
    do throws(WireFailure) {
      let message = try JSONNode(parsingMessage: line)
      if takeAnswer(message) { return }
      let request = try WireRequest(message)
      do throws(ModelContextError) { try handle(request) } catch {
        if let id = request.id { output.respond(to: id, error: error.json) }
      }
    } catch {
      output.respond(to: error)
    }
  }

  /// Answers a line that was too long to be read.
  public func refuseLine(longerThan limit: Int) {
    output.refuseLine(longerThan: limit)
  }

  /// Tells the client which resources have changed.
  public func flush() {
    for uri in changedURIs.sorted() {
      if !canNotify() { return }
      changedURIs.remove(uri)
      for listener in listeners where listener.isReady && listener.uris.contains(uri) { notify(listener, about: uri) }
    }
  }

  /// Ends the connection, after the running calls.
  public func finish() async {
    isFinishing = true
    for question in questions.values { question.resume(returning: false) }
    questions = [:]
    await tasks.wait()
    for listener in listeners { end(listener) }
    listeners = []
  }
}

/// Requests.
extension ModelContextServer {
  private func handle(_ request: WireRequest) throws(ModelContextError) {
    guard let id = request.id else {
      if request.method == "notifications/cancelled" { cancel(request.params["requestId"]) }
      return
    }
    switch id.content {
    case .integer, .text: break
    default: throw ModelContextError(.invalidRequest, "the id must be a text or a whole number")
    }
    guard let method = ModelContextMethod(rawValue: request.method) else {
      throw ModelContextError(.unknownMethod, "unknown method \(request.method.jsonQuoted)")
    }
    if calls[id.text] != nil || reads.contains(id.text) || listeners.contains(where: { $0.id?.text == id.text }) {
      throw ModelContextError(.invalidRequest, "a request with this id is still running")
    }
    if method == .initialize { return output.respond(to: id, try introduce(request.params)) }
    let hasMeta = request.params["_meta"]?.members?["io.modelcontextprotocol/protocolVersion"] != nil
    if method == .ping, !hasMeta { return output.respond(to: id, .object([])) }
    let client = try client(of: request.params)
    if let version = method.version, version != client.version {
      throw ModelContextError(
        .unknownMethod, "the method \(request.method.jsonQuoted) belongs to the revision \(version.rawValue)")
    }
    if let cursor = request.params["cursor"], cursor.content != .null {
      throw ModelContextError(.invalidParams, "there is no page \(cursor.text): every list is complete")
    }
    switch method {
    case .initialize, .ping: break
    case .discover: respond(to: id, of: client, discovery, keptFor: .always)
    case .listTools: respond(to: id, of: client, [("tools", tools)], keptFor: .always)
    case .callTool: try call(request.params, id: id, for: client)
    case .listResources: respond(to: id, of: client, [("resources", resourceList)], keptFor: .always)
    case .listTemplates: respond(to: id, of: client, [("resourceTemplates", templateList)], keptFor: .always)
    case .readResource: try read(request.params, id: id, for: client)
    case .listen: try listen(request.params, id: id)
    case .subscribe, .unsubscribe:
      try subscribe(request.params, isOn: method == .subscribe)
      respond(to: id, of: client, [])
    }
  }

  /// Returns what a request says about its client.
  private func client(of params: [String: JSONNode]) throws(ModelContextError) -> ClientContext {
    let meta = params["_meta"]?.members ?? [:]
    guard let version = meta["io.modelcontextprotocol/protocolVersion"] else {
      if let introducedClient { return introducedClient }
      throw ModelContextError(
        .invalidParams,
        "_meta has no io.modelcontextprotocol/protocolVersion; expected \(ModelContextVersion.current.rawValue), or the "
          + "request initialize with \(ModelContextVersion.introducing.rawValue) first")
    }
    guard version.textContent == ModelContextVersion.current.rawValue else {
      throw ModelContextError(unsupportedVersion: version)
    }
    guard let capabilities = meta["io.modelcontextprotocol/clientCapabilities"]?.members else {
      throw ModelContextError(.invalidParams, "_meta has no io.modelcontextprotocol/clientCapabilities")
    }
    if let name = meta["io.modelcontextprotocol/clientInfo"]?.clientName { onIntroduction(name) }
    return ClientContext(version: .current, capabilities: capabilities)
  }

  /// Begins to speak the revision in which a client introduces itself.
  private func introduce(_ params: [String: JSONNode]) throws(ModelContextError) -> JSONNode {
    guard params["protocolVersion"]?.textContent != nil else {
      throw ModelContextError(.invalidParams, "the parameter protocolVersion must be a text")
    }
    if let name = params["clientInfo"]?.clientName { onIntroduction(name) }
    introducedClient = ClientContext(version: .introducing, capabilities: params["capabilities"]?.members ?? [:])
    return .object([
      ("protocolVersion", JSONNode(.text(ModelContextVersion.introducing.rawValue))), ("capabilities", capabilities),
      ("serverInfo", serverInfo), ("instructions", JSONNode(.text(guide))),
    ])
  }

  private var discovery: [(String, JSONNode?)] {
    [
      ("supportedVersions", .texts(ModelContextVersion.allCases.map(\.rawValue))), ("capabilities", capabilities),
      ("instructions", JSONNode(.text(guide))),
    ]
  }

  private var capabilities: JSONNode {
    .object([("tools", .object([])), ("resources", .object([("subscribe", JSONNode(.boolean(true)))]))])
  }

  private var serverInfo: JSONNode {
    .object([("name", JSONNode(.text(identity.name))), ("version", JSONNode(.text(identity.version)))])
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - id: The ID of the request.
  ///   - client: The client.
  ///   - members: The members of the result.
  ///   - lifetime: How long the client can keep a result that it can ask for again, or `nil` for another result.
  ///   - type: The type of the result.
  func respond(
    to id: JSONNode, of client: ClientContext, _ members: [(String, JSONNode?)], keptFor lifetime: CacheLifetime? = nil,
    type: String = "complete"
  ) {
    if client.version == .introducing { return output.respond(to: id, .object(members)) }
    output.respond(
      to: id,
      .object(
        [("resultType", JSONNode(.text(type)))] + members + [
          ("ttlMs", lifetime.map { JSONNode($0 == .always ? 3_600_000 : 0) }),
          ("cacheScope", lifetime.map { JSONNode(.text($0 == .always ? "public" : "private")) }),
          ("_meta", .object([("io.modelcontextprotocol/serverInfo", serverInfo)])),
        ]))
  }
}

/// How long a client can keep a result.
enum CacheLifetime {
  /// As long as the program runs.
  case always
  /// Not at all, because it shows data that change.
  case never
}

/// A method of the protocol.
enum ModelContextMethod: String {
  case initialize
  case ping
  case discover = "server/discover"
  case listTools = "tools/list"
  case callTool = "tools/call"
  case listResources = "resources/list"
  case listTemplates = "resources/templates/list"
  case readResource = "resources/read"
  case listen = "subscriptions/listen"
  case subscribe = "resources/subscribe"
  case unsubscribe = "resources/unsubscribe"

  /// The only revision that has the method, or `nil` if both have.
  var version: ModelContextVersion? {
    switch self {
    case .initialize, .ping, .subscribe, .unsubscribe: .introducing
    case .discover, .listen: .current
    case .listTools, .callTool, .listResources, .listTemplates, .readResource: nil
    }
  }
}

/// A revision of the protocol.
enum ModelContextVersion: String, CaseIterable {
  /// The one in which every request says all about its client.
  case current = "2026-07-28"
  /// The one in which a client introduces itself at the beginning.
  case introducing = "2025-11-25"
}

/// What a client has said about itself.
struct ClientContext {
  /// The revision that it speaks.
  let version: ModelContextVersion
  /// A Boolean value that indicates whether it can ask its user.
  let canAsk: Bool

  init(version: ModelContextVersion, capabilities: [String: JSONNode]) {
    self.version = version
    canAsk = capabilities["elicitation"]?.members.map { $0.isEmpty || $0["form"] != nil } ?? false
  }
}

/// An error that answers a request.
struct ModelContextError: Error {
  /// The code of JSON-RPC.
  let code: Int
  /// The reason.
  let message: String
  /// What programs should know besides, or `nil`.
  let data: JSONNode?

  init(_ code: WireError.Code, _ message: String, data: JSONNode? = nil) {
    (self.code, self.message, self.data) = (code.rawValue, message, data)
  }

  /// Creates the error of a request that the program cannot carry out, for reasons of its own.
  init(internal message: String) { (code, self.message, data) = (-32_603, message, nil) }

  /// Creates the error of a call about which the client cannot ask its user.
  init(unasked question: String, _ reason: String) {
    code = -32_021
    message = reason
    data = .object([
      ("requiredCapabilities", .object([("elicitation", .object([]))])), ("question", JSONNode(.text(question))),
    ])
  }

  /// Creates the error of a request in another revision.
  init(unsupportedVersion version: JSONNode) {
    code = -32_022
    message = "the protocol version \(version.text) is not supported"
    data = .object([("supported", .texts(ModelContextVersion.allCases.map(\.rawValue))), ("requested", version)])
  }

  /// Creates the error of a request for a resource that does not exist.
  init(missingResource uri: String, for client: ClientContext, reason: InvocationError? = nil) {
    code = client.version == .introducing ? -32_002 : WireError.Code.invalidParams.rawValue
    message = "there is no resource \(uri.jsonQuoted)" + (reason.map { ": \($0)" } ?? "")
    data = .object([("uri", JSONNode(.text(uri)))])
  }

  /// The error as JSON.
  var json: JSONNode {
    .object([("code", JSONNode(code)), ("message", JSONNode(.text(message))), ("data", data)])
  }
}
