/// Which events are asked for; nil asks for all.
public struct EventQuery: Hashable, Codable, Sendable {
  /// Only those with this mark.
  public var flag: Bool?
  /// Only those of this kind.
  public var action: UserEvent.Action?

  /// Makes a query.
  public init(flag: Bool? = nil, action: UserEvent.Action? = nil) {
    self.flag = flag
    self.action = action
  }

  /// Whether an event is one of those asked for.
  package func matches(_ event: UserEvent) -> Bool {
    (flag == nil || flag == event.flag) && (action == nil || action == event.action)
  }
}

/// The two switches over the event list, and their values.
public struct EventFilter: Hashable, Codable, Sendable {
  /// By mark.
  public var flag = OptionalFilter(initialValue: false)
  /// By kind.
  public var action = OptionalFilter(initialValue: UserEvent.Action.start)

  /// Begins with both switched off.
  public init() {}

  /// What is asked for.
  ///
  /// Setting it switches both, and is remembered.
  public var query: EventQuery {
    get { EventQuery(flag: flag.activeValue, action: action.activeValue) }
    set {
      flag.activeValue = newValue.flag
      action.activeValue = newValue.action
    }
  }

  /// What a person does to the filter.
  public enum Action: Hashable, Codable, Sendable {
    /// Something was done to the switch or the value for the mark.
    case flag(OptionalFilter<Bool>.Action)
    /// Something was done to the switch or the value for the kind.
    case action(OptionalFilter<UserEvent.Action>.Action)
    /// A whole filter was put in place: a preset, or one from before.
    case presetPicked(EventQuery)
    /// Both were switched off.
    case cleared
  }

  /// Takes an action in.
  package mutating func apply(_ action: Action) {
    switch action {
    case .flag(let action): flag.apply(action)
    case .action(let action): self.action.apply(action)
    case .presetPicked(let query): self.query = query
    case .cleared: query = EventQuery()
    }
  }
}
