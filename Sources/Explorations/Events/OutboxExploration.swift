import Analytics
import Loop
import LoopExplorer
import MemoryHandlers
import Values

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An outbox, the server to which its events are sent, and another program that sends them, too.
public struct OutboxEnvironment: Hashable, Codable, Sendable {
  /// The entries of the outbox.
  public package(set) var outbox = OutboxDatabase()
  /// The events on the server.
  public package(set) var server = EventDatabase()
  /// The number of events that were recorded.
  public package(set) var recordedCount = 0
  /// The events that the user has discarded.
  public package(set) var discarded: [UserEvent] = []
  /// What the other program is doing.
  var other = OtherProgram.idle

  /// Another program that uses the same outbox.
  enum OtherProgram: Hashable, Codable, Sendable {
    case idle
    case isReady(OutboxEntry)
    case hasSent(OutboxEntry)
  }

  /// Creates an environment with an outbox and events on the server.
  public init(outbox: OutboxDatabase = OutboxDatabase(), server: EventDatabase = EventDatabase()) {
    self.outbox = outbox
    self.server = server
  }
}

/// The outbox with recorded events, of which some are equal, and with programs that are killed at any moment.
///
/// A program is killed by closing the feature: its runs are lost. The outcomes contain kills within a run.
public struct OutboxExploration: Exploration {
  /// The explored feature.
  public let feature = OutboxFeature()
  /// The events that are recorded one after the other.
  public let events: [UserEvent]
  let hasOtherProgram: Bool
  private let attemptLimit: Int

  /// Creates an exploration of everything that can happen to two equal events and one more, of which each can fail a
  /// number of times.
  public init(attemptLimit: Int = 1) {
    self.init([Self.event(1), Self.event(1), Self.event(2)], hasOtherProgram: true, attemptLimit: attemptLimit)
  }

  private init(_ events: [UserEvent], hasOtherProgram: Bool, attemptLimit: Int = 1) {
    self.events = events
    self.hasOtherProgram = hasOtherProgram
    self.attemptLimit = attemptLimit
  }

  /// Returns a space small enough to explore completely: one or two events that are equal to one on the server.
  public static func reducedExploration(eventCount: Int = 2, hasOtherProgram: Bool = false) -> OutboxExploration {
    OutboxExploration(Array(repeating: event(1), count: eventCount), hasOtherProgram: hasOtherProgram)
  }

  private static func event(_ number: Int64) -> UserEvent {
    UserEvent(
      userID: UUID(number: 1), flag: true,
      timestamp: Instant(milliseconds: number), action: .start)
  }

  /// A Boolean value that indicates whether the space is explored completely.
  var isReduced: Bool { events.count < 3 }

  /// The URL of the server.
  public static let server = "http://server"
  /// The time at which everything happens: claims end by an event of the environment.
  public static let now = Instant(milliseconds: 0)

  /// The reason of every failure: the text makes no difference.
  private static let failure = "failed"

  /// The initial state: no program runs, nothing is recorded, and the server has an event that equals the first one.
  public var start: (state: OutboxFeature.State, environment: OutboxEnvironment) {
    (.init(), OutboxEnvironment(server: EventDatabase([Self.event(1)])))
  }

  /// The actions of the user and of the program that is started and killed.
  public func actions(in state: OutboxFeature.State) -> [OutboxFeature.Action] {
    [.opened(retries: true), .closed, .recorded, .sendTapped, .stopTapped, .discardTapped(.refused)]
      + (isReduced ? [] : [.discardTapped(.waiting)])
  }

  /// Loading reads, and waiting does nothing.
  public func isReadOnly(_ effect: OutboxFeature.Effect) -> Bool { effect == .load || effect == .awaitRetry }

  /// A Boolean value that indicates whether events are being sent.
  public func isBusy(_ state: OutboxFeature.State) -> Bool { state.isBusy }

  /// The stage of the state.
  public func kind(of state: OutboxFeature.State) -> String {
    switch state.stage {
    case .closed: "closed"
    case .idle: "idle"
    case .loading: "loading"
    case .sending: "sending"
    }
  }

  /// The outcomes of an effect.
  public func outcomes(
    of effect: OutboxFeature.Effect, in environment: OutboxEnvironment
  ) -> [Outcome<OutboxFeature.Action, OutboxEnvironment>] {
    var next = environment
    switch effect {
    case .load:
      let failure = OutboxError("the outbox is locked")
      return [
        Outcome("loaded", .loaded(environment.outbox.entries(for: Self.server)), in: environment),
        Outcome("failed", .failed(failure), in: environment),
      ]
    case .send(let id):
      switch next.outbox.claim(id, at: Self.now) {
      case .gone: return [Outcome("gone", .sent(id), in: environment)]
      case .busy: return [Outcome("busy", .skipped(id), in: environment)]
      case .granted(let entry): return outcomes(ofSending: entry, in: next)
      }
    case .discard(let ids):
      let removed = environment.outbox.entries.filter { ids.contains($0.id) && !$0.isClaimed(at: Self.now) }
      next.outbox.remove(removed)
      next.discarded = (next.discarded + removed.map(\.event)).sorted { $0.timestamp < $1.timestamp }
      return [
        Outcome("discarded", .discarded(removed.map(\.id)), in: next),
        Outcome("failed", .discardFailed(OutboxError("the outbox is locked")), in: environment),
      ]
    case .awaitRetry: return [Outcome("waited", .retryDelayElapsed, in: environment)]
    }
  }

