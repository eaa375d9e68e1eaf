import Interface
import Loop
import PlainText
import Terminal
import TerminalIO
import Testing

/// The application of the guide.
struct CounterApplication: Application {
  struct Counter: Reducer {
    struct State: Hashable, Codable, Sendable { var count = 0 }
    enum Action: Hashable, Codable, Sendable { case increased }
    func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
      state.count += 1
      return .none
    }
  }

  let feature = Counter()
  let commands = CommandTable([
    Command<Counter>("increase", "count", sending: .increased).keys("+")
  ])

  func screen(of state: Counter.State, viewports: Viewports) -> Screen {
    Screen(title: "Counter", elements: [.init("count", .text(["\(state.count)"]))])
  }
}

@MainActor func open(_ counter: CounterApplication, environment: [String: String]) async throws {
  let store = Store(counter.feature, state: CounterApplication.Feature.State())
  try await FullScreen(counter, store: store, environment: environment).run()
}

/// The code that the guide of Terminal shows.
@MainActor @Suite struct `The guide of Terminal` {
  @Test func `presses a key and reads the cells`() {
    let counter = CounterApplication()
    let store = Store(counter.feature, state: CounterApplication.Feature.State())
    let screen = ScreenDriver(counter, store: store, size: TerminalSize(columns: 40, rows: 10))
    _ = screen.handle([.key(KeyStroke(.character("+")))])
    let count = screen.makeFrame().text(ofRow: 1)
    #expect(count.contains("1"), "\(count)")
  }
}
