import Forms
import Interface
import Loop
import Tables
import Values

/// A tiny application, which shows that nothing in the module belongs to the shop: a table of notes, and a form in a
/// sheet that adds one.
package struct NotesApplication: Application {
  package init() {}

  package struct Note: Identifiable, Hashable, Codable, Sendable {
    package var id: Int
    package var title: String
    package var stars: Int

    package init(id: Int, title: String, stars: Int) { (self.id, self.title, self.stars) = (id, title, stars) }
  }

  package let feature = NotesFeature()

  private typealias NotesCommand = Command<NotesFeature>

  package let commands: CommandTable<NotesFeature> = {
    let own: [NotesCommand] = [
      Command("add", "add a note", sending: .addTapped).keys("n"),
      Command("close", "close the sheet", sending: .closeTapped).unavailable {
        $0.form == nil ? "no note is being added" : nil
      },
    ]
    let table: [NotesCommand] = NotesFeature.table.commands(.description).map { command in
      command.lift(prefix: "notes") {
        $0.table
      } action: {
        .table($0)
      }
    }
    let form: [NotesCommand] = FormFeature().commands.map { command in
      command.lift(prefix: "new", missingReason: "no note is being added") {
        $0.form
      } action: {
        .form($0)
      }
    }
    return CommandTable(own + table + form)
  }()

  package func rejections(in state: NotesFeature.State) -> [Rejections] { [state.table.view.rejections] }

  package func screen(of state: NotesFeature.State, viewports: Viewports) -> Screen {
    Screen(
      title: "Notes",
      elements: [
        .init(
          "notes",
          .table(
            feature.table.screen(of: state.table, .description, viewport: viewports["notes"]), commands.table("notes"))),
        .init("count", .counters([.init(id: "all", title: "notes", text: "\(state.table.view.rowCount)")])),
        .init(
          "stars",
          .chart(
            .init(
              title: "Stars",
              bars: state.table.view.allRows.map {
                .init(label: $0.title, value: Double($0.stars), text: "\($0.stars)")
              }))),
      ],
      sheet: state.form.map {
        Screen.Sheet(
          title: "New note", elements: [.init("form", .form($0.screen, commands.form("new")))],
          question: $0.stage == .editing ? nil : .init("Add the note?", answers: [.init("Close", Invocation("close"))]))
      },
      notices: state.table.view.rejection.map { [.init(id: "rejection", .warning, "\($0)")] } ?? [],
      commands: commands.screenCommands)
  }
}

package struct NotesFeature: Reducer {
  package typealias Note = NotesApplication.Note

  package struct State: Hashable, Sendable {
    package var table: EditableTable<Note>.State
    package var form: FormFeature.State?
  }

  package enum Action: Hashable, Sendable {
    case addTapped, closeTapped, table(EditableTable<Note>.Action), form(FormFeature.Action)
  }

  package var table: EditableTable<Note> { Self.table }

  package static let table: EditableTable<Note> = {
    let columns = [
      Column("title", \Note.title, editable: \.title),
      Column("stars", \Note.stars),
    ]
    do {
      return try EditableTable(
        columns: columns,
        options: EditingOptions {
          $0.view.selection = .multiple
          $0.view.aggregates = [Aggregate(.sum, "stars")]
          $0.supportsMoves = true
          $0.supportsDeletions = true
        })
    } catch { preconditionFailure("\(error)") }
  }()

  package static let form: CompiledForm = {
    do {
      return try CompiledForm(
        parsing: """
          {"sections": [{"rows": [
            {"tag": "title", "kind": "text", "required": true},
            {"tag": "important", "kind": "boolean"},
            {"tag": "reason", "kind": "text", "hidden": "$important != true"}
          ]}]}
          """)
    } catch { preconditionFailure("\(error)") }
  }()

  package func initialState(_ titles: [String]) -> State {
    let notes = titles.enumerated().map { Note(id: $0, title: $1, stars: $0 % 3) }
    return State(table: table.initialState(notes), form: nil)
  }

  package func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .addTapped: state.form = FormFeature.State(Self.form)
    case .closeTapped: state.form = nil
    case .table(let action): _ = table.reduce(&state.table, action)
    case .form(let action): _ = FormFeature().reduce(&state.form, action)
    }
    return .none
  }
}
