public import Analytics
public import LoopExplorer
public import MemoryHandlers
internal import Values

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The event filter over three events, to which a fourth may come.
public struct FilterExploration: Exploration {
  /// The feature that is played.
  public let feature = EventListFeature()
  let log: EventLog
  let actions: [EventListFeature.Action]
  let longest: Int

  /// Everything there is to do.
  public static let everything: [EventListFeature.Action] =
    [.appeared, .reloadTapped]
    + EventResource.allCases.map { .retryTapped($0) }
    + [
      .flag(.switched(true)), .flag(.switched(false)), .flag(.picked(true)), .flag(.picked(false)),
      .action(.switched(true)), .action(.switched(false)), .action(.picked(.start)), .action(.picked(.stop)),
      .presetPicked(EventQuery(flag: true, action: .pause)), .cleared,
    ].map { .filter($0) }

  /// Makes one over a log, to which events may come until it has so many.
  public init(
    log: EventLog = .threeEvents, actions: [EventListFeature.Action] = Self.everything,
    maxEventCount longest: Int = .max
  ) {
    self.log = log
    self.actions = actions
    self.longest = longest
  }

  /// Nothing has been asked for.
  public var start: (state: EventListFeature.State, world: EventLog) { (EventListFeature.State(), log) }

  /// What a person does, whatever the state.
  public func actions(in state: EventListFeature.State) -> [EventListFeature.Action] { actions }

  /// A source whose answer is lost was not reached, as far as anyone can tell.
  public func responsesWhenLost(of effect: EventListFeature.Effect) -> [EventListFeature.Action] {
    switch effect {
    case .load(let part, let query): [.failed(EventSourceError(EventRequest(part, query), .offline))]
    }
  }

  /// Events are only read.
  public func isReadOnly(_ effect: EventListFeature.Effect) -> Bool { true }

  /// Any of the three is awaited.
  public func isBusy(_ state: EventListFeature.State) -> Bool {
    EventResource.allCases.contains { state[$0] == .loading }
  }

  /// What is shown, and whether all of it answers the filter.
  public func kind(of state: EventListFeature.State) -> String {
    let parts = EventResource.allCases.map { state[$0] }
    if parts.contains(.loading) { return "loading" }
    if parts.contains(.unasked) { return "unasked" }
    return parts.contains(where: \.isFailed) ? "failed" : "loaded"
  }

  /// The source answers, or cannot be reached, or the server is in trouble.
  public func outcomes(of effect: EventListFeature.Effect, in log: EventLog) -> [Outcome<
    EventListFeature.Action, EventLog
  >] {
    switch effect {
    case .load(let part, let query):
      let answer: EventListFeature.Action =
        switch part {
        case .events: .eventsLoaded(log.events(query))
        case .eventCount: .eventCountLoaded(log.eventCount(query))
        case .userCount: .userCountLoaded(log.userCount(query))
        }
      let request = EventRequest(part, query)
      return [
        Outcome("loaded", answer, in: log),
        Outcome("failed offline", .failed(EventSourceError(request, .offline)), in: log),
        Outcome("failed status 503", .failed(EventSourceError(request, .badStatus(503))), in: log),
      ]
    }
  }

  /// Another event comes in, so late that it is older than the others: theirs are the places they had.
  public func environmentEvents(in log: EventLog) -> [EnvironmentEvent<EventLog>] {
    if log.events.count >= longest { return [] }
    var longer = log
    longer.insert(.numbered(log.events.count))
    return [EnvironmentEvent("one more event", in: longer)]
  }
}

extension EventLog {
  /// Three events of two users.
  public static let threeEvents = EventLog((0..<3).map(UserEvent.numbered))
}

extension UserEvent {
  /// The event with this number, from the newest: one an hour, of each kind in turn, every third marked and by another
  /// user, so that a filter lets other users through.
  fileprivate static func numbered(_ number: Int) -> UserEvent {
    let user = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number % 3 == 0 ? 0 : 1))
    let kinds = UserEvent.Action.allCases
    return UserEvent(
      userID: user, flag: number % 3 == 0, timestamp: Instant(milliseconds: Int64(24 - number) * 3_600_000),
      action: kinds[number % kinds.count])
  }
}
