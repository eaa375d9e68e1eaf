import Analytics
import Explorations
import Loop
import LoopExplorer
import LoopText
import MemoryHandlers
import Tables
import TestInputs
import Testing

/// Deliberate flaws of an event list.
///
/// The laws of the filter must find each with the shortest counterexample.
@Suite struct `A flawed event list` {
  @Test(arguments: cases(1, of: EventResource.allCases))
  func `that ignores a newer request shows the result of an older one`(
    part: EventResource
  ) throws {
    #expect(
      try steps(.ignoresNewerRequest(part)) == [
        "requested([\(part)])", "filter(flag(isOnChanged(true)))", "execute \(part) loaded", "deliver \(part)",
      ])
  }

  @Test(arguments: cases(1, of: EventResource.allCases))
  func `that keeps an outdated result shows events that the filter excludes`(
    part: EventResource
  ) throws {
    #expect(
      try steps(.keepsOutdatedResult(part)) == [
        "requested([\(part)])", "execute \(part) loaded", "deliver \(part)", "filter(flag(isOnChanged(true)))",
      ])
  }

  @Test func `that loses an event shows too few`() throws {
    #expect(try steps(.losesAnEvent) == ["table(appeared)", "execute window loaded", "deliver window"])
  }

  @Test func `without a flaw breaks no law`() throws {
    let explored = try Explorer(FlawedFilter(flaw: nil)).explore()
    #expect(explored.isVerified && explored.stateCount == 780, "\(explored)")
  }

  private func steps(_ flaw: FlawedFilter.Flaw) throws -> [String] {
    let explored = try Explorer(FlawedFilter(flaw: flaw), .init(stateLimitAfterViolation: 1000)).explore()
    let finding = try #require(explored.findings.first, "\(explored)")
    #expect(finding.law == FlawedFilter.law)
    return finding.steps
  }
}

/// The event list with one deliberate flaw, or with none.
private struct FlawedFilter: Exploration, Reducer {
  typealias Effect = EventListFeature.Effect

  enum Flaw {
    case ignoresNewerRequest(EventResource), keepsOutdatedResult(EventResource), losesAnEvent

    var part: EventResource? {
      switch self {
      case .ignoresNewerRequest(let part), .keepsOutdatedResult(let part): part
      case .losesAnEvent: nil
      }
    }
  }
  static let law = "law 6: every displayed result matches the current filter"

  let flaw: Flaw?
  private var exploration: EventListExploration { .reducedExploration(of: [flaw?.part ?? .eventCount]) }

  var feature: FlawedFilter { self }
  var start: (state: EventListFeature.State, environment: EventDatabase) { exploration.start }

  func reduce(_ state: inout EventListFeature.State, _ action: EventListFeature.Action) -> Effects<
    Self
  > {
    let before = state
    var effects = EventListFeature().reduce(&state, action)
    switch flaw {
    case nil: break
    case .ignoresNewerRequest(let part):
      let slot = EventListFeature.Slot.load(part)
      effects = Effects(
        effects.instructions.map { instruction in
          guard case .run(var request) = instruction, request.slot == slot else { return instruction }
          request.policy = .first
          return .run(request)
        })
    case .keepsOutdatedResult(let part): if case .filter = action { state.copyResource(part, from: before) }
    case .losesAnEvent:
      if case .table(.windowLoaded(let rows, let count)) = action {
        state = before
        effects = EventListFeature().reduce(&state, .table(.windowLoaded(Array(rows.dropLast()), count: count)))
      }
    }
    return effects.ofWrapper()
  }

  func isActive(_ slot: EventListFeature.Slot, in state: EventListFeature.State) -> Bool { true }
  func actions(in state: EventListFeature.State) -> [EventListFeature.Action] { exploration.actions(in: state) }
  func isBusy(_ state: EventListFeature.State) -> Bool { exploration.isBusy(state) }
  func environmentEvents(in log: EventDatabase) -> [EnvironmentEvent<EventDatabase>] {
    exploration.environmentEvents(in: log)
  }

  func outcomes(of effect: EventListFeature.Effect, in log: EventDatabase) -> [Outcome<
    EventListFeature.Action, EventDatabase
  >] {
    exploration.outcomes(of: effect, in: log)
  }

  func addLaws(to explorer: inout Explorer<FlawedFilter>) {
    explorer.always(Self.law) { exploration.displayedResultsMatchFilter($0.state, in: $0.environment) }
  }
}

extension EventListFeature.State {
  /// Restores the previous value of a resource that was cleared and is loading again.
  fileprivate mutating func copyResource(_ part: EventResource, from before: Self) {
    func keep<Value>(_ now: inout Loadable<Value>, _ before: Loadable<Value>) {
      guard now.value == nil, let value = before.value else { return }
      now.finishLoading(with: value)
      now.status = .loading
    }
    switch part {
    case .eventCount: keep(&eventCount, before.eventCount)
    case .userCount: keep(&userCount, before.userCount)
    case .timeline: keep(&timeline, before.timeline)
    }
  }
}
