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

/// How events are counted: by which groups, and by the days of which calendar.
public struct HistogramOptions: Hashable, Codable, Sendable {
  /// How events are grouped.
  public var grouping: EventGrouping
  /// The time zone of the days.
  public var timeZone: TimeZoneRules
  /// The first day of a week.
  public var firstWeekday: Weekday

  /// Creates options.
  public init(by grouping: EventGrouping, in timeZone: TimeZoneRules = .utc, firstWeekday: Weekday = .monday) {
    self.grouping = grouping
    self.timeZone = timeZone
    self.firstWeekday = firstWeekday
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

  /// Counts events.
  ///
  /// The first and the last period are those of the events, or those of an interval where it is limited.
  public init(
    _ events: some Sequence<UserEvent>, _ options: HistogramOptions, interval: EventInterval? = nil
  ) {
    var counter = EventCounter(options)
    for event in events { counter.add(1, at: event.timestamp, flag: event.flag, action: event.action) }
    self = counter.histogram(interval: interval)
  }

  fileprivate init(bars: [Bar]) { self.bars = bars }
}

/// Counts events one after the other.
package struct EventCounter: Sendable {
  private let options: HistogramOptions
  private var counts: [Value: Int] = [:]
  private var dayCounts: [CalendarDay: Int] = [:]
  /// The hour that was added last, and its day, or `nil` if it is in several groups.
  private var latestHour: (start: Instant, day: CalendarDay?)?

  package init(_ options: HistogramOptions) { self.options = options }

  /// Adds the events of an hour with the same flag and kind of action, if they are in one group.
  ///
  /// - Parameters:
  ///   - count: The number of the events.
  ///   - hour: The start of the hour. The day of equal hours is found once if they follow each other.
  ///   - flag: The flag of the events.
  ///   - action: The kind of action.
  /// - Returns: Whether the events are in one group.
  package mutating func add(_ count: Int, inHourAt hour: Instant, flag: Bool, action: UserEvent.Action) -> Bool {
    guard let period = options.grouping.period else {
      add(count, at: hour, flag: flag, action: action)
      return true
    }
    if latestHour?.start != hour {
      let end = Instant(milliseconds: EventHour.end(ofHourAt: hour.milliseconds))
      let (first, last) = (day(of: hour), day(of: end))
      let hasOneGroup = first == last || start(of: period, at: first) == start(of: period, at: last)
      latestHour = (hour, hasOneGroup ? first : nil)
    }
    guard let day = latestHour?.day else { return false }
    dayCounts[day, default: 0] += count
    return true
  }

  private func day(of time: Instant) -> CalendarDay { CalendarDay(of: time, in: options.timeZone) }

  private func start(of period: CalendarPeriod, at day: CalendarDay) -> CalendarDay {
    day.start(of: period, firstWeekday: options.firstWeekday)
  }

  /// Adds a number of equal events, or of events that are in the same group.
  package mutating func add(_ count: Int, at time: Instant, flag: Bool, action: UserEvent.Action) {
    switch options.grouping {
    case .day, .week, .month: dayCounts[day(of: time), default: 0] += count
    case .action: counts[.text(action.rawValue), default: 0] += count
    case .flag: counts[.boolean(flag), default: 0] += count
    }
  }

  /// Returns the numbers of the events.
  package func histogram(interval: EventInterval?) -> EventHistogram {
    if let period = options.grouping.period {
      return EventHistogram(bars: bars(by: period, limits: [interval?.start, interval?.end].compactMap(\.self)))
    }
    let groups: [Value] =
      options.grouping == .flag ? [true, false] : UserEvent.Action.allCases.map { .text($0.rawValue) }
    return EventHistogram(bars: groups.map { .init(group: $0, count: counts[$0] ?? 0) })
  }

  private func bars(by period: CalendarPeriod, limits: [Instant]) -> [EventHistogram.Bar] {
    var counts: [CalendarDay: Int] = [:]
    for (day, count) in dayCounts { counts[start(of: period, at: day), default: 0] += count }
    // One limit alone is a period of its own only if there are events.
    if limits.count == 2 || !counts.isEmpty {
      for limit in limits { counts[start(of: period, at: day(of: limit)), default: 0] += 0 }
    }
    let starts = counts.keys.sorted()
    var all: [CalendarDay] = []
    if let first = starts.first, let last = starts.last {
      var start = first
      while start <= last, all.count <= EventHistogram.maximumBarCount {
        all.append(start)
        start = start.startOfNext(period)
      }
    }
    return (all.count > EventHistogram.maximumBarCount ? starts : all)
      .map { .init(group: .text("\($0)"), count: counts[$0] ?? 0) }
  }
}
