import Values

/// How events are grouped before they are counted.
public enum EventGrouping: String, Hashable, Codable, Sendable, CaseIterable {
  /// By the day.
  case day
  /// By the week.
  case week
  /// By the month.
  case month
  /// By the kind of action.
  case action
  /// By the flag.
  case flag

  /// The period of the calendar, or `nil` for other groups.
  public var period: CalendarPeriod? {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    case .action, .flag: nil
    }
  }
}

/// The numbers of events in groups.
public struct EventHistogram: Hashable, Codable, Sendable {
  /// A group and the number of its events.
  public struct Bar: Hashable, Codable, Sendable {
    /// The value that the events have in common: the date on which a period starts, an action or a flag.
    public let group: Value
    /// The number of events.
    public let count: Int
  }

  /// The groups in ascending order.
  ///
  /// Groups without events are included, unless there are more than ``maximumBarCount`` periods from the first one to
  /// the last one.
  public let bars: [Bar]

  /// The largest number of periods that are listed with the empty ones among them.
  public static let maximumBarCount = 10_000

  /// Counts events by the days of a time zone.
  ///
  /// The first and the last period are those of the events, or those of an interval where it is limited.
  public init(
    _ events: some Sequence<UserEvent>, by grouping: EventGrouping, in zone: TimeZoneRules = .utc,
    firstWeekday: Weekday = .monday, interval: EventInterval? = nil
  ) {
    if let period = grouping.period {
      let limits = [interval?.start, interval?.end].compactMap(\.self).map { CalendarDay(of: $0, in: zone) }
      let days = events.lazy.map { CalendarDay(of: $0.timestamp, in: zone) }
      bars = Self.bars(of: days, period, firstWeekday, limits: limits)
    } else {
      let groups: [Value] =
        grouping == .flag ? [true, false] : UserEvent.Action.allCases.map { .text($0.rawValue) }
      var counts: [Value: Int] = [:]
      for event in events {
        counts[grouping == .flag ? .boolean(event.flag) : .text(event.action.rawValue), default: 0] += 1
      }
      bars = groups.map { Bar(group: $0, count: counts[$0] ?? 0) }
    }
  }

  private static func bars(
    of days: some Sequence<CalendarDay>, _ period: CalendarPeriod, _ firstWeekday: Weekday, limits: [CalendarDay]
  ) -> [Bar] {
    var counts: [CalendarDay: Int] = [:]
    for day in days { counts[day.start(of: period, firstWeekday: firstWeekday), default: 0] += 1 }
    // One limit alone is a period of its own only if there are events.
    if limits.count == 2 || !counts.isEmpty {
      for day in limits { counts[day.start(of: period, firstWeekday: firstWeekday), default: 0] += 0 }
    }
    let starts = counts.keys.sorted()
    var all: [CalendarDay] = []
    if let first = starts.first, let last = starts.last {
      var start = first
      while start <= last, all.count <= maximumBarCount {
        all.append(start)
        start = start.startOfNext(period)
      }
    }
    return (all.count > maximumBarCount ? starts : all).map { Bar(group: .text("\($0)"), count: counts[$0] ?? 0) }
  }
}
