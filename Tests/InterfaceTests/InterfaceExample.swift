import Interface
import InterfaceFixtures
import Loop
import Tables
import Testing
import Values

private enum CounterAction: Hashable, Sendable { case increased(by: Int) }

/// The code that the guide of Interface shows.
@MainActor @Suite struct `The guide of Interface` {
  @Test func `parses and prints a command`() throws {
    let increase = Command<Counter>(
      "counter.increase", "count", Argument.integer("by", "the step").positional.defaulting(to: 1)
    ) {
      .increased(by: $0)
    }
    .keys("+").unavailable { $0 >= 100 ? "the counter is full" : nil }

    let table = CommandTable([increase])
    let action = try table.action(for: table.parse("counter increase 5"), in: 0)  // increased(by: 5)
    let text = table.text(of: Invocation("counter.increase", ["by": 2]))  // "counter.increase 2"

    #expect(action == .increased(by: 5) && text == "counter.increase 2")
    #expect { try table.parse("counter increase five") } throws: {
      "\($0)" == #"by "five" is not valid; expected a whole number"#
    }
    #expect { try table.parse("counter incraese") } throws: {
      "\($0)" == #"unknown command "counter"; did you mean counter.increase?"#
    }
  }

  private struct Counter: Reducer {
    typealias State = Int
    typealias Action = CounterAction

    func reduce(_ state: inout Int, _ action: CounterAction) -> Effects<Self> {
      if case .increased(let step) = action { state += step }
      return .none
    }
  }

  @Test func `does what the roles of an element offer`() throws {
    let open = Command<Counter>("counters.open", "open a counter", Argument.text("id", "the counter")) { _ in
      .increased(by: 1)
    }
    .group("counters").role(TableRole.open)

    let counters = CommandTable([open])
    let notes = NotesApplication().feature.table
    let rows = notes.screen(of: notes.initialState([.init(id: 7, title: "tea", stars: 1)]), .description)
    let element = Screen.Element("counters", .table(rows, counters.table("counters")))
    let store = Store(Counter(), state: 0)
    if case .table(let table, let commands) = element.content, let row = table.rows.first {
      if let open = commands.open(row.id) { try store.send(open, of: counters) }
    }
    #expect(store.state == 1)
  }

  @Test func `lifts the commands of a table and applies differences`() throws {
    let application = NotesApplication()
    let table = application.feature.table
    let commands: [Command<NotesFeature>] = table.commands(.description).map { command in
      command.lift(prefix: "notes") {
        $0.table
      } action: {
        .table($0)
      }
    }
    func screen(of state: NotesFeature.State, viewports: Viewports) -> Screen {
      let notes = table.screen(of: state.table, .description, viewport: viewports["notes"])
      return Screen(title: "Notes", elements: [.init("notes", .table(notes, CommandTable(commands).table("notes")))])
    }
    let store = Store(application.feature, state: application.feature.initialState(["tea", "milk"]))
    var shown = application.screen(of: store.state)
    for text in ["notes.sort title", "notes.select.all", "notes.move 1 --before 0"] {
      do {
        store.send(try CommandTable(commands).action(for: CommandTable(commands).parse(text), in: store.state))
      } catch {
        // Sorted rows cannot be moved.
        #expect(text.hasPrefix("notes.move"), "\(error)")
      }
    }
    let difference = ScreenDifference(from: shown, to: application.screen(of: store.state))
    shown.apply(difference)
    #expect(shown.elements[0] == screen(of: store.state, viewports: Viewports()).elements[0])
  }
}
