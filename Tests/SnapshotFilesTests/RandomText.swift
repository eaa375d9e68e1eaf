import TestInputs
import Values

/// Random texts of a few different lines, so that many lines are equal, with all kinds of line endings.
enum RandomText {
  private static let lines = [
    "", "a", "b", "c", "-", "+ x", "@@ -1,1 +1,1 @@", "\\", "--- a", "x\r", "\u{E9}", "e\u{301}", "\u{1F600}",
  ]

  static func text(using random: inout SplitMix64) -> String {
    join((0..<Int.random(in: 0...30, using: &random)).map { _ in line(using: &random) }, using: &random)
  }

  static func edited(_ text: String, using random: inout SplitMix64) -> String {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String($0) ?? ""
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let index = Int.random(in: 0...lines.count, using: &random)
      if Bool.random(using: &random) || index == lines.count {
        lines.insert(line(using: &random), at: index)
      } else {
        lines.remove(at: index)
      }
    }
    return join(lines, using: &random)
  }

  private static func line(using random: inout SplitMix64) -> String {
    lines.randomElement(using: &random) ?? ""
  }

  private static func join(_ lines: [String], using random: inout SplitMix64) -> String {
    lines.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "")
  }
}
