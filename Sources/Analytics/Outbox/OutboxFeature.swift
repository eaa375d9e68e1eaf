import Loop
import Values

/// Sends the events in the outbox to the server in batches, one after the other in the order of recording.
///
/// A *pass* loads the entries and tries to send each of them once. If the server refuses an event, the entry is set aside
/// and the pass continues. If the server cannot be reached, the pass ends.
public struct OutboxFeature: Reducer {
  private let batchSize: Int

  /// Creates the feature.
  ///
  /// - Parameter batchSize: The largest number of events that are sent between two changes of the outbox.
  public init(batchSize: Int = 50) { self.batchSize = batchSize }

  /// The state of the outbox.
  public struct State: Hashable, Codable, Sendable {
    /// What the feature is doing.
    public package(set) var stage = Stage.closed
    /// The entries in the order of recording, as of the last load and without those sent since.
    public package(set) var entries: [OutboxEntry] = []
    /// Why the outbox could not be used last, or `nil`.
    public package(set) var failure: OutboxError?
    /// When the server stopped answering, or `nil` if it answers or that is unknown.
    public package(set) var outageStart: Instant?
    /// A Boolean value that indicates whether events are sent again after a while if that has failed.
    package var retries = false
    /// A Boolean value that indicates whether the outbox has changed during a pass, so that another one follows.
    package var isOutdated = false
    /// A Boolean value that indicates whether events were sent since the feature was idle.
    public package(set) var hasSentEvents = false

    /// Creates a closed outbox.
    public init() {}
  }

  /// What the feature is doing.
  public enum Stage: Hashable, Codable, Sendable {
    /// Events are not sent to a server, or not by this program.
    case closed
    /// Nothing, or it waits to try again.
    case idle
    /// It loads the entries, to send all of them or only those that were not refused.
    case loading(includesRefused: Bool)
    /// It sends a batch of entries.
    case sending(includesRefused: Bool)
  }

  /// A user action, or a response of the outbox or the server.
  public enum Action: Hashable, Codable, Sendable {
    /// The program begins to send what waits, and goes on by itself if that fails and `retries` is true.
    case opened(retries: Bool)
    /// The program has ended, or continues without a server.
    case closed
    /// Events were added to the outbox.
    case recorded
    /// The user sends all events, including refused ones.
    case sendTapped
    /// The user stops sending.
    case stopTapped
    /// The user gives up the events of entries, which need not be loaded.
    case discardTapped([OutboxEntry.ID])
    /// The entries were loaded.
    case loaded([OutboxEntry])
    /// The entries were listed, for a command that answers with them.
    case listed([OutboxEntry])
    /// A batch was sent as far as possible, with the results of its first entries.
    case batchEnded([OutboxResult])
    /// Entries were discarded.
    case discarded([OutboxEntry.ID])
    /// The outbox could not be read or written.
    case failed(OutboxError)
    /// The entries could not be discarded.
    case discardFailed(OutboxError)
    /// The time to try again has come.
    case retryDelayElapsed
  }

  /// A request to the outbox or the server.
  public enum Effect: Hashable, Codable, Sendable {
    /// Load the entries.
    case load
    /// List the entries for the server, or those for all servers if there is none.
    case list
    /// Send the events of entries in order. An event that the server has already is left out.
    case send([OutboxEntry.ID])
    /// Remove entries that no program is sending.
    case discard([OutboxEntry.ID])
    /// Respond, after the delay of the run.
    case awaitRetry
  }

  /// The slots of the effects.
  public enum Slot: Hashable, Codable, Sendable {
    /// The slot in which entries are loaded and sent.
    case pass
    /// The slot in which entries are discarded.
    case discard
    /// The slot that waits to try again.
    case retry
  }

  /// Returns whether a slot is active.
  public func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .pass: state.stage != .closed
    // A command discards entries without sending others.
    case .discard: true
    case .retry: state.stage == .idle
    }
  }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .opened(let retries):
      if state.stage != .closed { return .none }
      state.retries = retries
      return load(&state)
    case .closed:
      state = State()
      return .cancel(.discard)
    case .recorded, .retryDelayElapsed: return startPass(&state)
    case .sendTapped: return startPass(&state, includingRefused: true)
    case .stopTapped:
      if !state.isBusy { return .none }
      (state.stage, state.isOutdated) = (.idle, false)
      return .cancel(.pass)
    case .discardTapped(let ids):
      if !ids.isEmpty { return request(.discard(ids), in: .discard, .first) }
    case .listed: break
    case .discarded(let ids):
      state.remove(Set(ids))
      // The entries may have been loaded before.
      if state.isBusy { state.isOutdated = true }
    case .discardFailed(let failure): state.failure = failure
    case .loaded, .batchEnded, .failed: return reducePass(action, &state)
    }
    return .none
  }
}

