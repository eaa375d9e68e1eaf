import Analytics
import Documents
import Forms
import Interface
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BackOfficeApplication {
  func eventElements(of office: BackOffice.State, _ viewports: Viewports) -> [Screen.Element] {
    let events = office.events
    let table = EventTable.feature.screen(of: events.table, Self.eventIDFormat, viewport: viewports["list"])
    return [
      .init(
        "filter",
        .form(
          OfficeForms.screen(of: events.filter.query, office.invalidTexts, in: office.settings.timeZone),
          commands.form("events.filter"))),
      .init("summary", .text([summary(of: office)] + presetLines(events.presets.map(\.name)))),
      .init(
        "counts",
        .counters([
          counter(.eventCount, "Events", events.eventCount.value.map { "\($0)" }, events),
          counter(.userCount, "Users", events.userCount.value.map { "\($0)" }, events),
        ])),
      .init("timeline", .chart(timeline(of: events))),
      .init(
        "list",
        .table(
          table.displaying(
            office.settings, hidesFailure: events.commonFailure != nil,
            users: events.shownUsers),
          commands.table("events.list"))),
    ]
  }

  /// The largest number of bars of the chart on the screen.
  private static let chartLimit = 60

  private func timeline(of events: EventListFeature.State) -> Screen.Chart {
    let bars = events.timeline.value?.chartBars ?? []
    let shown = bars.suffix(Self.chartLimit)
    let part = shown.count < bars.count ? ", the last \(shown.count) of \(bars.count)" : ""
    let (status, error) = (events.timeline.status, failure(.timeline, events))
    return Screen.Chart(
      title: "Events by \(events.grouping.rawValue)\(part)",
      bars: Array(shown), isLoading: status == .loading, isOutdated: events.timeline.isOutdated,
      error: error, retry: error == nil ? nil : retry(.timeline))
  }

  /// Returns the filter in words.
  private func summary(of office: BackOffice.State) -> String {
    let parts = office.events.filter.query.summaryParts(in: office.settings.timeZone)
    return parts.isEmpty ? "All events" : "Events \(parts.joined(separator: ", "))"
  }

  /// Returns a line with the names of presets, or nothing if there are none.
  func presetLines(_ names: [String]) -> [String] {
    names.isEmpty ? [] : ["Saved filters: \(names.joined(separator: ", "))"]
  }

  func recordingNotices(of events: EventListFeature.State) -> [Screen.Notice] {
    let failed = events.unstoredEvents.filter { $0.failure != nil }
    guard let failure = failed.first?.failure else { return [] }
    let count = failed.reduce(0) { $0 + $1.events.count }
    let otherSource = events.otherSourceOfFailedEvents.map { "; recorded for \($0)" } ?? ""
    return [
      Screen.Notice(
        id: "recording", .error,
        "\(count) event\(count == 1 ? " is" : "s are") not stored: \(failure)\(otherSource)",
        answers: [
          .init("Try again", Invocation("events.record.retry")),
          .init("Give them up", Invocation("events.record.discard")),
        ])
    ]
  }

  func outboxNotices(of office: BackOffice.State) -> [Screen.Notice] {
    let outbox = office.outbox
    let knownProblem = office.tab == .events ? office.events.commonFailure?.problem : nil
    let outageStart = outbox.outageStart.map { office.settings.timeZone.text(of: $0) }
    let notices = [OutboxStatus.waiting, .refused].compactMap { status -> Screen.Notice? in
      guard
        let text = outbox.summary(of: status, exceptFor: knownProblem, since: status == .waiting ? outageStart : nil),
        status == .refused || !outbox.isBusy
      else { return nil }
      return Screen.Notice(
        id: "outbox-\(status.rawValue)", .warning, text,
        answers: [
          .init("Send now", Invocation("events.outbox.send")),
          .init("Discard", Invocation("events.outbox.discard", ["status": .text(status.rawValue)])),
        ])
    }
    let failures = outbox.failure.map { [Screen.Notice(id: "outbox", .error, "Events cannot be sent: \($0)")] } ?? []
    return notices + failures
  }

  private func counter(
    _ part: EventResource, _ title: String, _ text: String?, _ events: EventListFeature.State
  ) -> Screen.Counter {
    let status = events[part]
    return Screen.Counter(
      id: part.rawValue, title: title, text: text, isLoading: status == .loading,
      isOutdated: text != nil && status.isFailed, error: failure(part, events),
      retry: failure(part, events) == nil ? nil : retry(part))
  }

  /// Returns why a part could not be loaded, or `nil` if a notice says it for all parts.
  private func failure(_ part: EventResource, _ events: EventListFeature.State) -> String? {
    events.commonFailure == nil ? events[part].failure.map { "\($0)" } : nil
  }

  /// Says once why nothing could be loaded.
  func outageNotices(of office: BackOffice.State) -> [Screen.Notice] {
    guard let reason = office.events.commonFailure else { return [] }
    let start = office.events.outageStart.map { "Since \(office.settings.timeZone.text(of: $0)), the" } ?? "The"
    return [
      Screen.Notice(
        id: "outage", .error, "\(start) events could not be loaded: \(reason.explanation)",
        answers: [.init("Try again", Invocation("events.load"))])
    ]
  }

  private func retry(_ part: EventResource) -> Invocation {
    Invocation("events.retry", ["part": .text(part.rawValue)])
  }
}

