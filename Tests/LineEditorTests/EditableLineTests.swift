import LineEditor
import TerminalIO
import TestInputs
import Testing
import Values

/// A key of a user, or a text that is pasted.
enum Key: Hashable {
  case text(String), paste(String)
  case control(Character), alt(Character)
  case left, right, up, down, wordLeft, wordRight, home, end, backspace, delete, enter, tab, escape

  var event: InputEvent {
    switch self {
    case .paste(let text), .text(let text): .paste(text)
    case .control(let character): .key(KeyStroke(.character(character), .control))
    case .alt("\u{7F}"), .alt("\u{8}"): .key(KeyStroke(.backspace, .alt))
    case .alt(let character): .key(KeyStroke(.character(character), .alt))
    case .left: .key(KeyStroke(.left))
    case .right: .key(KeyStroke(.right))
    case .up: .key(KeyStroke(.up))
    case .down: .key(KeyStroke(.down))
    case .wordLeft: .key(KeyStroke(.left, .control))
    case .wordRight: .key(KeyStroke(.right, .alt))
    case .home: .key(KeyStroke(.home))
    case .end: .key(KeyStroke(.end))
    case .backspace: .key(KeyStroke(.backspace))
    case .delete: .key(KeyStroke(.delete))
    case .enter: .key(KeyStroke(.enter))
    case .tab: .key(KeyStroke(.tab))
    case .escape: .key(KeyStroke(.escape))
    }
  }
}

extension EditableLine {
  mutating func apply(_ key: Key) -> Event {
    guard case .text(let text) = key else { return apply(key.event) }
    return text.map { apply(KeyStroke(.character($0))) }.last ?? .edited
  }
}

extension EditableLine {
  /// Creates a line with `|` at the cursor.
  fileprivate init(_ text: String, history: [String] = []) {
    var lines = LineHistory()
    for line in history { lines.add(line) }
    self.init(history: lines)
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    _ = apply(Key.paste(parts.joined()))
    for _ in parts.dropFirst().joined() { _ = apply(.left) }
  }

  /// The text with `|` at the cursor.
  fileprivate var shown: String { "\(text[..<cursor])|\(text[cursor...])" }

  fileprivate func after(_ keys: Key...) -> String {
    var line = self
    for key in keys { _ = line.apply(key) }
    return line.shown
  }

  fileprivate mutating func applyAll(_ keys: Key...) -> Event {
    var event = Event.edited
    for key in keys { event = apply(key) }
    return event
  }
}

@Suite struct `Editing a line` {
  @Test func `a line is not remembered if the assistant does not want it`() {
    var line = EditableLine("name|", history: ["step"])
    line.assistant.keepsHistory = false
    #expect(line.apply(.enter) == .submitted("name"))
    #expect(line.history.lines == ["step"])
  }

  @Test func `text is inserted at the cursor, and line endings become spaces`() {
    #expect(EditableLine("a|b").after(.text("é")) == "aé|b")
    #expect(EditableLine("a|b").after(.paste("x\r\ny\nz")) == "ax y z|b")
  }

