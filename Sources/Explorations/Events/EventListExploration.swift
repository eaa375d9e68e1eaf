import Analytics
import LoopExplorer
import MemoryHandlers
import Tables
import Values

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The event list with three events, to which more events can be added.
public struct EventListExploration: Exploration {
  /// The explored feature.
  public let feature = EventListFeature()
  let log: EventDatabase
  let actions: [EventListFeature.Action]
  /// The numbers that the actions load.
  let parts: [EventResource]
  let maxEventCount: Int

  /// All actions of the user.
  public static let allActions: [EventListFeature.Action] =
    [.appeared, .reloadTapped, .table(.reloadTapped), .cancelTapped, .groupingSelected(.week), .groupingSelected(.day)]
    + EventResource.allCases.map { .retryTapped($0) }
    + [
      .flag(.isOnChanged(true)), .flag(.isOnChanged(false)), .flag(.valuePicked(true)), .flag(.valuePicked(false)),
      .action(.isOnChanged(true)), .action(.isOnChanged(false)), .action(.valuePicked(.start)),
      .action(.valuePicked(.stop)),
      .presetPicked(EventQuery(flag: true, action: .pause)), .cleared,
      .user(.isOnChanged(true)), .user(.isOnChanged(false)), .user(.valuePicked(UserEvent.sampleEvent(0).userID)),
      .interval(.isOnChanged(true)), .interval(.isOnChanged(false)),
      .interval(.valuePicked(EventInterval(start: UserEvent.sampleEvent(1).timestamp))),
    ].map { .filter($0) } + [.presetSaved(name: "mine"), .presetRemoved(name: "mine")] + recordingActions

  /// The event that the user records: older than all others, so that the positions of the others do not change.
  static let recordedEvent = UserEvent.sampleEvent(10_000)

  /// The actions that record two equal events, try again and give them up.
  static let recordingActions: [EventListFeature.Action] =
    recordedBatches.map { .recordTapped([recordedEvent], id: $0) } + [.recordRetryTapped, .recordDiscardTapped]

  /// The IDs of the recorded batches.
  static let recordedBatches = [EventBatch.ID(number: 1), EventBatch.ID(number: 2)]

  /// Creates an exploration of a log in which events arrive until it has `maxEventCount`.
  public init(
    log: EventDatabase = .threeEvents, actions: [EventListFeature.Action] = Self.allActions,
    parts: [EventResource] = EventResource.allCases, maxEventCount: Int = .max
  ) {
    self.log = log
    self.actions = actions
    self.parts = parts
    self.maxEventCount = maxEventCount
  }

  /// The initial state: nothing has been requested.
  public var start: (state: EventListFeature.State, environment: EventDatabase) { (EventListFeature.State(), log) }

  /// The actions that the user can perform in any state.
  public func actions(in state: EventListFeature.State) -> [EventListFeature.Action] { actions }

  /// Loading is read-only.
  public func isReadOnly(_ effect: EventListFeature.Effect) -> Bool {
    switch effect {
    case .loadWindow, .countEvents, .countUsers, .countEventsByUser, .loadTimeline: true
    case .record: false
    }
  }

  /// A Boolean value that indicates whether rows or numbers are being loaded, or events are being stored.
  public func isBusy(_ state: EventListFeature.State) -> Bool {
    EventTable.feature.loadingStatus(of: state.table) == .loading
      || EventResource.allCases.contains { state[$0] == .loading }
      || state.unstoredEvents.contains { $0.failure == nil }
  }

  /// Clears the reason why the last action of the table was rejected.
  public func clearReports(in state: inout EventListFeature.State) { state.table.rejection = nil }

  /// The kind of the state: "loading", "notLoaded", "failed" or "loaded".
  public func kind(of state: EventListFeature.State) -> String {
    let (parts, rows) = (parts.map { state[$0] }, EventTable.feature.loadingStatus(of: state.table))
    if parts.contains(.loading) || rows == .loading { return "loading" }
    if parts.contains(.notLoaded) || rows == .notRequested { return "notLoaded" }
    return parts.contains(where: \.isFailed) || rows != .loaded ? "failed" : "loaded"
  }

  /// The outcomes of an effect: the result, an unreachable source, or a server error.
  public func outcomes(of effect: EventListFeature.Effect, in log: EventDatabase) -> [Outcome<
    EventListFeature.Action, EventDatabase
  >] {
    switch effect {
    case .loadWindow(let request):
      do throws(EventSourceError.Reason) {
        let window = try log.window(request)
        return outcomes(of: effect, loaded: .table(.windowLoaded(window.rows, count: window.count)), in: log)
      } catch {
        return [Outcome("failed", effect.failureAction(error), in: log)]
      }
    case .countEvents(let query): return outcomes(of: effect, loaded: .eventCountLoaded(log.eventCount(query)), in: log)
    case .countUsers(let query): return outcomes(of: effect, loaded: .userCountLoaded(log.userCount(query)), in: log)
    case .countEventsByUser(let query):
      return outcomes(of: effect, loaded: .eventsByUserCounted(log.eventCountsByUser(query)), in: log)
    case .loadTimeline(let query, let options):
      return outcomes(of: effect, loaded: .timelineLoaded(log.histogram(query, options)), in: log)
    case .record(let events, let id):
      var longer = log
      longer.record(events, batch: id)
      return [
        Outcome("stored", .recorded(id), in: longer),
        Outcome("failed offline", effect.failureAction(.offline), in: log),
        Outcome("stored without a response", effect.failureAction(.connectionLost), in: longer),
      ]
    }
  }

  /// The outcomes of loading: the result, an unreachable source, or a server error.
  private func outcomes(
    of effect: EventListFeature.Effect, loaded response: EventListFeature.Action, in log: EventDatabase
  ) -> [Outcome<EventListFeature.Action, EventDatabase>] {
    [
      Outcome("loaded", response, in: log), Outcome("failed offline", effect.failureAction(.offline), in: log),
      Outcome("failed status 503", effect.failureAction(.badStatus(503)), in: log),
    ]
  }

  /// One more event arrives.
  ///
  /// It is older than the others, so their positions do not change.
  public func environmentEvents(in log: EventDatabase) -> [EnvironmentEvent<EventDatabase>] {
    if log.events.count >= maxEventCount { return [] }
    var longer = log
    longer.record([.sampleEvent(log.events.count)])
    return [EnvironmentEvent("one more event", in: longer)]
  }
}

extension EventDatabase {
  /// A log of three events by two users.
  public static let threeEvents = EventDatabase((0..<3).map(UserEvent.sampleEvent))
}

extension UserEvent {
  /// Returns the event with this number, counted from the newest.
  ///
  /// There is one event an hour, and the actions take turns. Every third event has the flag and belongs to another
  /// user, so that the flag filter changes the number of users.
  fileprivate static func sampleEvent(_ number: Int) -> UserEvent {
    let user = UUID(number: number % 3 == 0 ? 0 : 1)
    let kinds = UserEvent.Action.allCases
    return UserEvent(
      userID: user, flag: number % 3 == 0, timestamp: Instant(milliseconds: Int64(24 - number) * 3_600_000),
      action: kinds[number % kinds.count])
  }
}
