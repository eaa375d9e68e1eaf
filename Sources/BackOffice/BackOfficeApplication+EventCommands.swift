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
    [
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
        "events.timeline", "count the events by period, action or flag",
        Argument.choice("by", "the groups", of: EventGrouping.self).positional
      ) {
        .feature(.events(.groupingSelected($0)))
      },
    ] + recordingCommands(inputs) + outboxCommands
  }

  /// The numbers of events that a sample can have.
  package static let sampleCounts = 1...1_000_000

  private static func recordingCommands(_ inputs: Inputs) -> [OfficeCommand] {
    [
      Command(
        "events.record", "record an event", Argument.uuid("user", "the user"), Argument.boolean("flag", "the flag"),
        Argument.choice("action", "the kind of action", of: UserEvent.Action.self),
        Argument.text("at", "the time in the shop's time zone; now by default").optional
      ) { state, user, flag, kind, time throws(InvocationError) in
        let (now, zone) = (inputs.now(), state.feature.settings.timeZone)
        let start = try EventInterval(from: time, through: nil, in: zone, now: now, names: ("--at", "")).start
        let event = UserEvent(userID: user, flag: flag, timestamp: start ?? now, action: kind)
        return .feature(.events(.recordTapped([event], id: inputs.makeBatchID())))
      },
      Command("events.record.all", "record several events", Argument.event("events", "the events").list) {
        .feature(.events(.recordTapped($0, id: inputs.makeBatchID())))
      },
      Command(
        "events.sample", "record made-up events of the last 30 days, to try the program with",
        Argument.integer("count", "the number of events", in: sampleCounts).positional.defaulting(to: 100),
        Argument.integer("seed", "the seed of the random numbers: the same seed makes the same events")
          .defaulting(to: 1)
      ) { count, seed in
        let generator = inputs.makeGenerator(UInt64(bitPattern: Int64(seed)))
        let events = sampleEvents(count, before: inputs.now(), using: generator)
        return .feature(.events(.recordTapped(events, id: inputs.makeBatchID())))
      },
      Command(
        "events.record.retry", "try again to store events that could not be stored",
        sending: .feature(.events(.recordRetryTapped))
      )
      .unavailable(cannotRetryRecording),
      Command(
        "events.record.discard", "give up events that could not be stored",
        sending: .feature(.events(.recordDiscardTapped))
      )
      .unavailable(hasNoFailedBatch),
    ]
  }

  private static var outboxCommands: [OfficeCommand] {
    [
      Command(
        "events.outbox.send", "send the events that wait, and those that the server has refused",
        sending: .feature(.outbox(.sendTapped))
      )
      .unavailable { hasNoUnsentEvent($0) ?? ($0.feature.outbox.isBusy ? "events are being sent" : nil) },
      Command("events.outbox.stop", "stop sending events", sending: .feature(.outbox(.stopTapped)))
        .unavailable { $0.feature.outbox.isBusy ? nil : "no event is being sent" },
      Command(
        "events.outbox.discard", "discard the events that wait to be sent, or those that the server has refused",
        Argument.choice("status", "waiting or refused", of: OutboxStatus.self).positional
      ) { status in
        .feature(.outbox(.discardTapped(status)))
      }
      .unavailable(hasNoUnsentEvent),
    ]
  }

  @Sendable private static func hasNoUnsentEvent(_ state: State) -> String? {
    let outbox = state.feature.outbox
    return outbox.stage == .closed
      ? "events are not sent to a server"
      : outbox.entries.isEmpty && outbox.failure == nil ? "all recorded events are sent" : nil
  }

  private static func sampleEvents(
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
