import Analytics
import Foundation
import HTTPFixtures
import TestInputs
import Testing
import Values

@testable import HTTPHandlers

/// Each server does one thing wrong, and the message names the request and the reason.
@Suite struct `A server that misbehaves` {
  private let all = EventQuery()

  /// Returns the message of loading events from a server.
  private func loadingMessage(
    options: HTTPOptions = .loopback, delays: RecordedDelays = RecordedDelays(),
    respond: @escaping LoopbackServer.Respond
  ) async throws -> String? {
    let server = try LoopbackServer(respond: respond)
    let source = try makeSource(server.url, options: options, delays: delays)
    return await message { try await source.events(all) }
  }

  private func countingMessage(_ body: String) async throws -> String? {
    let server = try LoopbackServer { $1.respond(body) }
    return await message { try await makeSource(server.url).eventCount(all) }
  }

  @Test func `slow: each byte arrives alone`() async throws {
    let body = "[\(String(decoding: startEvent.requestBody, as: UTF8.self))]"
    let server = try LoopbackServer { _, connection in
      let response = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      for byte in response.utf8 { connection.write([byte]) }
    }
    #expect(try await makeSource(server.url).events(all) == [startEvent])
  }

  @Test func `never answering`() async throws {
    var options = HTTPOptions.loopback
    options.secondsWithoutData = 1
    let delays = RecordedDelays()
    let message = try await loadingMessage(options: options, delays: delays) { $1.waitUntilClosedByClient() }
    #expect(message == "GET userevents: the server did not answer in time. Try again.")
    #expect(delays.all.isEmpty)
  }

  @Test func `never ending a response`() async throws {
    var options = HTTPOptions.loopback
    options.maximumSeconds = 1
    let message = try await loadingMessage(options: options) { _, connection in
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      while connection.write(" ") {}
    }
    #expect(message == "GET userevents: the server did not answer in time. Try again.")
  }

  @Test func `half-open: the connection is closed for writing before the response`() async throws {
    let message = try await loadingMessage { _, connection in
      connection.closeHalf()
      connection.waitUntilClosedByClient()
    }
    #expect(message == "GET userevents: the connection was lost before the response was complete. Try again.")
  }

