import Documents

/// Writes messages of JSON-RPC 2.0, each as one line.
struct MessageWriter {
  private let send: (String) -> Void

  init(_ send: @escaping (String) -> Void) { self.send = send }

  /// Answers a request with a result.
  func respond(to id: JSONNode, _ result: JSONNode) { post([("id", id), ("result", result)]) }

  /// Answers a request with an error.
  func respond(to id: JSONNode, error: JSONNode) { post([("id", id), ("error", error)]) }

  /// Answers a message that is no request, so that nothing else answers it.
  func respond(to failure: WireFailure) { respond(to: failure.id ?? JSONNode(.null), error: failure.error.json) }

  /// Answers a line that was too long to be read.
  func refuseLine(longerThan limit: Int) {
    respond(to: WireFailure(WireError(.invalidRequest, "the line is longer than \(limit) bytes")))
  }

  /// Tells the client something.
  func notify(_ method: String, _ params: [(String, JSONNode?)]) {
    post([("method", JSONNode(.text(method))), ("params", .object(params))])
  }

  /// Asks the client for something.
  func request(_ method: String, id: JSONNode, _ params: [(String, JSONNode?)]) {
    post([("id", id), ("method", JSONNode(.text(method))), ("params", .object(params))])
  }

  private func post(_ members: [(String, JSONNode?)]) {
    send(JSONNode.object([("jsonrpc", JSONNode(.text("2.0")))] + members).text)
  }
}
