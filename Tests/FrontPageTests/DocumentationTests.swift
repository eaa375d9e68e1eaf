import Testing

/// The code in README.md and in the DocC catalogues.
@Suite struct `Code in the documentation` {
  @Test func `every Swift block is part of an example that the tests compile`() throws {
    let examples = try Documentation.examples()
    let blocks = try Documentation.blocks().filter { $0.language == "swift" }
    #expect(blocks.count >= 10, "only \(blocks.count) Swift blocks were found")
    for block in blocks {
      #expect(
        examples.contains { $0.contains(lines: block.lines) },
        "\(block.file):\(block.firstLine): no file Tests/*/*Example.swift contains this block:\n\(block.text)")
    }
  }

  @Test func `every law in a guide names a test that exists`() throws {
    let (laws, tests) = (try Documentation.laws(), try Documentation.testNames())
    #expect(laws.count >= 50, "only \(laws.count) laws were found")
    for law in laws where !tests.contains(law.test) {
      Issue.record("\(law.page): there is no test named \(law.test)")
    }
  }

  @Test func `every part of the search example is shown`() throws {
    let shown = try Documentation.blocks().map(\.text)
    let example = try Documentation.text("Tests/FrontPageTests/SearchExample.swift")
    let start = try #require(example.firstRange(of: "struct Search: Reducer"))
    let lines = example[start.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
    let shownInFull = lines.filter { !$0.hasPrefix("protocol ") }.joined(separator: "\n")
    let parts = shownInFull.split(separator: "\n}\n").map { $0.drop(while: \.isNewline) + "\n}\n" }
    for part in parts {
      #expect(shown.contains { $0.contains(part) }, "no page shows this part:\n\(part)")
    }
    for name in ["struct Search:", "struct SearchHandler", "struct SearchExploration", "@MainActor func runSearch"] {
      #expect(parts.contains { $0.hasPrefix(name) }, "\(name) is missing in the example")
    }
  }
}
