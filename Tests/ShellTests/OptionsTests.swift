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
    var options = try options("--names=a")
    #expect(try options.value("--name") == nil)
    #expect(throws: ShellFailure.usage("--name is missing\nUsage")) { try options.value("--name", isNeeded: true) }
  }

  @Test func `help is asked for anywhere before two dashes`() throws {
    for word in ["--help", "-h"] {
      #expect(throws: ShellFailure(status: .success, message: "Usage\n\n  more")) { try self.options("a", word) }
      #expect(try self.options("--", word).rest("") == [word])
    }
  }
}
