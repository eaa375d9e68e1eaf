import Documents

/// Writes messages of JSON-RPC 2.0, each as one line.
struct MessageWriter {
  private let send: (String) -> Void

  init(_ send: @escaping (String) -> Void) { self.send = send }

  /// Answers a request with a result.
  func respond(to id: JSONNode, _ result: JSONNode) { post([("id", id), ("result", result)]) }

  /// Answers a request with an error.
  func respond(to id: JSONNode, error: JSONNode) { post([("id", id), ("error", error)]) }

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
