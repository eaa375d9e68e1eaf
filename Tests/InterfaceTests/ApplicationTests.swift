import Conditions
import Forms
import Foundation
import Interface
import InterfaceFixtures
import Loop
import Tables
import Testing
import Values

/// Whether the tests cover the whole space instead of a part that takes seconds.
private let runsExhaustively = ProcessInfo.processInfo.environment["BACKROOM_EXHAUSTIVE"] == "1"

@Suite struct `An application` {
  private typealias Action = NotesFeature.Action
  private typealias TableAction = EditableTable<NotesApplication.Note>.Action

  private let application = NotesApplication()

  private struct ActionGenerator {
    var chance: SplitMix64

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }

    mutating func id() -> Int { number(0...9) }

    mutating func ids() -> [Int] { (0..<number(0...3)).map { _ in id() } }

    mutating func column() -> String { ["title", "stars", "nope"][number(0...2)] }

    mutating func text() -> String { ["", "tea", "a b", "--x", "[1]", "10", "ä,ö"][number(0...6)] }

    mutating func value() -> Value {
      [
        .null, .text(text()), 3, 2.5, true, .list([1, "a"]), .object(["k": "v"]), .money(Money(cents: 250)),
        .instant(Instant(milliseconds: 1_500)),
      ][number(0...8)]
    }

    mutating func optional<Value>(_ make: (inout Self) -> Value) -> Value? { number(0...2) == 0 ? nil : make(&self) }

    mutating func position() -> RowPosition<Int> { [.before(id()), .after(id()), .end][number(0...2)] }

    mutating func filter() -> ColumnFilter? {
      [
        nil, .contains(text()), .range(from: value(), through: value()), .range(through: 2),
        .among([value(), value()]),
      ][
        number(0...4)]
    }

    mutating func condition() -> Condition? {
      let texts = ["stars > 1", "title CONTAINS 'a'", "NOT (stars IN {1, 2})"]
      return optional { $0.number(0...2) }.flatMap { try? Condition(parsing: texts[$0]) }
    }

    /// A key whose meaning has a command.
    mutating func key() -> TableKeyPress {
      let moves: [TableKeyPress.Code] = [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end]
      switch number(0...10) {
      case 0: return TableKeyPress(.space)
      case 1: return TableKeyPress(.f2)
      case 2: return TableKeyPress(.tab, shift: number(0...1) == 0)
      case let index:
        let code = moves[index - 3]
        let isCorner = code == .home || code == .end
        return TableKeyPress(code, shift: number(0...1) == 0, control: isCorner && number(0...3) == 0)
      }
    }

