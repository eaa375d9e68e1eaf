import Foundation
import Loop
import LoopExplorer
import LoopTesting
import TestInputs
import Testing

/// A number that others change, and that the feature reads again when it is told of a change.
private struct NumberReader: Reducer {
  struct State: Hashable, Codable, Sendable {
    var isWatching = true
    var number: Int?
    var watchingEnds = 0
  }

  enum Action: Hashable, Codable, Sendable { case appeared, disappeared, changed, read(Int), readFailed, watchingEnded }
  enum Effect: Hashable, Codable, Sendable { case watch, read }
  enum Slot: Hashable, Codable, Sendable { case watching, reading }

  func isActive(_ slot: Slot, in state: State) -> Bool { slot == .reading || state.isWatching }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .appeared:
      state.isWatching = true
      return .subscribe(to: .watch, in: .watching, ifEnded: .watchingEnded) + read
    case .disappeared: state.isWatching = false
    case .changed: return read
    case .read(let number): state.number = number
    case .readFailed: return .none
    case .watchingEnded: state.watchingEnds += 1
    }
    return .none
  }

  private var read: Effects<Self> { .run(.read, in: .reading, .latest, ifLost: .readFailed, afterRestart: .runAgain) }
}

private struct NumberExploration: Exploration {
  let feature = NumberReader()
  /// Whether changes are reported.
  var reportsChanges = true
  var start: (state: NumberReader.State, environment: Int) { (.init(), 0) }

  func actions(in state: NumberReader.State) -> [NumberReader.Action] { [.appeared, .disappeared] }

  func outcomes(of effect: NumberReader.Effect, in environment: Int) -> [Outcome<NumberReader.Action, Int>] {
    [Outcome("read", .read(environment), in: environment)]
  }

  func environmentEvents(in environment: Int) -> [EnvironmentEvent<Int>] {
    [EnvironmentEvent("changed", in: (environment + 1) % 3)]
  }

  func responses(
    to subscription: NumberReader.Effect, after event: EnvironmentEvent<Int>?, in environment: Int
  ) -> [NumberReader.Action] {
    reportsChanges && event != nil ? [.changed] : []
  }
}

@MainActor @Suite(.hangTimeLimit) struct `A subscription` {
  private let handler = GatedHandler<NumberReader.Effect, NumberReader.Action>()

  private func makeStore() async -> Store<NumberReader> {
    let store = Store(NumberReader(), state: .init(), handler: handler)
    store.send(.appeared)
    await handler.end(.read, with: .read(1))
    return store
  }

  @Test func `responds any number of times, and is not pending meanwhile`() async {
    let store = await makeStore()
    for number in 2...4 {
      #expect(store.isIdle && !store.pending.isEmpty)
      await store.waitUntilIdle()
      handler.respond(to: .watch, with: .changed)
      #expect(!store.isIdle)
      await handler.end(.read, with: .read(number))
      #expect(store.state.number == number)
    }
    await store.shutdown()
    #expect(handler.cancelled == [.watch])
  }

  @Test func `is cancelled when its slot becomes inactive, and by the next one in its slot`() async {
    let store = await makeStore()
    store.send(.appeared)
    #expect(handler.cancelled == [.watch] && handler.started == [.watch, .read, .watch, .read])
    store.send(.disappeared)
    #expect(handler.cancelled == [.watch, .watch])
    await handler.end(.read, with: .read(1))
    #expect(store.pending.isEmpty)
  }

  @Test func `that ends by itself is reported to the feature, and is no violation`() async {
    let store = await makeStore()
    await handler.end(.watch)
    #expect(store.state.watchingEnds == 1 && store.pending.isEmpty)
  }

  @Test func `is requested again after a restart`() async {
    let session = await makeStore().session
    let plan = session.resumePlan(for: NumberReader())
    #expect(plan.runsToStart.map(\.effect) == [.watch] && plan.runsToStart.allSatisfy(\.isSubscription))
  }

  @Test func `is encoded with its session`() async throws {
    let loopState = await makeStore().session.loopState
    let data = try JSONEncoder().encode(loopState)
    #expect(try JSONDecoder().decode(LoopState<NumberReader>.self, from: data) == loopState)
  }

  @Test func `may be open at the end of a test`() {
    let reader = TestStore(NumberReader(), state: .init())
    reader.send(
      .appeared, starts: [.watch, .read],
      returning: .subscribe(to: .watch, in: .watching, ifEnded: .watchingEnded),
      .run(.read, in: .reading, .latest, ifLost: .readFailed, afterRestart: .runAgain))
    reader.end(.read, .read(1)) { $0.number = 1 }
    reader.respond(to: .watch, with: .changed, starts: [.read])
    reader.end(.read, .read(2)) { $0.number = 2 }
    reader.finish()
  }

  @Test func `responds to events of the environment in an exploration, each time in a step of its own`() throws {
    func explore(_ exploration: NumberExploration) throws -> ExplorationReport {
      var explorer = Explorer(exploration)
      explorer.always("the number is current when nothing is pending") { scenario in
        !scenario.isIdle || !scenario.state.isWatching || scenario.state.number == nil
          || scenario.state.number == scenario.environment
      }
      explorer.canAlwaysReach("nothing pending, with an open subscription") {
        $0.isIdle && !$0.loopState.pending.isEmpty
      }
      return try explorer.explore()
    }
    #expect(try explore(NumberExploration()).isVerified)
    let finding = try #require(try explore(NumberExploration(reportsChanges: false)).findings.first)
    #expect(finding.steps == ["appeared", "execute reading read", "deliver reading", "occur changed"])
  }
}
