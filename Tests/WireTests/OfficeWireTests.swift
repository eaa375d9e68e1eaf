import Analytics
import BackOffice
import Documents
import Foundation
import Interface
import Loop
import MemoryHandlers
import Shop
import TestInputs
import Testing
import Values
import Wire

/// The back office, served to a client in the same process.
@MainActor @Suite struct `The back office over the wire` {
  private let client: WireClient<BackOfficeApplication>
  private let products: MemoryProductStore

  init() throws {
    let office = WireOffice()
    products = office.products
    client = WireClient(office.application, office.store)
    try client.call("initialize", #"{"protocol":1}"#)
    try client.subscribe()
  }

  /// Sends a request, and waits for its response.
  private func reply(_ method: String, _ params: String = "{}") async throws -> JSONNode {
    let id = client.request(method, params)
    await client.wait { client.response(to: id) != nil }
    return try #require(client.response(to: id))
  }

  @Test func `a command that reads answers with data`() async throws {
    let reply = try await reply("invoke", #"{"command":"products.list","arguments":{"limit":2}}"#)
    #expect(try reply.fields["answer"]?.value.elements.map { $0["name"] } == ["Lamp 1", "Lamp 2"])
  }

  @Test(arguments: [("question.agree", 0), ("question.refuse", 3)])
  func `a question is on the screen until it is answered`(answer: String, count: Int) async throws {
    try client.invoke("appear")
    _ = try await reply("wait")
    try client.invoke("products.select.all")
    let deletion = client.request("invoke", #"{"command":"products.delete","arguments":{}}"#)
    await client.wait { client.screens[1]?.screen["sheet"]?["question"] != nil }
    let question = try #require(client.screens[1]?.screen["sheet"]?["question"])
    #expect(question["answers"]?.elements.map { $0["command"]?["path"] } == ["question.refuse", "question.agree"])
    #expect(client.response(to: deletion) == nil)
    try client.invoke(answer)
    #expect(client.screens[1]?.screen["sheet"] == nil)
    _ = try await reply("wait")
    #expect(await products.database.products.count == count)
    #expect((client.response(to: deletion)?.number("revision") != nil) == (count == 0))
  }

  @Test func `an answer that is older than its question is refused`() async throws {
    try client.invoke("appear")
    _ = try await reply("wait")
    try client.invoke("products.select.all")
    let seen = try #require(client.screens[1]?.revision)
    client.request("invoke", #"{"command":"products.delete","arguments":{}}"#)
    await client.wait { client.screens[1]?.screen["sheet"]?["question"] != nil }
    #expect(try client.invoke("question.agree", revision: seen).words("reason") == "changed")
    let asked = try #require(client.screens[1]?.revision)
    #expect(try client.invoke("question.refuse", revision: asked).number("revision") != nil)
    _ = try await reply("wait")
  }

  @Test func `a row that was not on the screen, or has changed beside it, is not acted on`() async throws {
    try client.invoke("appear")
    _ = try await reply("wait")
    let other = WireClient(client.application, client.server.store)
    try other.call("initialize", #"{"protocol":1}"#)
    try other.subscribe(#"{"products":{"rows":1,"columns":1}}"#)
    let seen = try #require(other.screens[1]?.revision)
    let edit = #"{"command":"products.edit","arguments":{"ids":["p3"],"price":"+1"},"revision":\#(seen)}"#
    let refused = other.request("invoke", edit)
    #expect(other.response(to: refused)?.words("reason") == "changed")
    _ = try await reply("invoke", #"{"command":"products.edit","arguments":{"ids":["p1"],"stock":"7"}}"#)
    #expect(
      try other.invoke("products.select.toggle", #"{"id":"p1"}"#, revision: seen).words("reason") == "changed",
      "the stock is in a column for which the client has no room")
  }

  @Test func `the end of the connection answers what waits`() async throws {
    try client.invoke("appear")
    _ = try await reply("wait")
    try client.invoke("products.select.all")
    let deletion = client.request("invoke", #"{"command":"products.delete","arguments":{}}"#)
    await client.wait { client.screens[1]?.screen["sheet"]?["question"] != nil }
    let wait = client.request("wait")
    await client.server.finish()
    #expect(client.response(to: deletion)?.words("reason") == "failed", "nobody agreed")
    #expect(client.response(to: wait) != nil)
    #expect(await products.database.products.count == 3)
    #expect(try client.invoke("undo").words("reason") == "closed")
  }
}
