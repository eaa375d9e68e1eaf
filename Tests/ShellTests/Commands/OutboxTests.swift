import Analytics
import MemoryHandlers
import ProgramFixtures
import Programs
import Shell
import Testing
import Values

@MainActor @Suite struct `The outbox command` {
  private let session = ShellFixture()
  private let server = ["--server", "http://a/b?shop=s3cret"]

  /// Records an event, while the server fails as the faults say: first when the event is counted, then when it is sent.
  private func record(_ faults: FaultQueue<EventSourceError.Reason>.Fault...) async -> Programs.ExitStatus {
    await session.source.inject(faults)
    let words = ["--user", "00000000-0000-4000-8000-000000000009", "--flag", "true", "--action", "stop"]
    return await session.run(["events", "record", "-o", "plain", "--fields", "action"] + words + server)
  }

  private func outbox(_ line: String, typing lines: [String] = []) async -> Programs.ExitStatus {
    await session.run(["events", "outbox"] + line.split(separator: " ").map(String.init) + server, typing: lines)
  }

  @Test func `law 5: an event that cannot be sent waits, and is sent by the next command, once`() async {
    #expect(await record(.requestFailed(.offline)) == .success)
    #expect(session.printed == "stop\n")
    #expect(
      session.errors == """
        1 event waits to be sent: the server cannot be reached. Stored for http://a/b?…; 'backroom events \
        outbox send' tries again.

        """)
    #expect(await session.source.database == .sample)
    #expect(await outbox("--fields number,status,server,action") == .success)
    #expect(session.printed == "NUMBER  STATUS   SERVER        ACTION\n     1  waiting  http://a/b?…  stop\n")
    await session.source.inject([.none, .responseLost(.timedOut)])
    #expect(await outbox("send") == .unavailable)
    #expect(
      session.errors
        == "backroom: 1 event waits to be sent: the server did not answer in time\n")
    #expect(await record() == .success)
    #expect(session.errors == "")
    #expect(await session.source.database.events.count == 26)
    #expect(await outbox("-o json") == .success)
    #expect(session.printed == "[]\n")
  }

  @Test func `a refused event does not block others, and is sent again or discarded`() async {
    let reason =
      "1 event was refused by the server: "
      + "the server answered with status 422 Unprocessable Content: no data"
    #expect(await record(.none, .requestFailed(.badStatus(422))) == .unavailable)
    #expect(
      session.errors == "backroom: \(reason); 'backroom events outbox' lists the events that are not sent\n")
    await session.source.inject([.none, .requestFailed(.badStatus(422))])
    #expect(await outbox("send") == .unavailable)
    #expect(session.errors == "backroom: \(reason)\n")
    #expect(await outbox("discard 7 --yes") == .data)
    #expect(session.errors == "backroom: no event with the number 7 waits to be sent to this server\n")
    #expect(await outbox("discard", typing: ["n"]) == .failure)
    #expect(session.prompts == ["Discard 1 event? [y/N] "])
    #expect(await outbox("discard 1 --fields number,status -o csv", typing: ["y"]) == .success)
    #expect(session.printed == "number,status\n1,refused\n")
    #expect(await outbox("send") == .success)
    #expect(session.printed == "no events wait to be sent\n")
    #expect(await session.source.database == .sample)
  }

  @Test func `an event that the server refuses fails the command of do that sends it, and no later one`() async {
    let record = [
      "do", "events.record", "--user", "00000000-0000-4000-8000-000000000009", "--flag=true", "--action", "stop",
    ]
    await session.source.inject([.none, .requestFailed(.badStatus(422))])
    #expect(await session.run(record + server) == .unavailable)
    #expect(session.errors.contains("1 event was refused by the server"), "\(session.errors)")
    #expect(await session.run(["do", "products.sort", "price"] + server) == .success, "\(session.errors)")
    await session.source.inject([.none, .requestFailed(.badStatus(422))])
    #expect(await session.run(["do", "events.outbox.send"] + server) == .unavailable, "the server refuses it again")
    #expect(await session.run(["do", "events.outbox.send"] + server) == .success, "\(session.errors)")
  }

  @Test func `commands and options are checked`() async {
    await expectCommandError(
      ["events", "outbox", "sned"], .usage, #"unknown command "sned"; did you mean "send"?"#, in: session)
    await expectCommandError(
      ["events", "outbox", "send", "3"], .usage,
      "unexpected word \"3\"\nUsage: backroom events outbox send", in: session)
    await expectCommandError(
      ["events", "outbox", "--limit", "x"], .usage, #"--limit "x" is not valid; expected a whole number from 0"#,
      in: session)
    await expectCommandError(
      ["events", "outbox", "discard", "x"], .usage,
      #"NUMBER "x" is not valid; expected a whole number from 0, or several"#, in: session)
    await expectCommandError(
      ["events", "outbox", "send"], .usage, "events are not sent to a server; name it with --server", in: session)
    session.isInteractive = false
    await expectCommandError(
      ["events", "outbox", "discard"] + server, .usage,
      "standard input is not a terminal, so nothing can be asked; add --yes to discard", in: session)
  }

  @Test func `an outbox that ends with the program keeps no promise`() async {
    session.outbox = MemoryEventOutbox()
    #expect(await record(.none, .requestFailed(.offline)) == .unavailable)
    #expect(
      session.errors == """
        backroom: 1 event waits to be sent: the server cannot be reached; the database in memory ends with this \
        command

        """)
    await session.outbox.inject([.requestFailed(OutboxError("the disk is full"))])
    #expect(await record() == .unavailable)
    #expect(session.errors == "backroom: the disk is full\n")
  }

  @Test func `do sends what waits, and shows what remains`() async {
    session.sessions = MemorySessionStore()
    #expect(await record(.requestFailed(.offline)) == .success)
    await session.source.inject([.requestFailed(.offline)])
    #expect(await session.run(["do", "tab", "events"] + server) == .success)
    #expect(session.printed.contains("1 event waits to be sent: "))
    #expect(session.printed.contains("[Discard] events.outbox.discard --status=waiting"))
    let failure = FaultQueue<OutboxError>.Fault.requestFailed(OutboxError("the disk is full"))
    await session.outbox.inject([failure, failure])
    #expect(await session.run(["do", "events.outbox.send"] + server) == .unavailable)
    #expect(session.errors == "backroom: the disk is full\n")
    #expect(await session.run(["do", "events.outbox.discard"]) == .usage)
    #expect(session.errors == "backroom: events are not sent to a server; name it with --server\n")
    #expect(await session.run(["do", "tab", "events"] + server) == .success)
    #expect(!session.printed.contains("wait"))
    await expectCommandError(
      ["do", "events.outbox.discard"] + server, .usage, "name the events by their numbers, or with --status",
      in: session)
    #expect(await session.source.database.events.count == 25)
    #expect(await session.run(["do", "events.outbox.send"] + server) == .success)
    #expect(session.printed == "no events wait to be sent\n")
  }
}
