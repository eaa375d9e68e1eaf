import Values

/// The texts of one row in the event list.
public struct EventRow: Hashable, Sendable {
  /// A tick for a flagged event, otherwise a circle.
  public let flagSymbol: String
  /// The date.
  public let date: String
  /// The time of day.
  public let time: String
  /// The kind of action.
  public let action: String

  /// Creates the row of an event.
  init(_ event: UserEvent) {
    flagSymbol = event.flag ? "✓" : "○"
    date = event.timestamp.dateText
    time = event.timestamp.timeText
    action = event.action.rawValue
  }
}

extension EventListFeature.State {
  /// The events as rows.
  public var rows: [EventRow] { (events.value ?? []).map(EventRow.init) }

  /// The texts below the rows: the numbers of all events that match the filter and of their users.
  public var footer: (events: String, users: String) {
    (Self.countText(eventCount, "event"), Self.countText(userCount, "user"))
  }

  /// Returns the text of a count.
  ///
  /// The last count stays during a reload. A dash replaces it if no count was loaded for the current filter.
  private static func countText(_ count: Loadable<Int>, _ noun: String) -> String {
    guard let count = count.value else { return "– \(noun)s" }
    return "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
