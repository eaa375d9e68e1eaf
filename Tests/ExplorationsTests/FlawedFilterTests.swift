import Analytics
import Explorations
import Loop
import LoopExplorer
import LoopText
import MemoryHandlers
import Testing

/// Faults of an event list, each of which the filter's laws must find, by the shortest way.
@Suite struct `A flawed event list` {
  @Test(arguments: EventPart.allCases) func `that drops a newer question shows the answer to an older one`(
    part: EventPart
  ) throws {
    #expect(
      try steps(.dropsQuestions(part)) == [
        "appeared", "filter(flag(switched(true)))", "execute \(part) loaded", "deliver \(part)",
      ])
  }

  @Test(arguments: EventPart.allCases) func `that forgets nothing shows what the filter does not let through`(
    part: EventPart
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
  enum Flaw { case dropsQuestions(EventPart), remembers(EventPart), losesAnEvent }
  static let law = "law 6: whatever is shown answers the filter as it is"

  let flaw: Flaw?
  private let filter = FilterExploration.explored()

  var feature: FlawedFilter { self }
  var start: (state: EventList.State, world: EventLog) { filter.start }

  func reduce(_ state: inout EventList.State, _ action: EventList.Action) -> Effects<EventList.Effect, EventPart> {
    let before = state
    var effects = EventList().reduce(&state, action)
    switch flaw {
    case nil: break
    case .dropsQuestions(let part):
      effects = Effects(
        effects.instructions.map { instruction in
          guard case .ask(let effect, part, _, let delay) = instruction else { return instruction }
          return .ask(effect, in: part, .first, after: delay)
        })
    case .remembers(let part): if case .filter = action { state.take(part, from: before) }
    case .losesAnEvent:
      if case .eventsLoaded(let events) = action { state.events.arrive(Array(events.dropLast())) }
    }
    return effects
  }

  func isAlive(_ slot: EventPart, in state: EventList.State) -> Bool { true }
  func actions(in state: EventList.State) -> [EventList.Action] { filter.actions(in: state) }
  func isBusy(_ state: EventList.State) -> Bool { filter.isBusy(state) }
  func happenings(in log: EventLog) -> [Happening<EventLog>] { filter.happenings(in: log) }

  func outcomes(of effect: EventList.Effect, in log: EventLog) -> [Outcome<EventList.Action, EventLog>] {
    filter.outcomes(of: effect, in: log)
  }

  var explorer: Explorer<FlawedFilter> {
    var explorer = Explorer(self, pending: 3)
    explorer.always(Self.law) { filter.answers($0.state, in: $0.world) }
    return explorer
  }
}

extension EventList.State {
  /// Shows what was shown before, where it is forgotten and asked for.
  fileprivate mutating func take(_ part: EventPart, from before: Self) {
    func keep<Value>(_ now: inout Loaded<Value>, _ before: Loaded<Value>) {
      guard now.value == nil, let value = before.value else { return }
      now.arrive(value)
      now.ask()
    }
    switch part {
    case .events: keep(&events, before.events)
    case .eventCount: keep(&eventCount, before.eventCount)
    case .userCount: keep(&userCount, before.userCount)
    }
  }
}
