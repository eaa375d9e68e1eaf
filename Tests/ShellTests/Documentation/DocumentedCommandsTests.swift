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
  /// Each command starts with the sample data, as a new process does, and with the files that earlier commands wrote.
  private func check(_ transcript: DocumentedTranscript) async throws {
    let largeSpaces = try DocumentedTranscript.text("Snapshots/Explorations/large-spaces.txt")
    var files: [String: String] = [:]
    for command in transcript.commands {
      let lines = command.lines.map { $0 + "\n" }.joined()
      if let file = command.printedFile {
        files[file] = lines
      } else if largeSpaces.contains("$ \(command.text)\n") {
        // Too large for a debug build: continuous integration compares this file with what the program prints.
        #expect(largeSpaces.contains("$ \(command.text)\n\(lines)"), "\(transcript.file): \(command.text)")
      } else if let arguments = command.arguments {
        let session = ShellFixture()
        session.files = files
        await session.run(arguments, typing: command.typedLines)
        files = session.files
        let output = session.printed + session.errors
        #expect(command.matches(output), "\(transcript.file): $ \(command.text) prints\n\(output)")
      } else {
        Issue.record("\(transcript.file): the test cannot run $ \(command.text)")
      }
    }
  }
}
