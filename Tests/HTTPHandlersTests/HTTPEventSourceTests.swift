import Analytics
import Foundation
import HTTPFixtures
import Testing
import Values

@testable import HTTPHandlers

@Suite struct `An event source on a server` {
  @Test func `loads events and counts that match a query`() async throws {
    let events = makeEvents(1000)
    let server = try AnalyticsServer(events)
    let source = try makeSource(server.http.url)
    let interval = EventInterval(start: events[700].timestamp, end: events[300].timestamp)
    for query in [
      EventQuery(), EventQuery(flag: true), EventQuery(action: .pause), EventQuery(userID: events[0].userID),
      EventQuery(interval: interval), EventQuery(interval: EventInterval(start: interval.start)),
      EventQuery(interval: EventInterval(end: interval.end)), EventQuery(interval: EventInterval()),
      EventQuery(flag: false, action: .start, userID: events[0].userID, interval: interval),
    ] {
      let expected = events.filter(query.matches)
      #expect(try await source.events(query) == expected)
      #expect(try await source.eventCount(query) == expected.count)
      #expect(try await source.userCount(query) == Set(expected.map(\.userID)).count)
      #expect(try await Set(source.users(query)) == Set(expected.map(\.userID)))
      #expect(
        try await source.eventCountsByUser(query) == Dictionary(grouping: expected, by: \.userID).mapValues(\.count))
    }
  }

  @Test func `stores events in their order, one request each`() async throws {
    let server = try AnalyticsServer()
    let source = try makeSource(server.http.url)
    let events = makeEvents(3)
    try await source.record(events)
    #expect(server.events == events)
    #expect(server.http.requests.map(\.method) == ["POST", "POST", "POST"])
    #expect(server.http.requests.allSatisfy { $0.target == "/userevent" })
    try await source.record([])
    #expect(server.http.requests.count == 3)
  }

  @Test func `an event is sent as the server expects it`() async throws {
    let server = try AnalyticsServer()
    try await makeSource(server.http.url).record([startEvent])
    let request = try #require(server.http.requests.first)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"userID":"00000000-0000-4000-8000-000000000001","flag":true,"timestamp":0.25,"action":"start"}"#)
    #expect(request.fields["content-type"] == "application/json" && request.fields["expect"] == nil)
    #expect(request.fields["authorization"] == nil)
  }

  @Test func `requests share a connection`() async throws {
    let server = try AnalyticsServer(makeEvents(10))
    let source = try makeSource(server.http.url)
    try await source.record(makeEvents(2))
    for _ in 0..<3 { #expect(try await source.eventCount(EventQuery()) == 12) }
    #expect(server.http.requests.map(\.connection) == [1, 1, 1, 1, 1])
  }

  @Test func `connections are closed when the source is released`() async throws {
    let server = try AnalyticsServer()
    var source: HTTPEventSource? = try makeSource(server.http.url)
    #expect(try await source?.eventCount(EventQuery()) == 0)
    source = nil
    await server.http.waitForClosedConnections(1)
  }

  @Test func `many requests can run at the same time`() async throws {
    let events = makeEvents(500)
    let server = try AnalyticsServer(events)
    let source = try makeSource(server.http.url)
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { try await source.events(EventQuery()).count } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 500, count: 20))
  }

  @Test func `the address has a path, a query, a token and an IPv6 address`() async throws {
    let server = try AnalyticsServer(makeEvents(4), path: "/analytics/v1", usesIPv6: true)
    let source = try makeSource("\(server.http.url)/analytics/v1/?shop=a%2Bb", token: "s3cret")
    #expect(try await source.eventCount(EventQuery(flag: true)) <= 4)
    try await source.record([startEvent])
    let requests = server.http.requests
    #expect(
      requests.map(\.target) == [
        "/analytics/v1/userevents/count?shop=a%2Bb&flag=true", "/analytics/v1/userevent?shop=a%2Bb",
      ])
    #expect(requests.allSatisfy { $0.fields["authorization"] == "Bearer s3cret" })
  }

  @Test func `a part of the query that the server ignores is evaluated here`() async throws {
    let events = makeEvents(50)
    let body = "[\(events.map { String(decoding: $0.requestBody, as: UTF8.self) }.joined(separator: ","))]"
    let server = try LoopbackServer { $1.respond(body) }
    let query = EventQuery(flag: true, action: .stop)
    #expect(try await makeSource(server.url).events(query) == events.filter(query.matches))
  }

  @Test func `a compressed response is decompressed`() async throws {
    // `[]`, compressed by gzip.
    let compressed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x8B, 0x8E, 0x05, 0x00, 0x29, 0xBB, 0x4C, 0x0D, 0x02,
      0x00, 0x00, 0x00,
    ]
    let server = try LoopbackServer { $1.respond(compressed, fields: ["Content-Encoding: gzip"]) }
    #expect(try await makeSource(server.url).events(EventQuery()) == [])
    #expect(server.requests[0].fields["accept-encoding"]?.contains("gzip") == true)
    let broken = try LoopbackServer { $1.respond("[]", fields: ["Content-Encoding: gzip"]) }
    #expect(
      await message { try await makeSource(broken.url).events(EventQuery()) }
        == "GET userevents: the server's response is invalid: it cannot be decompressed")
  }
}