extension OutboxFeature {
  /// Requests an effect of the outbox.
  ///
  /// After a restart, the outbox is closed until the program opens it again: another program may have sent its entries
  /// since.
  private func request(_ effect: Effect, in slot: Slot, _ policy: SlotPolicy) -> Effects<Self> {
    let failure = OutboxError("the outbox did not answer")
    let lostResponse = if case .discard = effect { Action.discardFailed(failure) } else { Action.failed(failure) }
    return .run(effect, in: slot, policy, ifLost: lostResponse, afterRestart: .report(.closed))
  }

  private func startPass(_ state: inout State, includingRefused: Bool = false) -> Effects<Self> {
    switch state.stage {
    case .closed: return .none
    case .idle:
      state.hasSentEvents = false
      return load(&state, includingRefused: includingRefused)
    case .loading where includingRefused: state.stage = .loading(includesRefused: true)
    case .loading, .sending: state.isOutdated = true
    }
    return .none
  }

  private func load(_ state: inout State, includingRefused: Bool = false) -> Effects<Self> {
    (state.stage, state.isOutdated) = (.loading(includesRefused: includingRefused), false)
    return request(.load, in: .pass, .queue)
  }

  /// Reduces a response of a pass.
  private func reducePass(_ action: Action, _ state: inout State) -> Effects<Self> {
    switch (state.stage, action) {
    case (.loading(let includesRefused), .loaded(let entries)):
      (state.entries, state.failure) = (entries, nil)
      return sendNext(after: nil, includesRefused, &state)
    case (.sending(let includesRefused), .batchEnded(let results)):
      state.apply(results)
      guard let last = results.last, !last.endsSending else { return endPass(&state) }
      return sendNext(after: last.id, includesRefused, &state)
    case (.loading, .failed(let failure)), (.sending, .failed(let failure)):
      state.failure = failure
      return endPass(&state)
    default: return .none
    }
  }

  private func sendNext(
    after id: OutboxEntry.ID?, _ includesRefused: Bool, _ state: inout State
  ) -> Effects<Self> {
    var (ids, events): ([OutboxEntry.ID], Set<UserEvent>) = ([], [])
    for entry in state.entries where entry.id > id ?? .min && (includesRefused || !entry.isRefused) {
      // The server cannot tell equal events apart, so that each is sent after the result of the one before is stored.
      if ids.count == batchSize || !events.insert(entry.event).inserted { break }
      ids.append(entry.id)
    }
    if ids.isEmpty { return endPass(&state) }
    state.stage = .sending(includesRefused: includesRefused)
    return request(.send(ids), in: .pass, .queue)
  }

  /// Ends a pass, and begins another one if the outbox has changed, or after a while if something is left.
  private func endPass(_ state: inout State) -> Effects<Self> {
    if state.isOutdated { return load(&state) }
    state.stage = .idle
    let waiting = state.entries(.waiting)
    if !state.retries || state.failure == nil && waiting.isEmpty { return .none }
    let attemptCount = waiting.map(\.attemptCount).min() ?? 0
    let doublings = min(max(attemptCount, 1) - 1, 4)
    return .run(
      .awaitRetry, in: .retry, .latest, after: .seconds(min(5 << doublings, 60)),
      ifLost: .retryDelayElapsed, afterRestart: .report(.closed))
  }
}

extension OutboxFeature.State {
  /// A Boolean value that indicates whether events are being sent.
  public var isBusy: Bool {
    switch stage {
    case .closed, .idle: false
    case .loading, .sending: true
    }
  }

  /// Returns the entries that wait to be sent, or those that were refused.
  public func entries(_ status: OutboxStatus) -> [OutboxEntry] { entries.filter { $0.status == status } }

  /// Removes the sent entries, and stores why the other entries failed.
  fileprivate mutating func apply(_ results: [OutboxResult]) {
    var sent: Set<OutboxEntry.ID> = []
    outageStart = results.last?.error?.outageStart
    for result in results {
      switch result {
      case .sent(let id): sent.insert(id)
      case .skipped: break
      case .failed(let entry, _):
        if let index = entries.firstIndex(where: { $0.id == entry.id }) { entries[index] = entry }
      }
    }
    if sent.isEmpty { return }
    remove(sent)
    hasSentEvents = true
  }

  /// Removes entries.
  fileprivate mutating func remove(_ ids: Set<OutboxEntry.ID>) { entries.removeAll { ids.contains($0.id) } }
}
