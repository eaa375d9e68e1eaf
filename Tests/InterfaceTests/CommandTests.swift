import Interface
import Testing
import Values

/// A tiny application: a list of named counters.
private enum CounterAction: Hashable, Sendable {
  case added(String, tags: [String]), renamed(String, to: String?), increased(by: Int), priced(Money?), pinned(Bool)
  case removed([String]), configured(Value), dated(Instant), moved(Direction)

  enum Direction: String, CaseIterable, Sendable { case up, down }
}

private let commands = CommandTable<Int, CounterAction>([
  Command(
    "counters.add", "add a counter", Argument.text("name", "the name").positional,
    Argument.text("tags", "the tags").list.defaulting(to: [])
  ) {
    .added($0, tags: $1)
  } arguments: {
    if case .added(let name, let tags) = $0 { (name, tags) } else { nil }
  },
  Command(
    "counters.rename", "rename a counter", Argument.text("name", "the name").positional,
    Argument.text("to", "the new name").positional.optional
  ) {
    .renamed($0, to: $1)
  } arguments: {
    if case .renamed(let name, let other) = $0 { (name, other) } else { nil }
  },
  Command("increase", "count", Argument.integer("by", "the step", in: -10...1000).positional.defaulting(to: 1)) {
    .increased(by: $0)
  } arguments: {
    if case .increased(let step) = $0 { step } else { nil }
  }
  .keys("+").unavailable { $0 > 100 ? "the counter is full" : nil },
  Command("price", "set the price", Argument.money("price", "the price").optional) {
    .priced($0)
  } arguments: {
    if case .priced(let price) = $0 { .some(price) } else { nil }
  },
  Command("pin", "pin the list", Argument.flag("pinned", "whether it is pinned")) {
    .pinned($0)
  } arguments: {
    if case .pinned(let isPinned) = $0 { isPinned } else { nil }
  },
  Command("remove", "remove counters", Argument.text("names", "the names").list.positional) {
    .removed($0)
  } arguments: {
    if case .removed(let names) = $0 { names } else { nil }
  },
  Command("configure", "apply settings", Argument.json("settings", "the settings")) {
    .configured($0)
  } arguments: {
    if case .configured(let settings) = $0 { settings } else { nil }
  },
  Command("date", "set the date", Argument.instant("at", "the date").positional) {
    .dated($0)
  } arguments: {
    if case .dated(let date) = $0 { date } else { nil }
  },
  Command(
    "move", "move the list", Argument.choice("direction", "where to", of: CounterAction.Direction.self).positional
  ) {
    .moved($0)
  } arguments: {
    if case .moved(let direction) = $0 { direction } else { nil }
  },
  Command("double", "double the counter") { state throws(InvocationError) in
    if state == 0 { throw InvocationError(.unavailable, "the counter is zero") }
    return .increased(by: state)
  },
])

@Suite struct `A command` {
  private func action(_ text: String, _ state: Int = 0) throws -> CounterAction {
    try commands.action(for: commands.parse(text), in: state)
  }