  @Test func `repeating the token in an error`() async throws {
    let token = "abc/s3cret+token=="
    func message(_ body: String, status: String = "401 Unauthorized") async throws -> String {
      let server = try LoopbackServer { $1.respond(body, status: status) }
      return try #require(
        await HTTPHandlersTests.message { try await makeSource(server.url, token: token).eventCount(all) })
    }
    let start = "GET userevents/count: the server answered with status 401 Unauthorized: "
    #expect(try await message("bad token \(token).") == start + "bad token ….")
    #expect(try await message(#"{"token":"abc\/s3cret+token=="}"#) == start + #"{"token":"…"}"#)
    // Only the beginning of a response is kept, which may end within the token.
    let long = String(repeating: "x", count: 190)
    #expect(try await message(long + token) == start + long + "…")
    let invalid = try await message(token, status: "200 OK")
    #expect(invalid.contains("invalid") && !invalid.contains("s3cret"), "\(invalid)")
  }

  /// libcurl tries again on a new connection if one that it reuses is closed without a response.
  @Test func `restarted after it has executed a request on a reused connection`() async throws {
    let server = Locked<LoopbackServer?>(nil)
    let running = try LoopbackServer { request, connection in
      if request.method == "GET" { return connection.respond("1") }
      // The connection is closed last: the client must find a port that refuses connections.
      server.withLock { $0?.stopListening() }
      connection.close()
    }
    server.withLock { $0 = running }
    let delays = RecordedDelays()
    let source = try makeSource(running.url, delays: delays)
    #expect(try await source.eventCount(all) == 1)
    let error = await #expect(throws: EventSourceError.self) { try await source.record([startEvent]) }
    #expect(running.requests.map(\.method) == ["GET", "POST"])
    #expect(error?.reason == .connectionLost)
    #expect(delays.all.isEmpty, "an event that may be stored is not sent again")
  }

  @Test func `cut off in the header`() async throws {
    let message = try await loadingMessage { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-")
      connection.close()
    }
    // libcurl takes the part of a header for an empty body.
    #expect(
      message?.hasSuffix("invalid: line 1, column 1: expected an array of events, found the end of the text") == true)
  }

  @Test func `cut off in the body, or with a length that is too large`() async throws {
    let delays = RecordedDelays()
    let message = try await loadingMessage(delays: delays) { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[]")
      connection.close()
    }
    #expect(message == "GET userevents: the connection was lost before the response was complete. Try again.")
    #expect(delays.all == [.milliseconds(250), .milliseconds(500)])
  }

  @Test func `cut off between two chunks`() async throws {
    let message = try await loadingMessage { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n")
      connection.close()
    }
    #expect(message == "GET userevents: the connection was lost before the response was complete. Try again.")
  }

  @Test func `a length that is too small`() async throws {
    let message = try await loadingMessage { _, connection in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n[]")
    }
    #expect(message?.hasSuffix("invalid: line 1, column 2: expected an event, found the end of the text") == true)
  }

  @Test(arguments: ["garbage\r\n\r\n", "\u{0}\u{1}\u{2}\r\n", "220 smtp.example.com ESMTP\r\n"])
  func `garbage instead of HTTP`(text: String) async throws {
    let delays = RecordedDelays()
    let message = try await loadingMessage(delays: delays) { _, connection in
      connection.write(text)
      connection.close()
    }
    #expect(message == "GET userevents: what answers is no HTTP server. Check the address of the server.")
    #expect(delays.all.isEmpty)
  }

  /// The event may be stored, so that the outbox counts it before it sends it again.
  @Test func `an answer to a recording with a header that cannot be read`() async throws {
    let fields = [
      ("Content-Length: abc", "what answers is no HTTP server. Check the address of the server."),
      ("A: b\r\nno field", "what answers is no HTTP server. Check the address of the server."),
      ("A: \(String(repeating: "x", count: 400_000))", "the server's response is invalid: "),
    ]
    for (field, text) in fields {
      let delays = RecordedDelays()
      let server = try LoopbackServer { _, connection in
        connection.write("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n")
        connection.close()
      }
      let message = try #require(
        await message { try await makeSource(server.url, delays: delays).record([startEvent]) })
      #expect(message.hasPrefix("POST userevent: \(text)"), "\(message)")
      #expect(server.requests.count == 1 && delays.all.isEmpty)
    }
  }

  @Test func `garbage instead of JSON`() async throws {
    let prefix = "the server's response is invalid: line"
    #expect(
      try await loadingMessage { $1.respond("<html>") }
        == "GET userevents: \(prefix) 1, column 1: expected an array of events, found <")
    let delays = RecordedDelays()
    #expect(
      try await loadingMessage(delays: delays) { $1.respond(#"[{"flag": maybe}]"#) }
        == "GET userevents: \(prefix) 1, column 11: expected a value, found m")
    #expect(delays.all.isEmpty)
    #expect(
      try await countingMessage("{}")
        == "GET userevents/count: \(prefix) 1, column 1: expected a number from 0, found another value")
    #expect(
      try await countingMessage(" -1")
        == "GET userevents/count: \(prefix) 1, column 2: expected a number from 0, found another value")
    #expect(try await countingMessage("é") == "GET userevents/count: \(prefix) 1, column 1: expected a value, found é")
    #expect(
      try await countingMessage("")
        == "GET userevents/count: \(prefix) 1, column 1: expected a value, found the end of the text")
    #expect(
      try await countingMessage("12\r\nx")
        == "GET userevents/count: \(prefix) 2, column 1: expected the end of the text, found x"
    )
  }

  @Test func `a response that is too large`() async throws {
    var options = HTTPOptions.loopback
    options.maximumResponseSize = 1000
    let delays = RecordedDelays()
    let message = try await loadingMessage(options: options, delays: delays) { _, connection in
      connection.write("HTTP/1.1 200 OK\r\n\r\n[")
      while connection.write(String(repeating: " ", count: 100)) {}
    }
    #expect(message == "GET userevents: the server's response is larger than 1000 bytes. Narrow the filter.")
    #expect(delays.all.isEmpty)
  }

  @Test func `a number or a list of users that is too large`() async throws {
    let server = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      let spaces = [UInt8](repeating: 0x20, count: 1 << 16)
      while connection.write(spaces) {}
    }
    let source = try makeSource(server.url)
    let isTooLarge = "the server's response is larger than"
    #expect(
      await message { try await source.eventCount(all) }
        == "GET userevents/count: \(isTooLarge) 1024 bytes. Narrow the filter.")
    #expect(
      await message { try await source.users(all) } == "GET users: \(isTooLarge) 67108864 bytes. Narrow the filter.")
    #expect(
      await message { try await source.eventCountsByUser(all) }
        == "GET users/summary: \(isTooLarge) 67108864 bytes. Narrow the filter.")
  }

  @Test(arguments: [
    ("500 x", "down", "500 Internal Server Error: down"), ("404 x", "", "404 Not Found: no data"),
    ("201 x", "ok", "201 Created: ok"), ("599 x", "\u{1B}[31mred", "599: \\u{1b}[31mred"),
    ("400 x", String(repeating: "é", count: 150), "400 Bad Request: \(String(repeating: "é", count: 100))"),
    ("400 x", "a" + String(repeating: "é", count: 150), "400 Bad Request: a\(String(repeating: "é", count: 99))"),
    ("400 x", String(repeating: "x", count: 1_000_000), "400 Bad Request: \(String(repeating: "x", count: 200))"),
    ("304 x", "", "304 Not Modified: no data"), ("302 x", "where", "302 Found: where"),
  ]) func `another status than 200`(status: String, body: String, text: String) async throws {
    let message = try await loadingMessage { $1.respond(body, status: status) }
    #expect(message == "GET userevents: the server answered with status \(text)")
  }

  @Test func `a payload that is not UTF-8`() async throws {
    let message = try await loadingMessage { $1.respond([0x61, 0xFF, 0x62], status: "400 x") }
    #expect(message == "GET userevents: the server answered with status 400 Bad Request: no data")
  }

  @Test func `nobody listens`() async throws {
    var server: LoopbackServer? = try LoopbackServer { $1.respond("1") }
    let url = try #require(server).url
    let source = try makeSource(url)
    _ = try await source.eventCount(all)
    server = nil
    let delays = RecordedDelays()
    let other = try makeSource(url, delays: delays)
    let text = try #require(await message { try await other.record([startEvent]) })
    #expect(text.hasPrefix("POST userevent: the server cannot be reached: "))
    #expect(text.hasSuffix(". Try again."))
    // No connection was made, so that even a recording is repeated.
    #expect(delays.all.count == 2)
  }

  @Test func `never accepting a connection`() async throws {
    let port = try FullPort()
    defer { port.close() }
    var options = HTTPOptions.loopback
    options.secondsWithoutData = 1
    let delays = RecordedDelays()
    let source = try makeSource(port.url, options: options, delays: delays)
    // Without a limit of its own, the system gives up after minutes, and with another message.
    #expect(
      await message { try await source.eventCount(all) }
        == "GET userevents/count: the server did not answer in time. Try again.")
    #expect(delays.all.isEmpty)
  }

  @Test(arguments: [
    (#"{"x":1}"#, "expected a UUID as the key, found another text"),
    ("[]", "expected an object with UUIDs as keys, found another value"),
    (
      #"{"00000000-0000-4000-8000-00000000000A":1,"00000000-0000-4000-8000-00000000000a":2}"#,
      "expected each UUID once, found a UUID again"
    ),
    (#"{"00000000-0000-4000-8000-00000000000A":-1}"#, "expected a number from 0, found another value"),
  ])
  func `numbers of events by user that cannot be`(answer: String, problem: String) async throws {
    let server = try LoopbackServer { _, connection in connection.respond(answer) }
    let source = try makeSource(server.url)
    let text = try #require(await message { try await source.eventCountsByUser(all) })
    #expect(text.hasPrefix("GET users/summary: ") && text.contains(problem), "\(text)")
  }

  @Test func `users without events, and users who were not asked for, are left out`() async throws {
    let server = try LoopbackServer { _, connection in
      connection.respond(
        #"{"00000000-0000-4000-8000-00000000000A":2,"00000000-0000-4000-8000-00000000000B":0}"#)
    }
    let source = try makeSource(server.url)
    let user = try #require(UUID(uuidString: "00000000-0000-4000-8000-00000000000A"))
    #expect(try await source.eventCountsByUser(all) == [user: 2])
    #expect(try await source.eventCountsByUser(EventQuery(userID: UUID())) == [:])
  }

  @Test func `an unknown host`() async throws {
    let source = try makeSource("http://host.invalid")
    let text = try #require(await message { try await source.users(all) })
    #expect(text.hasPrefix("GET users: the server cannot be reached: ") && text.contains("host.invalid"))
  }
}

@Suite struct `Repeating requests` {
  private let all = EventQuery()

  @Test func `a GET request is repeated after a temporary failure`() async throws {
    let answers = Locked(["503 x", "500 x", "200 OK"])
    let server = try LoopbackServer { $1.respond("3", status: answers.withLock { $0.removeFirst() }) }
    let delays = RecordedDelays()
    #expect(try await makeSource(server.url, delays: delays).eventCount(all) == 3)
    #expect(delays.all == [.milliseconds(250), .milliseconds(500)])
  }

  @Test(arguments: [("5", 5), ("0", nil), ("Sun, 06 Nov 1994 08:49:37 GMT", nil)])
  func `the server says when`(field: String, seconds: Int?) async throws {
    let answers = Locked(["503 x", "200 OK"])
    let server = try LoopbackServer {
      $1.respond("3", status: answers.withLock { $0.removeFirst() }, fields: ["Retry-After: \(field)"])
    }
    let delays = RecordedDelays()
    #expect(try await makeSource(server.url, delays: delays).eventCount(all) == 3)
    #expect(delays.all == [seconds.map { .seconds($0) } ?? .milliseconds(250)])
  }

  @Test(arguments: ["3600", "9223372036854775807", "9223372036854775808", "99999999999999999999999"])
  func `a server that wants a long delay gets no second request`(seconds: String) async throws {
    let server = try LoopbackServer { $1.respond("later", status: "503 x", fields: ["retry-after:  \(seconds)"]) }
    let delays = RecordedDelays()
    let source = try makeSource(server.url, delays: delays)
    #expect(
      await message { try await source.eventCount(all) }
        == "GET userevents/count: the server answered with status 503 Service Unavailable: later")
    #expect(delays.all.isEmpty && server.requests.count == 1)
  }

  @Test func `a recording is repeated only if it was certainly not executed`() async throws {
    let answers = Locked(["429 x", "200 OK", "503 x"])
    let server = try LoopbackServer { $1.respond(status: answers.withLock { $0.removeFirst() }) }
    let delays = RecordedDelays()
    let source = try makeSource(server.url, delays: delays)
    try await source.record([startEvent])
    #expect(delays.all.count == 1 && server.requests.count == 2)
    #expect(
      await message { try await source.record([startEvent]) }
        == "POST userevent: the server answered with status 503 Service Unavailable: no data")
    #expect(delays.all.count == 1 && server.requests.count == 3)
  }

  /// libcurl repeats requests by itself if a connection that it reuses is closed.
  @Test func `a recording on a connection that is closed without a response is sent once`() async throws {
    let server = try LoopbackServer { request, connection in
      let body = String(decoding: request.body, as: UTF8.self)
      if body.contains("stop") { connection.close() } else { connection.respond() }
    }
    let source = try makeSource(server.url)
    try await source.record([startEvent])
    let stop = UserEvent(userID: startEvent.userID, flag: true, timestamp: startEvent.timestamp, action: .stop)
    #expect(
      await message { try await source.record([stop]) }
        == "POST userevent: the connection was lost before the response was complete. Try again.")
    #expect(server.requests.count == 2)
    #expect(server.requests.map(\.connection) == [1, 1])
  }

  @Test func `a failure in the middle of several events says how many are stored`() async throws {
    let events = makeEvents(5)
    let stored = Locked(0)
    let server = try LoopbackServer { _, connection in
      let count = stored.withLock {
        $0 += 1
        return $0
      }
      connection.respond(count == 3 ? "flag is missing" : "", status: count == 3 ? "400 x" : "200 OK")
    }
    let source = try makeSource(server.url)
    let error = await #expect(throws: EventSourceError.self) { try await source.record(events) }
    #expect(error?.reason == .partlyStored(count: 2, then: .badStatus(400, payload: "flag is missing")))
    #expect(
      error?.description == """
        POST userevent: 2 events were stored, but not the next one: the server answered with status 400 Bad Request: \
        flag is missing
        """)
    #expect(server.requests.count == 3)
  }
}

