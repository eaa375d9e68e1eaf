public import Loop

/// The events that a filter lets through, how many they are, and how many users they are of.
///
/// The three are asked for at the same time and each by itself: each may fail and be asked for again alone. Each has a slot
/// in which the newest question replaces the one before, so an answer to an older filter is never seen.
public struct EventList: Reducer {
  /// Makes the feature.
  public init() {}

  /// What the list remembers.
  public struct State: Hashable, Codable, Sendable {
    /// Which events are wanted.
    public var filter = EventFilter()
    /// The events.
    public var events = Loaded<[UserEvent]>()
    /// How many there are.
    public var eventCount = Loaded<Int>()
    /// How many users they are of.
    public var userCount = Loaded<Int>()

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
    case retryTapped(EventPart)
    /// Something was done to the filter. If it lets through what it did before, nothing is asked for.
    case filter(EventFilter.Action)
    /// The events arrived.
    case eventsLoaded([UserEvent])
    /// Their number arrived.
    case eventCountLoaded(Int)
    /// The number of users arrived.
    case userCountLoaded(Int)
    /// One of the three could not be had.
    case failed(EventFailure)
  }

  /// What the source is asked for.
  public enum Effect: Hashable, Codable, Sendable {
    /// One of the three.
    case load(EventPart, EventQuery)
  }

  /// Every slot lives as long as the list.
  public func isAlive(_ slot: EventPart, in state: State) -> Bool { true }

  /// Takes an action in.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, EventPart> {
    switch action {
    case .appeared: return state.events.status == .unasked ? load(EventPart.allCases, &state) : .none
    case .reloadTapped: return load(EventPart.allCases, &state)
    case .retryTapped(let part): return state[part].isFailed ? load([part], &state) : .none
    case .filter(let action):
      let before = state.filter.query
      state.filter.take(action)
      if state.filter.query == before { return .none }
      state.forget()
      return load(EventPart.allCases, &state)
    case .eventsLoaded(let events): state.events.arrive(events)
    case .eventCountLoaded(let count): state.eventCount.arrive(count)
    case .userCountLoaded(let count): state.userCount.arrive(count)
    case .failed(let failure): state.fail(failure)
    }
    return .none
  }

  private func load(_ parts: [EventPart], _ state: inout State) -> Effects<Effect, EventPart> {
    parts.reduce(into: .none) { effects, part in
      state.ask(part)
      effects += .ask(.load(part, state.filter.query), in: part, .latest)
    }
  }
}

extension EventList.State {
  /// How the question for a part stands.
  public subscript(part: EventPart) -> LoadStatus {
    switch part {
    case .events: events.status
    case .eventCount: eventCount.status
    case .userCount: userCount.status
    }
  }

  /// Takes in that a part is asked for.
  package mutating func ask(_ part: EventPart) {
    switch part {
    case .events: events.ask()
    case .eventCount: eventCount.ask()
    case .userCount: userCount.ask()
    }
  }

  /// Takes in that a part could not be had.
  package mutating func fail(_ failure: EventFailure) {
    switch failure.part {
    case .events: events.fail(failure)
    case .eventCount: eventCount.fail(failure)
    case .userCount: userCount.fail(failure)
    }
  }

  /// Takes in that something else is wanted: what was there is not it.
  mutating func forget() {
    events.forget()
    eventCount.forget()
    userCount.forget()
  }
}
