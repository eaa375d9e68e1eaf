import Foundation

/// The program `openssl` of this machine, which makes certificates and encrypts connections.
package struct OpenSSL: Sendable {
  private static let path = "/usr/bin/openssl"

  package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  struct Failure: Error { let arguments: [String] }

  /// Returns a process that has not been started.
  static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  fileprivate static func run(_ arguments: [String]) throws {
    let process = process(arguments)
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failure(arguments: arguments) }
  }
}

/// A certificate authority that no system trusts.
package final class CertificateAuthority {
  private let folder: URL

  /// Creates an authority with a key of its own.
  package init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try OpenSSL.run(
      ["req", "-x509", "-subj", "/CN=Authority of a test", "-keyout", keyPath, "-out", certificatePath]
        + Self.newKey)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The path of the certificate that a client must trust.
  package var certificatePath: String { path("authority.pem") }

  /// The path of the authority's private key.
  package var keyPath: String { path("authority.key") }

  /// Creates a file next to the certificate, and returns its path.
  package func makeFile(_ name: String, containing text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Returns the options of `openssl s_server` for a new certificate of a host, such as `IP:127.0.0.1` or `DNS:a`.
  fileprivate func certificateOptions(for host: String) throws -> [String] {
    let (key, request, certificate) = (path("server.key"), path("server.csr"), path("server.pem"))
    try OpenSSL.run(["req", "-new", "-subj", "/CN=Server of a test", "-keyout", key, "-out", request] + Self.newKey)
    try OpenSSL.run(
      ["x509", "-req", "-in", request, "-CA", certificatePath, "-CAkey", keyPath, "-CAcreateserial"]
        + ["-extfile", try makeFile("server.cnf", containing: "subjectAltName=\(host)"), "-out", certificate])
    return ["-cert", certificate, "-key", key]
  }
}

/// A server with `https` in front of a loopback server: `openssl` decrypts requests and encrypts responses.
///
/// It serves one connection after the other.
package final class EncryptedServer {
  private let process: Process
  private let port: SocketDescriptor

  /// Starts a server whose certificate an authority signs for a host.
  package init(
    inFrontOf server: LoopbackServer, _ authority: CertificateAuthority, host: String = "IP:127.0.0.1"
  ) async throws {
    // The bound socket reserves the port: other programs do not get it, and openssl can bind it, too.
    port = try SocketDescriptor.bound(sharesPort: true)
    // Without -quiet, openssl would run commands in the responses.
    process = OpenSSL.process(
      ["s_server", "-quiet", "-accept", "127.0.0.1:\(port.port)"] + (try authority.certificateOptions(for: host)))
    let plain = try SocketDescriptor.connected(toPort: server.port)
    defer { plain.close() }
    process.standardInput = plain.fileHandle
    process.standardOutput = plain.fileHandle
    try process.run()
    try await waitUntilReady()
  }

  private func waitUntilReady() async throws {
    while process.isRunning {
      if let connection = try? SocketDescriptor.connected(toPort: port.port) { return connection.close() }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw OpenSSL.Failure(arguments: process.arguments ?? [])
  }

  package var url: String { "https://127.0.0.1:\(port.port)" }

  /// Ends the process.
  package func stop() {
    // The process may have inherited a mask that blocks other signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    port.close()
  }
}
