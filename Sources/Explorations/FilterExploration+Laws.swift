public import Analytics
internal import Loop
public import LoopExplorer
internal import LoopText
public import MemoryHandlers

extension FilterExploration {
  /// What is explored: one of the two switches, and three events to which a fourth may come.
  public static func exploredFeature(maxEventCount longest: Int = 4) -> FilterExploration {
    FilterExploration(actions: few, maxEventCount: longest)
  }

  /// What is in the space where little is done; of one with everything there is to do nothing is said.
  public var scope: ExplorationScope {
    if actions != Self.few { return ExplorationScope() }
    return ExplorationScope(
      includes: [
        longest > 3 ? "three events and one more that comes" : "three events", "the switch for marked events",
      ],
      excludes: ["the kinds of events", "picking what a switch shows", "presets", "clearing", "reading again"])
  }

  private static let few: [EventListFeature.Action] =
    [.appeared] + EventResource.allCases.map { .retryTapped($0) }
    + [.flag(.switched(true)), .flag(.switched(false))].map { .filter($0) }

  /// What can never be heard, and why.
  public static var expectedCoverageGaps: [ExpectedCoverageGap] {
    [
      ExpectedCoverageGap(
        "load", in: "unasked", "loaded", "failed", because: "while one part is awaited, all of it is loading")
    ]
  }

  /// Prepares an exploration that holds the event list's laws.
  public func explorer(faults: Int = 0, pending: Int = 3, isExact: Bool = false) -> Explorer<FilterExploration> {
    var explorer = Explorer(self, faults: faults, pendingLimit: pending, isExact: isExact)
    explorer.setSource(
      exploration: actions == Self.few ? "FilterExploration.explored(longest: \(longest))" : "FilterExploration()")
    explorer.always("law 6: whatever is shown answers the filter as it is") { answers($0.state, in: $0.world) }
    explorer.always("what is loaded is shown") { moment in
      EventResource.allCases.allSatisfy { moment.state[$0] != .loaded || moment.state.shows($0) }
    }
    explorer.canAlwaysReach("law 7: everything loaded") { moment in
      EventResource.allCases.allSatisfy { moment.situation.state[$0] == .loaded }
    }
    explorer.impossible = Self.expectedCoverageGaps
    return explorer
  }

  /// Whether whatever is shown is what a log that there has been gives for the filter as it is.
  public func answers(_ state: EventListFeature.State, in log: EventLog) -> Bool {
    let query = state.filter.query
    let logs = earlierLogs(of: log)
    func isGiven<Value: Equatable>(_ value: Value?, _ answer: (EventLog) -> Value) -> Bool {
      value == nil || logs.contains { answer($0) == value }
    }
    return isGiven(state.events.value) { $0.events(query) } && isGiven(state.eventCount.value) { $0.eventCount(query) }
      && isGiven(state.userCount.value) { $0.userCount(query) }
  }

  /// The logs that there have been, until this one: each event that came is older than those before it.
  private func earlierLogs(of log: EventLog) -> [EventLog] {
    (self.log.events.count...log.events.count).map { EventLog(Array(log.events.prefix($0))) }
  }
}

extension EventListFeature.State {
  fileprivate func shows(_ part: EventResource) -> Bool {
    switch part {
    case .events: events.value != nil
    case .eventCount: eventCount.value != nil
    case .userCount: userCount.value != nil
    }
  }
}
