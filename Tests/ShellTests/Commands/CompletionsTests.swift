import Foundation
import ProgramFixtures
import Programs
import PseudoTerminals
import Shell
import Testing

@MainActor @Suite struct `The completions command` {
  /// A line in bash that prints the candidates for the last of the words.
  private func run(bash script: String, completing words: [String]) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID().uuidString).bash")
    let line = (["backroom"] + words).joined(separator: " ")
    // As bash does, the words are divided at colons and equals signs.
    let parts = words.flatMap { word in
      word.isEmpty ? [""] : word.matches(of: /[=:]|[^=:]+/).map { String($0.output) }
    }
    let list = parts.map { "'\($0)'" }.joined(separator: " ")
    try
      (script
      + "COMP_LINE='\(line)'; COMP_POINT=\(line.utf8.count); COMP_WORDS=(backroom \(list)); COMP_CWORD=\(parts.count); "
      + "_backroom; echo \"${COMPREPLY[*]}\"\n")
      .write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [file.path]
    process.environment = ["PATH": "\(Bundle.main.bundleURL.path):/usr/bin:/bin"]
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
      (["products", ""], ["list", "show", "add", "edit", "move", "delete", "changes", "import", "export"]),
      (["events", "t"], ["timeline"]), (["events", "timeline", "--b"], ["--by"]),
      (["events", "timeline", "--by", ""], ["day", "week", "month", "action", "flag"]),
      (["events", "timeline", "--by=w"], ["week"]),
      (["events", "timeline", "--by="], ["day", "week", "month", "action", "flag"]),
      (["--server", "http://x/y", "products", "sh"], ["show"]),
      (["--database", ":memory:", "products", "sh"], ["show"]),
      (["do", "-o", "json", "products.op"], ["products.open"]),
      (["do", "products.list", "-o", "js"], ["json", "jsonl"]),
      (["do", "products.column.move", "--before", "name", "na"], ["name"]),
      (["--color", "a"], ["auto", "always"]), (["-o", "json", "products", "l"], ["list"]),
      (["products", "list", "-o", "j"], ["json", "jsonl"]),
      (["products", "move", "p1", "--f"], ["--fields", "--first"]),
      (["events", "outbox", ""], ["send", "discard"]), (["events", "outbox", "--li"], ["--limit"]),
      (["do", "products.op"], ["products.open"]), (["do", "products", "op"], ["open"]),
      (["do", "tab", "events", "then", "products.sort", "p"], ["price", "position"]),
      (["do", "products.sort", "price", "--a"], ["--add"]), (["do", "--w"], ["--watch"]),
      (["do", "events.timeline", "--by=w"], ["week"]), (["do", "events.timeline", "--b"], ["--by"]),
      (["completions", ""], ["bash", "zsh", "fish"]),
      (["help", "ev"], ["events"]), (["--ver"], ["--version"]),
      (["products", "import", "--existing", ""], ["update", "skip", "reject"]), (["products", "import", "file"], []),
    ] {
      let found = try run(bash: session.printed, completing: words)
      #expect(Set(found) == Set(candidates), "\(words)")
    }
  }

  @Test func `knows three shells`() async {
    await expectCommandError(["completions", "csh"], .usage, #"shell "csh" is not valid; did you mean zsh?"#)
  }

  private nonisolated static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  #if os(Linux)
    /// A folder with the scripts and a shop with sample data.
    private struct Shop: ~Copyable {
      let folder = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID().uuidString)")
      /// The folder of the program, which is built beside the tests.
      let programs = Bundle.main.bundleURL.path

      init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = try RunningProgram(shell: "backroom sample --database \(folder.path)/shop.db")
        #expect(program.readAllOutput() == "9 products and 24 events added\n")
        // An ID that a shell would run, and one with a space.
        for id in ["$(touch${IFS}\(folder.path)/run)", "x y"] {
          let add = try RunningProgram([
            "products", "add", "--id", id, "--name", "a", "--price", "1", "--database", "\(folder.path)/shop.db",
          ])
          #expect(add.end() == 0)
        }
      }

      /// Whether a shell has run the ID of a product.
      var hasRunID: Bool { FileManager.default.fileExists(atPath: "\(folder.path)/run") }

      /// Whether completion has created a database.
      var hasCreatedDatabase: Bool { FileManager.default.fileExists(atPath: "\(folder.path)/none.db") }

      deinit { try? FileManager.default.removeItem(at: folder) }

      /// Writes the script of a shell, and returns a line that reads it.
      @MainActor func load(_ shell: String) async throws -> String {
        let session = ShellFixture()
        #expect(await session.run(["completions", shell]) == .success)
        try session.printed.write(to: folder.appending(path: shell), atomically: true, encoding: .utf8)
        return "source \(folder.path)/\(shell)"
      }
    }

    @Test(.enabled(if: isInstalled("fish"), "fish is not installed"))
    func `fish completes commands, options, values and IDs`() async throws {
      let shop = try Shop()
      let load = try await shop.load("fish")
      for (line, candidates) in [
        ("pro", "products"), ("products l", "list"), ("events timeline --b", "--by"),
        ("events timeline --by w", "week"), ("products list --sort pri", "price"), ("do products.op", "products.open"),
        ("do products.sort pri", "price"), ("do products.open p", "p1 p2 p3 p4 p5 p6 p7 p8 p9"),
        ("products show p", "p1 p2 p3 p4 p5 p6 p7 p8 p9"), ("products move p1 --after p2", "p2"),
        ("products show x", "x y"), ("--database \(shop.folder.path)/none.db products show ", ""),
        ("products list --sort price --li", "--limit"),
      ] {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/fish")
        process.arguments = ["--private", "-c", "\(load); complete -C 'backroom \(line)'"]
        process.environment = [
          "PATH": "\(shop.programs):/usr/bin:/bin", "HOME": shop.folder.path,
          "BACKROOM_DATABASE": "\(shop.folder.path)/shop.db",
        ]
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let found = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty, "\(line)")
        // A candidate can have a description after a tab.
        let words = found.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(words.joined(separator: " ") == candidates, "\(line)")
      }
      #expect(!shop.hasRunID && !shop.hasCreatedDatabase)
    }

    @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed"))
    func `zsh completes commands, options, values and IDs`() async throws {
      try await complete(
        in: ["/usr/bin/zsh", "-f", "-i"], "zsh", loading: "autoload -Uz compinit; compinit -D -u")
    }

    @Test(.enabled(if: isInstalled("bash"), "bash is not installed"))
    func `bash completes commands, options, values and IDs`() async throws {
      // Bash writes what is typed to standard error.
      try await complete(
        in: ["/bin/sh", "-c", "exec bash --norc --noprofile -i 2>&1"], "bash", loading: "bind 'set bell-style none'")
    }

    /// Starts a shell on a terminal, and types the beginnings of lines and the Tab key.
    private func complete(in words: [String], _ name: String, loading start: String) async throws {
      let shop = try Shop()
      let load = try await shop.load(name)
      let terminal = try PseudoTerminal()
      terminal.resize(columns: 200, rows: 40)
      let shell = try TerminalProgram(
        words, on: terminal, controlsTerminal: true,
        variables: ["TERM=dumb", "HOME=\(shop.folder.path)", "BACKROOM_DATABASE=\(shop.folder.path)/shop.db"])
      try terminal.leaveToProgram()
      try terminal.send("PS1='$ '; PATH=\(shop.programs):$PATH; \(start); \(load); echo RE''ADY\n")
      try #require(terminal.read(until: "READY"))
      for (line, rest) in [
        ("pro", "ducts "), ("products l", "ist "), ("events timeline --b", "y "), ("events timeline --by w", "eek "),
        ("products list --sort pri", "ce "), ("do products.op", "en "),
        ("do tab ev", "ents "), ("do products.open x", "\\ y"), ("products delete --dr", "y-run "),
        ("products show x", "\\ y"),
        ("products move p1 --after p", nil), ("products show p", nil),
      ] as [(String, String?)] {
        try terminal.send("backroom \(line)\t")
        if let rest {
          #expect(terminal.read(until: "\(line)\(rest)"), "\(line)")
        } else {
          // Several candidates are listed after a second Tab.
          try terminal.send("\t")
          #expect(terminal.read(until: "p1") && terminal.read(until: "p9"), "\(line)")
        }
        try terminal.send("\u{15}")
      }
      try terminal.send("backroom --database \(shop.folder.path)/none.db products show \t\u{15}exit\n")
      #expect(shell.wait() == .exit(0))
      #expect(!shop.hasRunID && !shop.hasCreatedDatabase)
    }
  #endif
}
