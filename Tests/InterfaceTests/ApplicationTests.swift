import Conditions
import Forms
import Foundation
import Interface
import InterfaceFixtures
import Loop
import Tables
import TestInputs
import Testing
import Values

@Suite struct `An application` {
  private typealias Action = NotesFeature.Action
  private typealias TableAction = EditableTable<NotesApplication.Note>.Action

  private let application = NotesApplication()

  private static func generator(seed: UInt64) -> InvocationGenerator {
    InvocationGenerator(seed: seed, texts: ["1", "2", "5", "title", "stars", "important", "stars > 1"])
  }

  /// Sends the action of the next random invocation that is available.
  @discardableResult private func sendCommand(
    from generator: inout InvocationGenerator, _ state: inout NotesApplication.Feature.State
  ) -> Invocation {
    while true {
      let invocation = generator.invocation(of: application.commands)
      guard let action = try? application.commands.action(for: invocation, in: state) else { continue }
      _ = application.feature.reduce(&state, action)
      return invocation
    }
  }

  @Test func `every command takes any arguments of the right kinds`() throws {
    var generator = Self.generator(seed: 1)
    let commands = application.commands
    let schema = JSONSchema(commands.schema)
    var state = application.feature.initialState(["tea", "milk", "ten"])
    var sent: Set<String> = []
    for step in 0..<(runsExhaustively ? 40_000 : 12_000) {
      if step % 100 == 0 { state = application.feature.initialState(["tea", "milk", "ten"]) }
      let invocation = generator.invocation(of: commands)
      let text = try commands.checkedText(of: invocation)
      // The schema of an invocation lists every command, so that comparing with it takes long.
      if step % 100 == 0 {
        let json = String(decoding: try JSONEncoder().encode(invocation), as: UTF8.self)
        try #require(try JSONDecoder().decode(Invocation.self, from: Data(json.utf8)) == invocation, "\(json)")
        try #require(try schema.mismatch(of: json) == nil, "\(json)")
      }
      do throws(InvocationError) {
        _ = application.feature.reduce(&state, try commands.action(for: invocation, in: state))
        sent.insert(invocation.path)
      } catch {
        #expect([.unavailable, .invalidValue, .missingParameter].contains(error.code), "\(text): \(error)")
      }
    }
    // Some commands need a rare state, such as the last of several pages.
    let missing = Set(commands.commands.map(\.path)).subtracting(sent)
    #expect(missing.count <= (runsExhaustively ? 0 : 5), "\(missing)")
  }

  @Test func `every command has a summary, and every parameter an explanation`() {
    for command in application.commands.commands {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."), "\(command.path)")
      #expect(command.parameters.allSatisfy { !$0.summary.isEmpty }, "\(command.path)")
    }
  }

  @Test func `what a screen offers is a command that accepts the arguments, or says why it is not available`() throws {
    var generator = Self.generator(seed: 3)
    let commands = application.commands
    var state = application.feature.initialState(["tea", "milk", "ten"])
    var (offered, menu): (Set<String>, Set<String>) = ([], [])
    for step in 0..<1_000 {
      sendCommand(from: &generator, &state)
      if step % 50 == 49 { state = application.feature.initialState(["tea", "oil", "figs"]) }
      let screen = application.screen(of: state)
      offered.formUnion(try commands.checkedPaths(offeredBy: screen, in: state))
      menu.formUnion(screen.menu)
    }
    #expect(offered.isSuperset(of: commands.commands.filter { $0.role != nil }.map(\.path)))
    #expect(menu.union(offered).isSuperset(of: commands.listed.map(\.path)), "a user can do nothing else")
  }

  @Test func `a screen with the differences since is the current screen`() throws {
    var generator = Self.generator(seed: 2)
    var state = application.feature.initialState(["tea", "milk", "ten", "oil", "salt", "rice", "corn", "figs"])
    var shown = application.screen(of: state)
    let (screenSchema, schema) = (JSONSchema(Screen.schema), JSONSchema(ScreenDifference.schema))
    var emptyCount = 0
    for step in 0..<(runsExhaustively ? 8_000 : 1_500) {
      let invocation = sendCommand(from: &generator, &state)
      if step % 200 == 199 { state = application.feature.initialState(["tea", "oil", "figs", "milk"]) }
      let screen = application.screen(of: state)
      let difference = ScreenDifference(from: shown, to: screen)
      if difference.isEmpty { emptyCount += 1 }
      try #require(difference.isEmpty == (shown == screen))
      // What a front end in another process receives.
      let received = try JSONDecoder().decode(ScreenDifference.self, from: JSONEncoder().encode(difference))
      shown.apply(received)
      try #require(shown == screen, "step \(step): \(invocation)")
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
        {"title":"Notes","status":[],"tabs":[],"elements":[{"id":"chart",\
        "content":{"chart":{"title":"Stars","bars":[],"isLoading":false,"isOutdated":false}}}],\
        "notices":[{"id":"n","kind":"warning","text":"Full",\
        "answers":[{"title":"Undo","command":{"path":"undo","arguments":{"count":2}},\
        "changesArguments":false}]}],"progress":[],\
        "commands":{"paths":{},"menu":[]}}
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
      await #expect { _ = try await application.run(commands.parse("notes.set 0 stars 3"), in: store) } throws: {
        error in
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
