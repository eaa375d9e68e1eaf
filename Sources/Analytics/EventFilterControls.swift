/// A query for events.
///
/// A property that is `nil` matches all events.
public struct EventQuery: Hashable, Codable, Sendable {
  /// The flag that events must have, or `nil`.
  public var flag: Bool?
  /// The kind of action that events must have, or `nil`.
  public var action: UserEvent.Action?

  /// Creates a query.
  public init(flag: Bool? = nil, action: UserEvent.Action? = nil) {
    self.flag = flag
    self.action = action
  }

  /// Returns whether an event matches the query.
  package func matches(_ event: UserEvent) -> Bool {
    (flag == nil || flag == event.flag) && (action == nil || action == event.action)
  }
}

/// The two optional filters above the event list.
public struct EventFilterControls: Hashable, Codable, Sendable {
  /// The filter by flag.
  public var flag = OptionalFilter(initialValue: false)
  /// The filter by kind of action.
  public var action = OptionalFilter(initialValue: UserEvent.Action.start)

  /// Creates a filter with both parts turned off.
  public init() {}

  /// The query of the active parts.
  ///
  /// Setting it turns each part on or off and stores the values.
  public var query: EventQuery {
    get { EventQuery(flag: flag.activeValue, action: action.activeValue) }
    set {
      flag.activeValue = newValue.flag
      action.activeValue = newValue.action
    }
  }

  /// A user action in the filter.
  public enum Action: Hashable, Codable, Sendable {
    /// An action of the filter by flag.
    case flag(OptionalFilter<Bool>.Action)
    /// An action of the filter by kind.
    case action(OptionalFilter<UserEvent.Action>.Action)
    /// The user picked a whole filter: a preset or an earlier one.
    case presetPicked(EventQuery)
    /// The user turned both parts off.
    case cleared
    /// An earlier state of the filter was restored.
    case restored(EventFilterControls)
  }

  /// Reduces an action.
  package mutating func apply(_ action: Action) {
    switch action {
    case .flag(let action): flag.apply(action)
    case .action(let action): self.action.apply(action)
    case .presetPicked(let query): self.query = query
    case .cleared: query = EventQuery()
    case .restored(let filter): self = filter
    }
  }
}