    /// One action of each kind that a user can send, chosen at random.
    mutating func tableAction() -> TableAction {
      switch number(0...40) {
      case 0: .view(.headerClicked(column(), adding: number(0...1) == 0))
      case 1: .view(.sortChanged([SortKey(column(), .reverse), SortKey("a:forward")]))
      case 2: .view(.columnFilterChanged(column(), filter()))
      case 3: .view(.conditionChanged(condition()))
      case 4: .view(.searchTextChanged(text()))
      case 5: .view(.groupingChanged(to: optional { $0.column() }))
      case 6: .view(.selection(.rowClicked(id())))
      case 7: .view(.selection(.rowToggled(id())))
      case 8: .view(.selection(.rangeExtended(to: id())))
      case 9: .view(.selection(.idsReplaced(Set(ids()))))
      case 10: .view(.selection(.allSelected))
      case 11: .view(.selection(.inverted))
      case 12: .view(.selection(.cleared))
      case 13: .view(.keyPressed(key()))
      case 14: .view(.keyPressed(TableKeyPress(.letters("te"))))
      case 15: .view(.hoverBegan(id()))
      case 16: .view(.hoverEnded(id()))
      case 17: .view(.pageChanged(to: number(0...3)))
      case 18: .view(.pageSizeChanged(optional { $0.number(1...4) }))
      case 19...21: .view(.keyPressed(TableKeyPress(.pageDown, displayedRowCount: number(1...4))))
      case 22: .view(.columnMoved(column(), before: optional { $0.column() }))
      case 23: .view(.columnVisibilityChanged(column(), number(0...1) == 0))
      case 24: .view(.columnResized(column(), optional { $0.number(-5...50) }))
      case 25: .view(.columnVisibilityChanged(column(), number(0...1) == 0))
      case 26: .editBegan(id(), column())
      case 27: .cellTextChanged(text())
      case 28: .editCommitted
      case 29: .editCancelled
      case 30: .cellValueSet(id(), column(), value())
      case 31: .saveTapped(optional { $0.id() })
      case 32: .revertTapped(optional { $0.id() })
      case 33: [.localKept(id()), .remoteTaken(id())][number(0...1)]
      case 34: .deleteTapped
      case 35: [.rowsDeleted(ids()), .rowsDeletedAt(offsets: ids())][number(0...1)]
      case 36: .restoreTapped(optional { $0.id() })
      case 37: .rowsMoved(.init(ids(), position()))
      case 38: .rowsMovedFrom(offsets: ids(), toOffset: id())
      case 39: [.dragBegan(id()), .dropped, .dragCancelled][number(0...2)]
      default: .draggedOver(optional { $0.position() })
      }
    }

    mutating func elementID() -> ElementID { ["title", "important", "reason", "§1", "nope"][number(0...4)] }

    mutating func formAction() -> FormFeature.Action {
      switch number(0...10) {
      case 0: .focused(optional { $0.elementID() })
      case 1: .nextTapped
      case 2: .previousTapped
      case 3: .typed(elementID(), text())
      case 4: .chosen(elementID(), value())
      case 5: .buttonTapped(elementID())
      case 6: .rowAdded(to: elementID())
      case 7: .rowRemoved(elementID())
      case 8: .rowMoved(elementID(), before: optional { $0.elementID() })
      case 9: .resetTapped
      default: .submitTapped
      }
    }

