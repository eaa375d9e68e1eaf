import Documents
import Interface
import Loop
import PlainText
import Values

/// A call of a tool that has no result yet.
@MainActor final class ToolCall {
  /// The ID of the request.
  let id: JSONNode
  let client: ClientContext
  let invocation: Invocation
  /// The signed questions to which the user has agreed.
  let agreedQuestions: [String]
  /// Whether the user has refused to go on.
  let isRefused: Bool
  /// The question that the client must ask before the command can run, or `nil`.
  var openQuestion: CommandQuestion?
  /// The question that was not asked because the client cannot ask its user, or `nil`.
  var unaskedQuestion: String?
  /// The ID of the request with which the client was asked, or `nil`.
  var questionID: String?
  var isCancelled = false
  var isRunning = false
  /// Whether the command that stops the work was sent.
  var isStopped = false

  init(
    _ id: JSONNode, _ client: ClientContext, _ invocation: Invocation, agreedQuestions: [String] = [],
    isRefused: Bool = false
  ) {
    (self.id, self.client, self.invocation) = (id, client, invocation)
    (self.agreedQuestions, self.isRefused) = (agreedQuestions, isRefused)
  }
}

extension Command {
  /// The description of the command as a tool.
  var tool: JSONNode {
    let text = summary.prefix(1).uppercased() + summary.dropFirst() + "."
    let notes = description.notes.isEmpty ? "" : "\n\n\(description.notes)"
    return .object([
      ("name", JSONNode(.text(path))), ("title", JSONNode(.text(title))),
      ("description", JSONNode(.text(text + notes))),
      ("inputSchema", JSONNode(value: description.argumentsSchema)),
      ("outputSchema", answer.map { JSONNode(value: Self.outputSchema($0)) }),
      (
        "annotations",
        JSONNode(value: [
          "readOnlyHint": .boolean(effect.keepsData), "destructiveHint": .boolean(effect == .changes),
          "idempotentHint": .boolean(isIdempotent), "openWorldHint": false,
        ])
      ),
    ])
  }

  /// A JSON Schema of the structured content of a result.
  ///
  /// Instead of a list, a command may answer an object: a summary, or the only element. Without an argument, it may answer
  /// nothing, so that the content is the screen.
  private static func outputSchema(_ answer: AnswerDescription) -> Value {
    guard case .object(var schema) = answer.schema else { return ["type": "object"] }
    if schema["type"] == "array" { schema["type"] = ["array", "object"] }
    return ["type": "object", "properties": ["answer": .object(schema), "screen": ["type": "object"]]]
  }
}

extension ModelContextServer {
  func call(_ params: [String: JSONNode], id: JSONNode, for client: ClientContext) throws(ModelContextError) {
    guard let name = params["name"]?.textContent else {
      throw ModelContextError(.invalidParams, "the parameter name must be that of a tool")
    }
    guard let command = application.commands[name], command.isListed else {
      throw ModelContextError(.invalidParams, "unknown tool \(name.jsonQuoted)")
    }
    let invocation: Invocation
    do throws(DocumentError) { invocation = try Invocation(name, argumentsIn: params["arguments"]) } catch {
      throw ModelContextError(.invalidParams, "the parameter arguments: \(error)")
    }
    let call = try toolCall(of: invocation, params, id: id, for: client)
    // What changes no data, such as a command that stops others, does not wait for them.
    let waits = !command.effect.keepsData
    let former = waits ? lastCall : nil
    calls[id.text] = call
    let task = tasks.run { [weak self, start] in
      await start?.value
      await former?.value
      await self?.run(call)
    }
    if waits { lastCall = task }
  }

