/// A generator that gives the same numbers in every process.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Texts of few kinds of lines, so that many are alike, with every peculiar ending among them.
enum RandomText {
  private static let lines = [
    "", "a", "b", "c", "-", "+ x", "@@ -1,1 +1,1 @@", "\\", "--- a", "x\r", "\u{E9}", "e\u{301}", "\u{1F600}",
  ]

  static func text(using random: inout SplitMix) -> String {
    join((0..<Int.random(in: 0...30, using: &random)).map { _ in line(using: &random) }, using: &random)
  }

  static func edited(_ text: String, using random: inout SplitMix) -> String {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String($0) ?? ""
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0...lines.count, using: &random)
      if Bool.random(using: &random) || place == lines.count {
        lines.insert(line(using: &random), at: place)
      } else {
        lines.remove(at: place)
      }
    }
    return join(lines, using: &random)
  }

  private static func line(using random: inout SplitMix) -> String {
    lines.randomElement(using: &random) ?? ""
  }

  private static func join(_ lines: [String], using random: inout SplitMix) -> String {
    lines.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "")
  }
}