    mutating func action() -> Action {
      switch number(0...9) {
      case 0: .addTapped
      case 1: .closeTapped
      case 2...4: .form(formAction())
      default: .table(tableAction())
      }
    }
  }

  @Test func `every action of the user has a command whose text is parsed back to it`() throws {
    var generator = ActionGenerator(chance: SplitMix64(seed: 1))
    let commands = application.commands
    let schema = JSONSchema(commands.schema)
    var state = application.feature.initialState(["tea", "milk", "ten"])
    for step in 0..<(runsExhaustively ? 8_000 : 1_500) {
      let action = generator.action()
      let invocation = try #require(commands.invocation(of: action), "\(action)")
      let text = commands.text(of: invocation)
      try #require(try commands.parse(text) == invocation, "\(action): \(text)")
      // The schema of an invocation lists every command, so that comparing with it takes long.
      if step % 50 == 0 {
        let json = String(decoding: try JSONEncoder().encode(invocation), as: UTF8.self)
        try #require(try JSONDecoder().decode(Invocation.self, from: Data(json.utf8)) == invocation, "\(json)")
        try #require(try schema.mismatch(of: json) == nil, "\(json)")
      }
      let reason = commands[invocation.path]?.unavailabilityReason(in: state)
      if reason == nil {
        try #require(try commands.action(for: invocation, in: state) == action, "\(text)")
      } else {
        #expect(throws: InvocationError.self) { try commands.action(for: invocation, in: state) }
      }
      _ = application.feature.reduce(&state, action)
    }
  }

  @Test func `every command has a summary, and every parameter an explanation`() {
    for command in application.commands.commands {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "\(command.path)")
      #expect(command.parameters.allSatisfy { !$0.summary.isEmpty }, "\(command.path)")
    }
  }

  @Test func `what a screen offers is a command that accepts the arguments, or says why it is not available`() throws {
    var generator = ActionGenerator(chance: SplitMix64(seed: 3))
    let commands = application.commands
    var state = application.feature.initialState(["tea", "milk", "ten"])
    var offered: Set<String> = []
    for step in 0..<1_000 {
      _ = application.feature.reduce(&state, generator.action())
      if step % 50 == 49 { state = application.feature.initialState(["tea", "oil", "figs"]) }
      offered.formUnion(try commands.checkedPaths(offeredBy: application.screen(of: state), in: state))
    }
    #expect(offered.isSuperset(of: commands.commands.filter { $0.role != nil }.map(\.path)))
  }

  @Test func `a screen with the differences since is the current screen`() throws {
    var generator = ActionGenerator(chance: SplitMix64(seed: 2))
    var state = application.feature.initialState(["tea", "milk", "ten", "oil", "salt", "rice", "corn", "figs"])
    var shown = application.screen(of: state)
    let (screenSchema, schema) = (JSONSchema(Screen.schema), JSONSchema(ScreenDifference.schema))
    var emptyCount = 0
    for step in 0..<(runsExhaustively ? 8_000 : 1_500) {
      let action = generator.action()
      _ = application.feature.reduce(&state, action)
      if step % 200 == 199 { state = application.feature.initialState(["tea", "oil", "figs", "milk"]) }
      let screen = application.screen(of: state)
      let difference = ScreenDifference(from: shown, to: screen)
      if difference.isEmpty { emptyCount += 1 }
      try #require(difference.isEmpty == (shown == screen))
      // What a front end in another process receives.
      let received = try JSONDecoder().decode(ScreenDifference.self, from: JSONEncoder().encode(difference))
      shown.apply(received)
      try #require(shown == screen, "step \(step): \(action)")
      if step % 50 == 0 {
        try #require(try schema.mismatch(of: difference.jsonText) == nil)
        try #require(try screenSchema.mismatch(of: screen.jsonText) == nil)
      }
    }
    #expect(emptyCount > 0)
  }

  @Test func `a difference names only the rows that changed`() throws {
    let feature = application.feature
    let titles = (0..<50).map { "note \($0)" }
    let old = feature.initialState(titles)
    func difference(_ action: TableAction) throws -> TableDifference {
      var new = old
      _ = feature.reduce(&new, .table(action))
      let change = ScreenDifference(from: application.screen(of: old), to: application.screen(of: new))
      return try #require(change.elements?.tables["notes"])
    }
    let selected = try difference(.view(.selection(.rowToggled(7))))
    #expect(selected.changed.map(\.id) == ["7"] && selected.removed.isEmpty && selected.inserted.isEmpty)
    let moved = try difference(.rowsMoved(.init([3], before: 40)))
    #expect(moved.removed == ["3"] && moved.inserted.map(\.index) == [39] && moved.changed.isEmpty)
    let deleted = try difference(.rowsDeleted([5, 6]))
    #expect(deleted.removed == ["5", "6"] && deleted.inserted.isEmpty)
    let typed = try difference(.editBegan(2, "title"))
    #expect(typed.frame?.rows.isEmpty == true)
  }

  @Test func `a screen has the JSON that its schema describes`() throws {
    let screen = Screen(
      title: "Notes", elements: [.init("chart", .chart(.init(title: "Stars", bars: [])))],
      notices: [.init(id: "n", .warning, "Full", answers: [.init("Undo", Invocation("undo", ["count": 2]))])])
    #expect(
      screen.jsonText == """
        {"title":"Notes","tabs":[],"elements":[{"id":"chart",\
        "content":{"chart":{"title":"Stars","bars":[],"isLoading":false,"isOutdated":false}}}],\
        "notices":[{"id":"n","kind":"warning","text":"Full",\
        "answers":[{"title":"Undo","command":{"path":"undo","arguments":{"count":2}}}]}],"progress":[],"keyHints":[],\
        "commands":{"paths":{}}}
        """)
    let schema = JSONSchema(Screen.schema)
    #expect(try schema.mismatch(of: screen.jsonText) == nil)
    #expect(try schema.mismatch(of: "{}")?.contains("is missing") == true)
    let noTitle = screen.jsonText.replacing(#""title":"Stars","#, with: "")
    #expect(try schema.mismatch(of: noTitle)?.contains("title") == true)
    let wrongKind = screen.jsonText.replacing("warning", with: "panic")
    #expect(try schema.mismatch(of: wrongKind)?.contains("panic") == true)
  }

  @Test func `the last text of a command needs no quotes`() throws {
    let commands = application.commands
    func text(_ line: String, _ name: String = "text") throws -> Value? { try commands.parse(line).arguments[name] }
    #expect(try text("notes.search green tea") == "green tea")
    #expect(try text("notes search  green  tea ") == "green  tea")
    #expect(try text("notes.search 'green tea'") == "green tea")
    #expect(try text("new.type title A \"quoted\" word") == "A \"quoted\" word")
    #expect(try text("new.type title --text='green tea'") == "green tea")
    #expect(try text("new.type title Ben's and Tom's") == "Ben's and Tom's")
    #expect(try text("notes.search don't panic") == "don't panic")
    #expect(try text("notes.search don't") == "don't")
    #expect(try commands.parse("notes.where title=='tea'") == commands.parse(#"notes.where "title=='tea'""#))
    for line in ["notes.sort 'title", "notes.search tea --text='a", "notes.shout 'a"] {
      #expect { try commands.parse(line) } throws: { "\($0)" == "unterminated quoted text" }
    }
    #expect(try text("notes.where title CONTAINS 'green tea' AND stars > 1", "condition") != nil)
    #expect(
      try commands.parse("notes.where title CONTAINS 'green tea' AND stars > 1")
        == commands.parse(#"notes.where "title CONTAINS 'green tea' AND stars > 1""#))
    #expect(try commands.parse(words: ["notes.search", "green", "tea"]).arguments["text"] == "green tea")
    #expect(try commands.parse(words: ["notes.search", "--", "--green", "tea"]).arguments["text"] == "--green tea")
  }

  @Test @MainActor func `a rejected action is an error, also for the second time`() async throws {
    let store = Store(application.feature, state: application.feature.initialState(["tea", "milk"]))
    let commands = application.commands
    for _ in 0..<2 {
      await #expect { try await application.run(commands.parse("notes.set 0 stars 3"), in: store) } throws: { error in
        (error as? InvocationError)?.code == .rejected && "\(error)".contains("stars cannot be edited")
      }
    }
    // What another part does is not rejected because of that, even if it changes nothing, nor is the next action.
    for _ in 0..<2 { try await application.run(commands.parse("add"), in: store) }
    try await application.run(commands.parse("notes.set 0 title Tea"), in: store)
    #expect(application.rejections(in: store.state).map(\.reason) == [nil])
  }

  @Test func `the palette finds commands by letters in order`() {
    let found = application.commands.commands(matching: "pnx").map(\.path)
    #expect(found.first == "notes.page.next")
    let commands = application.commands
    #expect(commands.commands(matching: "").map(\.path) == commands.listed.map(\.path))
    #expect(commands.commands(matching: "drop").isEmpty && commands["notes.drag.drop"] != nil)
    #expect(commands.commands(matching: "notes.drag.drop").map(\.path) == ["notes.drag.drop"])
    // A whole word of a path counts more than any letters.
    #expect(commands.commands(matching: "row").prefix(3).allSatisfy { $0.path.hasPrefix("new.row.") })
    #expect(commands.commands(matching: "sort").first?.path == "notes.sort")
    #expect(application.commands.commands(matching: "zzz").isEmpty)
  }
}
