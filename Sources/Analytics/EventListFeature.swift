import Loop

/// The events that match a filter, their number, and the number of their users.
///
/// The three resources load independently: each can fail and be retried alone. Each has a slot in which a new request
/// replaces the previous one, so the response to an outdated filter never arrives.
public struct EventListFeature: Reducer {
  /// Creates the feature.
  public init() {}

  /// The state of the list.
  public struct State: Hashable, Codable, Sendable {
    /// The filter.
    public var filter = EventFilterControls()
    /// The events that match.
    public var events = Loadable<[UserEvent]>()
    /// The number of events that match.
    public var eventCount = Loadable<Int>()
    /// The number of users of these events.
    public var userCount = Loadable<Int>()

    /// Creates a state with a filter that matches all events, and without loaded resources.
    public init() {}
  }

  /// A user action, or a response of the event source.
  public enum Action: Hashable, Codable, Sendable {
    /// The list appeared. The first time, all resources are loaded.
    case appeared
    /// The user reloaded all resources.
    case reloadTapped
    /// The user retried a resource that had failed.
    case retryTapped(EventResource)
    /// An action in the filter. All resources are loaded again if the query changes.
    case filter(EventFilterControls.Action)
    /// The events were loaded.
    case eventsLoaded([UserEvent])
    /// The number of events was loaded.
    case eventCountLoaded(Int)
    /// The number of users was loaded.
    case userCountLoaded(Int)
    /// A resource could not be loaded.
    case failed(EventSourceError)
  }

  /// A request to the event source.
  public enum Effect: Hashable, Codable, Sendable {
    /// Load a resource.
    case load(EventResource, EventQuery)
  }

  /// Returns `true`: every slot is active as long as the list exists.
  public func isActive(_ slot: EventResource, in state: State) -> Bool { true }

  /// Returns the failure for a source that cannot be reached.
  public func actionWhenResponseIsLost(to effect: Effect) -> Action? {
    switch effect {
    case .load(let resource, let query): .failed(EventSourceError(EventRequest(resource, query), .offline))
    }
  }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, EventResource> {
    switch action {
    case .appeared: return state.events.status == .notLoaded ? loadResources(EventResource.allCases, &state) : .none
    case .reloadTapped: return loadResources(EventResource.allCases, &state)
    case .retryTapped(let part): return state[part].isFailed ? loadResources([part], &state) : .none
    case .filter(let action):
      let before = state.filter.query
      state.filter.apply(action)
      if state.filter.query == before { return .none }
      // The results belong to the earlier query.
      (state.events, state.eventCount, state.userCount) = (.init(), .init(), .init())
      return loadResources(EventResource.allCases, &state)
    case .eventsLoaded(let events): state.events.finishLoading(with: events)
    case .eventCountLoaded(let count): state.eventCount.finishLoading(with: count)
    case .userCountLoaded(let count): state.userCount.finishLoading(with: count)
    case .failed(let failure): state[failure.resource] = .failed(failure)
    }
    return .none
  }

  private func loadResources(_ parts: [EventResource], _ state: inout State) -> Effects<Effect, EventResource> {
    parts.reduce(into: .none) { effects, part in
      state[part] = .loading
      effects += .run(.load(part, state.filter.query), in: part, .latest)
    }
  }
}

extension EventListFeature.State {
  /// The load status of a resource.
  public package(set) subscript(part: EventResource) -> LoadStatus {
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
