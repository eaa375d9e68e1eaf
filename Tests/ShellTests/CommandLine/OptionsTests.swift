import Testing

@testable import Shell

@Suite struct `Command line arguments` {
  private func options(_ words: String...) throws -> CommandArguments {
    try CommandArguments(words, help: "Usage\n\n  more")
  }

  private func expectUsageError(
    _ text: String, at location: SourceLocation = #_sourceLocation, from body: () throws -> Void
  ) {
    let error = #expect(throws: CommandError.self, sourceLocation: location, performing: body)
    #expect(error?.text == text && error?.status == .usage, sourceLocation: location)
  }

  @Test func `words after two dashes are operands`() throws {
    var options = try options("a", "--name", "b", "--", "-x", "--name", "--help", "--", "")
    #expect(try options.popValue("--name") == "b")
    #expect(try options.operands("") == ["a", "-x", "--name", "--help", "--", ""])
    #expect(try self.options("--").operands("") == [])
  }

  @Test func `a value that begins with two dashes needs an equals sign`() throws {
    var options = try options("--name=--x", "--id", "-x", "--tags=")
    #expect(try options.popValue("--name") == "--x")
    #expect(try options.popValue("--id") == "-x")
    #expect(try options.popValue("--tags") == "")
    for rest in [["--price", "3"], ["--"], []] {
      var options = try CommandArguments(["--name"] + rest, help: "Usage")
      expectUsageError("missing value for --name\nUsage") { _ = try options.popValue("--name") }
    }
  }

  @Test func `an option is given at most once, and a flag has no value`() throws {
    for words in [["--name", "a", "--name=b"], ["--name=a", "--name=a"], ["--name", "--name"]] {
      var options = try CommandArguments(words, help: "Usage")
      expectUsageError("--name is given twice\nUsage") { _ = try options.popValue("--name") }
    }
    var twice = try options("--loud", "--loud")
    expectUsageError("--loud is given twice\nUsage") { _ = try twice.popFlag("--loud") }
    var valued = try options("--loud=true")
    expectUsageError("--loud takes no value\nUsage") { _ = try valued.popFlag("--loud") }
  }

  @Test func `a missing required option is an error`() throws {
    let help = "Usage --name --names"
    var options = try CommandArguments(["--names=a"], help: help)
    #expect(try options.popValue("--name") == nil)
    expectUsageError("missing required option --name\n\(help)") {
      _ = try options.popValue("--name", isRequired: true)
    }
  }

  @Test func `a misspelled option is reported as unknown and not as missing`() throws {
    let help = "Usage --name [--price P]\n\n  --name  name of the product"
    for (word, message) in [
      ("--nme", "unknown option \"--nme\"; did you mean \"--name\"?"), ("--loud=1", "unknown option \"--loud\""),
    ] {
      var options = try CommandArguments(["--price", "3", word], help: help)
      expectUsageError("\(message)\nUsage --name [--price P]") {
        _ = try options.popValue("--name", isRequired: true)
      }
      #expect(throws: CommandError.self) { try options.operands("") }
    }
    let options = try CommandArguments(["--nme"], help: help)
    expectUsageError("unknown option \"--nme\"; did you mean \"--name\"?\nUsage --name [--price P]") {
      _ = try options.operands("")
    }
  }

  @Test func `help can be requested anywhere before two dashes`() throws {
    for word in ["--help", "-h"] {
      #expect(throws: CommandError(status: .success, message: "Usage\n\n  more")) { try self.options("a", word) }
      #expect(try self.options("--", word).operands("") == [word])
    }
  }
}
