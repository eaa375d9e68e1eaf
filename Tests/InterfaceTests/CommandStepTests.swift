import Documents
import Interface
import Loop
import Testing
import Values

/// A shelf of books, which a handler stores.
private struct Shelf: Reducer {
  struct State: Hashable, Sendable {
    var titles = ["Emma", "Ulysses"]
    var failure: String?
  }
  enum Action: Hashable, Sendable { case removeTapped(String), removed(String), failed, counted(Int) }
  enum Effect: Hashable, Sendable { case remove(String), count }
  enum Slot: Hashable, Sendable { case removal }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .removeTapped(let title):
      return .run(.remove(title), in: .removal, .queue, ifLost: .failed, afterRestart: .reportLost)
    case .removed(let title): state.titles.removeAll { $0 == title }
    case .failed: state.failure = "the shelf cannot be reached"
    case .counted: break
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

private struct ShelfHandler: EffectHandler {
  func run(_ effect: Shelf.Effect, send: Send<Shelf.Action>) async -> Shelf.Action? {
    switch effect {
    case .remove("Emma"): .failed
    case .remove(let title): .removed(title)
    case .count: .counted(2)
    }
  }
}

private struct ShelfApplication: Application {
  let feature = Shelf()

  let commands = CommandTable<Shelf>([
    Command(
      "remove", "remove a book", Argument.text("title", "the book").positional,
      answer: .record(["title"]),
      steps: { state, title throws(InvocationError) in
        if !state.titles.contains(title) { throw InvocationError(.invalidData, "there is no \(title)") }
        return .note("looking for \(title)") {
          .confirm("Remove \(title)?", otherwise: "nothing was removed") {
            .send(.removeTapped(title)) { state throws(InvocationError) in
              if let failure = state.failure { throw InvocationError(.unreachable, failure) }
              let record = RecordList(fields: [.init("title")], rows: [[.init(.text(title))]])
              return .answer(.row(record), isStored: true)
            }
          }
        }
      }
    )
    .onCommandLine(asking: "remove"),
    Command(
      "count", "count the books",
      steps: { _ in
        .ask(.count) { response in
          guard case .counted(let count)? = response else { return .done }
          return .answer(.report(["books": .integer(Int64(count))], text: "\(count) books\n"))
        }
      }),
    Command(
      "remove.all", "remove several books", Argument.text("titles", "the books").positional.list,
      steps: { _, titles in
        .send(actions: titles.map { .removeTapped($0) }) { .answer(.report([:], text: "\($0.titles.count) left\n")) }
      }),
  ])

  func screen(of state: Shelf.State, viewports: Viewports) -> Screen { Screen(title: "Shelf") }
}

@MainActor @Suite struct `A command of several steps` {
  private let application = ShelfApplication()
  private let store = Store(Shelf(), state: .init(), handler: ShelfHandler())

  /// Runs a command for a user who answers a question, and returns what it answers and what the user was told.
  private func run(_ line: String, agreeing: Bool = true) async throws -> (
    text: String?, isStored: Bool, told: [String]
  ) {
    var told: [String] = []
    let user = CommandUser { question in
      told.append(question.text)
      return agreeing
    } note: {
      told.append($0)
    }
    let reply = try await application.run(application.commands.parse(line), in: store, for: user)
    return (try reply.answer?.text(as: .table), reply.isStored, told)
  }

  @Test func `tells, asks, waits for its work, and answers`() async throws {
    let (text, isStored, told) = try await run("remove Ulysses")
    #expect(text == "TITLE\nUlysses\n" && isStored)
    #expect(told == ["looking for Ulysses", "Remove Ulysses?"])
    #expect(store.state.titles == ["Emma"])
  }

  @Test func `sends nothing if the user does not agree`() async {
    let error = await #expect(throws: InvocationError.self) {
      _ = try await run("remove Ulysses", agreeing: false)
    }
    #expect(error == InvocationError(.failed, "nothing was removed"))
    #expect(store.state == Shelf.State())
  }

  @Test func `fails with what its work leads to`() async {
    let error = await #expect(throws: InvocationError.self) { _ = try await run("remove Emma") }
    #expect(error == InvocationError(.unreachable, "the shelf cannot be reached"))
    await #expect(throws: InvocationError(.invalidData, "there is no Tea")) { _ = try await run("remove Tea") }
  }

  @Test func `can ask for what no state has`() async throws {
    let former = store.state
    let (text, isStored, _) = try await run("count")
    #expect(text == "2 books\n" && !isStored && store.state == former)
  }

  @Test func `can send several actions at once`() async throws {
    #expect(try await run("remove.all Ulysses,Ulysses").text == "1 left\n")
  }

  @Test func `describes what it answers for programs`() throws {
    let schema = application.commands.schema.jsonText
    #expect(schema.contains(#""answer":{"properties":{"title":{}},"type":"object"}"#), "\(schema)")
  }
}
