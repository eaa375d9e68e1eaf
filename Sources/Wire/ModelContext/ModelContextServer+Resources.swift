import Documents
import Interface
import Loop
import Values

/// A client that wants to know when resources change.
struct ResourceListener {
  /// The ID of the request that listens, or `nil` for a client that has introduced itself.
  let id: JSONNode?
  var uris: Set<String>
  /// Whether the client was told that it is listened to.
  var isReady = false
}

/// Something that a client can read.
private enum ResourceContent {
  case screen, screenDescription, guide
  case data(Invocation)
}

extension ModelContextServer {
  private func uri(_ path: String) -> String { "\(identity.name)://\(path)" }

  /// The resources with fixed addresses.
  var resourceList: JSONNode {
    let screens = [
      ("screen", "The screen as text, as people see it", "text/plain"),
      ("screen.json", "The screen for programs", "application/json"),
      ("guide", "What can be done, with all commands", "text/markdown"),
    ]
    let data = application.resources.filter { $0.parameter == nil }.map { ($0.name, $0.summary, "application/json") }
    return JSONNode(
      .list(
        (screens + data).map { name, summary, type in
          .object([
            ("uri", JSONNode(.text(uri(name)))), ("name", JSONNode(.text(name))),
            ("description", JSONNode(.text(summary))), ("mimeType", JSONNode(.text(type))),
          ])
        }))
  }

  /// The resources whose addresses contain an ID.
  var templateList: JSONNode {
    JSONNode(
      .list(
        application.resources.filter { $0.parameter != nil }.map { resource in
          .object([
            ("uriTemplate", JSONNode(.text(uri("\(resource.name)/{id}")))), ("name", JSONNode(.text(resource.name))),
            ("description", JSONNode(.text(resource.summary))), ("mimeType", JSONNode(.text("application/json"))),
          ])
        }))
  }

  private func resource(at address: String) -> ResourceContent? {
    let prefix = uri("")
    guard address.hasPrefix(prefix) else { return nil }
    let path = String(address.dropFirst(prefix.count))
    switch path {
    case "screen": return .screen
    case "screen.json": return .screenDescription
    case "guide": return .guide
    default: break
    }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let known = application.resources.first {
      $0.name == parts[0] && ($0.parameter == nil) == (parts.count == 1)
    }
    guard let known else { return nil }
    if parts.count == 1 { return .data(known.invocation) }
    return parts[1].removingPercentEncoding.map { .data(known.invocation(forID: $0)) }
  }

  func read(_ params: [String: JSONNode], id: JSONNode, for client: ClientContext) throws(ModelContextError) {
    guard let address = params["uri"]?.textContent else {
      throw ModelContextError(.invalidParams, "the parameter uri must be a text")
    }
    guard let resource = resource(at: address) else { throw ModelContextError(missingResource: address, for: client) }
    reads.insert(id.text)
    tasks.run { [weak self, start] in
      await start?.value
      guard let self, reads.contains(id.text) else { return }
      do throws(ModelContextError) {
        let contents = try await contents(of: resource, at: address, for: client)
        // A request that was cancelled meanwhile has no response.
        if reads.remove(id.text) == nil { return }
        respond(to: id, of: client, [("contents", JSONNode(.list([contents])))], keptFor: .never)
      } catch {
        if reads.remove(id.text) != nil { output.respond(to: id, error: error.json) }
      }
    }
  }

  private func contents(
    of resource: ResourceContent, at address: String, for client: ClientContext
  ) async throws(ModelContextError) -> JSONNode {
    do {
      let (text, type) = try await content(of: resource)
      return .object([
        ("uri", JSONNode(.text(address))), ("mimeType", JSONNode(.text(type))), ("text", JSONNode(.text(text))),
      ])
    } catch let error as InvocationError where [.invalidData, .invalidValue].contains(error.code) {
      throw ModelContextError(missingResource: address, for: client, reason: error)
    } catch {
      throw ModelContextError(internal: "\(error)")
    }
  }

  private func content(of resource: ResourceContent) async throws -> (text: String, type: String) {
    switch resource {
    case .screen: (text(of: screen), "text/plain")
    case .screenDescription: (screen.jsonText, "application/json")
    case .guide: (guideText, "text/markdown")
    case .data(let invocation): (try await data(of: invocation), "application/json")
    }
  }

  private var screen: Screen { application.screen(of: store.state, viewports: Self.viewports) }

  private func data(of invocation: Invocation) async throws -> String {
    let reply = try await application.run(invocation, in: store, recordingInput: false)
    if let failure = reply.failure { throw failure }
    return try reply.answer?.text(as: .json) ?? "null"
  }

