import Loop
import Tables
import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The events that match a filter as a table, their number, the number of their users, and their timeline.
///
/// The table and the three numbers load independently: each can fail and be retried alone. Each has a slot in which a
/// new request replaces the previous one, so the response to an outdated filter never arrives. Recorded events are
/// stored one batch after the other, and kept until they are.
public struct EventListFeature: Reducer {
  private let timeZone: TimeZoneRules
  private let firstWeekday: Weekday
  private let numbers: [EventResource]

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - timeZone: The time zone of the days in the timeline.
  ///   - firstWeekday: The first day of the weeks in the timeline.
  ///   - numbers: The numbers that are loaded when the list appears.
  public init(
    timeZone: TimeZoneRules = .utc, firstWeekday: Weekday = .monday, numbers: [EventResource] = EventResource.allCases
  ) {
    self.timeZone = timeZone
    self.firstWeekday = firstWeekday
    self.numbers = numbers
  }

  /// The state of the list.
  public struct State: Hashable, Codable, Sendable {
    /// The server that the events come from, or `nil` if they are in the database.
    public package(set) var server: String?
    /// The filter.
    public var filter = EventFilterControls()
    /// The events that match, of which only a page is loaded.
    public package(set) var table = EventTable.feature.initialState([])
    /// The number of events that the source has tested for the requested rows, or `nil` before it reports one.
    public package(set) var testedCount: Int?
    /// The number of events that match.
    public var eventCount = Loadable<Int>()
    /// The number of users of these events.
    public var userCount = Loadable<Int>()
    /// The numbers of these events in groups.
    public var timeline = Loadable<EventHistogram>()
    /// How the events are grouped in the timeline.
    public package(set) var grouping = EventGrouping.day
    /// The events that were recorded but are not stored yet, in the order of recording.
    public package(set) var unstoredEvents: [EventBatch] = []
    /// The named filters, in the order in which they were saved.
    public package(set) var presets: [Preset<EventQuery>] = []

    /// Creates a state with a filter that matches all events, and without loaded events.
    public init() {}

    /// A Boolean value that indicates whether rows of the table have been requested.
    var hasRequestedRows: Bool { table.remoteWindow != RemoteWindowState() }
  }

  /// A user action, or a response of the event source.
  public enum Action: Hashable, Codable, Sendable {
    /// The list appeared. The first time, everything is loaded.
    case appeared
    /// The user reloaded everything.
    case reloadTapped
    /// The events now come from another server, or from the database (`nil`). Loaded rows and numbers are discarded, and
    /// loaded again.
    case sourceChanged(server: String?)
    /// A front end needs numbers, which are loaded the first time.
    case requested([EventResource])
    /// The user retried numbers that had failed.
    case retryTapped(EventResource)
    /// An action of the filter. A changed query reloads the loaded rows and numbers.
    case filter(EventFilterControls.Action)
    /// An action in the table, or a response of the source to it.
    case table(TableFeature<EventTable.Row>.Action)
    /// The source has tested this number of events for the requested rows.
    case windowProgressed(Int)
    /// The user gave up the requested rows.
    case cancelTapped
    /// The user chose how the events are grouped in the timeline.
    case groupingSelected(EventGrouping)
    /// The time zone or the first day of the week has changed.
    case calendarChanged
    /// The user saved the current filter under a name, in place of an earlier one with this name.
    case presetSaved(name: String)
    /// The user removed a named filter.
    case presetRemoved(name: String)
    /// The user recorded events, as a batch with a new ID.
    ///
    /// If the batch could not be stored, the same action tries again.
    case recordTapped([UserEvent], id: EventBatch.ID)
    /// The user tried again to store the events for the present source that could not be stored.
    case recordRetryTapped
    /// The user gave up events that could not be stored.
    case recordDiscardTapped
    /// A batch of events was stored.
    case recorded(EventBatch.ID)
    /// A batch of events could not be stored.
    case recordFailed(EventBatch.ID, EventSourceError)
    /// The number of events was loaded.
    case eventCountLoaded(Int)
    /// The number of users was loaded.
    case userCountLoaded(Int)
    /// The timeline was loaded.
    case timelineLoaded(EventHistogram)
    /// Numbers could not be loaded.
    case failed(EventResource, EventSourceError)
    /// The events of each user were counted, for a command that answers with the numbers.
    case eventsByUserCounted([UUID: Int])
    /// The events of each user could not be counted.
    case countingByUserFailed(EventSourceError)
  }

