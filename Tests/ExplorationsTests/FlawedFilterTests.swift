import Analytics
import Explorations
import Loop
import LoopExplorer
import LoopText
import MemoryHandlers
import Testing

/// Faults of an event list, each of which the filter's laws must find, by the shortest way.
@Suite struct `A flawed event list` {
  @Test(arguments: EventResource.allCases) func `that drops a newer question shows the answer to an older one`(
    part: EventResource
  ) throws {
    #expect(
      try steps(.dropsQuestions(part)) == [
        "appeared", "filter(flag(switched(true)))", "execute \(part) loaded", "deliver \(part)",
      ])
  }

  @Test(arguments: EventResource.allCases) func `that forgets nothing shows what the filter does not let through`(
    part: EventResource
  ) throws {
    #expect(
      try steps(.remembers(part)) == [
        "appeared", "execute \(part) loaded", "deliver \(part)", "filter(flag(switched(true)))",
      ])
  }

  @Test func `that loses an event shows a list too short`() throws {
    #expect(try steps(.losesAnEvent) == ["appeared", "execute events loaded", "deliver events"])
  }

  @Test func `without a flaw, nothing is found`() throws {
    let explored = try FlawedFilter(flaw: nil).explorer.explore()
    #expect(explored.isVerified && explored.moments == 1598, "\(explored)")
  }

  private func steps(_ flaw: FlawedFilter.Flaw) throws -> [String] {
    let explored = try FlawedFilter(flaw: flaw).explorer.explore()
    let finding = try #require(explored.findings.first, "\(explored)")
    #expect(finding.law == FlawedFilter.law)
    return finding.steps
  }
}

/// The event list that ships, with what one flaw makes of it.
private struct FlawedFilter: Exploration, Reducer {
  enum Flaw { case dropsQuestions(EventResource), remembers(EventResource), losesAnEvent }
  static let law = "law 6: whatever is shown answers the filter as it is"

  let flaw: Flaw?
  private let filter = FilterExploration.exploredFeature()

  var feature: FlawedFilter { self }
  var start: (state: EventListFeature.State, world: EventLog) { filter.start }

  func reduce(_ state: inout EventListFeature.State, _ action: EventListFeature.Action) -> Effects<
    EventListFeature.Effect, EventResource
  > {
    let before = state
    var effects = EventListFeature().reduce(&state, action)
    switch flaw {
    case nil: break
    case .dropsQuestions(let part):
      effects = Effects(
        effects.instructions.map { instruction in
          guard case .ask(let effect, part, _, let delay) = instruction else { return instruction }
          return .ask(effect, in: part, .first, after: delay)
        })
    case .remembers(let part): if case .filter = action { state.copyResource(part, from: before) }
    case .losesAnEvent:
      if case .eventsLoaded(let events) = action { state.events.finishLoading(with: Array(events.dropLast())) }
    }
    return effects
  }

  func isAlive(_ slot: EventResource, in state: EventListFeature.State) -> Bool { true }
  func actions(in state: EventListFeature.State) -> [EventListFeature.Action] { filter.actions(in: state) }
  func isBusy(_ state: EventListFeature.State) -> Bool { filter.isBusy(state) }
  func environmentEvents(in log: EventLog) -> [EnvironmentEvent<EventLog>] { filter.environmentEvents(in: log) }

  func outcomes(of effect: EventListFeature.Effect, in log: EventLog) -> [Outcome<EventListFeature.Action, EventLog>] {
    filter.outcomes(of: effect, in: log)
  }

  var explorer: Explorer<FlawedFilter> {
    var explorer = Explorer(self, pendingLimit: 3)
    explorer.always(Self.law) { filter.answers($0.state, in: $0.world) }
    return explorer
  }
}

extension EventListFeature.State {
  /// Shows what was shown before, where it is forgotten and asked for.
  fileprivate mutating func copyResource(_ part: EventResource, from before: Self) {
    func keep<Value>(_ now: inout Loadable<Value>, _ before: Loadable<Value>) {
      guard now.value == nil, let value = before.value else { return }
      now.finishLoading(with: value)
      now.startLoading()
    }
    switch part {
    case .events: keep(&events, before.events)
    case .eventCount: keep(&eventCount, before.eventCount)
    case .userCount: keep(&userCount, before.userCount)
    }
  }
}
