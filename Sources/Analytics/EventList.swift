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

  /// Takes an action in.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, EventPart> {
    switch action {
    case .appeared: return state.events.status == .unasked ? load(EventPart.allCases, &state) : .none
    case .reloadTapped: return load(EventPart.allCases, &state)
    case .retryTapped(let part): return state[part].isFailed ? load([part], &state) : .none
    case .filter(let action):
      let before = state.filter.query
      state.filter.take(action)
      return state.filter.query == before ? .none : load(EventPart.allCases, &state)
    case .eventsLoaded(let events): state.events.arrive(events)
    case .eventCountLoaded(let count): state.eventCount.arrive(count)
    case .userCountLoaded(let count): state.userCount.arrive(count)
    case .failed(let failure): state[failure.part] = .failed(failure)
    }
    return .none
  }

  private func load(_ parts: [EventPart], _ state: inout State) -> Effects<Effect, EventPart> {
    parts.reduce(into: .none) { effects, part in
      state[part] = .loading
      effects += .ask(.load(part, state.filter.query), in: part, .latest)
    }
  }
}

/// A value from elsewhere: the last one that arrived, and how the question for the next stands.
public struct Loaded<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The last value that arrived.
  ///
  /// It stays in sight while the next is awaited.
  public private(set) var value: Value?
  /// How the question stands.
  public var status = LoadStatus.unasked

  /// Begins with nothing asked for.
  public init() {}

  /// Takes the answer in.
  public mutating func arrive(_ value: Value) {
    self.value = value
    status = .loaded
  }
}

extension Loaded: Codable where Value: Codable {}

/// How a question stands.
public enum LoadStatus: Hashable, Codable, Sendable {
  /// Nobody has asked yet.
  case unasked
  /// The answer is awaited.
  case loading
  /// It has arrived.
  case loaded
  /// It could not be had.
  case failed(EventFailure)

  /// Whether it could not be had.
  public var isFailed: Bool { if case .failed = self { true } else { false } }
}

extension EventList.State {
  /// How the question for a part stands.
  public subscript(part: EventPart) -> LoadStatus {
    get {
      switch part {
      case .events: events.status
      case .eventCount: eventCount.status
      case .userCount: userCount.status
      }
    }
    set {
      switch part {
      case .events: events.status = newValue
      case .eventCount: eventCount.status = newValue
      case .userCount: userCount.status = newValue
      }
    }
  }
}