  /// A request to the event source.
  public enum Effect: Hashable, Codable, Sendable {
    /// Load rows of the table.
    case loadWindow(EventWindowRequest)
    /// Count the events that match a query.
    case countEvents(EventQuery)
    /// Count the users of the events that match a query.
    case countUsers(EventQuery)
    /// Count the events of each user that match a query.
    case countEventsByUser(EventQuery)
    /// Count the events that match a query in groups.
    case loadTimeline(EventQuery, HistogramOptions)
    /// Store a batch of events, unless it is stored.
    case record([UserEvent], id: EventBatch.ID)
  }

  /// The slots of the effects.
  public enum Slot: Hashable, Codable, Sendable {
    /// The slot in which rows of the table are loaded: a new request replaces the previous one.
    case window
    /// The slots of the numbers, in which a new request replaces the previous one.
    case eventCount, userCount, timeline
    /// The slot in which events are stored, one batch after the other.
    case record

    /// Returns the slot in which numbers are loaded.
    package static func load(_ resource: EventResource) -> Slot {
      switch resource {
      case .eventCount: .eventCount
      case .userCount: .userCount
      case .timeline: .timeline
      }
    }
  }

  /// Returns whether a slot is active: the window slot while rows are requested, all others always.
  public func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .window: EventTable.feature.isActive(.window, in: state.table)
    case .eventCount, .userCount, .timeline, .record: true
    }
  }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .appeared: return loadMissing(&state)
    case .reloadTapped: return state.isLoaded ? reloadAll(&state) : loadMissing(&state)
    case .sourceChanged(let server):
      if state.server == server { return .none }
      state.server = server
      return reloadFromBeginning(&state)
    case .requested(let parts): return load(parts.filter { state[$0] == .notLoaded }, &state)
    case .retryTapped(let part): return state[part].isFailed ? load([part], &state) : .none
    case .filter(let action): return reduceFilter(action, &state)
    case .table(let action): return reduceTable(action, &state)
    case .windowProgressed(let count): state.testedCount = count
    case .cancelTapped:
      if !isActive(.window, in: state) { return .none }
      // Without a requested window, its slot is inactive, and the run is cancelled.
      return reduceTable(.windowLoadFailed("cancelled"), &state)
    case .groupingSelected(let grouping):
      if state.grouping == grouping { return .none }
      state.grouping = grouping
      return reloadTimeline(&state)
    case .calendarChanged: return reloadTimeline(&state)
    case .presetSaved(let name): state.presets.save(state.filter.query, named: name)
    case .presetRemoved(let name): state.presets.removeAll { $0.name == name }
    case .recordTapped, .recordRetryTapped, .recordDiscardTapped, .recorded, .recordFailed:
      return reduceRecording(action, &state)
    case .eventCountLoaded(let count): state.eventCount.finishLoading(with: count)
    case .userCountLoaded(let count): state.userCount.finishLoading(with: count)
    case .timelineLoaded(let timeline): state.timeline.finishLoading(with: timeline)
    case .failed(let resource, let failure): state[resource] = .failed(failure)
    // The list does not show these numbers.
    case .eventsByUserCounted, .countingByUserFailed: break
    }
    return .none
  }

  private func reduceFilter(_ action: EventFilterControls.Action, _ state: inout State) -> Effects<Self> {
    let before = state.filter.query
    state.filter.apply(action)
    return state.filter.query == before ? .none : reloadFromBeginning(&state)
  }

  /// Discards all loaded rows and numbers, and loads them again, after the query or the source has changed.
  private func reloadFromBeginning(_ state: inout State) -> Effects<Self> {
    let parts = state.loadedResources
    (state.eventCount, state.userCount, state.timeline) = (.init(), .init(), .init())
    return (state.hasRequestedRows ? reduceTable(.rowSourceChanged, &state) : .none) + load(parts, &state)
  }

  /// Reduces an action of the table, and adds what the source must know to its requests for rows.
  private func reduceTable(
    _ action: TableFeature<EventTable.Row>.Action, _ state: inout State
  ) -> Effects<Self> {
    let effects: Effects<Self> = EventTable.feature.reduce(&state.table, action).flatMap { instruction in
      // Loading rows is the only effect of a table.
      guard case .run(let request) = instruction, case .load(let rows) = request.effect else { return .none }
      let window = state.table.remoteWindow ?? RemoteWindowState()
      let effect = Effect.loadWindow(
        EventWindowRequest(
          state.filter.query, rows, needsCount: window.totalCount == nil || window.isOutdated,
          mayUseCache: window.loadedRequest != nil && !window.isOutdated))
      return .run(request.lift(to: effect, in: .window) { _ in effect.failureAction(.offline) })
    }
    if !effects.isEmpty || !isActive(.window, in: state) { state.testedCount = nil }
    return effects
  }

  /// Loads everything that has not been loaded or requested.
  private func loadMissing(_ state: inout State) -> Effects<Self> {
    (state.hasRequestedRows ? .none : reduceTable(.appeared, &state))
      + load(numbers.filter { state[$0] == .notLoaded }, &state)
  }

  /// Loads everything again that has been loaded or requested.
  func reloadAll(_ state: inout State) -> Effects<Self> {
    (state.hasRequestedRows ? reduceTable(.reloadTapped, &state) : .none) + load(state.loadedResources, &state)
  }

  private func reloadTimeline(_ state: inout State) -> Effects<Self> {
    if state.timeline.status == .notLoaded { return .none }
    state.timeline = .init()
    return load([.timeline], &state)
  }

  private func load(_ parts: [EventResource], _ state: inout State) -> Effects<Self> {
    parts.reduce(into: .none) { effects, part in
      state[part] = .loading
      let query = state.filter.query
      let effect: Effect =
        switch part {
        case .eventCount: .countEvents(query)
        case .userCount: .countUsers(query)
        case .timeline:
          .loadTimeline(query, HistogramOptions(by: state.grouping, in: timeZone, firstWeekday: firstWeekday))
        }
      effects += .run(
        effect, in: .load(part), .latest, ifLost: effect.failureAction(.offline), afterRestart: .runAgain)
    }
  }
}