  private var guideText: String {
    let commands = application.commands.listed.map { command in
      let keys = command.keys.isEmpty ? "" : " (on the screen: \(command.keys.joined(separator: ", ")))"
      return "- `\(command.usage)`: \(command.summary)\(keys)\n"
    }
    return "# \(identity.name)\n\n\(guide)\n\n## Commands\n\n\(commands.joined())"
  }
}

/// Notifications.
extension ModelContextServer {
  /// Opens a stream of notifications, which is ready once the resources were read for the first time.
  func listen(_ params: [String: JSONNode], id: JSONNode) throws(ModelContextError) {
    guard let wanted = params["notifications"]?.members else {
      throw ModelContextError(.invalidParams, "the parameter notifications must be an object")
    }
    try requireRoom()
    let uris = (wanted["resourceSubscriptions"]?.elements ?? []).compactMap(\.textContent)
      .filter { resource(at: $0) != nil }
    listeners.append(ResourceListener(id: id, uris: Set(uris)))
    tasks.run { [weak self] in
      await self?.readUnknownResources()
      guard let self, let index = listeners.firstIndex(where: { $0.id?.text == id.text }) else { return }
      listeners[index].isReady = true
      output.notify(
        "notifications/subscriptions/acknowledged",
        [
          ("_meta", Self.subscriptionMeta(id)),
          ("notifications", .object([("resourceSubscriptions", .texts(uris))])),
        ])
    }
  }

  /// Begins or ends to notify a client that has introduced itself.
  func subscribe(_ params: [String: JSONNode], isOn: Bool) throws(ModelContextError) {
    guard let uri = params["uri"]?.textContent else {
      throw ModelContextError(.invalidParams, "the parameter uri must be a text")
    }
    guard resource(at: uri) != nil else {
      throw ModelContextError(.invalidParams, "there is no resource \(uri.jsonQuoted)")
    }
    let index = listeners.firstIndex { $0.id == nil } ?? listeners.count
    if index == listeners.count {
      try requireRoom()
      listeners.append(ResourceListener(id: nil, uris: [], isReady: true))
    }
    if isOn { listeners[index].uris.insert(uri) } else { listeners[index].uris.remove(uri) }
    forgetUnwatchedResources()
    tasks.run { [weak self] in await self?.readUnknownResources() }
  }

  private func requireRoom() throws(ModelContextError) {
    if listeners.count >= 16 {
      throw ModelContextError(.invalidRequest, "there are 16 streams of notifications; end one of them first")
    }
  }

  /// Reads the resources again that a client watches, because the data may have changed.
  func compareResources() {
    if listeners.isEmpty { return }
    isOutdated = true
    guard comparison == nil else { return }
    comparison = tasks.run { [weak self] in
      while let self, isOutdated {
        isOutdated = false
        for (uri, former) in digests {
          let digest = await digest(of: uri)
          if digest == former || digests[uri] == nil { continue }
          digests[uri] = digest
          changedURIs.insert(uri)
        }
        flush()
      }
      self?.comparison = nil
    }
  }

  private var watchedURIs: Set<String> { listeners.reduce(into: []) { $0.formUnion($1.uris) } }

  private func readUnknownResources() async {
    for uri in watchedURIs where digests[uri] == nil {
      digests[uri] = await digest(of: uri)
    }
  }

  func forgetUnwatchedResources() {
    let watched = watchedURIs
    digests = digests.filter { watched.contains($0.key) }
  }

  /// Returns a digest of a resource, or zero if it does not exist or cannot be read.
  private func digest(of uri: String) async -> Int {
    guard let resource = resource(at: uri), let content = try? await content(of: resource) else { return 0 }
    return content.text.hashValue
  }

  func notify(_ listener: ResourceListener, about uri: String) {
    output.notify(
      "notifications/resources/updated",
      [("_meta", listener.id.map(Self.subscriptionMeta)), ("uri", JSONNode(.text(uri)))])
  }

  /// Ends a stream of notifications.
  func end(_ listener: ResourceListener) {
    guard let id = listener.id else { return }
    output.respond(
      to: id, .object([("resultType", JSONNode(.text("complete"))), ("_meta", Self.subscriptionMeta(id))]))
    // The specification demands it whenever a server ends a stream.
    output.notify("notifications/cancelled", [("requestId", id)])
  }

  private static func subscriptionMeta(_ id: JSONNode) -> JSONNode {
    .object([("io.modelcontextprotocol/subscriptionId", id)])
  }
}

extension JSONNode {
  /// The elements, or `nil` if this is no list.
  var elements: [JSONNode]? { if case .list(let elements) = content { elements } else { nil } }
}

extension String {
  /// The text without the percent encoding of an address, or `nil` if the encoding is not valid.
  var removingPercentEncoding: String? {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          return nil
        }
        rest.removeFirst(2)
        bytes.append(decoded)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