  private func toolCall(
    of invocation: Invocation, _ params: [String: JSONNode], id: JSONNode, for client: ClientContext
  ) throws(ModelContextError) -> ToolCall {
    guard let state = params["requestState"] else {
      return ToolCall(id, client, invocation)
    }
    let text = application.commands.text(of: invocation)
    guard let signed = state.textContent, let questions = signer.questions(in: signed, about: text) else {
      throw ModelContextError(
        .invalidParams, "the parameter requestState is not that of a question about this call which is still open")
    }
    let response = params["inputResponses"]?.members?[Self.questionKey]
    let agrees = response.map(Self.agrees)
    // Without an answer, the last one is asked again.
    return ToolCall(
      id, client, invocation, agreedQuestions: agrees == true ? questions : questions.dropLast(),
      isRefused: agrees == false)
  }

  private func run(_ call: ToolCall) async {
    if call.isCancelled { return end(call) { "was cancelled before it began" } }
    call.isRunning = true
    var notes: [String] = []
    let user = CommandUser {
      await self.agrees(to: $0, call)
    } note: {
      notes.append($0)
    }
    do {
      if let question = try application.commands.assistantQuestion(about: call.invocation, in: store.state) {
        guard await agrees(to: CommandQuestion(question), call) else {
          throw InvocationError(.failed, "the user does not agree; nothing was done")
        }
      }
      let reply = try await application.run(call.invocation, in: store, for: user)
      var (text, content) = try result(of: reply)
      if let failure = reply.failure { text += "\n\(failure)" }
      respond(to: call, (notes + [text]).joined(separator: "\n"), content, isError: reply.failure != nil)
    } catch {
      let reason = call.unaskedQuestion.map { "\(error), because this client cannot ask its user: \($0)" } ?? "\(error)"
      respond(to: call, (notes + [reason]).joined(separator: "\n"), nil, isError: true)
    }
  }

  /// Returns the result of a command, as a text for people and for programs: its answer, or else the screen.
  private func result(of reply: CommandReply) throws -> (text: String, content: JSONNode) {
    if let answer = reply.answer {
      let json = try answer.text(as: .json)
      if json.utf8.count > Self.largestAnswer {
        // A change that was stored has not failed.
        if reply.isStored { return ("done; the answer has \(json.utf8.count) bytes and is left out", .object([])) }
        throw InvocationError(
          .failed, "the answer has \(json.utf8.count) bytes, more than \(Self.largestAnswer)",
          hint: "ask for fewer rows, for example with limit")
      }
      let text = try answer.text(as: .table, in: AnswerStyle(width: Self.textWidth))
      return (text.trimmed, .object([("answer", try JSONNode(parsing: json))]))
    }
    let screen = application.screen(of: store.state, viewports: Self.viewports)
    return (text(of: screen).trimmed, .object([("screen", JSONNode(encodingScreen: screen))]))
  }

  /// Returns a screen as a text for people.
  func text(of screen: Screen) -> String {
    screen.plainText(width: Self.textWidth, commandText: application.commands.text(of:))
  }

  /// The part of tables that a screen shows.
  static var viewports: Viewports { Viewports(rowCount: 30) }
  private static var textWidth: Int { 120 }
  private static var largestAnswer: Int { 1 << 22 }

  private func respond(to call: ToolCall, _ text: String, _ content: JSONNode?, isError: Bool) {
    if call.isCancelled {
      let lines = text.split(separator: "\n")
      let end = lines.count > 4 ? "\nand \(lines.count - 4) more lines" : ""
      return self.end(call) {
        "was cancelled; this is what has become of it:\n\(lines.prefix(4).joined(separator: "\n"))\(end)"
      }
    }
    calls[call.id.text] = nil
    if let question = call.openQuestion { return requireInput(question, call) }
    if let question = call.unaskedQuestion, call.client.version == .current {
      return output.respond(to: call.id, error: ModelContextError(unasked: question, text).json)
    }
    let texts = untoldResults + [text]
    untoldResults = []
    respond(
      to: call.id, of: call.client,
      [
        (
          "content",
          JSONNode(
            .list(
              texts.map { text in
                .object([("type", JSONNode(.text("text"))), ("text", JSONNode(.text(text)))])
              }))
        ),
        ("structuredContent", content), ("isError", JSONNode(.boolean(isError))),
      ])
  }

