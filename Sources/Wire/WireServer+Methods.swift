import Documents
import Forms
import Interface
import Loop
import Values

/// A method of the protocol.
enum WireMethod: String, CaseIterable {
  /// Begins the connection.
  case initialize
  /// Describes the commands, the roles, and the forms of screens, differences and errors.
  case describe
  /// Runs a command.
  case invoke
  /// Begins to report the changes of the screen in a size.
  case subscribe
  /// Ends a subscription.
  case unsubscribe
  /// Returns the whole screen of a subscription.
  case screen
  /// Answers when nothing is pending.
  case wait
  /// Types a password into a field.
  case password
  /// Ends the connection.
  case shutdown

  /// The names of the parameters.
  var parameterNames: [String] {
    switch self {
    case .initialize: ["protocol", "client"]
    case .invoke: ["command", "arguments", "revision"]
    case .subscribe: ["elements"]
    case .unsubscribe, .screen: ["subscription"]
    case .password: ["form", "field", "text"]
    case .describe, .wait, .shutdown: []
    }
  }
}

extension WireServer {
  func handle(_ request: WireRequest) throws(WireError) {
    guard let method = WireMethod(rawValue: request.method) else {
      throw WireError(
        .unknownMethod, "unknown method \(request.method.jsonQuoted)", allowed: WireMethod.allCases.map(\.rawValue))
    }
    if isShutDown { throw WireError(refusing: .closed, "the connection ends") }
    if !isInitialized, method != .initialize {
      throw WireError(refusing: .notInitialized, "the first request must be initialize")
    }
    let unknown = request.params.keys.sorted().first { !method.parameterNames.contains($0) }
    if let unknown {
      throw WireError(
        .invalidParams, "\(method) has no parameter \(unknown.jsonQuoted)", allowed: method.parameterNames)
    }
    switch method {
    case .initialize: respond(to: request, try initialize(request.params))
    case .describe: respond(to: request, description)
    case .invoke: try invoke(request)
    case .subscribe: respond(to: request, try subscribe(request.params))
    case .unsubscribe:
      let (number, _) = try subscription(request.params)
      subscriptions[number] = nil
      respond(to: request)
    case .screen: respond(to: request, try currentScreen(request.params))
    case .wait: respondWhenIdle(to: request)
    case .password: respond(to: request, try typePassword(request.params))
    case .shutdown:
      isShutDown = true
      tasks.run { [weak self] in
        await self?.endCommands()
        self?.respond(to: request)
      }
    }
  }

  /// Responds when no command runs and nothing is pending.
  private func respondWhenIdle(to request: WireRequest) {
    tasks.run { [weak self, application, store] in
      await self?.lastCommand?.value
      await store.waitUntilIdle(except: application.isBackground)
      guard let self else { return }
      // At the end of the connection, the wait is cancelled.
      if Task.isCancelled, !store.isIdle {
        respond(to: request, with: WireError(refusing: .closed, "the connection ends"))
      } else {
        respond(to: request, [("revision", JSONNode(revision))])
      }
    }
  }

  private func initialize(_ params: [String: JSONNode]) throws(WireError) -> [(String, JSONNode?)] {
    let versions = Self.protocolVersions.map { "\($0)" }
    guard let version = params["protocol"]?.integerContent else {
      throw WireError(.invalidParams, "the parameter protocol must be a number", allowed: versions)
    }
    guard Self.protocolVersions.contains(version) else {
      throw WireError(.invalidParams, "the protocol \(version) is not supported", allowed: versions)
    }
    if let client = params["client"], client.members == nil {
      throw WireError(.invalidParams, "the parameter client must be an object with a name and a version")
    }
    if let name = params["client"]?.clientName { onIntroduction(name) }
    isInitialized = true
    let server = [("name", identity.name), ("version", identity.version)].map { ($0, JSONNode(.text($1))) }
    return [("protocol", JSONNode(version)), ("server", .object(server))]
  }

  private var description: [(String, JSONNode?)] {
    [
      ("commands", JSONNode(value: application.commands.schema)),
      (
        "roles",
        .object([
          ("screen", ScreenRole.wireDescription), ("table", TableRole.wireDescription),
          ("form", FormRole.wireDescription),
        ])
      ),
      ("screen", JSONNode(value: Screen.schema)), ("difference", JSONNode(value: ScreenDifference.schema)),
      ("errors", JSONNode(value: WireError.schema)),
      ("methods", .object(WireMethod.allCases.map { ($0.rawValue, .texts($0.parameterNames)) })),
    ]
  }

  private func typePassword(_ params: [String: JSONNode]) throws(WireError) -> [(String, JSONNode?)] {
    guard let form = params["form"]?.textContent, let field = params["field"]?.textContent,
      let text = params["text"]?.textContent
    else {
      throw WireError(.invalidParams, "password needs the texts form, field and text")
    }
    let action = application.action(typing: Secret(text), into: ElementID(rawValue: field), ofForm: form)
    guard let action else {
      throw WireError(InvocationError(.unavailable, "no field \(field.jsonQuoted) takes a password"))
    }
    store.send(action)
    return [("revision", JSONNode(revision))]
  }
}

/// Subscriptions.
extension WireServer {
  private func subscribe(_ params: [String: JSONNode]) throws(WireError) -> [(String, JSONNode?)] {
    if subscriptions.count >= Self.largestSubscriptionCount {
      throw WireError(.invalidParams, "there are \(subscriptions.count) subscriptions; end one of them first")
    }
    var subscription = try WireSubscription(elements: params["elements"])
    let screen = screen(for: subscription)
    _ = subscription.update(to: screen, at: revision)
    shownScreens.add(screen, at: revision)
    lastSubscription += 1
    subscriptions[lastSubscription] = subscription
    return [("subscription", JSONNode(lastSubscription))] + json(of: subscription)
  }

