import Loop

/// The events that match a filter, their number, and the number of their users.
///
/// The three resources load independently: each can fail and be retried alone. Each has a slot in which a new request
/// replaces the previous one, so the response to an outdated filter never arrives. Recorded events are stored one batch
/// after the other, and kept until they are.
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
    /// The events that were recorded but are not stored yet, in the order of recording.
    public package(set) var unstoredEvents: [EventBatch] = []
    /// The named filters, in the order in which they were saved.
    public package(set) var presets: [EventPreset] = []

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
    /// The user saved the current filter under a name, in place of an earlier one with this name.
    case presetSaved(name: String)
    /// The user removed a named filter.
    case presetRemoved(name: String)
    /// Earlier named filters were restored.
    case presetsRestored([EventPreset])
    /// The user recorded events.
    case recordTapped([UserEvent])
    /// The user tried again to store events that could not be stored.
    case recordRetryTapped
    /// The user gave up events that could not be stored.
    case recordDiscardTapped
    /// The events were stored.
    case recorded([UserEvent])
    /// The events could not be stored.
    case recordFailed([UserEvent], EventSourceError)
    /// The events were loaded.
    case eventsLoaded([UserEvent])
    /// The number of events was loaded.
    case eventCountLoaded(Int)
    /// The number of users was loaded.
    case userCountLoaded(Int)
    /// A resource could not be loaded.
    case failed(EventResource, EventSourceError)
  }

  /// A request to the event source.
  public enum Effect: Hashable, Codable, Sendable {
    /// Load a resource.
    case load(EventResource, EventQuery)
    /// Store events.
    case record([UserEvent])
  }

  /// The slots of the effects.
  public enum Slot: Hashable, Codable, Sendable {
    /// The slots of the resources, in which a new request replaces the previous one.
    case events, eventCount, userCount
    /// The slot in which events are stored, one batch after the other.
    case record

    /// Returns the slot in which a resource is loaded.
    package static func load(_ resource: EventResource) -> Slot {
      switch resource {
      case .events: .events
      case .eventCount: .eventCount
      case .userCount: .userCount
      }
    }
  }

  /// Returns `true`: every slot is active as long as the list exists.
  public func isActive(_ slot: Slot, in state: State) -> Bool { true }

  /// Returns the failure for a source that cannot be reached.
  public func actionWhenResponseIsLost(to effect: Effect) -> Action? {
    switch effect {
    case .load(let resource, let query): effect.failureAction(EventSourceError(EventRequest(resource, query), .offline))
    case .record: effect.failureAction(EventSourceError(recording: .offline))
    }
  }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .appeared: return state.events.status == .notLoaded ? loadAllResources(&state) : .none
    case .reloadTapped: return loadAllResources(&state)
    case .retryTapped(let part): return state[part].isFailed ? loadResources([part], &state) : .none
    case .filter(let action): return reduceFilter(action, &state)
    case .presetSaved(let name): state.savePreset(named: name)
    case .presetRemoved(let name): state.presets.removeAll { $0.name == name }
    case .presetsRestored(let presets): state.presets = presets
    case .recordTapped, .recordRetryTapped, .recordDiscardTapped, .recorded, .recordFailed:
      return reduceRecording(action, &state)
    case .eventsLoaded(let events): state.events.finishLoading(with: events)
    case .eventCountLoaded(let count): state.eventCount.finishLoading(with: count)
    case .userCountLoaded(let count): state.userCount.finishLoading(with: count)
    case .failed(let resource, let failure): state[resource] = .failed(failure)
    }
    return .none
  }

  private func reduceFilter(_ action: EventFilterControls.Action, _ state: inout State) -> Effects<Effect, Slot> {
    let before = state.filter.query
    state.filter.apply(action)
    if state.filter.query == before { return .none }
    // The results belong to the earlier query.
    (state.events, state.eventCount, state.userCount) = (.init(), .init(), .init())
    return loadAllResources(&state)
  }

  func loadAllResources(_ state: inout State) -> Effects<Effect, Slot> { loadResources(EventResource.allCases, &state) }

  private func loadResources(_ parts: [EventResource], _ state: inout State) -> Effects<Effect, Slot> {
    parts.reduce(into: .none) { effects, part in
      state[part] = .loading
      effects += .run(.load(part, state.filter.query), in: .load(part), .latest)
    }
  }
}

extension EventListFeature.Effect {
  /// Returns the action that reports a failure of the effect.
  func failureAction(_ failure: EventSourceError) -> EventListFeature.Action {
    switch self {
    case .load(let resource, _): .failed(resource, failure)
    case .record(let events): .recordFailed(events, failure)
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
