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
  public let feature: OutboxFeature
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
    feature = OutboxFeature(batchSize: 2)
    self.events = events
    self.hasOtherProgram = hasOtherProgram
    self.attemptLimit = attemptLimit
  }

  /// Returns a space small enough to explore completely: one or two events, of which the first one is equal to one on
  /// the server.
  ///
  /// Equal events are sent one after the other, and different ones in a batch.
  public static func reducedExploration(
    eventCount: Int = 2, areEqual: Bool = true, hasOtherProgram: Bool = false
  ) -> OutboxExploration {
    OutboxExploration((1...eventCount).map { event(areEqual ? 1 : Int64($0)) }, hasOtherProgram: hasOtherProgram)
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

  /// The initial state: no program runs, nothing is recorded, and the server has an event that equals the first one.
  public var start: (state: OutboxFeature.State, environment: OutboxEnvironment) {
    (.init(), OutboxEnvironment(server: EventDatabase([Self.event(1)])))
  }

  /// The actions of the user and of the program that is started and killed.
  public func actions(in state: OutboxFeature.State) -> [OutboxFeature.Action] {
    let discarded: [OutboxStatus] = isReduced ? [.refused] : [.refused, .waiting]
    return [.opened(retries: true), .closed, .recorded, .sendTapped, .stopTapped]
      + discarded.map { .discardTapped(state.entries($0).map(\.id)) }
  }

  /// Loading reads, and waiting does nothing.
  public func isReadOnly(_ effect: OutboxFeature.Effect) -> Bool {
    [.load, .list, .awaitRetry].contains(effect)
  }

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
    case .list:
      return [Outcome("listed", .listed(environment.outbox.entries(for: Self.server)), in: environment)]
    case .send(let ids): return outcomes(ofSending: ids, in: environment)
    case .discard(let ids):
      let removed = environment.outbox.entries.filter { ids.contains($0.id) && !$0.isClaimed(at: Self.now) }
      next.outbox.update([], removing: removed)
      next.discarded = (next.discarded + removed.map(\.event)).sorted { $0.timestamp < $1.timestamp }
      return [
        Outcome("discarded", .discarded(removed.map(\.id)), in: next),
        Outcome("failed", .discardFailed(OutboxError("the outbox is locked")), in: environment),
      ]
    case .awaitRetry: return [Outcome("waited", .retryDelayElapsed, in: environment)]
    }
  }

  /// Returns the outcomes of sending a batch: what the handler does, up to each point at which it can fail or be killed.
  private func outcomes(
    ofSending ids: [OutboxEntry.ID], in environment: OutboxEnvironment
  ) -> [Outcome<OutboxFeature.Action, OutboxEnvironment>] {
    var claimed = environment
    let claims = claimed.outbox.claim(ids, for: Self.server, at: Self.now)
    let entries = claims.compactMap { if case .granted(let entry) = $0 { entry } else { nil } }
    let canFail = entries.filter { $0.attemptCount <= attemptLimit }
    var outcomes = ([nil] + canFail).flatMap { uncounted in
      var batch = Batch(claims: Array(zip(ids, claims)), uncountedID: uncounted?.id, environment: claimed)
      for entry in entries where entry != uncounted {
        if let ready = claimed.server.prepare(entry) { batch.environment.outbox.update([ready]) }
      }
      return self.outcomes(of: batch)
    }
    if !canFail.isEmpty { outcomes.append(Outcome("killed before it was counted", .closed, in: claimed)) }
    return outcomes
  }

  /// A batch that is being sent.
  private struct Batch {
    /// The entries that follow, and the results of claiming them.
    var claims: [(id: OutboxEntry.ID, claim: OutboxClaim)]
    /// The entry whose equal events cannot be counted, or `nil`.
    let uncountedID: OutboxEntry.ID?
    /// The results so far, and their names.
    var results: [OutboxResult] = []
    var names: [String] = []
    /// What remains if the program is killed.
    var environment: OutboxEnvironment

    /// Returns the batch after the next entry.
    func adding(_ result: OutboxResult, _ name: String, in environment: OutboxEnvironment) -> Batch {
      var batch = self
      batch.claims.removeFirst()
      batch.results.append(result)
      batch.names.append(name)
      batch.environment = environment
      return batch
    }

    /// The outcome in which the results are stored, and the remaining entries are released.
    var outcome: Outcome<OutboxFeature.Action, OutboxEnvironment> {
      var environment = environment
      for result in results {
        switch result {
        case .sent(let id):
          environment.outbox.update([], removing: environment.outbox.entries.filter { $0.id == id })
        case .skipped: break
        case .failed(let entry, _): environment.outbox.update([entry])
        }
      }
      for case .granted(let entry) in claims.map(\.claim) { environment.outbox.update([entry.released]) }
      return Outcome(names.joined(separator: ", "), .batchEnded(results), in: environment)
    }
  }

  /// Returns the outcomes of the remaining entries of a batch.
  private func outcomes(of batch: Batch) -> [Outcome<OutboxFeature.Action, OutboxEnvironment>] {
    guard let (id, claim) = batch.claims.first, batch.results.last?.endsSending != true else { return [batch.outcome] }
    let environment = batch.environment
    func next(
      _ result: OutboxResult, _ name: String, in environment: OutboxEnvironment
    ) -> [Outcome<OutboxFeature.Action, OutboxEnvironment>] {
      outcomes(of: batch.adding(result, name, in: environment))
    }
    guard case .granted(let entry) = claim else {
      return claim == .gone ? next(.sent(id), "gone", in: environment) : next(.skipped(id), "busy", in: environment)
    }
    if id == batch.uncountedID {
      let error = EventSourceError(.resource(.eventCount), .offline)
      return next(
        .failed(entry.releasedAfterCounting(error).withOneFailure, EventSourceError(.recording, .offline)),
        "not counted",
        in: environment)
    }
    guard let ready = environment.server.prepare(entry) else { return next(.sent(id), "found", in: environment) }
    let stored = environment.storing(entry.event)
    let sent = next(.sent(id), "sent", in: stored)
    // A server that answers in the end bounds the number of states.
    if entry.attemptCount > attemptLimit { return sent }
    func failure(
      _ name: String, _ reason: EventSourceError.Reason, in environment: OutboxEnvironment
    ) -> [Outcome<OutboxFeature.Action, OutboxEnvironment>] {
      let error = EventSourceError(.recording, reason)
      return next(.failed(ready.releasedAfterSending(error).withOneFailure, error), name, in: environment)
    }
    func killed(
      _ name: String, in environment: OutboxEnvironment
    ) -> Outcome<OutboxFeature.Action, OutboxEnvironment> {
      Outcome((batch.names + ["killed \(name)"]).joined(separator: ", "), .closed, in: environment)
    }
    return sent + failure("refused", .badStatus(400), in: environment)
      + failure("unreachable", .offline, in: environment)
      + failure("lost before it was stored", .connectionLost, in: environment)
      + failure("lost after it was stored", .connectionLost, in: stored)
      + failure("redirected after it was stored", .badStatus(303), in: stored)
      + failure("garbled after it was stored", .notHTTP, in: stored)
      + [killed("before it was stored", in: environment), killed("after it was stored", in: stored)]
  }
}

extension OutboxEntry {
  /// The entry with the same failure as all others: the text makes no difference.
  fileprivate var withOneFailure: OutboxEntry {
    var entry = self
    entry.failure = "failed"
    return entry
  }
}

extension EventDatabase {
  /// Returns a claimed entry before its event is sent to this server, or `nil` if the server has stored it already.
  fileprivate func prepare(_ entry: OutboxEntry) -> OutboxEntry? {
    let copies = eventCount(EventQuery(equalTo: entry.event))
    return entry.isStored(copies: copies) ? nil : entry.readyToSend(copies: copies, at: OutboxExploration.now)
  }
}

extension OutboxEnvironment {
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
        let claims = environment.outbox.claim([entry.id], for: Self.server, at: Self.now)
        guard case .granted(let claimed) = claims[0] else { continue }
        if let ready = environment.server.prepare(claimed) {
          environment.outbox.update([ready])
          environment.other = .isReady(ready)
        } else {
          environment.outbox.update([], removing: [claimed])
        }
        return
      }
    case .isReady(let entry):
      environment = environment.storing(entry.event)
      environment.other = .hasSent(entry)
    case .hasSent(let entry):
      environment.outbox.update([], removing: [entry])
      environment.other = .idle
    }
  }
}