@Suite struct `Redirects` {
  private let all = EventQuery()

  @Test(arguments: [301, 302, 303, 307, 308]) func `a GET request follows them`(status: Int) async throws {
    let server = try LoopbackServer { request, connection in
      if request.target.hasPrefix("/new") { return connection.respond("5") }
      connection.respond(status: "\(status) x", fields: ["Location: /new\(request.target)#part"])
    }
    #expect(try await makeSource(server.url, token: "s3cret").eventCount(EventQuery(flag: true)) == 5)
    #expect(server.requests.map(\.target) == ["/userevents/count?flag=true", "/new/userevents/count?flag=true"])
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Bearer s3cret" })
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func `a recording follows those that keep the method`(
    status: Int
  ) async throws {
    let server = try LoopbackServer { request, connection in
      if request.target == "/new" { return connection.respond() }
      connection.respond(status: "\(status) x", fields: ["Location: /new"])
    }
    let error = await message { try await makeSource(server.url).record([startEvent]) }
    let isFollowed = status >= 307
    #expect(error?.hasPrefix("no error") == isFollowed)
    #expect(server.requests.map(\.target) == (isFollowed ? ["/userevent", "/new"] : ["/userevent"]))
    #expect(server.requests.allSatisfy { $0.method == "POST" && $0.body == startEvent.requestBody })
  }

  @Test func `the token is not sent to another origin`() async throws {
    let other = try LoopbackServer { $1.respond("5") }
    let server = try LoopbackServer { request, connection in
      connection.respond(status: "307 x", fields: ["Location: \(other.url)\(request.target)"])
    }
    let source = try makeSource(server.url, token: "s3cret")
    #expect(try await source.eventCount(all) == 5)
    try await source.record([startEvent])
    #expect(other.requests.count == 2 && server.requests.count == 2)
    #expect(other.requests.allSatisfy { $0.fields["authorization"] == nil })
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Bearer s3cret" })
  }

  @Test func `a loop ends`() async throws {
    let server = try LoopbackServer { $1.respond(status: "302 x", fields: ["Location: \($0.target)"]) }
    #expect(
      await message { try await makeSource(server.url).eventCount(all) }
        == "GET userevents/count: the server redirects too often. Check the address of the server.")
    #expect(server.requests.count == 11)
  }

  @Test(arguments: [("ftp://a/b", "expected a URL that begins"), ("http://me:pw@a/", "no user name")])
  func `a redirect to something else is invalid`(location: String, text: String) async throws {
    let server = try LoopbackServer { $1.respond(status: "302 x", fields: ["Location: \(location)"]) }
    let message = try #require(await message { try await makeSource(server.url).eventCount(all) })
    #expect(message.hasPrefix("GET userevents/count: the server's response is invalid: it redirects to "))
    #expect(message.contains(text) && !message.contains("pw@"))
  }
}