  @Test func `the cursor moves by characters`() {
    for character in ["e\u{301}", "茶", "👩‍👩‍👧", "🇩🇪", "\u{1B}"] {
      let line = EditableLine("a\(character)|b")
      for key: Key in [.left, .control("b")] { #expect(line.after(key) == "a|\(character)b") }
      for key: Key in [.right, .control("f")] {
        #expect(EditableLine("a|\(character)b").after(key) == "a\(character)|b")
      }
      #expect(line.after(.backspace) == "a|b")
      for key: Key in [.delete, .control("d")] { #expect(EditableLine("a|\(character)b").after(key) == "a|b") }
    }
    #expect(EditableLine("|a").after(.left) == "|a" && EditableLine("a|").after(.right) == "a|")
    #expect(EditableLine("|a").after(.backspace) == "|a" && EditableLine("a|").after(.delete) == "a|")
  }

  @Test func `characters that become one are not divided by the cursor`() {
    #expect(EditableLine("e|x").after(.text("\u{301}")) == "e\u{301}|x")
    #expect(EditableLine("|\u{1F1EA}x").after(.text("\u{1F1E9}")) == "🇩🇪|x")
    #expect(EditableLine("\u{1F1E9}a|\u{1F1EA}x").after(.backspace) == "🇩🇪|x")
  }

  @Test func `the cursor moves to the ends and by words`() {
    let line = EditableLine("one(two, |three) four")
    for key: Key in [.home, .control("a")] { #expect(line.after(key) == "|one(two, three) four") }
    for key: Key in [.end, .control("e")] { #expect(line.after(key) == "one(two, three) four|") }
    for key: Key in [.wordLeft, .alt("b")] {
      #expect(line.after(key) == "one(|two, three) four" && line.after(key, key, key) == "|one(two, three) four")
    }
    for key: Key in [.wordRight, .alt("f")] {
      #expect(line.after(key) == "one(two, three|) four" && line.after(key, key, key) == "one(two, three) four|")
    }
  }

  @Test func `killed text is inserted elsewhere`() {
    let line = EditableLine("one(two, |three) four")
    #expect(line.after(.control("k"), .home, .control("y")) == "three) four|one(two, ")
    #expect(line.after(.control("u"), .end, .control("y")) == "three) fourone(two, |")
    #expect(line.after(.control("w")) == "|three) four")
    #expect(line.after(.alt("\u{7F}")) == "one(|three) four")
    #expect(line.after(.alt("d"), .end, .control("y")) == "one(two, ) fourthree|")
    // Parts that are killed one after the other are inserted together.
    #expect(line.after(.alt("d"), .alt("d"), .alt("\u{7F}"), .control("y")) == "one(two, three) four|")
    #expect(line.after(.alt("d"), .left, .alt("d"), .control("y")) == "one(two, ) four|")
    #expect(EditableLine("a").after(.control("y")) == "a|")
  }

  @Test func `two characters are exchanged`() {
    #expect(EditableLine("a|bc").after(.control("t")) == "ba|c" && EditableLine("abc|").after(.control("t")) == "acb|")
    for text in ["|abc", "|", "a|"] { #expect(EditableLine(text).after(.control("t")) == text) }
  }

  @Test func `keys without a meaning change nothing`() {
    for key: Key in [.escape, .control("o"), .control("]"), .control("g"), .alt("x"), .alt("\r"), .tab] {
      #expect(EditableLine("a|b").after(key) == "a|b")
    }
  }

  @Test func `keys that leave the line are events`() {
    var line = EditableLine("a|b")
    #expect(line.apply(.control("l")) == .clearScreen && line.apply(.control("z")) == .suspended)
    #expect(line.apply(.control("c")) == .cancelled)
    line.begin()
    #expect(line.text == "" && line.apply(.control("c")) == .interrupted && line.apply(.control("d")) == .endOfInput)
    _ = line.apply(.text("x"))
    #expect(line.apply(.control("d")) == .edited && line.apply(.enter) == .submitted("x"))
    #expect(line.history.lines == ["x"])
  }

  /// A line as an array of characters.
  private struct SimpleLine {
    var characters: [Character] = []
    var index = 0

    mutating func replace(_ range: Range<Int>, with new: String) {
      let before = String(characters[..<range.lowerBound]) + new
      characters = Array(before + String(characters[range.upperBound...]))
      index = (0...characters.count).first { String(characters[..<$0]).utf8.count >= before.utf8.count } ?? 0
    }

    mutating func apply(_ key: Key) {
      switch key {
      case .text(let typed): replace(index..<index, with: typed)
      case .left: index = max(0, index - 1)
      case .right: index = min(characters.count, index + 1)
      case .home: index = 0
      case .end: index = characters.count
      case .backspace: replace(max(0, index - 1)..<index, with: "")
      case .delete: replace(index..<min(characters.count, index + 1), with: "")
      case .control("k"): replace(index..<characters.count, with: "")
      default: replace(0..<index, with: "")
      }
    }
  }

  @Test func `the text is that of an array of characters after any keys`() {
    var numbers = SplitMix64(seed: 2)
    let texts = [
      "a", " ", "é", "e", "\u{301}", "茶", "👩", "\u{200D}", "🏽", "\u{1F1E9}", "\u{1F1EA}", "\u{1B}", "x", "क", "्",
    ]
    let others: [Key] = [.left, .left, .left, .right, .right, .home, .end, .backspace, .delete]
    var (line, simple) = (EditableLine(history: LineHistory(limit: 0)), SimpleLine())
    for _ in 0..<caseCount(8_000, exhaustive: 50_000) {
      var key = numbers.randomElement(of: numbers.randomInt(below: 2) == 0 ? texts.map(Key.text) : others) ?? .home
      if numbers.randomInt(below: 60) == 0 { key = .control(numbers.randomInt(below: 2) == 0 ? "k" : "u") }
      simple.apply(key)
      guard line.apply(key) == .edited,
        line.text.unicodeScalars.elementsEqual(String(simple.characters).unicodeScalars),
        line.text[..<line.cursor].count == simple.index
      else {
        Issue.record("\(key): \(line.shown.debugDescription), not \(simple)")
        return
      }
    }
  }
}

@Suite struct `The history of lines` {
  @Test func `omits repetitions, empty lines and lines that begin with a space`() {
    var history = LineHistory(limit: 3)
    for line in ["a", "a", "", " b", "c", "a", "d"] { history.add(line) }
    #expect(history.lines == ["c", "a", "d"])
    history = LineHistory(limit: 0)
    history.add("a")
    #expect(history.lines.isEmpty)
  }

  @Test func `keeps the unfinished line and the changes to earlier lines`() {
    let line = EditableLine("new|", history: ["one", "two"])
    for (up, down): (Key, Key) in [(.up, .down), (.control("p"), .control("n"))] {
      #expect(line.after(up) == "two|" && line.after(up, up) == "one|" && line.after(up, up, up) == "one|")
      #expect(line.after(up, up, down) == "two|" && line.after(up, down) == "new|" && line.after(down) == "new|")
      #expect(line.after(up, .text("!"), up, down) == "two!|" && line.after(up, .text("!"), down) == "new|")
    }
    var changed = line
    #expect(changed.applyAll(.up, .text("!"), .enter) == .submitted("two!"))
    #expect(changed.history.lines == ["one", "two", "two!"])
    changed.begin()
    #expect(changed.after(.up, .up) == "two|")
  }

  @Test func `is searched from the newest line`() {
    let line = EditableLine("new|", history: ["row one", "end 1", "row two", "end 2"])
    #expect(line.after(.control("r"), .text("r"), .text("o")) == "|row two")
    #expect(line.after(.control("r"), .text("ow"), .text(" o")) == "r|ow one")
    #expect(line.after(.control("r"), .text("end"), .control("r")) == "|end 1")
    #expect(line.after(.control("r"), .text("end"), .control("r"), .control("r")) == "|end 1")
    #expect(line.after(.control("r"), .text("w o"), .backspace) == "ro|w two")
    // The search ends with the line that was found, and the key then has its usual effect.
    #expect(line.after(.control("r"), .text("two"), .end, .text("!")) == "row two!|")
    #expect(line.after(.control("r"), .text("two"), .escape, .text("!")) == "row !|two")
    #expect(
      line.after(.control("r"), .text("two"), .up) == "end 1|"
        && line.after(.control("r"), .text("two"), .down) == "end 2|")
    #expect(line.after(.control("r"), .text("two"), .down, .down) == "new|")
    #expect(line.after(.control("r"), .text("two"), .control("g")) == "new|")
    var found = line
    #expect(found.applyAll(.control("r"), .text("one"), .enter) == .submitted("row one"))
    found = line
    #expect(found.applyAll(.control("r"), .text("one"), .control("c")) == .cancelled)
  }

  @Test func `a search that finds nothing keeps the last line that was found`() {
    var line = EditableLine("new|", history: ["one"])
    _ = line.applyAll(.control("r"), .text("one"))
    #expect(line.search?.query == "one" && line.search?.isFailing == false)
    _ = line.apply(.text("x"))
    #expect(line.search?.isFailing == true && line.shown == "|one")
    _ = line.applyAll(.backspace, .backspace, .backspace, .backspace)
    #expect(line.search?.query == "" && line.search?.isFailing == false)
    #expect(line.applyAll(.control("g"), .enter) == .submitted("new"))
  }
}

@Suite struct `Completion and hints` {
  private func line(_ text: String, _ candidates: [String]) -> EditableLine {
    var line = EditableLine(text)
    line.assistant = LineAssistant { typed in candidates.filter { $0.hasPrefix(typed) || $0 == "whole line" } }
    return line
  }

  @Test func `a text is completed as far as all candidates agree`() {
    #expect(line("e|", ["end 1 saved", "end 1 failed"]).after(.tab) == "end 1 |")
    #expect(line("e|x", ["end "]).after(.tab) == "end |x")
    #expect(line("e|", ["state"]).after(.tab) == "e|")
    #expect(
      line("w|", ["whole line"]).after(.tab) == "whole line|" && line("x|", ["whole line"]).after(.tab) == "whole line|"
    )
  }

  @Test func `the second key lists the candidates`() {
    let ends = ["end 1 saved", "end 1 failed"]
    var typed = line("e|", ends)
    #expect(
      typed.apply(.tab) == .edited && typed.apply(.tab) == .candidates(ends) && typed.apply(.tab) == .candidates(ends))
    #expect(typed.applyAll(.left, .right, .tab) == .edited && typed.apply(.tab) == .candidates(ends))
    #expect(typed.applyAll(.text("s"), .tab, .tab) == .edited && typed.text == "end 1 saved")
  }

  @Test func `a hint is the rest of an earlier line, or the syntax`() {
    var typed = EditableLine("", history: ["end 1 saved", "end 1 failed"])
    typed.assistant = LineAssistant(syntax: { $0.hasPrefix("e") ? "N [OUTCOME]" : nil })
    #expect(typed.hint == nil)
    for key: Key in [.text("e"), .text("n"), .text("d"), .text(" ")] { _ = typed.apply(key) }
    #expect(typed.hint == .suggestion("1 failed"))
    for key: Key in [.right, .end, .control("e"), .control("f")] { #expect(typed.after(key) == "end 1 failed|") }
    _ = typed.apply(.text("2"))
    #expect(typed.hint == .syntax("N [OUTCOME]") && typed.after(.right) == "end 2|")
    _ = typed.apply(.left)
    #expect(typed.hint == nil && typed.after(.end) == "end 2|")
    _ = typed.applyAll(.right, .control("r"))
    #expect(typed.hint == nil)
  }
}
