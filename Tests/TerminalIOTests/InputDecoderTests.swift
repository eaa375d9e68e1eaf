import TerminalIO
import TestInputs
import Testing
import Values

@Suite struct `Decoding input` {
  private typealias Key = KeyStroke.Key

  private static func key(_ key: Key, _ modifiers: KeyStroke.Modifiers = []) -> InputEvent {
    .key(KeyStroke(key, modifiers))
  }

  /// Returns the events of keys with names.
  private static func keys(_ names: String...) -> [InputEvent] {
    names.map { name in
      guard let stroke = KeyStroke(name) else { preconditionFailure("no key is named \(name)") }
      return .key(stroke)
    }
  }

  private static func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: KeyStroke.Modifiers = []
  ) -> [InputEvent] {
    [.mouse(MouseEvent(action, column: column, row: row, modifiers: modifiers))]
  }

  /// Bytes with the events that they mean.
  private static let sequences: [(bytes: String, events: [InputEvent])] = [
    ("aZ?", keys("a", "shift+z", "?")), ("é茶", keys("é", "茶")), ("👍🏽", keys("👍", "🏽")), ("\u{301}", keys("\u{301}")),
    ("\u{1}\u{1A}", keys("ctrl+a", "ctrl+z")), ("\0\u{1C}\u{1F}", keys("ctrl+space", "ctrl+\\", "ctrl+_")),
    ("\r\n\t\u{8}\u{7F} ", keys("enter", "enter", "tab", "backspace", "backspace", "space")),
    // Arrows and others, in both encodings, and of rxvt and the console of Linux.
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", keys("up", "down", "right", "left")),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", keys("up", "down", "right", "left")),
    ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", keys("home", "home", "home", "home")),
    ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", keys("end", "end", "end", "end")),
    ("\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~", keys("insert", "delete", "pageUp", "pageDown")),
    ("\u{1B}OP\u{1B}OQ\u{1B}OR\u{1B}OS", keys("f1", "f2", "f3", "f4")),
    ("\u{1B}[P\u{1B}[1;2Q\u{1B}[1;5R\u{1B}[13~", keys("f1", "shift+f2", "ctrl+f3", "f3")),
    ("\u{1B}[11~\u{1B}[14~\u{1B}[15~\u{1B}[17~", keys("f1", "f4", "f5", "f6")),
    ("\u{1B}[18~\u{1B}[19~\u{1B}[20~\u{1B}[21~\u{1B}[23~\u{1B}[24~", keys("f7", "f8", "f9", "f10", "f11", "f12")),
    ("\u{1B}[[A\u{1B}[[E\u{1B}OM", keys("f1", "f5", "enter")),
    ("\u{1B}[1;2A\u{1B}[1;3B\u{1B}[1;5C\u{1B}[1;9D", keys("shift+up", "alt+down", "ctrl+right", "super+left")),
    ("\u{1B}[1;8A\u{1B}[5;5~\u{1B}[3;2~", keys("ctrl+alt+shift+up", "ctrl+pageUp", "shift+delete")),
    (
      "\u{1B}[;C\u{1B}O5C\u{1B}Oc\u{1B}[a\u{1B}[3^",
      keys("right", "ctrl+right", "ctrl+right", "shift+up", "ctrl+delete")
    ),
    ("\u{1B}[Z\u{1B}[1;5Z", keys("shift+tab", "ctrl+shift+tab")),
    ("\u{1B}[1;99999999999999999999C\u{1B}[1;193C", keys("right", "right")),
    // Alt
    ("\u{1B}b\u{1B}B\u{1B}é\u{1B}1", keys("alt+b", "alt+shift+b", "alt+é", "alt+1")),
    ("\u{1B}\r\u{1B}\u{7F}\u{1B}\u{1}\u{1B} ", keys("alt+enter", "alt+backspace", "ctrl+alt+a", "alt+space")),
    ("\u{1B}\u{1B}[A", keys("escape", "up")),
    // The extended keyboard
    ("\u{1B}[27u\u{1B}[13;2u\u{1B}[9;5u\u{1B}[127;3u", keys("escape", "shift+enter", "ctrl+tab", "alt+backspace")),
    ("\u{1B}[97;5u\u{1B}[122;6u\u{1B}[122:90;4u", keys("ctrl+a", "ctrl+shift+z", "alt+shift+z")),
    ("\u{1B}[47:63;6u\u{1B}[105;5u\u{1B}[32;5u", keys("ctrl+?", "ctrl+i", "ctrl+space")),
    ("\u{1B}[1089::99;5u\u{1B}[1089;5u", keys("ctrl+c", "ctrl+с")),
    ("\u{1B}[97;1:1u\u{1B}[97;1:2u\u{1B}[97;1:3u\u{1B}[1;1:3A", keys("a", "a")),
    (
      "\u{1B}[57414u\u{1B}[57399u\u{1B}[57419u\u{1B}[57426;5u\u{1B}[57416u",
      keys("enter", "0", "up", "ctrl+delete", ",")
    ),
    ("\u{1B}[57441;2u\u{1B}[57358u\u{1B}[1114112u\u{1B}[55296u\u{1B}[2u\u{1B}[;5u\u{1B}[133ux", keys("x")),
    (
      "\u{1B}[27;5;105~\u{1B}[27;2;13~\u{1B}[27;6;90~\u{1B}[27;2;63~",
      keys("ctrl+i", "shift+enter", "ctrl+shift+z", "?")
    ),
    // Pasted text
    ("\u{1B}[200~a\nb\u{1B}[A\u{1B}[201~c", [.paste("a\nb\u{1B}[A")] + keys("c")),
    ("\u{1B}[200~\u{1B}[201\u{1B}[201~\u{1B}[200~\u{1B}[201~", [.paste("\u{1B}[201")]), ("\u{1B}[201~", []),
    // The mouse
    ("\u{1B}[<0;1;2M", mouse(.press(.left), 0, 1)), ("\u{1B}[<0;80;24m", mouse(.release(.left), 79, 23)),
    ("\u{1B}[<1;1;1M", mouse(.press(.middle), 0, 0)),
    ("\u{1B}[<22;300;400M", mouse(.press(.right), 299, 399, [.shift, .control])),
    ("\u{1B}[<32;5;6M", mouse(.drag(.left), 4, 5)), ("\u{1B}[<35;5;6M", mouse(.move, 4, 5)),
    ("\u{1B}[<64;1;1M", mouse(.scroll(.up), 0, 0)), ("\u{1B}[<73;1;1M", mouse(.scroll(.down), 0, 0, .alt)),
    ("\u{1B}[<66;1;1M\u{1B}[<67;1;1M", mouse(.scroll(.left), 0, 0) + mouse(.scroll(.right), 0, 0)),
    ("\u{1B}[<0;0;1M\u{1B}[<0;1M\u{1B}[<128;1;1M\u{1B}[<3;1;1M\u{1B}[<64;1;1m\u{1B}[<0;1;1Ax", keys("x")),
    ("\u{1B}[M !!x\u{1B}[M\u{1B}[Ax", keys("x", "x")),
    // Focus and answers
    ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
    ("\u{1B}[?62;4;22c\u{1B}[?c", [.report(.attributes([62, 4, 22])), .report(.attributes([]))]),
    (
      "\u{1B}[?2026;2$y\u{1B}[?2026;0$y",
      [.report(.mode(2026, isSupported: true)), .report(.mode(2026, isSupported: false))]
    ),
    (
      "\u{1B}[?2026;4$y\u{1B}[?2026;3$y",
      [.report(.mode(2026, isSupported: false)), .report(.mode(2026, isSupported: true))]
    ),
    ("\u{1B}[?5u", [.report(.keyboard(flags: 5))]),
    ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", [.report(.background(red: 255, green: 128, blue: 0))]),
    ("\u{1B}]10;rgb:f/00/800\u{7}", [.report(.foreground(red: 255, green: 0, blue: 127))]),
    // Sequences that are not known
    ("\u{1B}[?1;5Cx\u{1B}[>1;2cx\u{1B}[=1ux\u{1B}[5nx", keys("x", "x", "x", "x")),
    ("\u{1B}[-9223372036854775808C\u{1B}[1;-9223372036854775808C\u{1B}[1 q\u{1B}[25~x", keys("x")),
    ("\u{1B}]11;rgb:0/0\u{7}\u{1B}]11;rgb:g/0/0\u{7}\u{1B}]11;rgb:00000/0/0\u{7}\u{1B}]4;1;rgb:0/0/0\u{7}x", keys("x")),
    ("\u{1B}P1$r\u{1B}\\x\u{1B}_a\u{1B}\\x", keys("x", "x")), ("\u{1B}]0;\u{1B}[Ax", keys("up", "x")),
    ("\u{1B}[" + String(repeating: "1", count: 1000) + "Ax", keys("x")),
    ("\u{1B}]11;" + String(repeating: "1", count: 1000) + "\u{7}x", keys("x")),
    // Sequences that are broken off
    ("\u{1B}[1;\u{1B}[Ax", keys("up", "x")), ("\u{1B}[1\rx", keys("enter", "x")), ("\u{1B}[é", keys("é")),
  ]

  @Test func `each sequence means its events, wherever its bytes are split`() {
    for (text, events) in Self.sequences {
      let bytes = Array(text.utf8)
      for split in 0...bytes.count {
        var decoder = InputDecoder()
        let decoded = decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...])
        #expect(decoded == events, "\(text.debugDescription) split at \(split)")
        #expect(decoder.timeout == nil && decoder.resolve().isEmpty && decoder.incompleteByteCount == 0)
      }
    }
  }

  @Test(arguments: [
    ([0xFF, 0x61], ["\u{FFFD}", "a"]), ([0xC3, 0x61], ["\u{FFFD}", "a"]), ([0x80], ["\u{FFFD}"]),
    ([0xED, 0xA0, 0x80], ["\u{FFFD}"]), ([0xF4, 0x90, 0x80, 0x80], ["\u{FFFD}"]),
    ([0xC3, 0xC3, 0xA9], ["\u{FFFD}", "é"]), ([0xC3, 0x1B, 0x5B, 0x41], ["\u{FFFD}", "up"]),
  ])
  func `invalid UTF-8 is replaced`(bytes: [UInt8], names: [String]) {
    var decoder = InputDecoder()
    #expect(decoder.decode(bytes) == names.compactMap { KeyStroke($0).map(InputEvent.key) })
  }

  @Test func `the Escape key is recognized when no more bytes arrive`() throws {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    let escapeTimeout = try #require(decoder.timeout)
    #expect((25...50).contains(escapeTimeout) && decoder.resolve() == Self.keys("escape"))
    #expect(decoder.decode("[A".utf8) == Self.keys("[", "shift+a"))
    let beginnings: [(String, [InputEvent])] = [
      // Alt and a character that begins a sequence
      ("\u{1B}[", Self.keys("alt+[")), ("\u{1B}O", Self.keys("alt+shift+o")), ("\u{1B}]", Self.keys("alt+]")),
      ("\u{1B}[1;5", []), ("\u{1B}]0;a", []), ("\u{1B}]0;\u{1B}", []), ("\u{1B}[M ", []), ("\u{1B}[[", []),
    ]
    for (incomplete, events) in beginnings {
      #expect(decoder.decode(incomplete.utf8).isEmpty)
      #expect(try #require(decoder.timeout) > escapeTimeout, "a terminal can be slow to send the rest")
      #expect(decoder.resolve() == events, "\(incomplete.debugDescription)")
      #expect(decoder.decode("a".utf8) == Self.keys("a"), "\(incomplete.debugDescription)")
    }
    // A pasted text and a character are never cut off.
    for unfinished in [Array("\u{1B}[200~a".utf8), [0xC3]] {
      var decoder = InputDecoder()
      #expect(decoder.decode(unfinished).isEmpty && decoder.timeout == nil && decoder.resolve().isEmpty)
    }
  }

  @Test func `a long pasted text is divided between characters, and nothing is lost`() {
    var numbers = SplitMix64(seed: 3)
    let fragments = ["a", "é", "👩‍👩‍👧", "\u{1B}", "\u{1B}[201", "\n", "~", "2", String(repeating: "茶", count: 40), "[200~"]
    for _ in 0..<caseCount(300, exhaustive: 5_000) {
      let text = (0..<numbers.randomInt(below: 60)).map { _ in numbers.randomElement(of: fragments) ?? "" }.joined()
      if text.contains("\u{1B}[201~") { continue }
      var decoder = InputDecoder(maxPasteByteCount: 50)
      var pasted: [String] = []
      for event in decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8) {
        if case .paste(let part) = event { pasted.append(part) } else { Issue.record("\(event)") }
      }
      #expect(pasted.joined() == text && pasted.allSatisfy { $0.utf8.count <= 70 && !$0.isEmpty })
    }
  }

  /// Sequences and single bytes, of which random input is made.
  static let fragments: [[UInt8]] = sequences.map { Array($0.bytes.utf8) } + (0...255).map { [$0] }

  @Test func `random bytes do not trap, need little memory, and mean the same however they are split`() {
    var numbers = SplitMix64(seed: 1)
    let fragments = Self.fragments
    var (whole, divided) = (InputDecoder(maxPasteByteCount: 1000), InputDecoder(maxPasteByteCount: 1000))
    let count = caseCount(100_000, exhaustive: 500_000)
    var (byteCount, eventCount) = (0, 0)
    while byteCount < count {
      let bytes = (0...numbers.randomInt(below: 20)).flatMap { _ in numbers.randomElement(of: fragments) ?? [] }
      byteCount += bytes.count
      let events = whole.decode(bytes)
      var (rest, parts) = (bytes[...], [InputEvent]())
      while !rest.isEmpty {
        let part = rest.prefix(1 + numbers.randomInt(below: 5))
        parts += divided.decode(part)
        rest = rest.dropFirst(part.count)
      }
      eventCount += events.count
      guard events == parts, whole.timeout == divided.timeout, whole.incompleteByteCount <= 1016 else {
        Issue.record("\(bytes): \(events), divided \(parts), \(whole.incompleteByteCount) incomplete bytes")
        return
      }
      if numbers.randomInt(below: 4) == 0 && whole.resolve() != divided.resolve() { Issue.record("\(bytes)") }
    }
    #expect(eventCount > count / 20, "\(eventCount) events")
  }
}
