import Documents
import Interface
import Values

/// A request or a notification of a client, in JSON-RPC 2.0.
struct WireRequest {
  /// The ID that the response repeats, or `nil` for a notification, which has no response.
  let id: JSONNode?
  /// The name of the method.
  let method: String
  /// The parameters by their names.
  let params: [String: JSONNode]

  /// Reads a request from a line.
  ///
  /// - Throws: An error with the ID of the request as far as it is known.
  init(parsing line: [UInt8]) throws(WireFailure) { try self.init(try JSONNode(parsingMessage: line)) }

  /// Reads a request from the message on a line.
  ///
  /// - Throws: An error with the ID of the request as far as it is known.
  init(_ node: JSONNode) throws(WireFailure) {
    guard let members = node.members else {
      let isBatch = if case .list = node.content { true } else { false }
      throw WireFailure(
        WireError(.invalidRequest, isBatch ? "each line is one request, without an array" : "a request is an object"))
    }
    let id = members["id"]
    func failure(_ message: String) -> WireFailure { WireFailure(WireError(.invalidRequest, message), id: id) }
    switch id?.content {
    case nil, .integer, .text, .null, .real: self.id = id
    case .boolean, .list, .object: throw WireFailure(WireError(.invalidRequest, "the id is a text or a number"))
    }
    guard case .text("2.0")? = members["jsonrpc"]?.content else {
      throw failure(#"the member "jsonrpc" must be "2.0""#)
    }
    guard case .text(let method)? = members["method"]?.content else {
      throw failure(#"the member "method" must be a text"#)
    }
    self.method = method
    switch members["params"] {
    case nil: params = [:]
    case let node?:
      guard let named = node.members else { throw failure(#"the member "params" must be an object"#) }
      params = named
    }
  }
}

/// An error that answers a request.
struct WireError: Error, Hashable {
  /// A code of JSON-RPC.
  enum Code: Int, CaseIterable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case unknownMethod = -32_601
    case invalidParams = -32_602
    /// The request was understood, and the application refuses it for the reason in the data.
    case refused = -32_000
  }

  /// The code.
  let code: Code
  /// The reason for programs.
  let reason: String
  /// The reason for people.
  let message: String
  /// The next step, or `nil`.
  let hint: String?
  /// What would be accepted, or an empty array.
  let allowed: [String]

  init(_ code: Code, _ message: String, hint: String? = nil, allowed: [String] = []) {
    self.init(code, reason: "\(code)", message, hint: hint, allowed: allowed)
  }

  /// Creates the error of a request that the application refuses.
  init(refusing reason: Refusal, _ message: String, hint: String? = nil) {
    self.init(.refused, reason: reason.rawValue, message, hint: hint)
  }

  init(_ error: InvocationError, allowed: [String] = []) {
    let code: Code =
      switch error.code {
      case .unknownCommand, .unknownParameter, .missingParameter, .invalidValue, .invalidText: .invalidParams
      case .invalidData, .unavailable, .rejected, .failed, .unwritable, .unreachable: .refused
      }
    self.init(code, reason: error.code.rawValue, error.message, hint: error.hint, allowed: allowed)
  }

  /// Creates the error of a command, with what would be accepted.
  init<Feature>(_ error: InvocationError, of invocation: Invocation, _ commands: CommandTable<Feature>) {
    let allowed: [String] =
      switch error.code {
      case .unknownCommand: commands.paths(near: invocation.path)
      case .unknownParameter, .missingParameter, .invalidValue:
        commands[invocation.path]?.parameters.map(\.name) ?? []
      case .invalidText, .invalidData, .unavailable, .rejected, .failed, .unwritable, .unreachable: []
      }
    self.init(error, allowed: allowed)
  }

  private init(_ code: Code, reason: String, _ message: String, hint: String?, allowed: [String] = []) {
    (self.code, self.reason, self.message, self.hint, self.allowed) = (code, reason, message, hint, allowed)
  }

  /// A reason for which a request is refused, besides those of commands.
  enum Refusal: String, CaseIterable {
    /// The first request is not `initialize`.
    case notInitialized
    /// The rows have changed since the revision that the client has seen.
    case changed
    /// The connection ends.
    case closed
  }

  /// The error as JSON.
  var json: JSONNode {
    .object([
      ("code", JSONNode(.integer(Int64(code.rawValue)))), ("message", JSONNode(.text(message))),
      (
        "data",
        .object([
          ("reason", JSONNode(.text(reason))), ("hint", hint.map { JSONNode(.text($0)) }),
          ("allowed", allowed.isEmpty ? nil : JSONNode(.list(allowed.map { JSONNode(.text($0)) }))),
        ])
      ),
    ])
  }
}

extension CommandTable {
  /// Returns the paths that begin with the same word as another one, or without any the first words of all paths.
  fileprivate func paths(near path: String) -> [String] {
    func firstWord(_ path: String) -> Substring { path.prefix { $0 != "." } }
    let paths = commands.map(\.path)
    let near = paths.filter { firstWord($0) == firstWord(path) }
    if !near.isEmpty { return near }
    var known: Set<Substring> = []
    return paths.map(firstWord).filter { known.insert($0).inserted }.map(String.init)
  }
}

/// An error with the request that it answers.
struct WireFailure: Error {
  let error: WireError
  let id: JSONNode?

  init(_ error: WireError, id: JSONNode? = nil) { (self.error, self.id) = (error, id) }
}

extension JSONNode {
  /// Parses a line with one message.
  init(parsingMessage line: [UInt8]) throws(WireFailure) {
    do throws(DocumentError) { try self.init(parsing: line) } catch {
      throw WireFailure(WireError(.parseError, "the line is not JSON: \(error)"))
    }
  }

  /// The members of an object by their keys, or `nil` if this is no object.
  var members: [String: JSONNode]? {
    guard case .object(let members) = content else { return nil }
    return Dictionary(members.map { ($0.key, $0.node) }) { first, _ in first }
  }

  /// Creates the node of a number.
  init(_ number: Int) { self.init(.integer(Int64(number))) }
}
