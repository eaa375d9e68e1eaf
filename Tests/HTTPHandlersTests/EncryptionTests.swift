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

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: openSSL), "openssl is not installed"))
  func `whose certificate is not trusted gets no request`() async throws {
    let server = try OpenSSLServer(Self.openSSL)
    defer { server.stop() }
    let source = try makeSource("https://127.0.0.1:\(server.port)")
    var text = ""
    for _ in 0..<200 {
      text = await message { try await source.record([startEvent]) } ?? ""
      if !text.contains("connect to") { break }
      // The server has not started yet.
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(text.hasPrefix("POST userevent: the server cannot be reached: ") && text.contains("certificate"), "\(text)")
  }
}

/// A server with a certificate that nothing trusts.
private final class OpenSSLServer {
  private let process = Process()
  private let folder: URL
  let port: Int

  init(_ program: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
    let make = Process()
    make.executableURL = URL(fileURLWithPath: program)
    make.arguments =
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-subj", "/CN=127.0.0.1"]
    make.standardError = FileHandle.nullDevice
    try make.run()
    make.waitUntilExit()
    // The port was free a moment ago.
    port = try LoopbackServer { $1.close() }.port
    process.executableURL = make.executableURL
    process.arguments = ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key, "-www"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func stop() {
    // The process may have inherited a mask that blocks other signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