  /// Ends a cancelled call, to which there is no response.
  private func end(_ call: ToolCall, outcome: () -> String) {
    calls[call.id.text] = nil
    if application.commands[call.invocation.path]?.effect.keepsData == true { return }
    untoldResults.append("The call of \(call.invocation.path) \(outcome())")
    if untoldResults.count > 10 { untoldResults.removeFirst() }
  }

  /// Cancels a call or ends a stream of notifications.
  func cancel(_ id: JSONNode?) {
    guard let id else { return }
    if let call = calls[id.text] {
      call.isCancelled = true
      if let question = call.questionID.flatMap({ questions.removeValue(forKey: $0) }) {
        question.resume(returning: false)
      }
      stopCancelledCalls()
    } else {
      reads.remove(id.text)
      listeners.removeAll { $0.id?.text == id.text }
      forgetUnwatchedResources()
    }
  }

  /// Stops the work of the cancelled calls as soon as it can be stopped.
  func stopCancelledCalls() {
    for call in calls.values where call.isCancelled && call.isRunning && !call.isStopped {
      guard let path = application.commands[call.invocation.path]?.stopPath,
        let action = try? application.commands.action(for: Invocation(path), in: store.state)
      else { continue }
      call.isStopped = true
      store.send(action)
    }
  }
}

/// Questions.
extension ModelContextServer {
  private static var questionKey: String { "confirmation" }

  /// Returns whether the user agrees to a question, or `false` if the client must ask it first.
  private func agrees(to question: CommandQuestion, _ call: ToolCall) async -> Bool {
    if call.isRefused || call.isCancelled || isFinishing { return false }
    if call.agreedQuestions.contains(question.signedText) { return true }
    if !call.client.canAsk {
      call.unaskedQuestion = question.text
      return false
    }
    if call.client.version == .current {
      call.openQuestion = question
      return false
    }
    lastQuestion += 1
    let id = JSONNode(.text("question-\(lastQuestion)"))
    call.questionID = id.text
    output.request("elicitation/create", id: id, Self.elicitation(question.text))
    return await withCheckedContinuation { questions[id.text] = $0 }
  }

  private func requireInput(_ question: CommandQuestion, _ call: ToolCall) {
    let request = JSONNode.object([
      ("method", JSONNode(.text("elicitation/create"))), ("params", .object(Self.elicitation(question.text))),
    ])
    let state = signer.sign(
      call.agreedQuestions + [question.signedText], about: application.commands.text(of: call.invocation))
    respond(
      to: call.id, of: call.client,
      [("inputRequests", .object([(Self.questionKey, request)])), ("requestState", JSONNode(.text(state)))],
      type: "input_required")
  }

  private static func elicitation(_ question: String) -> [(String, JSONNode?)] {
    [
      ("mode", JSONNode(.text("form"))), ("message", JSONNode(.text(question))),
      (
        "requestedSchema",
        JSONNode(value: [
          "type": "object", "properties": ["confirm": ["type": "boolean", "title": "Go on"]], "required": ["confirm"],
        ])
      ),
    ]
  }

  /// Returns whether the user has agreed in a response to a question.
  private static func agrees(_ response: JSONNode) -> Bool {
    guard let members = response.members, members["action"]?.textContent == "accept" else { return false }
    return members["content"]?.members?["confirm"]?.content == .boolean(true)
  }

  /// Takes the answer to a question that the client was asked by a request, and returns whether a message is one.
  func takeAnswer(_ message: JSONNode) -> Bool {
    guard let members = message.members, members["method"] == nil, let id = members["id"],
      members["result"] != nil || members["error"] != nil
    else { return false }
    // The answer to a question that is no longer open changes nothing.
    questions.removeValue(forKey: id.text)?.resume(returning: members["result"].map(Self.agrees) ?? false)
    return true
  }
}

extension CommandQuestion {
  /// A text that is the same only for the same question about the same subjects.
  fileprivate var signedText: String {
    "\(text) [\(SHA256.hash(Array(subjects.joined(separator: "\0").utf8)).hexadecimalText)]"
  }
}
