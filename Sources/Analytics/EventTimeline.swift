import Values

/// The numbers of events in consecutive periods, from the first event to the last one.
public struct EventTimeline: Hashable, Codable, Sendable {
  /// A period and the number of its events.
  public struct Bar: Hashable, Codable, Sendable {
    /// The first day of the period.
    public let start: CalendarDay
    /// The number of events.
    public let count: Int
  }

  /// The periods in ascending order.
  ///
  /// Periods without events are included, unless there are more than ``maximumBarCount`` periods.
  public let bars: [Bar]

  /// The largest number of periods that are listed with the empty ones among them.
  public static let maximumBarCount = 10_000

  /// Counts events by the days of a time zone.
  public init(
    _ events: some Sequence<UserEvent>, by period: CalendarPeriod, in zone: TimeZoneRules = .utc,
    firstWeekday: Weekday = .monday
  ) {
    var counts: [CalendarDay: Int] = [:]
    for event in events {
      counts[CalendarDay(of: event.timestamp, in: zone).start(of: period, firstWeekday: firstWeekday), default: 0] += 1
    }
    let starts = counts.keys.sorted()
    var all: [CalendarDay] = []
    if let first = starts.first, let last = starts.last {
      var start = first
      while start <= last, all.count <= Self.maximumBarCount {
        all.append(start)
        start = start.startOfNext(period)
      }
    }
    bars = (all.count > Self.maximumBarCount ? starts : all).map { Bar(start: $0, count: counts[$0] ?? 0) }
  }
}
