import Interface
import InterfaceFixtures
import Testing
import Values

/// A tiny application: a list of named counters.
private enum CounterAction: Hashable, Sendable {
  case added(String, tags: [String]), renamed(String, to: String?), increased(by: Int), priced(Money?), pinned(Bool)
  case removed([String]), configured(Value), dated(Instant), moved(Direction)

  enum Direction: String, CaseIterable, Sendable { case up, down }
}

private let commands = CommandTable<InertFeature<Int, CounterAction>>([
  Command(
    "counters.add", "add a counter", Argument.text("name", "the name").positional,
    Argument.text("tags", "the tags").list.defaulting(to: [])
  ) {
    .added($0, tags: $1)
  },
  Command(
    "counters.rename", "rename a counter", Argument.text("name", "the name").positional,
    Argument.text("to", "the new name").positional.optional
  ) {
    .renamed($0, to: $1)
  },
  Command("increase", "count", Argument.integer("by", "the step", in: -10...1000).positional.defaulting(to: 1)) {
    .increased(by: $0)
  }
  .keys("+").unavailable { $0 > 100 ? "the counter is full" : nil },
  Command("price", "set the price", Argument.money("price", "the price").optional) {
    .priced($0)
  },
  Command("pin", "pin the list", Argument.flag("pinned", "whether it is pinned")) {
    .pinned($0)
  },
  Command("remove", "remove counters", Argument.text("names", "the names").list.positional) {
    .removed($0)
  },
  Command("configure", "apply settings", Argument.json("settings", "the settings")) {
    .configured($0)
  },
  Command("date", "set the date", Argument.instant("at", "the date").positional) {
    .dated($0)
  },
  Command(
    "move", "move the list", Argument.choice("direction", "where to", of: CounterAction.Direction.self).positional
  ) {
    .moved($0)
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
    ("counters.add a --tag b", "counters.add has no option \"--tag\"; did you mean --tags?"),
    ("double --by 2", "double has no option \"--by\""),
    ("increase 1001", "by \"1001\" is not valid; expected a whole number from -10 to 1000"),
    ("increase --by 1 --by 2", "--by is given twice"),
    ("price --price", "--price has no value; expected an amount with at most two decimals, such as 19.99"),
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
    }
    let table = CommandTable<InertFeature<Int, [String?]>>([
      Command("one", "one", trimmed, Argument.text("b", "b").defaulting(to: "x").optional) {
        [$0, $1]
      },
      Command("many", "many", Argument.text("names", "the names").positional.list) {
        $0
      },
    ])
    func action(_ text: String) throws -> [String?] { try table.action(for: table.parse(text), in: 0) }
    #expect(try action("one") == ["a!", nil] && action("one --name b --b x") == ["b!", "x"])
    #expect(try action("many a b") == ["a", "b"])
    #expect(table.commands[0].parameters[0].defaultValue == "a", "help shows what a user can type")
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

  @Test func `takes the elements of a list one by one, or separated by commas`() throws {
    let table = CommandTable<InertFeature<Int, [String]>>([
      Command(
        "tag", "tag rows", Argument.text("ids", "the rows").positional.repeated,
        Argument.text("tags", "the tags").list.defaulting(to: []),
        Argument.text("set", "a value").repeated.defaulting(to: [])
      ) { ids, tags, values -> [String] in [ids, tags, values].joined(separator: ["|"]).map(\.self) }
    ])
    func action(_ text: String) throws -> [String] { try table.action(for: table.parse(text), in: 0) }
    #expect(try action("tag a,b c") == ["a,b", "c", "|", "|"])
    #expect(try action(#"tag a --tags 'x, y' --tags "p\\,q" --tags="#) == ["a", "|", "x", "y", "p,q", "|"])
    #expect(try action("tag a --set k=1,2 --set=l=[3] b") == ["a", "b", "|", "|", "k=1,2", "l=[3]"])
    #expect { try table.parse("tag a --set --tags x") } throws: {
      "\($0)" == "--set has no value; expected a text, or several"
    }
    #expect { try table.parse("tag") } throws: { "\($0)" == "tag: ids is missing: the rows" }
    var generator = InvocationGenerator(seed: 2)
    for _ in 0..<1_000 {
      var invocation = generator.invocation(of: table)
      // A repeated list without an element has no text.
      for name in ["ids", "set"] where invocation.arguments[name] == [] { invocation.arguments[name] = ["x"] }
      try table.checkedText(of: invocation)
    }
  }

  @Test func `the text of every invocation is parsed back to it`() throws {
    var generator = InvocationGenerator(seed: 1)
    for _ in 0..<5_000 { try commands.checkedText(of: generator.invocation(of: commands)) }
  }

  @Test func `the end of a line is completed to paths, parameters and words`() {
    let table = CommandTable([
      Command<InertFeature<Int, Int>>("tea", "tea", sending: 1),
      Command<InertFeature<Int, Int>>(
        "tea.sort", "sort", Argument.choice("column", "the column", among: ["name", "price"]).positional,
        Argument.flag("add", "add"), Argument.choice("order", "the order", among: ["up", "down"]).optional
      ) { _, _, _ in 1 }, Command<InertFeature<Int, Int>>("tea.hover", "hover", sending: 1).unlisted(),
    ])
    for (text, lines) in [
      ("", ["tea ", "tea.sort "]), ("tea.", ["tea.sort "]), ("x", []), ("tea ", ["tea sort "]), ("nope ", []),
      ("tea.sort ", ["tea.sort name ", "tea.sort price ", "tea.sort --add ", "tea.sort --order="]),
      ("tea.sort p", ["tea.sort price "]), ("tea.sort price --o", ["tea.sort price --order="]),
      ("tea.sort price --order=d", ["tea.sort price --order=down "]),
      ("tea.sort price --order ", ["tea.sort price --order up ", "tea.sort price --order down "]),
      ("tea.sort price --add ", ["tea.sort price --add --order="]),
    ] { #expect(table.completions(of: text) == lines, "\(text)") }
    let files = CommandTable([
      Command<InertFeature<Int, Int>>("read", "read", Argument.text("file", "the file").rest.suggesting(.files)) { _ in
        1
      },
      Command<InertFeature<Int, Int>>("write", "write", Argument.text("file", "the file").positional.suggesting(.files))
      {
        _ in 1
      },
    ])
    let names = ["a b/", "a b/c d.csv", "ab.csv"]
    for (text, lines) in [
      ("read ", ["read a b/", "read a b/c d.csv", "read ab.csv"]), ("read a b", ["read a b/", "read a b/c d.csv"]),
      ("read a b/c", ["read a b/c d.csv"]), ("read --a", []), ("rea", ["read "]),
      ("write a", ["write a b/", #"write "a b/c d.csv" "#, "write ab.csv "]),
    ] {
      #expect(files.completions(of: text) { word in names.filter { $0.hasPrefix(word) } } == lines, "\(text)")
    }
    #expect(table.syntax(after: "tea.sort ") == "name|price [--add] [--order up|down]")
    #expect(table.syntax(after: "tea ") == nil && table.syntax(after: "tea.sort") == nil)
  }
}
