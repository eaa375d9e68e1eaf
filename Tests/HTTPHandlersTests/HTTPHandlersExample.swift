import Analytics
import HTTPFixtures
import Testing

@testable import HTTPHandlers

func flaggedEvents(onServer url: String, token: String) async throws -> [UserEvent] {
  let source = HTTPEventSource(try ServerAddress(parsing: url), token: BearerToken(token))
  return try await source.events(EventQuery(flag: true))
}

func privateSource(_ address: ServerAddress, authorityFile: String) -> HTTPEventSource {
  var options = HTTPOptions()
  options.authorityFile = authorityFile
  return HTTPEventSource(address, options: options)
}

func explain(_ error: EventSourceError) -> String {
  switch error.reason {
  case .unreachable, .offline: "Is the network connected?"
  case .badStatus(401, _): "Is the token right?"
  default: error.description  // GET userevents: the server answered with status 404 Not Found: no data
  }
}

func store(_ events: [UserEvent], in source: HTTPEventSource) async -> [UserEvent] {
  do throws(EventSourceError) {
    try await source.record(events)
    return []
  } catch {
    if case .partlyStored(let count, _) = error.reason { return Array(events.dropFirst(count)) }
    return events
  }
}

/// The code that the guide of HTTPHandlers shows.
@Suite struct `The guide of HTTPHandlers` {
  @Test func `explains failures`() {
    let request = "GET userevents"
    #expect(explain(EventSourceError(request, .offline)) == "Is the network connected?")
    #expect(explain(EventSourceError(request, .badStatus(401))) == "Is the token right?")
    #expect(
      explain(EventSourceError(request, .badStatus(404)))
        == "GET userevents: the server answered with status 404 Not Found: no data")
  }

  @Test func `returns the events that are not stored`() async throws {
    let events = makeEvents(3)
    let server = try LoopbackServer { request, connection in
      connection.respond(status: request.body == events[1].requestBody ? "400 x" : "200 OK")
    }
    let source = try makeSource(server.url)
    #expect(await store(events, in: source) == Array(events[1...]))
    #expect(await store([events[0]], in: source) == [])
    #expect(await store([events[1]], in: source) == [events[1]])
  }
}