extension EventListFeature.State {
  /// The users of the loaded events.
  var shownUsers: Set<UUID> { Set(table.allRows.map(\.content.userID)) }
}

extension TableScreen {
  /// Returns a table with the times of a column in the zone of the shop, which the title of the column names.
  func displayingTimes(of column: String, _ settings: OfficeSettings) -> Self {
    var screen = displaying { value, id in
      if id == column, case .instant(let time) = value { settings.timeZone.text(of: time) } else { nil }
    }
    for index in screen.headers.indices where screen.headers[index].id == column {
      screen.headers[index].title += " (\(settings.timeZoneName))"
    }
    return screen
  }

  /// Returns a table of events with times in the zone of the shop, and with as much of each user's ID as tells the users
  /// apart.
  fileprivate func displaying(_ settings: OfficeSettings, hidesFailure: Bool, users: Set<UUID>) -> Self {
    let shorten = EventForm.shortUserText(among: Set(users.map(\.uuidString)))
    var screen = displayingTimes(of: "timestamp", settings).displaying { value, column in
      if case (.text(let user), "userID") = (value, column) { shorten(user) } else { nil }
    }
    if hidesFailure, case .failed = screen.loadingStatus { screen.loadingStatus = .failed("see the notice") }
    return screen
  }
}

extension OutboxFeature.State {
  /// Returns a sentence about the waiting or the refused events, or `nil` if there are none.
  ///
  /// It contains why they could not be sent and since when, unless the user knows that problem.
  package func summary(
    of status: OutboxStatus, exceptFor knownProblem: String? = nil, since start: String? = nil
  ) -> String? {
    let entries = entries(status)
    if entries.isEmpty { return nil }
    let (count, isOne) = (entries.count.counted("event"), entries.count == 1)
    let text =
      status == .refused
      ? "\(count) \(isOne ? "was" : "were") refused by the server" : "\(count) wait\(isOne ? "s" : "") to be sent"
    let reason = entries.compactMap(\.failure).first
    let isKnown = reason.flatMap { reason in knownProblem.map(reason.contains) } ?? false
    guard let reason, !isKnown else { return text }
    return "\(text): \(reason)\(start.map { " (no answer since \($0))" } ?? "")"
  }
}

extension EventHistogram {
  /// The largest number of successive periods without events that are drawn as bars.
  private static let longestGap = 3

  /// The bars of a chart.
  ///
  /// A run of many periods without events is one line.
  fileprivate var chartBars: [Screen.Chart.Bar] {
    var shown: [Screen.Chart.Bar] = []
    var rest = bars[...]
    while let bar = rest.first {
      let gap = rest.prefix { $0.count == 0 }
      if gap.count > Self.longestGap {
        shown.append(.init(label: "(\(gap.count) empty)", value: 0, text: ""))
        rest = rest.dropFirst(gap.count)
      } else {
        shown.append(.init(label: bar.label, value: Double(bar.count), text: "\(bar.count)"))
        rest = rest.dropFirst()
      }
    }
    return shown
  }
}

extension EventHistogram.Bar {
  fileprivate var label: String {
    switch group {
    case .text(let text): text
    case .boolean(let flag): flag ? "with a flag" : "without a flag"
    default: group.messageExcerpt
    }
  }
}

extension EventQuery {
  /// The parts of the query in words.
  func summaryParts(in zone: TimeZoneRules) -> [String] {
    [
      flag.map { $0 ? "with a flag" : "without a flag" }, action.map { "of the kind \($0.rawValue)" },
      userID.map { "of the user \($0.uuidString)" }, interval?.start.map { "from \(zone.text(ofStart: $0))" },
      interval?.end.map { "through \(zone.text(ofEnd: $0))" },
    ].compactMap(\.self)
  }
}
