import Forms
import Foundation
import Interface
import Loop
import Programs
import Tables
import Testing
import Values

struct Book: Identifiable, Hashable, Codable, Sendable {
  var id = 0
  var title = ""
  var isRead = false
}

struct ReadingList: Reducer {
  static let table = TableFeature<Book>.grid([
    Column("title", \.title, title: "Title"), Column("isRead", \.isRead, title: "Read"),
  ])
  static let form = TypedForm<Book>("New book") {
    FormSection { FormRow("title", \.title, title: "Title", isRequired: true) }
  }

  struct State: Hashable, Codable, Sendable {
    var books = ReadingList.table.initialState([])
    var newBook: FormFeature.State?
  }

  enum Action: Hashable, Codable, Sendable {
    case table(TableFeature<Book>.Action), form(FormFeature.Action), addTapped, cancelTapped
    case readTapped(Int), removeTapped(Int)
  }

  typealias Effect = Never
  typealias Slot = Never

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .table(let action): _ = Self.table.reduce(&state.books, action)
    case .form(let action): reduceForm(action, &state)
    case .addTapped: state.newBook = Self.form.state(editing: Book())
    case .cancelTapped: state.newBook = nil
    case .readTapped(let id):
      guard var book = state.books[id] else { break }
      book.isRead.toggle()
      _ = Self.table.reduce(&state.books, .rowUpserted(book, before: nil))
    case .removeTapped(let id): _ = Self.table.reduce(&state.books, .rowRemoved(id))
    }
    return .none
  }

  private func reduceForm(_ action: FormFeature.Action, _ state: inout State) {
    guard var form = state.newBook else { return }
    let effects = FormFeature(validationDelay: nil).reduce(&form, action)
    state.newBook = form
    // The only effect of this form is its submission, when it is valid.
    guard !effects.isEmpty, var book = try? Self.form.value(of: form, editing: Book()) else { return }
    book.id = (state.books.allRows.map(\.id).max() ?? 0) + 1
    _ = Self.table.reduce(&state.books, .rowUpserted(book, before: nil))
    state.newBook = nil
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {}
}

struct ReadingListApplication: Application {
  typealias BookCommand = Command<ReadingList>

  let feature = ReadingList()

  let commands: CommandTable<ReadingList> = {
    let table: [BookCommand] = ReadingList.table.commands(.description).map { command in
      command.lift(prefix: "books") {
        $0.books
      } action: {
        .table($0)
      }
    }
    let form: [BookCommand] = FormFeature().commands.map { command in
      command.lift(prefix: "new", missingReason: "no book is being added") {
        $0.newBook
      } action: {
        .form($0)
      }
    }
    let own = [
      BookCommand("add", "add a book", sending: .addTapped).keys("n", hint: "add"),
      BookCommand("read", "mark a book as read or unread", Argument.integer("id", "the book").positional) {
        .readTapped($0)
      }
      .group("books").keys("m", hint: "read").defaulting("id") { $0.books.cursor.map { .integer(Int64($0.row)) } },
      unreadCommand, removeCommand,
      BookCommand("cancel", "close the form", sending: .cancelTapped).group("new").keys("escape", hint: "cancel")
        .unavailable { $0.newBook == nil ? "no book is being added" : nil },
    ]
    return CommandTable(own + table + form)
  }()

  static let unreadCommand = BookCommand(
    "unread", "list the books to read", answer: .list(["title", "isRead"]),
    steps: { state in .answer(.list(records(of: state.books.allRows.filter { !$0.isRead }))) })

  static let removeCommand = BookCommand(
    "remove", "remove a book", Argument.integer("id", "the book").positional, answer: .record(["title", "isRead"]),
    steps: { state, id throws(InvocationError) in
      guard let book = state.books[Int(id)] else { throw InvocationError(.invalidData, "there is no book \(id)") }
      return .send(.removeTapped(book.id)) { _ in .answer(.row(records(of: [book])), isStored: true) }
    })

  static func records(of books: [Book]) -> RecordList {
    RecordList(books, ReadingList.table.columns, json: .cells)
  }

  func screen(of state: ReadingList.State, viewports: Viewports) -> Screen {
    let books = ReadingList.table.screen(of: state.books, .description, viewport: viewports["books"])
    return Screen(
      title: "Reading list", elements: [.init("books", .table(books, commands.table("books")))],
      sheet: state.newBook.map { form in
        Screen.Sheet(title: "New book", elements: [.init("new", .form(form.screen, commands.form("new")))])
      },
      notices: state.books.rejection.map { [Screen.Notice(id: "rejection", .warning, "\($0)")] } ?? [],
      commands: commands.screenCommands)
  }

  func rejections(in state: ReadingList.State) -> [Rejections] {
    [state.books.rejections, state.newBook?.rejections ?? Rejections(reason: nil, count: 0)]
  }

  func hasUnsavedInput(_ state: ReadingList.State) -> Bool { state.newBook?.isDirty == true }
}

struct NoEffects<Action: Sendable>: EffectHandler {
  func run(_ effect: Never, send: Send<Action>) async -> Action? {}
}

@MainActor func readingListProgram(frontEnd: (any FrontEnd)?) -> Program<ApplicationRun<ReadingListApplication>> {
  Program(
    "reading-list", version: "1.0.0", summary: "books to read", showing: ReadingListApplication(), from: .init(),
    sessionSchema: 1, frontEnd: frontEnd, handler: NoEffects())
}

/// The application that the guide of Interface builds.
@MainActor @Suite struct `The reading list` {
  private let script = ScriptedConsole()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "ProgramsTests-\(UUID().uuidString)")

  private func run(_ words: String...) async -> String {
    script.environment = ["XDG_STATE_HOME": folder.path]
    script.output = ""
    let status = await readingListProgram(frontEnd: nil).run(words, on: script.console)
    return "\(status.rawValue) \(script.output)"
  }

  @Test func `adds books, marks them as read, sorts them, and keeps them`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(await run("do", "add", "then", "new.type", "title", "Dune", "then", "new.submit").hasPrefix("0 Reading"))
    #expect(await run("do", "add", "then", "new.type", "title", "Atlas", "then", "new.submit").hasPrefix("0 Reading"))
    let sorted = await run("do", "books.sort", "title", "then", "read", "1")
    #expect(sorted.contains("Title ▲  Read\nAtlas    false\nDune     true\n"), "\(sorted)")
    let shown = await run("show")
    #expect(shown.contains("Dune     true"), "\(shown)")
  }

  @Test func `lists the books to read, and removes one`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(await run("do", "add", "then", "new.type", "title", "Dune", "then", "new.submit").hasPrefix("0 Reading"))
    #expect(await run("do", "unread") == "0 Title  Read\nDune   false\n")
    #expect(await run("do", "remove", "1").contains("0 rows"))
    #expect(await run("do", "unread", "-o", "json") == "0 []\n")
    let refused = await run("do", "remove", "1")
    #expect(refused.contains("there is no book 1\n"))
  }

  @Test func `says what is wrong`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let refused = await run("do", "add", "then", "new.submit")
    #expect(refused.contains("reading-list: command 2: Title is required"), "\(refused)")
    #expect(await run("do", "read").contains("id is missing: the book"))
    #expect(await run("do", "--new", "cancel").contains("cancel is not available: no book is being added"))
  }
}
