import Documents
import Forms
import Interface
import InterfaceFixtures
import Loop
import LoopTesting
import SnapshotFiles
import Tables
import TestInputs
import Testing
import Values
import Wire

enum WireSnapshot: String, SnapshotName {
  static let folder = "Wire"

  case exchange = "exchange.txt"
}

@MainActor @Suite struct `The protocol for user interfaces` {
  private let client = WireClient<NotesApplication>()

  private func initialize() throws {
    try client.call("initialize", #"{"protocol":1,"client":{"name":"test","version":"1"}}"#)
  }

  @Test func `has a snapshot`() { expectSnapshotFilesMatchNames(of: WireSnapshot.self) }

  @Test func `a client subscribes, runs commands, and sees what changes`() async throws {
    try initialize()
    let number = try client.subscribe(#"{"notes":{"rows":2,"columns":1}}"#)
    try client.invoke("notes.sort", #"{"column":"title"}"#)
    try client.invoke("notes.sort", #"{"column":"colour"}"#)
    try client.invoke("add")
    try client.invoke("new.typ", #"{"id":"title","text":"figs"}"#)
    try client.invoke("new.type", #"{"id":"title","text":"figs"}"#)
    try client.invoke("close")
    try client.call("unsubscribe", #"{"subscription":\#(number)}"#)
    try client.invoke("add")
    client.request("shutdown")
    await client.server.finish()
    expectSnapshot(client.exchange.map { $0 + "\n" }.joined(), WireSnapshot.exchange)
  }

  @Test func `describes commands, roles, screens, differences and errors`() throws {
    try initialize()
    let description = try client.call("describe")
    #expect(
      Set(description.fields.keys) == ["commands", "roles", "screen", "difference", "errors", "methods"])
    let errors = JSONSchema(try #require(description.fields["errors"]).value)
    try client.invoke("ad")
    client.send("[]")
    for response in client.responses {
      guard let error = response.fields["error"] else { continue }
      #expect(try errors.mismatch(of: error.text) == nil)
    }
    let roles = try #require(description.fields["roles"]?.fields["table"])
    #expect(roles.fields["sort"]?.text == #"["column","add"]"#, "\(roles.text)")
  }

  @Test(arguments: [
    ("", "parseError"), ("nonsense", "parseError"), ("{", "parseError"), ("\u{0}", "parseError"),
    (String(repeating: "[", count: 100_000), "parseError"), (#"{"jsonrpc":"2.0","id":1"#, "parseError"),
    ("[]", "invalidRequest"), ("1", "invalidRequest"), ("{}", "invalidRequest"),
    (#"{"jsonrpc":"1.0","id":1,"method":"describe"}"#, "invalidRequest"),
    (#"{"jsonrpc":"2.0","id":[],"method":"describe"}"#, "invalidRequest"),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, "invalidRequest"),
    (#"{"jsonrpc":"2.0","id":1,"method":"describe","params":[]}"#, "invalidRequest"),
    (#"{"jsonrpc":"2.0","id":1,"method":"fly"}"#, "unknownMethod"),
    (#"{"jsonrpc":"2.0","id":1,"method":"describe","params":{"x":1}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":2}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":"1"}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"invoke"}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"invoke","params":{"command":"add","arguments":[]}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"invoke","params":{"command":"fly"}}"#, "unknownCommand"),
    (#"{"jsonrpc":"2.0","id":1,"method":"invoke","params":{"command":"add","arguments":{"x":1}}}"#, "unknownParameter"),
    (#"{"jsonrpc":"2.0","id":1,"method":"invoke","params":{"command":"notes.sort"}}"#, "missingParameter"),
    (#"{"jsonrpc":"2.0","id":1,"method":"invoke","params":{"command":"close"}}"#, "unavailable"),
    (#"{"jsonrpc":"2.0","id":1,"method":"invoke","params":{"command":"question.agree"}}"#, "unavailable"),
    (#"{"jsonrpc":"2.0","id":1,"method":"invoke","params":{"command":"add","revision":9}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"screen","params":{"subscription":4}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"elements":{"notes":{"rows":0}}}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"elements":{"notes":{"rows":"2"}}}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"elements":{"notes":{"height":2}}}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"elements":7}}"#, "invalidParams"),
    (#"{"jsonrpc":"2.0","id":1,"method":"password","params":{"form":"new","field":"title"}}"#, "invalidParams"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"password","params":{"form":"new","field":"title","text":"secret"}}"#,
      "unavailable"
    ),
  ])
  func `answers what it cannot do with a reason`(line: String, reason: String) throws {
    try initialize()
    client.send(line)
    let error = try #require(client.responses.last?.fields["error"])
    #expect(client.responses.count == 2 && error.fields["data"]?.words("reason") == reason, "\(error.text)")
    #expect(error.words("message")?.isEmpty == false && !error.text.contains("secret"))
    try client.call("describe")
  }

  @Test func `a password is typed by a method of its own, and appears in no message and no recorded step`() throws {
    let form = try CompiledForm(parsing: Array(#"{"sections":[{"rows":[{"tag":"code","kind":"password"}]}]}"#.utf8))
    let store = Store(FormFeature(), state: .init(form), handler: NeverSubmitted())
    var steps = ""
    let observation = store.onEvent { steps += "\($0)" }
    defer { observation.cancel() }
    let client = WireClient(PasswordForm(), store)
    try client.call("initialize", #"{"protocol":1}"#)
    try client.subscribe()
    let typed = try client.call("password", #"{"form":"form","field":"code","text":"hunter2"}"#)
    #expect(typed.number("revision") == 1 && client.screens[1]?.revision == 1)
    #expect(store.state["code"]?.entry == .secret(Secret("hunter2")))
    #expect(steps.contains("passwordTyped") && !steps.contains("hunter2"), "\(steps)")
    #expect(client.exchange.count { $0.contains("hunter2") } == 1, "only the request has it")
  }

  @Test func `only initialize can be the first request, and notifications have no response`() throws {
    #expect(try client.call("describe").words("reason") == "notInitialized")
    try initialize()
    let count = client.responses.count
    client.send(#"{"jsonrpc":"2.0","method":"invoke","params":{"command":"add"}}"#)
    client.send(#"{"jsonrpc":"2.0","method":"fly"}"#)
    #expect(client.responses.count == count)
    client.send(#"{"jsonrpc":"2.0","id":"a","method":"describe"}"#)
    #expect(client.responses.last?.fields["id"]?.content == .text("a"))
  }

  /// Runs random commands, and compares the screens of clients that read slowly with those of the state.
  ///
  /// With `BACKROOM_EXHAUSTIVE=25` it runs 100,000 of them.
  @Test func `law: a screen with the differences since is the present screen, at every revision and size`() throws {
    let application = NotesApplication()
    let titles = ["tea", "milk", "ten", "oil", "salt", "rice", "corn", "figs"]
    var generator = InvocationGenerator(
      seed: 1, texts: ["1", "2", "5", "title", "stars", "important", "stars > 1", "reverse"])
    var chance = SplitMix64(seed: 2)
    var changeCount = 0
    for round in 0..<caseCount(2, exhaustive: 10) {
      let store = Store(application.feature, state: application.feature.initialState(titles), handler: InertHandler())
      let clients = [WireClient(application, store), WireClient(application, store)]
      let sizes = ["{}", #"{"notes":{"rows":3}}"#, #"{"notes":{"rows":1,"columns":1}}"#]
      for client in clients {
        try client.call("initialize", #"{"protocol":1}"#)
        for size in sizes { try client.subscribe(size) }
      }
      for step in 0..<400 {
        let client = clients[Int.random(in: 0...1, using: &chance)]
        client.isReading = Int.random(in: 0..<4, using: &chance) > 0
        let invocation = generator.invocation(of: application.commands)
        client.request(
          "invoke", #"{"command":"\#(invocation.path)","arguments":\#(Value.object(invocation.arguments).jsonText)}"#)
        if Int.random(in: 0..<50, using: &chance) == 0 { try client.reload(2) }
        for client in clients where client.isReading {
          client.server.flush()
          let whole = try #require(client.screens[1]?.screen)
          try #require(
            try whole == application.screen(of: store.state).document, "round \(round), step \(step): \(invocation)")
          for number in [2, 3] {
            let part = try #require(client.screens[number]?.screen)
            try #require(
              part.isPart(of: whole, rowCount: number == 2 ? 3 : 1, columnCount: number == 2 ? 9 : 1),
              "round \(round), step \(step), subscription \(number): \(invocation)")
          }
        }
      }
      changeCount += clients.map(\.changeCount).reduce(0, +)
    }
    #expect(changeCount > 500)
  }

  @Test func `a client that does not read gets one difference instead of many`() throws {
    try initialize()
    try client.subscribe()
    client.isReading = false
    for stars in ["title", "stars", "title"] { try client.invoke("notes.sort", #"{"column":"\#(stars)"}"#) }
    #expect(client.changeCount == 0)
    client.isReading = true
    client.server.flush()
    #expect(client.changeCount == 1 && client.screens[1]?.revision == 3)
  }

  @Test func `a command for a row that has changed since the client has seen it is refused`() throws {
    try initialize()
    try client.subscribe()
    let other = WireClient(NotesApplication(), client.server.store)
    try other.call("initialize", #"{"protocol":1}"#)
    let seen = try #require(client.screens[1]?.revision)
    #expect(try client.invoke("notes.select.toggle", #"{"id":"1"}"#, revision: seen).number("revision") != nil)
    try other.invoke("notes.edit.begin", #"{"id":"2","column":"title"}"#)
    try other.invoke("notes.edit.text", #"{"text":"ten pins"}"#)
    try other.invoke("notes.edit.commit")
    let refused = try client.invoke("notes.select.toggle", #"{"id":"2"}"#, revision: seen)
    #expect(refused.words("reason") == "changed", "\(refused.text)")
    #expect(try client.invoke("notes.select.toggle", #"{"id":"0"}"#, revision: seen).number("revision") != nil)
    let now = try #require(client.screens[1]?.revision)
    #expect(try client.invoke("notes.select.toggle", #"{"id":"2"}"#, revision: now).number("revision") != nil)
  }
}

extension Value {
  /// Returns whether the screen is another one with fewer rows and columns of its table.
  fileprivate func isPart(of whole: Value, rowCount: Int, columnCount: Int) -> Bool {
    guard let part = self["elements"]?.elements.first?["content"]?["table"],
      let all = whole["elements"]?.elements.first?["content"]?["table"]
    else { return false }
    let (rows, allRows) = (part["rows"]?.elements ?? [], all["rows"]?.elements ?? [])
    let start = allRows.firstIndex { $0["id"] == rows.first?["id"] } ?? 0
    var expected = allRows.dropFirst(start).prefix(rowCount).map { row in
      var row = row
      row["cells"] = .list(Array((row["cells"]?.elements ?? []).prefix(columnCount)))
      return row
    }
    // The first visible row of a group names it.
    if start > 0, let first = rows.first { expected[0]["group"] = first["group"] }
    return rows == expected && rows.count == min(rowCount, allRows.count)
      && part["headers"]?.elements == (all["headers"]?.elements).map { Array($0.prefix(columnCount)) }
      && self["sheet"] == whole["sheet"] && self["notices"] == whole["notices"]
      && self["elements"]?.elements.dropFirst() == whole["elements"]?.elements.dropFirst()
  }
}

private struct NeverSubmitted: EffectHandler {
  func run(_ effect: FormFeature.Effect, send: Send<FormFeature.Action>) async -> FormFeature.Action? { nil }
}