  private static var largestSubscriptionCount: Int { 16 }

  private func json(of subscription: WireSubscription) -> [(String, JSONNode?)] {
    [("revision", JSONNode(subscription.revision)), ("screen", JSONNode(encodingScreen: subscription.screen))]
  }

  /// Returns the present screen of a subscription, from which its differences then lead on.
  private func currentScreen(_ params: [String: JSONNode]) throws(WireError) -> [(String, JSONNode?)] {
    var (number, subscription) = try subscription(params)
    let screen = screen(for: subscription)
    _ = subscription.update(to: screen, at: revision)
    subscription.revision = revision
    shownScreens.add(screen, at: revision)
    subscriptions[number] = subscription
    return json(of: subscription)
  }

  private func subscription(_ params: [String: JSONNode]) throws(WireError) -> (Int, WireSubscription) {
    let known = subscriptions.keys.sorted().map { "\($0)" }
    guard let number = params["subscription"]?.integerContent, let subscription = subscriptions[number] else {
      throw WireError(.invalidParams, "the parameter subscription must be the number of one", allowed: known)
    }
    return (number, subscription)
  }
}

/// Commands.
extension WireServer {
  private func invoke(_ request: WireRequest) throws(WireError) {
    let invocation = try self.invocation(request.params)
    let seen = try seenRevision(request.params)
    if try answerQuestion(with: invocation, seenAt: seen) {
      return respond(to: request, [("revision", JSONNode(revision))])
    }
    try requireUnchangedRows(invocation, since: seen)
    let former = application.rejections(in: store.state)
    do throws(InvocationError) {
      if try application.commands.step(for: invocation, in: store.state).onlyAction == nil {
        return runSteps(of: invocation, since: seen, for: request)
      }
      try store.send(invocation, of: application.commands)
    } catch {
      throw WireError(error, of: invocation, application.commands)
    }
    if let reason = application.newRejection(in: store.state, since: former) {
      throw WireError(InvocationError(.rejected, reason))
    }
    respond(to: request, [("revision", JSONNode(revision))])
  }

  private func invocation(_ params: [String: JSONNode]) throws(WireError) -> Invocation {
    guard let path = params["command"]?.textContent else {
      throw WireError(.invalidParams, "the parameter command must be the path of a command")
    }
    do throws(DocumentError) { return try Invocation(path, argumentsIn: params["arguments"]) } catch {
      throw WireError(.invalidParams, "the parameter arguments: \(error)")
    }
  }

  /// Runs a command of several steps after those before it, and responds when it has ended.
  private func runSteps(of invocation: Invocation, since revision: Int?, for request: WireRequest) {
    let former = lastCommand
    lastCommand = tasks.run { [weak self, application, store] in
      await former?.value
      do throws(WireError) { try self?.requireUnchangedRows(invocation, since: revision) } catch {
        self?.respond(to: request, with: error)
        return
      }
      var notes: [String] = []
      do {
        let user = CommandUser.whoCanUndo {
          notes.append($0)
        } confirm: {
          await self?.ask($0.text) ?? false
        }
        let reply = try await application.run(invocation, in: store, for: user)
        if let failure = reply.failure { throw failure }
        let answer = try reply.answer.map { try JSONNode(parsing: $0.text(as: .json)) }
        guard let self else { return }
        self.respond(
          to: request,
          [
            ("revision", JSONNode(self.revision)), ("answer", answer),
            ("notes", notes.isEmpty ? nil : .texts(notes)),
          ])
      } catch let error as InvocationError {
        self?.respond(to: request, with: WireError(error, of: invocation, application.commands))
      } catch {
        self?.respond(to: request, with: WireError(InvocationError(.failed, "\(error)")))
      }
    }
  }

  /// Returns the revision of the screen that a person has seen, or `nil` if the client does not say it.
  private func seenRevision(_ params: [String: JSONNode]) throws(WireError) -> Int? {
    guard let given = params["revision"] else { return nil }
    if let revision = given.integerContent, (0...self.revision).contains(revision) { return revision }
    throw WireError(.invalidParams, "the parameter revision must be a number from 0 to \(self.revision)")
  }

  /// Throws an error if the rows with which a command works have changed since the client has seen them.
  private func requireUnchangedRows(_ invocation: Invocation, since revision: Int?) throws(WireError) {
    guard let revision else { return }
    let changed = shownScreens.changes(of: invocation, application.commands, since: revision) {
      application.screen(of: store.state, viewports: $0)
    }
    if let changed { throw WireError(refusing: .changed, changed, hint: "look at the screen again") }
  }
}

/// Questions.
extension WireServer {
  /// Asks a question on the screen, and returns whether the user agrees.
  private func ask(_ text: String) async -> Bool {
    if isShutDown { return false }
    return await withCheckedContinuation { answer in
      question = (text, revision + 1, answer)
      beginRevision()
    }
  }

  /// Answers the open question, and returns whether an invocation does that.
  private func answerQuestion(with invocation: Invocation, seenAt revision: Int?) throws(WireError) -> Bool {
    guard let isAgreed = WireQuestion.answer(of: invocation) else { return false }
    guard let question else {
      throw WireError(InvocationError(.unavailable, "nothing is asked"))
    }
    if let revision, revision < question.revision {
      throw WireError(refusing: .changed, "another question is asked now", hint: "look at the screen again")
    }
    self.question = nil
    beginRevision()
    question.answer.resume(returning: isAgreed)
    return true
  }
}