@Suite struct `Cancelling a request` {
  @Test(arguments: [false, true]) func `closes its connection`(isRecording: Bool) async throws {
    let server = try LoopbackServer { _, connection in connection.waitUntilClosedByClient() }
    let source = try makeSource(server.url)
    let request = Task { () -> EventSourceError? in
      do throws(EventSourceError) {
        if isRecording { try await source.record([startEvent]) } else { _ = try await source.events(EventQuery()) }
        return nil
      } catch { return error }
    }
    await server.waitForRequests(1)
    request.cancel()
    let error = await request.value
    #expect(error?.reason == .cancelled)
    await server.waitForClosedConnections(1)
    #expect(server.requests.count == 1)
  }

  @Test func `in the middle of a response leaves the other requests alone`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { request, connection in
      if request.target == "/userevents" {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[")
        connection.waitUntilClosedByClient()
        gate.signal()
      } else {
        gate.wait()
        connection.respond("7")
      }
    }
    let source = try makeSource(server.url)
    async let count = source.eventCount(EventQuery())
    let request = Task { try await source.events(EventQuery()) }
    await server.waitForRequests(2)
    request.cancel()
    await #expect(throws: EventSourceError("GET userevents", .cancelled)) { try await request.value }
    #expect(try await count == 7)
  }

  @Test func `before it starts sends nothing`() async throws {
    let server = try AnalyticsServer()
    let source = try makeSource(server.http.url)
    let request = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await source.events(EventQuery())
    }
    request.cancel()
    await #expect(throws: EventSourceError.self) { try await request.value }
    #expect(server.http.requests.isEmpty)
  }

  @Test func `at any moment ends every request`() async throws {
    let server = try AnalyticsServer(makeEvents(200))
    let source = try makeSource(server.http.url)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let request = Task { try await source.events(EventQuery()) }
          for _ in 0..<number { await Task.yield() }
          request.cancel()
          switch await request.result {
          case .success(let events): #expect(events.count == 200)
          case .failure(let error): #expect((error as? EventSourceError)?.reason == .cancelled)
          }
        }
      }
    }
    #expect(try await source.eventCount(EventQuery()) == 200)
  }

  @Test func `between two attempts ends the waiting`() async throws {
    let server = try LoopbackServer { $1.respond(status: "503 x") }
    let address = try ServerAddress(parsing: server.url)
    let (waiting, didWait) = AsyncStream.makeStream(of: Void.self)
    let environment = HTTPClient.Environment {
      didWait.yield()
      try await Task.sleep(for: $0 * 1_000_000)
    }
    let source = HTTPEventSource(
      address, HTTPClient(address.origin, token: nil, options: .loopback, environment: environment))
    let request = Task { try await source.eventCount(EventQuery()) }
    for await _ in waiting { break }
    request.cancel()
    await #expect(throws: EventSourceError("GET userevents/count", .cancelled)) {
      try await request.value
    }
    #expect(server.requests.count == 1)
  }
}
