import SnapshotFiles
import Testing
import Values

struct UnifiedDiffTests {
  @Test func `equal texts have no difference`() {
    #expect(UnifiedDiff(of: "a", from: "x\ny", to: "x\ny").isEmpty)
    #expect(UnifiedDiff(of: "a", from: "", to: "").description == "")
  }

  @Test func `a change has three lines of context on both sides`() {
    let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    #expect(
      UnifiedDiff(of: "Shop/count.txt", from: old, to: old.replacing("5", with: "five")).description == """
        --- Shop/count.txt
        +++ Shop/count.txt
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  @Test(arguments: [(6, 1), (7, 2)])
  func `changes whose contexts touch share a hunk`(linesBetween: Int, hunks: Int) {
    let between = (0..<linesBetween).map { "\($0)\n" }.joined()
    let difference = UnifiedDiff(of: "a", from: "x\n\(between)x\n", to: "y\n\(between)y\n")
    #expect(difference.description.split(separator: "\n").count { $0.hasPrefix("@@") } == hunks)
  }

  @Test func `an empty text has the range 0,0`() {
    #expect(UnifiedDiff(of: "a", from: "", to: "x\n").description == "--- a\n+++ a\n@@ -0,0 +1,1 @@\n+x\n")
    #expect(UnifiedDiff(of: "a", from: "x\n", to: "").description == "--- a\n+++ a\n@@ -1,1 +0,0 @@\n-x\n")
  }

  @Test func `a missing final newline is a difference with a note`() {
    #expect(
      UnifiedDiff(of: "a", from: "x\ny", to: "x\ny\n").description == """
        --- a
        +++ a
        @@ -1,2 +1,2 @@
         x
        -y
        \\ No newline at end of file
        +y

        """)
  }

  @Test func `texts are compared byte by byte`() {
    #expect(!UnifiedDiff(of: "a", from: "\u{E9}\n", to: "e\u{301}\n").isEmpty)
    #expect(!UnifiedDiff(of: "a", from: "x\r\n", to: "x\n").isEmpty)
  }

  @Test(arguments: [
    ("\u{E9}.txt", "\u{E9}.txt"), ("two words", "two words\t"), ("a\nb", #""a\012b""#), (#"say "x""#, #""say \"x\"""#),
    (#"a\b"#, #""a\\b""#), ("a\u{7F}", #""a\177""#),
  ])
  func `a name that could break the header is quoted or followed by a tab`(name: String, header: String) {
    let difference = UnifiedDiff(of: name, from: "", to: "x\n")
    #expect(difference.description.hasPrefix("--- \(header)\n+++ \(header)\n@@"))
  }

  @Test(arguments: 0..<400)
  func `applying the difference to the old text gives the new text`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let old = RandomText.text(using: &random)
    let new = RandomText.edited(old, using: &random)
    try expectRoundTrip(from: old, to: new)
    try expectRoundTrip(from: old, to: RandomText.text(using: &random))
  }

  @Test(arguments: LargeTextChange.allCases)
  func `texts too large for the smallest difference still make a round trip`(text: LargeTextChange) throws {
    let (old, new) = text.versions
    let difference = try expectRoundTrip(from: old, to: new)
    let changes = difference.description.utf8.split(separator: UInt8(ascii: "\n")).dropFirst(2)
      .count { $0.first == UInt8(ascii: "-") || $0.first == UInt8(ascii: "+") }
    #expect(changes == text.changedLines)
  }

  @discardableResult
  private func expectRoundTrip(from old: String, to new: String) throws -> UnifiedDiff {
    let difference = UnifiedDiff(of: "a", from: old, to: new)
    let patched = try Patch(difference.description).apply(to: old)
    #expect(
      Array(patched.utf8) == Array(new.utf8), "applying the difference does not give the new text:\n\(difference)")
    return difference
  }
}

/// Two versions of a text of 20,000 lines.
enum LargeTextChange: CaseIterable {
  case lastHundredChanged, everyLineChanged, everyHundredthChanged, reversed, twoKindsOfLines

  private static let lines = (0..<20_000).map { "line \($0)\n" }

  var versions: (old: String, new: String) {
    let lines = Self.lines
    return switch self {
    case .lastHundredChanged: (lines.joined(), (lines[..<19_900] + (0..<100).map { "new \($0)\n" }).joined())
    case .everyLineChanged: (lines.joined(), lines.map { "new " + $0 }.joined())
    case .everyHundredthChanged: (lines.joined(), lines.map { $0.hasSuffix("00\n") ? "new " + $0 : $0 }.joined())
    case .reversed: (lines.joined(), lines.reversed().joined())
    case .twoKindsOfLines:
      (
        lines.indices.map { $0 % 2 == 0 ? "a\n" : "b\n" }.joined(),
        lines.indices.map { $0 % 3 == 0 ? "a\n" : "b\n" }.joined()
      )
    }
  }

  var changedLines: Int {
    switch self {
    case .lastHundredChanged: 200
    case .everyLineChanged: 40_000
    case .everyHundredthChanged: 39_602
    case .reversed: 40_000
    case .twoKindsOfLines: 39_990
    }
  }
}