  @Test func `is parsed from words, with or without names`() throws {
    #expect(try action("counters.add Apples") == .added("Apples", tags: []))
    #expect(
      try action("counters add 'Ripe apples' --tags a,b --tags=c") == .added("Ripe apples", tags: ["a", "b", "c"]))
    #expect(try action(#"counters.rename --to="" Apples"#) == .renamed("Apples", to: ""))
    #expect(try action("counters.rename Apples") == .renamed("Apples", to: nil))
    #expect(try action("increase -5") == .increased(by: -5))
    #expect(try action("increase") == .increased(by: 1))
    #expect(try action("price --price 19,5") == .priced(Money(cents: 1950)))
    #expect(try action("pin --pinned") == .pinned(true) && action("pin --pinned=false") == .pinned(false))
    #expect(try action(#"remove "a b" c\ d -- --e"#) == .removed(["a b", "c d", "--e"]))
    #expect(try action(#"remove a,b '["c,d"]'"#) == .removed(["a", "b", "c,d"]))
    #expect(try action(#"configure --settings '{"a": [1, null]}'"#) == .configured(["a": [1, nil]]))
    #expect(try action("date 2023-03-22") == .dated(Instant(milliseconds: 1_679_443_200_000)))
    #expect(try action("move up") == .moved(.up) && action("double", 7) == .increased(by: 7))
  }

  @Test(arguments: [
    ("", "unknown command \"\""),
    ("counters ad x", "unknown command \"counters\"; did you mean counters.add?"),
    ("incraese", "unknown command \"incraese\"; did you mean increase?"),
    ("counters.add", "counters.add: name is missing: the name"),
    ("date", "date: at is missing: the date; expected a date such as 2023-03-22 or 2023-03-22T10:00:00Z"),
    ("remove", "remove: names is missing: the names; several are separated by commas"),
    ("counters.add a b", "unexpected word \"b\""),
    ("counters.add a --tag b", "counters.add has no parameter \"tag\"; did you mean tags?"),
    ("double --by 2", "double has no parameter \"by\"; it has none"),
    ("increase 1001", "by \"1001\" is not valid; expected a whole number from -10 to 1000"),
    ("increase --by 1 --by 2", "--by is given twice"),
    ("price --price", "--price has no value; expected an amount such as 19.99"),
    ("move left", "direction \"left\" is not valid; expected up or down"),
    ("counters.add \"a", "unterminated quoted text"), ("counters.add 'a", "unterminated quoted text"),
    (#"counters.add "\q""#, #""\q" is not a JSON string"#), ("counters.add \\", "nothing follows the last \\"),
    ("double", "the counter is zero"),
  ])
  func `that cannot be read is an error that says what is expected`(text: String, message: String) {
    #expect { try action(text) } throws: { "\($0)" == message }
  }

  @Test func `that is unavailable says why`() throws {
    #expect { try action("increase", 101) } throws: { "\($0)" == "increase is not available: the counter is full" }
    #expect(commands["increase"]?.unavailabilityReason(in: 100) == nil)
    #expect(commands["increase"]?.keys == ["+"])
  }

  @Test func `has parameters whose modifiers can be in any order`() throws {
    let trimmed = Argument.text("name", "the name").defaulting(to: "a").map {
      text throws(InvocationError) in
      text + "!"
    } _: {
      String($0.dropLast())
    }
    let table = CommandTable<Int, [String?]>([
      Command("one", "one", trimmed, Argument.text("b", "b").defaulting(to: "x").optional) {
        [$0, $1]
      } arguments: {
        $0.count == 2 ? ($0[0] ?? "", $0[1]) : nil
      },
      Command("many", "many", Argument.text("names", "the names").positional.list) {
        $0
      } arguments: { _ in
        nil
      },
    ])
    func action(_ text: String) throws -> [String?] { try table.action(for: table.parse(text), in: 0) }
    #expect(try action("one") == ["a!", nil] && action("one --name b --b x") == ["b!", "x"])
    #expect(try action("many a b") == ["a", "b"])
    let invocation = try #require(table.invocation(of: ["a!", "x"]))
    #expect(try action(table.text(of: invocation)) == ["a!", "x"])
  }

  @Test func `takes arguments from JSON`() throws {
    func action(_ path: String, _ arguments: [String: Value]) throws -> CounterAction {
      try commands.action(for: Invocation(path, arguments), in: 0)
    }
    #expect(try action("counters.add", ["name": "a", "tags": ["b"]]) == .added("a", tags: ["b"]))
    #expect(try action("price", ["price": 2.5]) == .priced(Money(cents: 250)))
    #expect(try action("price", ["price": "2.50"]) == .priced(Money(cents: 250)))
    for (path, arguments) in [
      ("counters.add", ["name": 1]), ("counters.add", ["name": "a", "tags": "b"]), ("increase", ["by": 1.5]),
      ("increase", ["by": 5000]), ("nope", [:]), ("double", ["x": nil]), ("counters.add", [:]),
    ] as [(String, [String: Value])] {
      #expect(throws: InvocationError.self) { try action(path, arguments) }
    }
  }

  @Test func `the text of every action is parsed back to it`() throws {
    var chance = SplitMix64(seed: 1)
    let texts = [
      "", "a", "two words", "--flag", "-", "--", "a,b", "[x", " padded ", "\"quoted\"", "it's", "back\\slash",
      "line\nbreak",
      "\u{301}accent", "🇩🇪", "tab\t", "name=value", "ümlaut", "\u{202E}",
    ]
    func text() -> String { texts.randomElement(using: &chance) ?? "" }
    func list() -> [String] { (0..<Int.random(in: 0...3, using: &chance)).map { _ in text() } }
    for _ in 0..<5_000 {
      let action: CounterAction =
        switch Int.random(in: 0..<9, using: &chance) {
        case 0: .added(text(), tags: list())
        case 1: .renamed(text(), to: Bool.random(using: &chance) ? nil : text())
        case 2: .increased(by: Int.random(in: -10...1000, using: &chance))
        case 3: .priced(Bool.random(using: &chance) ? nil : Money(cents: Int.random(in: -9999...9999, using: &chance)))
        case 4: .pinned(Bool.random(using: &chance))
        case 5: .removed(list())
        case 6: .configured(["list": .list(list().map(Value.text)), "number": 1])
        case 7: .dated(Instant(milliseconds: Int64.random(in: 0...1_700_000_000_000, using: &chance)))
        default: .moved(.up)
        }
      let invocation = try #require(commands.invocation(of: action))
      let text = commands.text(of: invocation)
      try #require(commands.parse(text) == invocation, "\(text)")
      try #require(commands.action(for: invocation, in: 0) == action, "\(text)")
    }
  }
}
