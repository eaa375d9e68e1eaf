import LineEditor
import TerminalIO
import TestInputs
import Testing
import Values

@Suite struct `Bytes that are typed` {
  /// Bytes of keys, of sequences that an editor has no use for, and of sequences that are broken off.
  private static let sequences = [
    "a", "é茶", "👍🏽", "\u{1}\u{1A}", "\0\u{1F}", "\r", "\n", "\t", "\u{8}\u{7F}", "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D",
    "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", "\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", "\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~",
    "\u{1B}[3~\u{1B}[3;2~", "\u{1B}OM", "\u{1B}[1;5C\u{1B}[1;5D\u{1B}[1;3C\u{1B}[1;3D",
    "\u{1B}[1;2C\u{1B}[;C\u{1B}[1;5A", "\u{1B}O5C\u{1B}Oc\u{1B}Od", "\u{1B}b\u{1B}\u{7F}", "\u{1B}\u{1B}[A",
    "\u{1B}é\u{1B}B", "\u{1B}[200~a\nb\u{1B}[A\u{1B}[201~c", "\u{1B}[200~\u{1B}[201\u{1B}[201~", "\u{1B}[201~",
    "\u{1B}[5~\u{1B}[2~\u{1B}[Z\u{1B}[97;9u\u{1B}\u{1}x", "\u{1B}\r\u{1B}\t", "\u{1B}OP\u{1B}[15~\u{1B}[[Ax",
    "\u{1B}[<0;1;2Mx", "\u{1B}[?1;5Cx", "\u{1B}[-9223372036854775808C\u{1B}[1;-9223372036854775808Cx",
    "\u{1B}[1;99999999999999999999C\u{1B}[1;9223372036854775807C", "\u{1B}]11;rgb:0/0/0\u{7}x",
    "\u{1B}P1$r\u{1B}\\x", "\u{1B}]0;\u{1B}[Ax", "\u{1B}[1;\u{1B}[Ax", "\u{1B}[1\rx", "\u{1B}[é",
  ]

  @Test func `law 2: no bytes trap, and the cursor stays between characters`() {
    var numbers = SplitMix64(seed: 1)
    let fragments = Self.sequences.map { Array($0.utf8) } + (0...255).map { [$0] }
    var (decoder, line) = (InputDecoder(), EditableLine(history: LineHistory(limit: 20)))
    line.assistant = LineAssistant { text in
      ["", text, text + "a", "abc", "ab"].filter { _ in text.utf8.count % 3 != 0 }
    } syntax: {
      $0 + "é"
    }
    var (byteCount, events) = (0, 0)
    while byteCount < caseCount(40_000, exhaustive: 100_000) {
      let bytes = numbers.randomElement(of: fragments) ?? []
      byteCount += bytes.count
      let input = decoder.decode(bytes) + (numbers.randomInt(below: 4) == 0 ? decoder.resolve() : [])
      for event in input {
        if case .submitted = line.apply(event) { line.begin() }
        events += 1
        if !(line.cursor == line.text.endIndex || line.text.indices.contains(line.cursor)) {
          Issue.record("\(event): the cursor is inside a character of \(line.text.debugDescription)")
          return
        }
      }
      if line.text.utf8.count > 200 { line.begin() }
      guard numbers.randomInt(below: 8) == 0 else { continue }
      let frame = LineFrame(prompt: "> ", line: line, columns: numbers.randomInt(below: 12), rows: 1 + byteCount % 3)
      #expect(frame.rows.indices.contains(frame.cursorRow) && !frame.rows.joined().contains("\r"))
    }
    #expect(events > 10_000 && !line.history.lines.isEmpty, "\(events) keys")
  }
}
