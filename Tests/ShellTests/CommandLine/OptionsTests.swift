import Testing

@testable import Shell

@Suite struct `Options of a command line` {
  private func options(_ words: String...) throws -> Options { try Options(words, help: "Usage\n\n  more") }

  @Test func `what stands behind two dashes is a word`() throws {
    var options = try options("a", "--name", "b", "--", "-x", "--name", "--help", "--", "")
    #expect(try options.value("--name") == "b")
    #expect(try options.rest("") == ["a", "-x", "--name", "--help", "--", ""])
    #expect(try self.options("--").rest("") == [])
  }

  @Test func `a value that begins like an option is joined to its name`() throws {
    var options = try options("--name=--x", "--id", "-x", "--tags=")
    #expect(try options.value("--name") == "--x")
    #expect(try options.value("--id") == "-x")
    #expect(try options.value("--tags") == "")
    for rest in [["--price", "3"], ["--"], []] {
      var options = try Options(["--name"] + rest, help: "Usage")
      #expect(throws: ShellFailure.usage("--name lacks its value\nUsage")) { try options.value("--name") }
    }
  }

  @Test func `nothing is given twice, and a flag has no value`() throws {
    for words in [["--name", "a", "--name=b"], ["--name=a", "--name=a"], ["--name", "--name"]] {
      var options = try Options(words, help: "Usage")
      #expect(throws: ShellFailure.usage("--name is given twice\nUsage")) { try options.value("--name") }
    }
    var twice = try options("--loud", "--loud")
    #expect(throws: ShellFailure.usage("--loud is given twice\nUsage")) { try twice.flag("--loud") }
    var valued = try options("--loud=true")
    #expect(throws: ShellFailure.usage("--loud takes no value\nUsage")) { try valued.flag("--loud") }
  }

  @Test func `what is needed and not there is missing`() throws {
    let help = "Usage --name --names"
    var options = try Options(["--names=a"], help: help)
    #expect(try options.value("--name") == nil)
    #expect(throws: ShellFailure.usage("--name is missing\n\(help)")) { try options.value("--name", isNeeded: true) }
  }

  @Test func `what is mistyped is not called missing`() throws {
    let help = "Usage --name [--price P]\n\n  --name  what it is called"
    for (word, fault) in [
      ("--nme", "unknown option \"--nme\"; did you mean \"--name\"?"), ("--loud=1", "unknown option \"--loud\""),
    ] {
      var options = try Options(["--price", "3", word], help: help)
      #expect(throws: ShellFailure.usage("\(fault)\nUsage --name [--price P]")) {
        try options.value("--name", isNeeded: true)
      }
      #expect(throws: ShellFailure.self) { try options.rest("") }
    }
    let options = try Options(["--nme"], help: help)
    #expect(throws: ShellFailure.usage("unknown option \"--nme\"; did you mean \"--name\"?\nUsage --name [--price P]"))
    {
      try options.rest("")
    }
  }

  @Test func `help is asked for anywhere before two dashes`() throws {
    for word in ["--help", "-h"] {
      #expect(throws: ShellFailure(status: .success, message: "Usage\n\n  more")) { try self.options("a", word) }
      #expect(try self.options("--", word).rest("") == [word])
    }
  }
}