extension EventListFeature.Effect {
  /// Returns the action that reports a failure of the effect.
  package func failureAction(_ reason: EventSourceError.Reason) -> EventListFeature.Action {
    failureAction(EventSourceError(request, reason))
  }

  /// Returns the action that reports an error of the source.
  func failureAction(_ error: EventSourceError) -> EventListFeature.Action {
    switch self {
    case .loadWindow: .table(.windowLoadFailed("\(error)"))
    case .countEvents: .failed(.eventCount, error)
    case .countUsers: .failed(.userCount, error)
    case .countEventsByUser: .countingByUserFailed(error)
    case .loadTimeline: .failed(.timeline, error)
    case .record(_, let id): .recordFailed(id, error)
    }
  }

  private var request: EventRequest {
    switch self {
    case .loadWindow: .events
    case .countEvents: .resource(.eventCount)
    case .countUsers: .resource(.userCount)
    case .countEventsByUser: .eventCountsByUser
    case .loadTimeline: .resource(.timeline)
    case .record: .recording
    }
  }
}

extension EventListFeature.State {
  /// A Boolean value that indicates whether anything has been loaded or requested.
  package var isLoaded: Bool { hasRequestedRows || !loadedResources.isEmpty }

  /// The numbers that have been loaded or requested.
  fileprivate var loadedResources: [EventResource] { EventResource.allCases.filter { self[$0] != .notLoaded } }

  /// The reason for which none of the numbers could be loaded, or `nil` if they have no reason in common.
  package var commonFailure: EventSourceError.Reason? {
    let reasons = Set(EventResource.allCases.map { self[$0].failure?.reason })
    return reasons.count == 1 ? reasons.first.flatMap(\.self) : nil
  }

  /// The point in time since which the server has not answered the requests for the numbers, or `nil`.
  package var outageStart: Instant? { EventResource.allCases.compactMap { self[$0].failure?.outageStart }.min() }

  /// The load status of numbers.
  public package(set) subscript(part: EventResource) -> LoadStatus {
    get {
      switch part {
      case .eventCount: eventCount.status
      case .userCount: userCount.status
      case .timeline: timeline.status
      }
    }
    set {
      switch part {
      case .eventCount: eventCount.status = newValue
      case .userCount: userCount.status = newValue
      case .timeline: timeline.status = newValue
      }
    }
  }
}
