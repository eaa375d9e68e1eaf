import Testing

@testable import snapshots

struct RequestTests {
  @Test(
    arguments: [
      (["review"], .settle(.review, .unsaid, folder: nil)),
      (["review", "Shop/a.txt"], .settle(.review, .named(["Shop/a.txt"]), folder: nil)),
      (["accept", "--all"], .settle(.accept, .all, folder: nil)),
      (["reject", "a", "--folder", "x y", "b"], .settle(.reject, .named(["a", "b"]), folder: "x y")),
      (["--folder=x", "accept", "--", "--all"], .settle(.accept, .named(["--all"]), folder: "x")),
      (["accept", "--help"], .help),
      (["-h"], .help),
    ] as [([String], Request)])
  func `arguments are read`(arguments: [String], request: Request) throws {
    try #expect(Request(parsing: arguments) == request)
  }

  @Test(arguments: [
    [], ["approve"], ["review", "--everything"], ["accept", "--folder"], ["accept", "--folder="],
    ["accept", "--all", "a"],
  ])
  func `a wrong command line is a fault`(arguments: [String]) {
    #expect(throws: Request.UsageError.self) { try Request(parsing: arguments) }
  }
}
