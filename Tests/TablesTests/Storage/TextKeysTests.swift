import Testing
import Values

@testable import Tables

@Suite struct `Text keys` {
  private static let parts = [
    "a", "B", "é", "ü", "ß", "日本", "👩‍👩‍👧", "\0", " ", "7", String(repeating: "long ", count: 60),
  ]

  private func text(_ chance: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...8, using: &chance)).map { _ in
      Self.parts[Int.random(in: Self.parts.indices, using: &chance)]
    }.joined()
  }

  /// Texts with common prefixes of any length are compared beyond their codes, and their buffer is compacted.
  @Test(arguments: 0..<8) func `have the order of their texts after random changes`(seed: Int) {
    var chance = SplitMix64(seed: UInt64(seed))
    let prefix = String(repeating: "x", count: [0, 7, 8, 12, 250, 255, 262, 300][seed])
    var (keys, texts) = (TextKeys(), [String]())
    for step in 0..<300 {
      let text = prefix + text(&chance)
      let handle = step < 20 ? texts.count : Int.random(in: 0..<20, using: &chance)
      if handle == texts.count { texts.append(text) } else { texts[handle] = text }
      #expect(keys.setText(text, of: RowHandle(handle)) == SortEncoding.textCode(text))
    }
    for (left, text) in texts.enumerated() {
      let bytes = Array(text.utf8)
      for start in [7, 9, 14, 249, 261, 262] where start <= bytes.count {
        let code = Array(bytes[start...]).withUnsafeBufferPointer { SortEncoding.textCode($0) }
        #expect(keys.code(of: RowHandle(left), fromByte: start) == code)
      }
      for (right, other) in texts.enumerated() where SortEncoding.textCode(text) == SortEncoding.textCode(other) {
        let order = keys.compare(RowHandle(left), RowHandle(right))
        #expect(order == Value.text(text).totalOrder(to: .text(other)), "\(text) and \(other)")
      }
    }
  }
}
