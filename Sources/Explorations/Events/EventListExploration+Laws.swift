import Analytics
import Loop
import LoopExplorer
import LoopText
import MemoryHandlers
import Tables

extension EventListExploration {
  /// Returns a space small enough to explore completely: the flag filter over three events, and further events that
  /// arrive until there are `maxEventCount`.
  ///
  /// Of the numbers, only some are loaded: they do not depend on each other.
  public static func reducedExploration(
    of parts: [EventResource] = [.eventCount], maxEventCount: Int = 4
  ) -> EventListExploration {
    EventListExploration(
      actions: [.table(.appeared), .requested(parts), .table(.reloadTapped)] + parts.map { .retryTapped($0) }
        + [true, false].map { .filter(.flag(.isOnChanged($0))) }, parts: parts, maxEventCount: maxEventCount)
  }

  /// Returns a space small enough to explore completely: recording two equal events.
  public static func recordingExploration() -> EventListExploration {
    EventListExploration(
      actions: recordingActions,
      maxEventCount: EventDatabase.threeEvents.events.count)
  }

  private var isRecording: Bool { actions == Self.recordingActions }

  /// The scope of the reduced space; empty if the exploration offers every action.
  public var scope: StateSpaceDescription {
    if isRecording {
      return StateSpaceDescription(
        includes: [
          "recording two equal events, trying again, giving them up"
        ],
        excludes: ["the list"])
    }
    if parts == EventResource.allCases { return StateSpaceDescription() }
    return StateSpaceDescription(
      includes: [
        maxEventCount > 3 ? "three events and one that arrives later" : "three events",
        "the list and \(parts.map(\.rawValue).joined(separator: ", "))", "switching the flag filter on and off",
        "reloading the list",
      ],
      excludes: ["the other numbers", "the action filter", "picking the value of a filter", "presets", "clearing"])
  }

  /// The responses that can never arrive in some kinds of states, with the reasons.
  public static var expectedCoverageGaps: [ExpectedCoverageGap] {
    ["loadWindow", "countEvents"].map {
      ExpectedCoverageGap(
        $0, in: "notLoaded", "loaded", "failed", because: "while rows or numbers are loading, the state is loading")
    }
  }

  /// The Swift expression that creates this exploration in the source code of a test.
  public var sourceExpression: String {
    isRecording
      ? "EventListExploration.recordingExploration()"
      : parts == EventResource.allCases
        ? "EventListExploration()"
        : "EventListExploration.reducedExploration(of: \(parts.map { ".\($0.rawValue)" }.sourceList), "
          + "maxEventCount: \(maxEventCount))"
  }

  /// Adds the event list's laws.
  public func addLaws(to explorer: inout Explorer<EventListExploration>) {
    explorer.always("law 6: every displayed result matches the current filter") {
      displayedResultsMatchFilter($0.state, in: $0.environment)
    }
    explorer.always("all loaded numbers are shown") { scenarioState in
      parts.allSatisfy { scenarioState.state[$0] != .loaded || scenarioState.state.shows($0) }
    }
    explorer.everyStep("law 5: a recorded event is kept until it is stored or given up") { before, step, after in
      let (old, new) = (before.state.unstoredEvents, after.state.unstoredEvents)
      func isKept(_ id: EventBatch.ID) -> Bool {
        new.contains { $0.id == id && $0.events == [Self.recordedEvent] } || after.environment.batches.contains(id)
      }
      if case .user(.recordDiscardTapped) = step { return new == old.filter { $0.failure == nil } }
      if case .user(.recordTapped(_, let id)) = step, !isKept(id) { return false }
      return old.allSatisfy { isKept($0.id) }
    }
    explorer.always("a recorded event is stored once, however often it is tried") { scenarioState in
      let log = scenarioState.environment
      return log.events.count { $0 == Self.recordedEvent } == log.batches.count
    }
    if isRecording {
      explorer.canAlwaysReach("law 7: every event is stored, and nothing is pending") {
        $0.isIdle && $0.loopState.state.unstoredEvents.isEmpty
          && $0.environment.batches == Set(Self.recordedBatches)
      }
      return
    }
    explorer.canAlwaysReach("law 7: everything loaded") { kind(of: $0.loopState.state) == "loaded" }
    explorer.expectedCoverageGaps = Self.expectedCoverageGaps
  }

  /// Returns whether each displayed result is the current filter's result over this log or an earlier version of it.
  public func displayedResultsMatchFilter(_ state: EventListFeature.State, in log: EventDatabase) -> Bool {
    let query = state.filter.query
    // Another event may have arrived before the recorded one, so that versions of the log are not its beginnings.
    if log.events.contains(Self.recordedEvent), maxEventCount > self.log.events.count {
      let events = log.events(query)
      return state.table.allRows.allSatisfy { events.contains($0.content) }
        && (state.eventCount.value ?? 0) <= log.eventCount(query)
        && (state.userCount.value ?? 0) <= log.userCount(query)
        && (state.timeline.value?.eventCount ?? 0) <= log.eventCount(query)
    }
    let logs = logVersions(upTo: log)
    func isNilOrResultOfSomeLog<Value: Equatable>(_ value: Value?, _ answer: (EventDatabase) -> Value?) -> Bool {
      value == nil || logs.contains { answer($0) == value }
    }
    return rowsMatchRequest(state, logs)
      && isNilOrResultOfSomeLog(state.eventCount.value) { $0.eventCount(query) }
      && isNilOrResultOfSomeLog(state.userCount.value) { $0.userCount(query) }
      && isNilOrResultOfSomeLog(state.timeline.value?.eventCount) { $0.eventCount(query) }
  }

  /// Returns whether the loaded rows are those of the request that returned them, with the current filter, in one of
  /// these logs.
  private func rowsMatchRequest(_ state: EventListFeature.State, _ logs: [EventDatabase]) -> Bool {
    guard let request = state.table.remoteWindow?.loadedRequest else { return state.table.allRows.isEmpty }
    return logs.contains { log in
      let window = try? log.window(EventWindowRequest(state.filter.query, request))
      return window?.rows == state.table.allRows
    }
  }

  /// All versions of the log up to this one.
  ///
  /// Each event that arrived is older than those before it, so that a version is a prefix.
  private func logVersions(upTo log: EventDatabase) -> [EventDatabase] {
    (self.log.events.count...log.events.count).map { EventDatabase(Array(log.events.prefix($0))) }
  }
}

extension EventListFeature.State {
  fileprivate func shows(_ part: EventResource) -> Bool {
    switch part {
    case .eventCount: eventCount.value != nil
    case .userCount: userCount.value != nil
    case .timeline: timeline.value != nil
    }
  }
}

extension EventHistogram {
  /// The number of events in all groups.
  fileprivate var eventCount: Int { bars.reduce(0) { $0 + $1.count } }
}

extension [String] {
  /// The list as source code.
  fileprivate var sourceList: String { "[\(joined(separator: ", "))]" }
}
