import Analytics
import Documents
import Interface
import Loop
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BackOfficeApplication {
  /// The commands that load, count and record events.
  static func eventCommands(_ inputs: Inputs) -> [OfficeCommand] {
    let shown: [OfficeCommand] = [
      Command("events.load", "load the events again", sending: .feature(.events(.reloadTapped))),
      Command("events.cancel", "give up loading the list of events", sending: .feature(.events(.cancelTapped)))
        .unavailable {
          EventTable.feature.loadingStatus(of: $0.feature.events.table) == .loading ? nil : "no events are being loaded"
        },
      Command(
        "events.retry", "load a part that failed again",
        Argument.choice("part", "what failed", of: EventResource.self).positional
      ) {
        .feature(.events(.retryTapped($0)))
      },
      Command(
        "events.chart", "count the events of the chart by period, action or flag",
        Argument.choice("by", "the groups", of: EventGrouping.self).positional
      ) {
        .feature(.events(.groupingSelected($0)))
      },
    ]
    return (shown + [EventGrouping.day, .week, .month].map(chartCommand)).map { $0.effect(.shows) }
      + recordingCommands(inputs)
  }

  /// Returns the command that chooses a period for the chart, with its first letter as the key.
  private static func chartCommand(_ period: EventGrouping) -> OfficeCommand {
    Command(
      "events.chart.\(period.rawValue)", "count the events of the chart by \(period.rawValue)",
      sending: .feature(.events(.groupingSelected(period)))
    )
    .keys(String(period.rawValue.prefix(1)), hint: "chart").keyGroup("events.list")
  }

  private static func recordingCommands(_ inputs: Inputs) -> [OfficeCommand] {
    [
      Command("events.record.all", "record several events", Argument.event("events", "the events").list) {
        .feature(.events(.recordTapped($0, id: inputs.makeBatchID())))
      }
      .effect(.adds),
      Command(
        "events.record.retry", "try again to store events that could not be stored",
        sending: .feature(.events(.recordRetryTapped))
      )
      .effect(.adds).unavailable(cannotRetryRecording),
      Command(
        "events.record.discard", "give up events that could not be stored",
        sending: .feature(.events(.recordDiscardTapped))
      )
      .unavailable(hasNoFailedBatch).askingAssistants { state, _ in
        let count = state.feature.events.unstoredEvents.count { $0.failure != nil }
        return "Give up \(count.counted("event")) that could not be stored?"
      },
    ]
  }

  static func sampleEvents(
    _ count: Int, before end: Instant, using generator: some RandomNumberGenerator
  ) -> [UserEvent] {
    var sampler = EventSampler(using: generator)
    return sampler.events(count, before: end)
  }

  @Sendable private static func hasNoFailedBatch(_ state: State) -> String? {
    state.feature.events.unstoredEvents.contains { $0.failure != nil } ? nil : "no event has failed to be stored"
  }

  @Sendable private static func cannotRetryRecording(_ state: State) -> String? {
    let events = state.feature.events
    return hasNoFailedBatch(state)
      ?? events.otherSourceOfFailedEvents.map { "the events were recorded for \($0): use it to store them there" }
  }
}

extension Argument {
  package static func uuid(_ name: String, _ summary: String) -> Parameter<UUID> {
    text(name, summary).map(expecting: "a UUID such as 00000000-0000-4000-8000-000000000001") {
      UUID(uuidString: $0)
    }
  }

  fileprivate static func event(_ name: String, _ summary: String) -> Parameter<UserEvent> {
    json(name, summary).map(expecting: "an object with userID, flag, timestamp and action") {
      UserEvent(jsonValue: $0)
    }
  }
}
