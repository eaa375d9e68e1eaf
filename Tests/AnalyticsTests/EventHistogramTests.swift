import Analytics
import Foundation
import Testing
import Values

@Suite struct `A histogram of events` {
  private func event(_ time: String) throws -> UserEvent {
    UserEvent(userID: UUID(), flag: true, timestamp: try #require(Instant(time)), action: .start)
  }

  private func bars(_ histogram: EventHistogram) -> [String] { histogram.bars.map { "\($0.group.text) \($0.count)" } }

  @Test func `counts events by period, and lists periods without events`() throws {
    let events = try ["2023-03-02T10:00:00Z", "2023-03-05T00:00:00Z", "2023-03-05T23:59:59Z", "2023-01-31T08:00:00Z"]
      .map(event)
    #expect(
      bars(EventHistogram(events.prefix(3), HistogramOptions(by: .day))) == [
        "2023-03-02 1", "2023-03-03 0", "2023-03-04 0", "2023-03-05 2",
      ])
    #expect(
      bars(EventHistogram(events, HistogramOptions(by: .week))) == [
        "2023-01-30 1", "2023-02-06 0", "2023-02-13 0", "2023-02-20 0", "2023-02-27 3",
      ])
    #expect(
      bars(EventHistogram(events, HistogramOptions(by: .month))) == ["2023-01-01 1", "2023-02-01 0", "2023-03-01 3"])
    #expect(
      bars(EventHistogram(events.prefix(3), HistogramOptions(by: .week, firstWeekday: .sunday))) == [
        "2023-02-26 1", "2023-03-05 2",
      ])
    #expect(EventHistogram([], HistogramOptions(by: .day)).bars.isEmpty)
  }

  @Test func `counts by the days of a time zone`() throws {
    let events = try ["2023-03-25T23:30:00Z", "2023-03-26T21:30:00Z", "2023-03-26T22:30:00Z"].map(event)
    #expect(bars(EventHistogram(events, HistogramOptions(by: .day))) == ["2023-03-25 1", "2023-03-26 2"])
    let oneHourAhead = TimeZoneRules(offset: 3600)
    #expect(bars(EventHistogram(events, HistogramOptions(by: .day, in: oneHourAhead))) == ["2023-03-26 3"])
  }

  @Test func `leaves out empty periods if there are too many`() throws {
    let events = try ["0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z"].map(event)
    #expect(bars(EventHistogram(events, HistogramOptions(by: .day))) == ["0001-01-01 1", "9999-12-31 1"])
  }

  @Test func `counts events by action and flag, and lists groups without events`() throws {
    let events = try ["2023-03-02T10:00:00Z", "2023-03-05T00:00:00Z"].map(event)
    #expect(bars(EventHistogram(events, HistogramOptions(by: .action))) == ["start 2", "pause 0", "stop 0"])
    #expect(bars(EventHistogram(events, HistogramOptions(by: .flag))) == ["true 2", "false 0"])
  }
}

extension Value {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .boolean(let isTrue): "\(isTrue)"
    default: "unexpected"
    }
  }
}
