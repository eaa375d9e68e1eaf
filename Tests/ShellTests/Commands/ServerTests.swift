import Analytics
import Foundation
import HTTPFixtures
import HTTPHandlers
import ProgramFixtures
import Programs
import Shell
import Testing
import Values

@MainActor @Suite struct `The option for a server` {
  private let words = ["events", "count"]
  private let session = ShellFixture()

  @Test func `names the server, also in the environment and the configuration file`() async throws {
    await session.run(words)
    #expect(session.location?.server == nil && session.location?.token == nil)
    session.environment = ["HOME": "/home/me"]
    session.files["/home/me/.config/backroom/config"] = "server = http://c\ntoken-file = /c\ninsecure-token = yes"
    session.files["/c"] = "from-c\n"
    await session.run(words)
    #expect(try session.location?.server == ServerAddress(parsing: "http://c"))
    #expect(session.location?.token == BearerToken("from-c"))
    session.environment["BACKROOM_SERVER"] = "http://b/path"
    session.environment["BACKROOM_TOKEN"] = "from-b"
    await session.run(words)
    #expect(try session.location?.server == ServerAddress(parsing: "http://b/path"))
    #expect(session.location?.token == BearerToken("from-b"))
    session.files["token"] = "from-a"
    await session.run(words + ["--server=https://a", "--token-file", "token"])
    #expect(try session.location?.server == ServerAddress(parsing: "https://a"))
    #expect(session.location?.token == BearerToken("from-a"))
  }

  @Test func `is checked before a request is sent`() async {
    await expectCommandError(
      words + ["--server", "example.com"], .usage,
      #"--server "example.com": expected a URL that begins with http:// or https://"#, in: session)
    session.environment["BACKROOM_SERVER"] = "http://me:secret@a"
    await expectCommandError(
      words, .usage,
      #"BACKROOM_SERVER "http://…@a": the URL of a server contains no user name or password; use a token"#,
      in: session)
  }

  @Test func `trusts the authorities in the file that the environment names for curl or OpenSSL`() async {
    await session.run(words)
    #expect(session.location != nil && session.location?.authorityFile == nil)
    session.environment = ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/a.pem"]
    await session.run(words)
    #expect(session.location?.authorityFile == "/a.pem")
    session.environment["CURL_CA_BUNDLE"] = "b.pem"
    await session.run(words)
    #expect(session.location?.authorityFile == "b.pem")
  }

  @Test func `needs a token that can be sent, and no message contains it`() async {
    let server = ["--server", "https://a"]
    let expected = "expected one word, with characters that a header of HTTP can contain"
    session.environment["BACKROOM_TOKEN"] = "s3cret s3cret"
    await expectCommandError(words + server, .usage, "the token in BACKROOM_TOKEN: \(expected)", in: session)
    session.files["empty"] = "\n"
    await expectCommandError(
      words + server + ["--token-file", "empty"], .data, "the token in empty: \(expected)", in: session)
    await expectCommandError(
      words + server + ["--token-file", "no"], .data, "--token-file: no does not exist", in: session)
    #expect(await session.run(words + ["--token-file", "no"]) == .success, "there is no server")
  }
}

@MainActor @Suite struct `A token for a server without encryption` {
  private let session = ShellFixture()

  @Test func `is refused, unless the server is this machine or the user allows it`() async {
    session.environment["BACKROOM_TOKEN"] = "s3cret"
    let message =
      "the token would be sent to http://a?x=1 without encryption; use https://, or --insecure-token in a network that "
      + "you trust"
    await expectCommandError(["events", "count", "--server", "http://a?x=1"], .usage, message, in: session)
    for words in [["http://a", "--insecure-token"], ["https://a"], ["http://127.0.0.1"], ["http://localhost:8080"]] {
      await session.run(["events", "count", "--server"] + words)
      #expect(session.location?.token == BearerToken("s3cret"), "\(words)")
      session.forgetLocation()
    }
    session.environment["BACKROOM_INSECURE_TOKEN"] = "maybe"
    await expectCommandError(
      ["events", "count", "--server", "http://a"], .usage,
      #"BACKROOM_INSECURE_TOKEN "maybe" is not valid; expected true or false"#,
      in: session)
  }
}

#if os(Linux)
  @Suite struct `Events on a server` {
    /// Runs command lines without the proxy and the trusted authorities of the environment, and returns what they print
    /// and the exit status.
    private func run(_ lines: String) throws -> (output: String, status: Int32) {
      let program = try RunningProgram(
        shell: """
          unset CURL_CA_BUNDLE SSL_CERT_FILE; export no_proxy='*'; { \(lines); } 2>&1; echo "status $?"
          """)
      let output = program.readAllOutput()
      _ = program.end()
      let parts = output.components(separatedBy: "status ")
      return (parts.dropLast().joined(separator: "status "), parts.last.flatMap { Int32($0.dropLast()) } ?? -1)
    }

