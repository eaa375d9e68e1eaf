internal import Values

/// One event as it is read in a list.
public struct EventRow: Hashable, Sendable {
  /// A tick or a circle.
  public let mark: String
  /// The date.
  public let date: String
  /// The time of day.
  public let time: String
  /// What was done.
  public let action: String

  /// Makes the row of an event.
  init(_ event: UserEvent) {
    mark = event.flag ? "✓" : "○"
    date = event.timestamp.dateText
    time = event.timestamp.timeText
    action = event.action.rawValue
  }
}

extension EventListFeature.State {
  /// The events as rows.
  public var rows: [EventRow] { (events.value ?? []).map(EventRow.init) }

  /// What stands below the rows: both numbers are of all that the filter lets through.
  public var footer: (events: String, users: String) {
    (Self.countText(eventCount, "event"), Self.countText(userCount, "user"))
  }

  /// A number that has not arrived for the filter as it is now is not guessed; one that has stays until the next arrives.
  private static func countText(_ count: Loadable<Int>, _ noun: String) -> String {
    guard let count = count.value else { return "– \(noun)s" }
    return "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
