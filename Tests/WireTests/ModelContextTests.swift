import BackOffice
import Documents
import Interface
import InterfaceFixtures
import Loop
import MemoryHandlers
import Shop
import Testing
import Values

@testable import Wire

/// The back office, served to an assistant in the same process.
@MainActor @Suite struct `The Model Context Protocol` {
  private let office = WireOffice()
  private let client: ModelContextClient<BackOfficeApplication>
  private let mute = ModelContextClient<BackOfficeApplication>.meta(capabilities: "{}")

  init() { client = ModelContextClient(office.application, office.store) }

  private func productCount() async -> Int { await office.products.database.products.count }

  /// Returns the members of a request with which a user agrees to a question.
  private func agreement(_ question: JSONNode) -> String {
    let state = question.fields["requestState"]?.text ?? ""
    return
      #""requestState":\#(state),"inputResponses":{"confirmation":{"action":"accept","content":{"confirm":true}}}"#
  }

  @Test func `is discovered without an introduction`() async throws {
    let result = try await client.result("server/discover")
    #expect(result.fields["supportedVersions"]?.text == #"["2026-07-28","2025-11-25"]"#)
    #expect(result.words("resultType") == "complete" && result.words("instructions") == "Sell lamps.")
    #expect(result.number("ttlMs") == 3_600_000 && result.words("cacheScope") == "public")
  }