    @Test func `are listed, counted and recorded`() throws {
      let server = try AnalyticsServer()
      let record = """
        backroom events record --user 00000000-0000-4000-8000-000000000001 --flag true --action stop \
        --at 2023-03-22T10:00:00.125Z -o plain
        """
      let event = "00000000-0000-4000-8000-000000000001\ttrue\t2023-03-22T10:00:00.125Z\tstop\n"
      let url = "--server \(server.http.url)"
      #expect(try run("\(record) \(url)") == (event, 0))
      #expect(try run("BACKROOM_TOKEN=s3cret backroom events list \(url) -o plain") == (event, 0))
      #expect(try run("backroom events count --flag false \(url)") == ("0 events, 0 users\n", 0))
      #expect(
        try run("backroom events users \(url) -o plain") == ("00000000-0000-4000-8000-000000000001\t1\n", 0))
      #expect(server.events.map(\.timestamp) == [Instant("2023-03-22T10:00:00.125Z")])
      let requests = server.http.requests
      let recording = try #require(requests.first { $0.method == "POST" })
      #expect(recording.target == "/userevent" && recording.fields["authorization"] == nil)
      #expect(requests.contains { $0.fields["authorization"] == "Bearer s3cret" })
    }

    @Test(.enabled(if: OpenSSL.isInstalled, "openssl is not installed"))
    func `are loaded if the certificate of the server is trusted`() async throws {
      let server = try AnalyticsServer()
      let authority = try CertificateAuthority()
      let front = try await EncryptedServer(inFrontOf: server.http, authority)
      defer { front.stop() }
      // The server in front serves one connection at a time, and a list needs only one.
      let command = "backroom events list --server \(front.url)"
      let trusted = try run("SSL_CERT_FILE='\(authority.certificatePath)' \(command)")
      #expect(trusted == ("USERID  FLAG  TIMESTAMP  ACTION\n", 0))
      let refused = try run(command)
      #expect(refused.output.contains("certificate") && refused.status == 69)
      let missing = try run("SSL_CERT_FILE=/no/file \(command)")
      #expect(missing.output.contains("no trusted certificate can be read from /no/file") && missing.status == 69)
    }

    #if Databases
      @Test func `that were recorded are stored once, although connections are lost and events refused`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString).db").path
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let server = try AnalyticsServer(faults: [.cutAfterStoring, .refused, .cutBeforeStoring])
        let (url, error) = ("\(server.http.url)", "backroom: 1 event")
        let setting = "export BACKROOM_DATABASE='\(path)'"
        func record(_ kind: String) -> String {
          "backroom events record --user 00000000-0000-4000-8000-000000000001 --flag true --action \(kind) --at -1h "
            + "--fields action --server \(url)"
        }
        let lost = "the connection was lost before the response was complete"
        let wait = "1 event waits to be sent: \(lost). Stored for \(url); 'backroom events outbox send' tries again.\n"
        #expect(try run("\(setting); \(record("start")) -o plain") == ("\(wait)start\n", 0))
        let reason = "the server answered with status 400 Bad Request: refused"
        #expect(
          try run(
            "\(setting); \(record("stop")) -o json; backroom events outbox --fields number,status,action,server -o csv")
            == (
              #"{"error":{"code":"unavailable","message":"1 event was refused by the server: \#(reason)","#
                + #""hint":"'backroom events outbox' lists the events that are not sent"}}"#
                + "\nnumber,status,action,server\n2,refused,stop,\(url)\n", 0
            ))
        #expect(server.events.map(\.action) == [.start])
        #expect(
          try run("\(setting); backroom events outbox send --server \(url)")
            == ("\(error) waits to be sent: \(lost)\n", 69))
        #expect(
          try run("\(setting); backroom events outbox send --server \(url)") == ("the server has stored 1 event\n", 0))
        #expect(server.events.map(\.action) == [.start, .stop])
      }
    #endif

    @Test func `that cannot be reached are the status 69`() throws {
      var server: LoopbackServer? = try LoopbackServer { $1.respond("later", status: "404 x") }
      let url = try #require(server).url
      #expect(
        try run("backroom events list --server \(url)")
          == ("backroom: GET userevents: the server answered with status 404 Not Found: later\n", 69))
      server = nil
      let result = try run("backroom events list --server \(url)")
      #expect(result.output.hasPrefix("backroom: GET userevents: the server cannot be reached: "))
      #expect(result.status == 69)
      #expect(try run("backroom products list --fields id --server \(url)").status == 0)
    }
  }
#endif
