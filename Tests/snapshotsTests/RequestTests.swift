import Testing

@testable import snapshots

struct RequestTests {
  @Test(
    arguments: [
      (["review"], .resolve(.review, .unspecified, folder: nil)),
      (["review", "Shop/a.txt"], .resolve(.review, .named(["Shop/a.txt"]), folder: nil)),
      (["accept", "--all"], .resolve(.accept, .all, folder: nil)),
      (["reject", "a", "--folder", "x y", "b"], .resolve(.reject, .named(["a", "b"]), folder: "x y")),
      (["--folder=x", "accept", "--", "--all"], .resolve(.accept, .named(["--all"]), folder: "x")),
      (["accept", "--help"], .help),
      (["-h"], .help),
    ] as [([String], Request)])
  func `arguments are parsed`(arguments: [String], request: Request) throws {
    try #expect(Request(parsing: arguments) == request)
  }

  @Test(arguments: [
    [], ["approve"], ["review", "--everything"], ["accept", "--folder"], ["accept", "--folder="],
    ["accept", "--all", "a"],
  ])
  func `an invalid command line is an error`(arguments: [String]) {
    #expect(throws: Request.UsageError.self) { try Request(parsing: arguments) }
  }
}
