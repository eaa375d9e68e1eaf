import Analytics
import Foundation
import HTTPFixtures
import Testing

@testable import HTTPHandlers

/// Each test runs a process of its own, because the variables of the environment are those of the whole process.
@Suite struct `A proxy of the environment` {
  @Test func `executes a request to a server with http`() async throws {
    let proxy = try LoopbackServer { $1.respond("7") }
    await #expect(processExitsWith: .success) { [url = proxy.url as String] in
      try setVariables(["http_proxy": url])
      #expect(try await makeSource("http://server.invalid/a", options: .proxied).eventCount(EventQuery()) == 7)
    }
    #expect(proxy.requests.map(\.target) == ["http://server.invalid/a/userevents/count"])
  }

  @Test func `is not used for hosts in no_proxy`() async throws {
    let proxy = try LoopbackServer { $1.respond("7") }
    let server = try LoopbackServer { $1.respond("5") }
    await #expect(processExitsWith: .success) { [proxyURL = proxy.url as String, url = server.url as String] in
      try setVariables(["http_proxy": proxyURL, "no_proxy": "example.com,127.0.0.1"])
      #expect(try await makeSource(url, options: .proxied).eventCount(EventQuery()) == 5)
    }
    #expect(proxy.requests.isEmpty)
  }

  @Test func `is not used for a server on the same machine`() async throws {
    let proxy = try LoopbackServer { $1.respond("7") }
    let server = try LoopbackServer { $1.respond("5") }
    await #expect(processExitsWith: .success) { [proxyURL = proxy.url as String, url = server.url as String] in
      try setVariables(["http_proxy": proxyURL])
      #expect(try await makeSource(url, options: .proxied).eventCount(EventQuery()) == 5)
    }
    #expect(proxy.requests.isEmpty)
  }

  @Test func `makes a tunnel to a server with https, whose failed handshake is reported`() async throws {
    let proxy = try LoopbackServer { _, connection in
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      connection.waitForBytes()
      // A fatal alert: handshake failure.
      connection.write([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])
      connection.close()
    }
    await #expect(processExitsWith: .success) { [url = proxy.url as String] in
      try setVariables(["HTTPS_PROXY": url])
      let source = try makeSource("https://server.invalid", options: .proxied)
      let text = try #require(await message { try await source.eventCount(EventQuery()) })
      #expect(text.hasPrefix("GET userevents/count: the server cannot be reached: ") && text.contains("handshake"))
    }
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
    #expect(proxy.requests.map(\.target) == ["server.invalid:443"])
  }

  @Test(arguments: [("407", "Proxy Authentication Required", 1), ("503", "Service Unavailable", 3)])
  func `is named if it makes no tunnel`(status: String, text: String, requestCount: Int) async throws {
    let proxy = try LoopbackServer { $1.respond("no", status: "\(status) x") }
    await #expect(processExitsWith: .success) {
      [url = proxy.url as String, status = status as String, text = text as String] in
      try setVariables(["https_proxy": url])
      let source = try makeSource("https://server.invalid", options: .proxied)
      let reason = "the server cannot be reached: the proxy answered with status \(status) \(text). Try again."
      #expect(await message { try await source.eventCount(EventQuery()) } == "GET userevents/count: \(reason)")
    }
    #expect(proxy.requests.count == requestCount)
  }
}

extension HTTPOptions {
  /// Options for servers that are reached through the proxy of the environment.
  fileprivate static var proxied: HTTPOptions {
    var options = HTTPOptions.loopback
    options.usesProxy = true
    return options
  }
}

/// Sets the variables for proxies, and removes the others.
private func setVariables(_ variables: [String: String]) throws {
  for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
    unsetenv(name)
    unsetenv(name.uppercased())
  }
  for (name, value) in variables { try #require(setenv(name, value, 1) == 0) }
}
