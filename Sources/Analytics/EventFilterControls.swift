#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The optional filters above the event list.
public struct EventFilterControls: Hashable, Codable, Sendable {
  /// The filter by flag.
  public var flag = OptionalFilter(initialValue: false)
  /// The filter by kind of action.
  public var action = OptionalFilter(initialValue: UserEvent.Action.start)
  /// The filter by user, which matches all events until a user is picked.
  public var user = OptionalFilter(initialValue: UUID?.none)
  /// The filter by time, which matches all events until an interval is picked.
  public var interval = OptionalFilter(initialValue: EventInterval())

  /// Creates a filter with all parts turned off.
  public init() {}

  /// The query of the active parts.
  ///
  /// Setting it turns each part on or off and stores the values.
  public var query: EventQuery {
    get {
      let interval = interval.activeValue ?? EventInterval()
      return EventQuery(
        flag: flag.activeValue, action: action.activeValue, userID: user.activeValue ?? nil,
        interval: interval == EventInterval() ? nil : interval)
    }
    set {
      flag.activeValue = newValue.flag
      action.activeValue = newValue.action
      user.activeValue = newValue.userID.map { .some($0) }
      interval.activeValue = newValue.interval
    }
  }

  /// A user action in the filter.
  public enum Action: Hashable, Codable, Sendable {
    /// An action of the filter by flag.
    case flag(OptionalFilter<Bool>.Action)
    /// An action of the filter by kind.
    case action(OptionalFilter<UserEvent.Action>.Action)
    /// An action of the filter by user.
    case user(OptionalFilter<UUID?>.Action)
    /// An action of the filter by time.
    case interval(OptionalFilter<EventInterval>.Action)
    /// The user picked a whole filter: a preset or an earlier one.
    case presetPicked(EventQuery)
    /// The user turned all parts off.
    case cleared
  }

  /// Reduces an action.
  package mutating func apply(_ action: Action) {
    switch action {
    case .flag(let action): flag.apply(action)
    case .action(let action): self.action.apply(action)
    case .user(let action): user.apply(action)
    case .interval(let action): interval.apply(action)
    case .presetPicked(let query): self.query = query
    case .cleared: query = EventQuery()
    }
  }
}
