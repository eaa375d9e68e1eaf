import Foundation
import Shell
import Testing

@MainActor @Suite struct `The completions command` {
  /// A line in bash that prints the candidates for the last of the words.
  private func run(bash script: String, completing words: [String]) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID().uuidString).bash")
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    try (script + "COMP_WORDS=(backroom \(list)); COMP_CWORD=\(words.count); _backroom; echo \"${COMPREPLY[*]}\"\n")
      .write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [file.path]
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    return String(decoding: printed, as: UTF8.self).split { $0.isWhitespace }.map(String.init)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "bash is not installed"))
  func `prints a script with which bash completes commands, options and values`() async throws {
    let session = ShellFixture()
    #expect(await session.run(["completions", "bash"]) == .success)
    for (words, candidates) in [
      (["pro"], ["products"]),
      (["products", ""], ["list", "show", "add", "edit", "move", "delete", "import", "export"]),
      (["events", "t"], ["timeline"]), (["events", "timeline", "--b"], ["--by"]),
      (["events", "timeline", "--by", ""], ["day", "week", "month", "action", "flag"]),
      (["events", "timeline", "--by", "=", "w"], ["week"]),
      (["events", "timeline", "--by", "="], ["day", "week", "month", "action", "flag"]),
      (["--color", "a"], ["auto", "always"]), (["-o", "json", "products", "l"], ["list"]),
      (["products", "list", "-o", "j"], ["json", "jsonl"]),
      (["products", "move", "p1", "--f"], ["--fields", "--first"]),
      (["step", "ed"], ["editor"]), (["do", "products.op"], ["products.open"]),
      (["completions", ""], ["bash", "zsh", "fish"]),
      (["help", "ev"], ["events"]), (["--ver"], ["--version"]),
      (["table", "view", "--ragged", ""], ["refuse", "pad"]),
      (["table", "view", "file"], []),
    ] {
      let found = try run(bash: session.printed, completing: words)
      #expect(Set(found) == Set(candidates), "\(words)")
    }
  }

  @Test func `prints the same for other shells`() async {
    let session = ShellFixture()
    await session.run(["completions", "zsh"])
    #expect(session.printed.hasPrefix("#compdef backroom\n"))
    #expect(session.printed.contains(#""events timeline --by") echo day week month action flag ;;"#))
    await session.run(["completions", "fish"])
    #expect(
      session.printed.contains(
        #"complete -c backroom -n '__backroom_at "events timeline"' -l by -x -a 'day week month action flag'"#))
    #expect(session.printed.contains(#"-n '__backroom_at "products"' -f -a 'list' -d 'list products'"#))
    await expectCommandError(["completions", "csh"], .usage, #"shell "csh" is not valid; did you mean zsh?"#)
  }
}
