public import Loop

/// The events that a filter lets through, how many they are, and how many users they are of.
///
/// The three are asked for at the same time and each by itself: each may fail and be asked for again alone. Each has a slot
/// in which the newest question replaces the one before, so an answer to an older filter is never seen.
public struct EventListFeature: Reducer {
  /// Makes the feature.
  public init() {}

  /// What the list remembers.
  public struct State: Hashable, Codable, Sendable {
    /// Which events are wanted.
    public var filter = EventFilter()
    /// The events.
    public var events = Loadable<[UserEvent]>()
    /// How many there are.
    public var eventCount = Loadable<Int>()
    /// How many users they are of.
    public var userCount = Loadable<Int>()

    /// Begins with a filter that lets everything through, and nothing asked for.
    public init() {}
  }

  /// What a person does, and what the source answers.
  public enum Action: Hashable, Codable, Sendable {
    /// The list came into sight. The first time, everything is asked for.
    case appeared
    /// Everything shall be asked for again.
    case reloadTapped
    /// What failed shall be asked for again.
    case retryTapped(EventResource)
    /// Something was done to the filter. If it lets through what it did before, nothing is asked for.
    case filter(EventFilter.Action)
    /// The events arrived.
    case eventsLoaded([UserEvent])
    /// Their number arrived.
    case eventCountLoaded(Int)
    /// The number of users arrived.
    case userCountLoaded(Int)
    /// One of the three could not be had.
    case failed(EventSourceError)
  }

  /// What the source is asked for.
  public enum Effect: Hashable, Codable, Sendable {
    /// One of the three.
    case load(EventResource, EventQuery)
  }

  /// Every slot lives as long as the list.
  public func isAlive(_ slot: EventResource, in state: State) -> Bool { true }

  /// Takes an action in.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, EventResource> {
    switch action {
    case .appeared: return state.events.status == .unasked ? loadResources(EventResource.allCases, &state) : .none
    case .reloadTapped: return loadResources(EventResource.allCases, &state)
    case .retryTapped(let part): return state[part].isFailed ? loadResources([part], &state) : .none
    case .filter(let action):
      let before = state.filter.query
      state.filter.apply(action)
      if state.filter.query == before { return .none }
      state.clearResults()
      return loadResources(EventResource.allCases, &state)
    case .eventsLoaded(let events): state.events.finishLoading(with: events)
    case .eventCountLoaded(let count): state.eventCount.finishLoading(with: count)
    case .userCountLoaded(let count): state.userCount.finishLoading(with: count)
    case .failed(let failure): state.applyFailure(failure)
    }
    return .none
  }

  private func loadResources(_ parts: [EventResource], _ state: inout State) -> Effects<Effect, EventResource> {
    parts.reduce(into: .none) { effects, part in
      state.startLoading(part)
      effects += .run(.load(part, state.filter.query), in: part, .latest)
    }
  }
}

extension EventListFeature.State {
  /// How the question for a part stands.
  public subscript(part: EventResource) -> LoadStatus {
    switch part {
    case .events: events.status
    case .eventCount: eventCount.status
    case .userCount: userCount.status
    }
  }

  /// Takes in that a part is asked for.
  package mutating func startLoading(_ part: EventResource) {
    switch part {
    case .events: events.startLoading()
    case .eventCount: eventCount.startLoading()
    case .userCount: userCount.startLoading()
    }
  }

  /// Takes in that a part could not be had.
  package mutating func applyFailure(_ failure: EventSourceError) {
    switch failure.part {
    case .events: events.failLoading(with: failure)
    case .eventCount: eventCount.failLoading(with: failure)
    case .userCount: userCount.failLoading(with: failure)
    }
  }

  /// Takes in that something else is wanted: what was there is not it.
  mutating func clearResults() {
    events.reset()
    eventCount.reset()
    userCount.reset()
  }
}
