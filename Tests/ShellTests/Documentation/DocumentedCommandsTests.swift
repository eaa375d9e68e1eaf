import MemoryHandlers
import ProgramFixtures
import Programs
import Shell
import Testing

/// The command lines in README.md and in the DocC catalogues.
@MainActor @Suite struct `Command lines in the documentation` {
  @Test func `print what the documentation shows`() async throws {
    let transcripts = try DocumentedTranscript.all()
    #expect(transcripts.count >= 10, "only \(transcripts.count) transcripts were found")
    for transcript in transcripts { try await check(transcript) }
  }

  @Test func `of sentences name commands that exist`() async throws {
    var lines: Set<String> = []
    for page in try DocumentedTranscript.pages() {
      let text = try DocumentedTranscript.text(page)
      lines.formUnion(text.matches(of: /`((?:backroom|workbench) [^`]+)`/).map { String($0.output.1) })
    }
    #expect(lines.count > 20, "\(lines)")
    for line in lines where !line.contains("COMMAND") && !line.contains("--linear") {
      let words = line.split(separator: " ").map(String.init)
      let session = ShellFixture()
      session.name = try #require(ShellFixture.ProgramName(rawValue: words[0]))
      let help = words.last == "--help" ? [] : ["--help"]
      #expect(await session.run(words.dropFirst() + help) == .success, "\(line): \(session.errors)")
    }
  }

  @Test func `that set variables are taken by the program`() async throws {
    let page = try DocumentedTranscript.text("Sources/Shell/Shell.docc/CommandLine.md")
    let lines = page.matches(of: /\n([A-Z_]+)=(\S+) backroom ([^\n]+)\n/)
    #expect(lines.count == 2)
    for line in lines {
      let session = ShellFixture()
      session.environment[String(line.1)] = String(line.2)
      let words = line.3.split(separator: " ").map(String.init)
      #expect(await session.run(words) == .success, "\(line.0): \(session.errors)")
      #expect(session.printed == "24 events, 7 users\n" && session.location?.server != nil)
    }
  }

  /// Runs the commands of a transcript.
  ///
  /// The first command starts with the sample data, or with an empty shop if a command adds the sample data. Later ones
  /// continue with the data, the session and the files of earlier ones.
  private func check(_ transcript: DocumentedTranscript) async throws {
    let largeSpaces = try DocumentedTranscript.text("Snapshots/Explorations/large-spaces.txt")
    let isEmpty = transcript.commands.contains { $0.text.hasPrefix("backroom sample") }
    let session = isEmpty ? ShellFixture(ProductDatabase(), EventDatabase()) : ShellFixture()
    session.sessions = MemorySessionStore()
    for command in transcript.commands {
      let lines = command.lines.map { $0 + "\n" }.joined()
      if let file = command.printedFile {
        session.files[file] = lines
      } else if largeSpaces.contains("$ \(command.text)\n") {
        // Too large for a debug build: continuous integration compares this file with what the program prints.
        #expect(largeSpaces.contains("$ \(command.text)\n\(lines)"), "\(transcript.file): \(command.text)")
      } else if let (program, arguments) = command.call {
        session.name = program
        await session.run(arguments, typing: command.typedLines)
        let output = session.printed + session.errors
        #expect(command.matches(output), "\(transcript.file): $ \(command.text) prints\n\(output)")
      } else {
        Issue.record("\(transcript.file): the test cannot run $ \(command.text)")
      }
    }
  }
}
