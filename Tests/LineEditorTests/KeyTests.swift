import LineEditor
import TerminalIO
import TestInputs
import Testing
import Values

@Suite struct `Decoding keys` {
  /// Bytes with the keys that they mean.
  private static let sequences: [(bytes: String, keys: [Key])] = [
    ("a", [.text("a")]), ("é茶", [.text("é"), .text("茶")]), ("👍🏽", [.text("👍"), .text("🏽")]),
    ("\u{1}\u{1A}", [.control("a"), .control("z")]), ("\0\u{1F}", [.control(" "), .control("_")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{8}\u{7F}", [.backspace, .backspace]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
    ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", [.home, .home, .home, .home]),
    ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", [.end, .end, .end, .end]),
    ("\u{1B}[3~\u{1B}[3;2~", [.delete, .delete]), ("\u{1B}OM", [.enter]),
    ("\u{1B}[1;5C\u{1B}[1;5D\u{1B}[1;3C\u{1B}[1;3D", [.wordRight, .wordLeft, .wordRight, .wordLeft]),
    ("\u{1B}[1;2C\u{1B}[;C\u{1B}[1;5A", [.right, .right, .up]),
    ("\u{1B}O5C\u{1B}Oc\u{1B}Od", [.wordRight, .wordRight, .wordLeft]),
    ("\u{1B}b\u{1B}\u{7F}", [.alt("b"), .alt("\u{7F}")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}é\u{1B}B", [.alt("é"), .alt("B")]),
    ("\u{1B}[200~a\nb\u{1B}[A\u{1B}[201~c", [.paste("a\nb\u{1B}[A"), .text("c")]),
    ("\u{1B}[200~\u{1B}[201\u{1B}[201~", [.paste("\u{1B}[201")]), ("\u{1B}[201~", []),
    // An editor has no use for other keys, the mouse, and answers of the terminal.
    ("\u{1B}[5~\u{1B}[2~\u{1B}[Z\u{1B}[97;9u\u{1B}\u{1}x", [.text("x")]),
    ("\u{1B}\r\u{1B}\t", [.alt("\r")]),
    ("\u{1B}OP\u{1B}[15~\u{1B}[[Ax", [.text("x")]), ("\u{1B}[<0;1;2Mx", [.text("x")]), ("\u{1B}[?1;5Cx", [.text("x")]),
    ("\u{1B}[-9223372036854775808C\u{1B}[1;-9223372036854775808Cx", [.text("x")]),
    ("\u{1B}[1;99999999999999999999C\u{1B}[1;9223372036854775807C", [.right, .wordRight]),
    ("\u{1B}]11;rgb:0/0/0\u{7}x", [.text("x")]), ("\u{1B}P1$r\u{1B}\\x", [.text("x")]),
    ("\u{1B}]0;\u{1B}[Ax", [.up, .text("x")]),
    // Sequences that are broken off.
    ("\u{1B}[1;\u{1B}[Ax", [.up, .text("x")]), ("\u{1B}[1\rx", [.enter, .text("x")]), ("\u{1B}[é", [.text("é")]),
  ]

  @Test func `each sequence means its keys, wherever its bytes are split`() {
    for (text, keys) in Self.sequences {
      let bytes = Array(text.utf8)
      for split in 0...bytes.count {
        var decoder = InputDecoder()
        let decoded = (decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...])).compactMap(Key.init)
        #expect(decoded == keys, "\(bytes) split at \(split)")
        #expect(decoder.timeout == nil && decoder.resolve().isEmpty)
      }
    }
  }

  @Test func `law 2: no bytes trap, and the cursor stays between characters`() {
    var numbers = SplitMix64(seed: 1)
    let fragments = Self.sequences.map { Array($0.bytes.utf8) } + (0...255).map { [$0] }
    var (decoder, line) = (InputDecoder(), EditableLine(history: LineHistory(limit: 20)))
    line.assistant = LineAssistant { text in
      ["", text, text + "a", "abc", "ab"].filter { _ in text.utf8.count % 3 != 0 }
    } syntax: {
      $0 + "é"
    }
    var (byteCount, events) = (0, 0)
    while byteCount < 100_000 {
      let bytes = numbers.randomElement(of: fragments) ?? []
      byteCount += bytes.count
      let input = decoder.decode(bytes) + (numbers.randomInt(below: 4) == 0 ? decoder.resolve() : [])
      for key in input.compactMap(Key.init) {
        if case .submitted = line.apply(key) { line.begin() }
        events += 1
        if !(line.cursor == line.text.endIndex || line.text.indices.contains(line.cursor)) {
          Issue.record("\(key): the cursor is inside a character of \(line.text.debugDescription)")
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
