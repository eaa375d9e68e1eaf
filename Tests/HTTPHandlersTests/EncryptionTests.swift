import Analytics
import Foundation
import HTTPFixtures
import Testing

@testable import HTTPHandlers

@Suite struct `A server with https` {
  private static let openSSL = "/usr/bin/openssl"

  @Test func `that does not speak TLS is not repeated`() async throws {
    let server = try LoopbackServer { $1.respond("5") }
    let delays = RecordedDelays()
    var options = HTTPOptions.loopback
    options.secondsWithoutData = 1
    let source = try makeSource("https://127.0.0.1:\(server.port)", options: options, delays: delays)
    // The server waits for the end of a request, and the client for an answer: making the connection takes too long.
    #expect(
      await message { try await source.eventCount(EventQuery()) }
        == "GET userevents/count: the server did not answer in time. Try again.")
    #expect(delays.all.isEmpty && server.requests.isEmpty)
  }

  /// A thread that ends or sends a request at that time would use freed memory.
  @Test func `can be used while the program exits, if libcurl uses OpenSSL`() async {
    await #expect(processExitsWith: .success) {
      // The handlers run in reverse order: this one after those of the libraries that are loaded later.
      _ = atexit {
        guard let library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_NOLOAD) else { _exit(EXIT_FAILURE) }
        guard let address = dlsym(library, "OPENSSL_init_crypto") else { _exit(EXIT_SUCCESS) }
        let initialize = unsafeBitCast(address, to: (@convention(c) (UInt64, OpaquePointer?) -> CInt).self)
        _exit(initialize(0, nil) == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
      }
      let server = try LoopbackServer { $1.respond("5") }
      #expect(try await makeSource(server.url).eventCount(EventQuery()) == 5)
      exit(EXIT_SUCCESS)
    }
  }
}

/// The certificates are made by openssl, which also encrypts the connections.
@Suite(.enabled(if: OpenSSL.isInstalled, "openssl is not installed"))
struct `The certificate of a server with https` {
  private let server: AnalyticsServer
  private let authority: CertificateAuthority

  init() throws {
    server = try AnalyticsServer(makeEvents(50))
    authority = try CertificateAuthority()
  }

  private var options: HTTPOptions {
    var options = HTTPOptions.loopback
    options.authorityFile = authority.certificatePath
    return options
  }

  @Test func `is valid if the given authority has signed it, and all requests are answered`() async throws {
    let front = try await EncryptedServer(inFrontOf: server.http, authority)
    defer { front.stop() }
    let source = try makeSource(front.url, token: "s3cret", options: options)
    let query = EventQuery(flag: true)
    let flagged = server.events.filter(query.matches)
    #expect(try await source.eventCount(query) == flagged.count)
    #expect(try await source.events(query) == flagged)
    try await source.record([startEvent])
    #expect(server.events.last == startEvent)
    let requests = server.http.requests
    #expect(requests.map(\.method) == ["GET", "GET", "POST"])
    #expect(requests.allSatisfy { $0.fields["authorization"] == "Bearer s3cret" })
  }

  @Test func `is invalid if the system does not know the authority, and no request is sent`() async throws {
    let front = try await EncryptedServer(inFrontOf: server.http, authority)
    defer { front.stop() }
    await expectRefusal(by: try makeSource(front.url), text: "certificate")
  }

  @Test func `is invalid for another host, and no request is sent`() async throws {
    let front = try await EncryptedServer(inFrontOf: server.http, authority, host: "DNS:example.com")
    defer { front.stop() }
    await expectRefusal(by: try makeSource(front.url, options: options), text: "127.0.0.1")
  }

  @Test(arguments: ["missing", "text", "key"])
  func `cannot be checked if the file of the authority contains none`(name: String) async throws {
    let front = try await EncryptedServer(inFrontOf: server.http, authority)
    defer { front.stop() }
    var options = options
    options.authorityFile = authority.certificatePath + ".missing"
    if name == "text" { options.authorityFile = try authority.makeFile("text", containing: "no certificate\n") }
    if name == "key" { options.authorityFile = authority.keyPath }
    let path = options.authorityFile ?? ""
    await expectRefusal(
      by: try makeSource(front.url, options: options), text: "no trusted certificate can be read from \(path). Try")
  }

  private func expectRefusal(by source: HTTPEventSource, text: String) async {
    let message = await message { try await source.record([startEvent]) } ?? ""
    #expect(message.hasPrefix("POST userevent: the server cannot be reached: ") && message.contains(text), "\(message)")
    #expect(server.http.requests.isEmpty)
  }
}

@Suite(.enabled(if: OpenSSL.isInstalled, "openssl is not installed"))
struct `A redirect from https to http` {
  @Test func `is not followed, so that nothing is sent unencrypted`() async throws {
    let plain = try AnalyticsServer()
    let server = try LoopbackServer { request, connection in
      connection.respond(status: "307 x", fields: ["Location: \(plain.http.url)\(request.target)"])
    }
    let authority = try CertificateAuthority()
    let front = try await EncryptedServer(inFrontOf: server, authority)
    defer { front.stop() }
    var options = HTTPOptions.loopback
    options.authorityFile = authority.certificatePath
    let source = try makeSource(front.url, token: "s3cret", options: options)
    let reason = "the server's response is invalid: it redirects to \(plain.http.url), which is not encrypted"
    #expect(
      await message { try await source.eventCount(EventQuery()) } == "GET userevents/count: \(reason)")
    #expect(await message { try await source.record([startEvent]) } == "POST userevent: \(reason)")
    #expect(server.requests.count == 2 && plain.http.requests.isEmpty)
  }
}
