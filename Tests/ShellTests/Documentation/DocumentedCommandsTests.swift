import MemoryHandlers
import ProgramFixtures
import Programs
import Testing

/// The command lines in README.md and in the DocC catalogues.
@MainActor @Suite struct `Command lines in the documentation` {
  @Test func `print what the documentation shows`() async throws {
    let transcripts = try DocumentedTranscript.all()
    #expect(transcripts.count >= 10, "only \(transcripts.count) transcripts were found")
    for transcript in transcripts { try await check(transcript) }
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