  /// Returns the outcomes of sending a claimed entry: what the handler does, up to each point at which it can fail or be
  /// killed.
  private func outcomes(
    ofSending entry: OutboxEntry, in claimed: OutboxEnvironment
  ) -> [Outcome<OutboxFeature.Action, OutboxEnvironment>] {
    let copies = claimed.server.eventCount(EventQuery(equalTo: entry.event))
    if entry.isStored(copies: copies) {
      return [Outcome("found", .sent(entry.id), in: claimed.removing(entry))] + failuresOfCounting(entry, in: claimed)
    }
    let ready = entry.readyToSend(copies: copies, at: Self.now)
    let stored = claimed.replacing(ready).storing(entry.event)
    let sent = Outcome("sent", OutboxFeature.Action.sent(entry.id), in: stored.removing(ready))
    // A server that answers in the end bounds the number of states.
    if entry.attemptCount > attemptLimit { return [sent] }
    func failure(_ name: String, _ reason: EventSourceError.Reason, in environment: OutboxEnvironment) -> Outcome<
      OutboxFeature.Action, OutboxEnvironment
    > {
      var released = ready.releasedAfterSending(EventSourceError(recording: reason))
      released.failure = Self.failure
      return Outcome(name, .sendFailed(released, reason), in: environment.replacing(released))
    }
    return [
      sent, failure("refused", .badStatus(400), in: claimed), failure("unreachable", .offline, in: claimed),
      failure("lost before it was stored", .connectionLost, in: claimed),
      failure("lost after it was stored", .connectionLost, in: stored),
      failure("redirected after it was stored", .badStatus(303), in: stored),
      failure("garbled after it was stored", .notHTTP, in: stored),
      Outcome("killed before it was stored", .closed, in: claimed.replacing(ready)),
      Outcome("killed after it was stored", .closed, in: stored),
    ] + failuresOfCounting(entry, in: claimed)
  }

  private func failuresOfCounting(
    _ entry: OutboxEntry, in claimed: OutboxEnvironment
  ) -> [Outcome<OutboxFeature.Action, OutboxEnvironment>] {
    if entry.attemptCount > attemptLimit { return [] }
    let error = EventSourceError(EventRequest(.eventCount, EventQuery(equalTo: entry.event)), .offline)
    var released = entry.releasedAfterCounting(error)
    released.failure = Self.failure
    return [
      Outcome("not counted", .sendFailed(released, .offline), in: claimed.replacing(released)),
      Outcome("killed before it was counted", .closed, in: claimed),
    ]
  }
}

extension OutboxEnvironment {
  fileprivate func replacing(_ entry: OutboxEntry) -> OutboxEnvironment {
    var environment = self
    _ = environment.outbox.update(entry)
    return environment
  }

  fileprivate func removing(_ entry: OutboxEntry) -> OutboxEnvironment {
    var environment = self
    environment.outbox.remove([entry])
    return environment
  }

  fileprivate func storing(_ event: UserEvent) -> OutboxEnvironment {
    var environment = self
    environment.server.record([event])
    return environment
  }
}

extension OutboxExploration {
  /// An event is recorded, a claim ends, or the other program takes a step or is killed.
  public func environmentEvents(in environment: OutboxEnvironment) -> [EnvironmentEvent<OutboxEnvironment>] {
    var result: [EnvironmentEvent<OutboxEnvironment>] = []
    func add(_ name: String, _ change: (inout OutboxEnvironment) -> Void) {
      var next = environment
      change(&next)
      if next != environment { result.append(EnvironmentEvent(name, in: next)) }
    }
    if environment.recordedCount < events.count {
      add("an event is recorded") {
        $0.outbox.append([events[$0.recordedCount]], for: Self.server)
        $0.recordedCount += 1
      }
    }
    if environment.other == .idle {
      // A program that is alive ends its request before its claim.
      add("the claims of killed programs end") { $0.outbox.endClaims() }
    } else {
      add("the other program is killed") { $0.other = .idle }
    }
    if hasOtherProgram { add("the other program takes a step") { takeOtherStep(in: &$0) } }
    return result
  }

  /// Takes a step of the other program, which sends the first entry that it can claim.
  private func takeOtherStep(in environment: inout OutboxEnvironment) {
    switch environment.other {
    case .idle:
      for entry in environment.outbox.entries where !entry.isRefused && entry.attemptCount <= attemptLimit {
        guard case .granted(let claimed) = environment.outbox.claim(entry.id, at: Self.now) else { continue }
        let copies = environment.server.eventCount(EventQuery(equalTo: claimed.event))
        if claimed.isStored(copies: copies) {
          environment = environment.removing(claimed)
        } else {
          let ready = claimed.readyToSend(copies: copies, at: Self.now)
          environment = environment.replacing(ready)
          environment.other = .isReady(ready)
        }
        return
      }
    case .isReady(let entry):
      environment = environment.storing(entry.event)
      environment.other = .hasSent(entry)
    case .hasSent(let entry):
      environment = environment.removing(entry)
      environment.other = .idle
    }
  }
}