  @Test func `speaks the older revision after an introduction`() async throws {
    _ = try await client.error("tools/list", meta: nil)
    let result = try await client.result("initialize", #""protocolVersion":"2025-06-18","capabilities":{}"#, meta: nil)
    #expect(result.words("protocolVersion") == "2025-11-25")
    client.send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    let list = try await client.result("tools/list", meta: nil)
    #expect(Array(list.fields.keys) == ["tools"])
    #expect(try await client.result("ping", meta: nil).fields.isEmpty)
    #expect(try await client.error("resources/read", #""uri":"office://x""#, meta: nil).number("code") == -32_002)
  }

  @Test func `names the supported versions if another is wanted`() async throws {
    let meta = ModelContextClient<BackOfficeApplication>.meta(version: "2024-01-01", capabilities: "{}")
    let error = try await client.error("tools/list", meta: meta)
    #expect(error.number("code") == -32_022)
    #expect(error.fields["data"]?.text == #"{"supported":["2026-07-28","2025-11-25"],"requested":"2024-01-01"}"#)
  }

  @Test(arguments: [
    ("server/fly", "", -32_601), ("tools/call", "", -32_602), ("tools/call", #""name":"fly""#, -32_602),
    ("tools/call", #""name":"appear""#, -32_602), ("tools/call", #""name":"undo","arguments":[]"#, -32_602),
    ("tools/call", #""name":"undo","requestState":"1.2.3.4""#, -32_602), ("tools/list", #""cursor":"2""#, -32_602),
    ("resources/read", "", -32_602), ("resources/read", #""uri":"file:///etc/passwd""#, -32_602),
    ("resources/read", #""uri":"office://products/none""#, -32_602),
    ("resources/read", #""uri":"office://products/%zz""#, -32_602), ("subscriptions/listen", "", -32_602),
  ])
  func `answers what is wrong with an error`(method: String, members: String, code: Int) async throws {
    #expect(try await client.error(method, members).number("code") == code)
  }

  @Test func `answers each line, whatever it contains`() {
    for line in ["", "nonsense", "[]", "{}", #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#] {
      let count = client.messages.count
      client.send(line)
      #expect(client.messages.count == count + 1, "\(line)")
    }
    for line in [
      #"{"jsonrpc":"2.0","method":"notifications/unknown"}"#, #"{"jsonrpc":"2.0","id":"x","result":{}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
    ] {
      let count = client.messages.count
      client.send(line)
      #expect(client.messages.count == count, "\(line)")
    }
  }

  @Test func `the tools are the commands of people, with what they do to the data`() async throws {
    let list = try await client.result("tools/list").fields["tools"]?.elements ?? []
    #expect(list.map { $0.words("name") } == office.application.commands.listed.map(\.path))
    func hints(_ name: String) -> String {
      let hints = list.first { $0.words("name") == name }?.fields["annotations"]?.fields ?? [:]
      let names = ["readOnlyHint", "destructiveHint", "idempotentHint"]
      return names.filter { hints[$0]?.content == .boolean(true) }.joined(separator: " ")
    }
    #expect(hints("products.list") == "readOnlyHint idempotentHint")
    #expect(hints("products.sort") == "readOnlyHint" && hints("products.import.map") == "readOnlyHint")
    #expect(hints("products.add") == "" && hints("events.record") == "")
    #expect(hints("products.delete") == "destructiveHint" && hints("products.import.start") == "destructiveHint")
    #expect(hints("products.move") == "destructiveHint idempotentHint")
    #expect(list.allSatisfy { $0.fields["inputSchema"]?.words("type") == "object" })
  }

  @Test func `every answer conforms to its schema`() async throws {
    let calls = [
      ("products.list", "{}"), ("products.list", #"{"facets":["name"]}"#), ("products.show", #"{"ids":["p1"]}"#),
      ("products.show", #"{"ids":["p1","p2"]}"#), ("events.count", "{}"), ("events.timeline", #"{"by":"week"}"#),
      ("products.edit", #"{"ids":["p1"],"price":"9"}"#), ("products.values", #"{"column":"name"}"#),
    ]
    let list = try await client.result("tools/list").fields["tools"]?.elements ?? []
    for (name, arguments) in calls {
      let tool = try #require(list.first { $0.words("name") == name })
      let result = try await client.call(name, arguments)
      let content = try #require(result.fields["structuredContent"], "\(name): \(result.toolText)")
      let schema = JSONSchema(try #require(tool.fields["outputSchema"]).value)
      let mismatch = try schema.mismatch(of: content.text)
      #expect(mismatch == nil, "\(name): \(mismatch ?? "")")
    }
  }

  @Test func `a call ends when its work has ended, and a failure is a result with the next step`() async throws {
    let added = try await client.call("products.add", #"{"id":"tea","name":"Tea","price":"3.50"}"#)
    #expect(!added.isToolError && added.toolText.contains("Tea"))
    #expect(await productCount() == 4)
    let again = try await client.call("products.add", #"{"id":"tea","name":"Tea","price":"3.50"}"#)
    #expect(again.isToolError && again.fields["structuredContent"] == nil)
    let unknown = try await client.call("products.show", #"{"id":"tea"}"#)
    #expect(unknown.isToolError && unknown.toolText == "products.show has no parameter \"id\"; expected ids")
  }

  @Test func `a deletion is confirmed in a second request, whose state is signed`() async throws {
    let arguments = #"{"ids":["p1","p2"]}"#
    func answer(_ action: String, _ state: String, arguments: String = arguments) async throws -> JSONNode {
      let members =
        #""requestState":\#(JSONNode(.text(state)).text),"inputResponses":{"confirmation":{"action":"\#(action)","#
        + #""content":{"confirm":true}}}"#
      return try await client.response(
        to: client.send("tools/call", #""name":"products.delete","arguments":\#(arguments),\#(members)"#))
    }
    func ask() async throws -> String {
      let result = try await client.call("products.delete", arguments)
      #expect(result.words("resultType") == "input_required" && result.fields["ttlMs"] == nil)
      let request = result.fields["inputRequests"]?.fields["confirmation"]
      #expect(request?.words("method") == "elicitation/create")
      #expect(request?.fields["params"]?.words("message") == #"Delete p1 "Lamp 1", p2 "Lamp 2"?"#)
      return try #require(result.words("requestState"))
    }
    let refused = try await answer("decline", ask()).fields["result"]
    #expect(refused?.toolText == "nothing was deleted" && refused?.isToolError == true)
    // Neither another call nor another question can be answered, and nothing twice or too late.
    let state = try await ask()
    let other = try await answer("accept", state, arguments: #"{"ids":["p3"]}"#)
    let changed = try await answer("accept", state.replacing("Lamp 2", with: "Lamp 3"))
    let invented = try await answer("accept", "00\(state.dropFirst(2))")
    for response in [other, changed, invented] { #expect(response.fields["error"]?.number("code") == -32_602) }
    client.time = Instant(milliseconds: 600_001)
    #expect(try await answer("accept", state).fields["error"]?.number("code") == -32_602)
    #expect(await productCount() == 3)
    let last = try await ask()
    #expect(try await answer("accept", last).fields["result"]?.isToolError == false)
    #expect(await productCount() == 1)
    #expect(try await answer("accept", last).fields["error"]?.number("code") == -32_602)
    // What the assistant has done, it can take back.
    let undo = try await client.call("undo")
    #expect(undo.text.contains("Undo the last change, which was: deletion?"), "\(undo.text)")
    _ = try await client.call("undo", "{}", agreement(undo))
    #expect(await productCount() == 3)
  }

  @Test func `a question that has become another one is asked again`() async throws {
    let arguments = #"{"ids":["p1"]}"#
    let question = try await client.call("products.delete", arguments)
    _ = try await client.call("products.edit", #"{"ids":["p1"],"name":"Desk lamp"}"#)
    let again = try await client.call("products.delete", arguments, agreement(question))
    #expect(again.words("resultType") == "input_required" && again.text.contains("Desk lamp"))
    #expect(await productCount() == 3)
  }

  @Test func `an agreement is not valid for more than the user was asked about`() async throws {
    let ids = (1...6).map { "q\($0)" }
    for id in ids { _ = try await client.call("products.add", #"{"id":"\#(id)","name":"\#(id)","price":"1"}"#) }
    func select(_ ids: [String]) async throws {
      _ = try await client.call(
        "products.select.rows", #"{"ids":[\#(ids.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
    }
    _ = try await client.call("products.load")
    try await select(Array(ids.prefix(5)))
    let question = try await client.call("products.delete")
    #expect(question.text.contains(#"\"q3\" and 2 more"#), "\(question.text)")
    try await select(ids.prefix(4) + ["p1"])
    let again = try await client.call("products.delete", "{}", agreement(question))
    #expect(again.words("resultType") == "input_required")
    #expect(await productCount() == 9)
    try await select(Array(ids.prefix(4) + ["p1"]))
    _ = try await client.call("products.delete", "{}", agreement(again))
    #expect(await productCount() == 4)
  }

  @Test func `nothing is deleted by a client that cannot ask`() async throws {
    let error = try await client.error(
      "tools/call", #""name":"products.delete","arguments":{"ids":["p1"]}"#, meta: mute)
    #expect(error.number("code") == -32_021)
    #expect(error.fields["data"]?.fields["requiredCapabilities"]?.text == #"{"elicitation":{}}"#)
    _ = try await client.result("initialize", #""protocolVersion":"2025-11-25","capabilities":{}"#, meta: nil)
    let result = try await client.call("products.delete", #"{"ids":["p1"]}"#, meta: nil)
    #expect(
      result.isToolError
        && result.toolText
          == #"nothing was deleted, because this client cannot ask its user: Delete p1 "Lamp 1"?"#
    )
    #expect(await productCount() == 3)
  }

  @Test func `every call has a response at the end of the connection`() async throws {
    _ = try await client.result(
      "initialize", #""protocolVersion":"2025-11-25","capabilities":{"elicitation":{}}"#, meta: nil)
    let calls = (1...3).map { number in
      client.send("tools/call", #""name":"products.delete","arguments":{"ids":["p\#(number)"]}"#, meta: nil)
    }
    await client.server.finish()
    for id in calls { #expect(try await client.response(to: id).fields["result"]?.isToolError == true) }
    #expect(await productCount() == 3)
  }

  @Test func `a choice in capitals is asked about, and a call with a wrong argument is not`() async throws {
    let question = try await client.call("products.import", #"{"file":"a.csv","existing":"Update"}"#)
    #expect(question.words("resultType") == "input_required")
    let error = try await client.call("products.import", #"{"file":"a.csv","dry-run":"x"}"#)
    #expect(error.isToolError)
    let empty = try await client.call("products.delete", #"{"ids":[]}"#)
    #expect(empty.isToolError)
  }

  @Test(arguments: [
    ("products.import", #"{"file":"former.csv","dry-run":true}"#), ("products.import.read", #"{"file":"former.csv"}"#),
  ])
  func `a cancelled import stores nothing, and does not store the file before it`(
    tool: String, arguments: String
  ) async throws {
    let rows = (1...200).map { "a\($0),Bowl \($0),1\n" }.joined()
    for (name, text) in [("former.csv", "id,name,price\nx,Jug,2\n"), ("large.csv", "id,name,price\n" + rows)] {
      try await office.files.write(Array(text.utf8), to: name, overwriting: true)
    }
    _ = try await client.call(tool, arguments)
    let question = try await client.call("products.import", #"{"file":"large.csv"}"#)
    var id = 0
    // The call is cancelled as soon as the file is being read.
    let observation = office.store.onBatch { _ in
      guard case .reading = office.store.state.feature.productImport, id > 0 else { return }
      client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
      id = 0
    }
    defer { observation.cancel() }
    id = client.send(
      "tools/call", #""name":"products.import","arguments":{"file":"large.csv"},\#(agreement(question))"#)
    let next = try await client.call("products.add", #"{"id":"tea","name":"Tea","price":"3.50"}"#)
    #expect(next.toolText.contains("large.csv: reading was cancelled, and nothing was stored"), "\(next.toolText)")
    #expect(await productCount() == 4)
  }

  @Test func `each revision has its own methods`() async throws {
    #expect(try await client.error("resources/subscribe", #""uri":"office://screen""#).number("code") == -32_601)
    #expect(try await client.error("ping").number("code") == -32_601)
    _ = try await client.result("initialize", #""protocolVersion":"2025-11-25","capabilities":{}"#, meta: nil)
    #expect(try await client.error("server/discover", meta: nil).number("code") == -32_601)
  }

  @Test(arguments: [(#""result":{"action":"accept","content":{"confirm":true}}"#, 2), (#""error":{"code":1}"#, 3)])
  func `an introduced client is asked by a request`(answer: String, count: Int) async throws {
    _ = try await client.result(
      "initialize", #""protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{}}}"#, meta: nil)
    let id = client.send("tools/call", #""name":"products.delete","arguments":{"ids":["p1"]}"#, meta: nil)
    await client.wait { client.messages.contains { $0.words("method") == "elicitation/create" } }
    let question = try #require(client.messages.last)
    #expect(question.fields["params"]?.words("message") == #"Delete p1 "Lamp 1"?"#)
    client.send(#"{"jsonrpc":"2.0","id":\#(try #require(question.fields["id"]).text),\#(answer)}"#)
    let result = try #require(try await client.response(to: id).fields["result"])
    #expect(result.isToolError == (count == 3))
    #expect(await productCount() == count)
  }

  @Test func `a cancelled call has no response, and the next result says what has become of it`() async throws {
    // The first call waits for the answer to its question, the second one for the first.
    _ = try await client.result(
      "initialize", #""protocolVersion":"2025-11-25","capabilities":{"elicitation":{}}"#, meta: nil)
    let first = client.send("tools/call", #""name":"products.delete","arguments":{"ids":["p1"]}"#, meta: nil)
    let second = client.send("tools/call", #""name":"products.delete","arguments":{"ids":["p2"]}"#, meta: nil)
    await client.wait { client.messages.contains { $0.words("method") == "elicitation/create" } }
    for id in [second, first] {
      client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
    }
    let next = try await client.call("products.add", #"{"name":"Tea","price":"3.50"}"#, meta: nil)
    #expect(
      next.toolText.hasPrefix(
        """
        The call of products.delete was cancelled; this is what has become of it:
        nothing was deleted
        The call of products.delete was cancelled before it began
        """), "\(next.toolText)")
    #expect(!client.messages.contains { [first, second].contains($0.number("id") ?? 0) })
    #expect(await productCount() == 4)
  }

  @Test func `resources are read as text and as JSON`() async throws {
    func read(_ path: String) async throws -> String {
      let result = try await client.result("resources/read", #""uri":"office://\#(path)""#)
      #expect(result.number("ttlMs") == 0 && result.words("cacheScope") == "private")
      return try #require(result.fields["contents"]?.elements?.first?.words("text"))
    }
    #expect(try await read("screen").hasPrefix("Backroom"))
    let mismatch = try JSONSchema(Screen.schema).mismatch(of: await read("screen.json"))
    #expect(mismatch == nil, "\(mismatch ?? "")")
    #expect(try await read("guide").contains("- `products.delete [ID…] [--dry-run]`: delete products"))
    #expect(try await read("products/p2").contains("Lamp 2"))
    #expect(try await read("products/%702") == read("products/p2"))
    let list = try await client.result("resources/list").fields["resources"]?.elements ?? []
    for uri in list.compactMap({ $0.words("uri") }) { _ = try await read(String(uri.dropFirst("office://".count))) }
    let templates = try await client.result("resources/templates/list")
    #expect(templates.text.contains(#""uriTemplate":"office://products/{id}""#))
  }

  @Test func `changes of the resources that a stream watches are notified`() async throws {
    let uris = #"["office://products","office://none","office://events"]"#
    let id = client.send("subscriptions/listen", #""notifications":{"resourceSubscriptions":\#(uris)}"#)
    func notifications(_ method: String) -> [JSONNode] {
      client.messages.filter { $0.words("method") == "notifications/\(method)" }
    }
    await client.wait { !notifications("subscriptions/acknowledged").isEmpty }
    let acknowledgment = try #require(notifications("subscriptions/acknowledged").first)
    #expect(acknowledgment.text.contains(#"["office://products","office://events"]"#))
    #expect(acknowledgment.text.contains(#""io.modelcontextprotocol/subscriptionId":\#(id)"#))
    _ = try await client.call("products.add", #"{"id":"tea","name":"Tea","price":"3.50"}"#)
    await client.wait { !notifications("resources/updated").isEmpty }
    let update = try #require(notifications("resources/updated").first?.fields["params"])
    #expect(update.words("uri") == "office://products")
    #expect(update.text.contains(#""io.modelcontextprotocol/subscriptionId":\#(id)"#))
    // The stream ends with the connection.
    await client.server.finish()
    #expect(try await client.response(to: id).fields["result"]?.words("resultType") == "complete")
    #expect(notifications("resources/updated").count == 1)
    #expect(notifications("cancelled").map { $0.fields["params"]?.text } == [#"{"requestId":\#(id)}"#])
  }

  @Test func `a program that only reads refuses to change data`() async throws {
    let reader = ModelContextClient(ReadOnlyApplication(office.application), office.store)
    let invocations = [
      ("products.delete", #"{"ids":["p1"]}"#), ("products.add", #"{"name":"x","price":"1"}"#),
      ("products.export", #"{"file":"a.csv"}"#), ("sample", "{}"),
    ]
    for (name, arguments) in invocations {
      let result = try await reader.call(name, arguments)
      #expect(result.toolText == "\(name) is not available: this program only reads the data")
    }
    for (name, arguments) in [
      ("products.list", "{}"), ("products.search", #"{"text":"lamp"}"#), ("tab", #"{"name":"events"}"#),
    ] {
      #expect(try await !reader.call(name, arguments).isToolError, "\(name)")
    }
    #expect(await productCount() == 3)
  }
}

@Suite struct `The signatures of questions` {
  // The vectors of FIPS 180-4 and RFC 4231.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `use SHA-256`(message: String, digest: String) { #expect(hex(SHA256.hash(Array(message.utf8))) == digest) }

  @Test func `use HMAC`() {
    let short = SHA256.signature(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(hex(short) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let long = SHA256.signature(
      of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), key: Array(repeating: 0xAA, count: 131))
    #expect(hex(long) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
