import Loop
import Values

/// Runs the effects of the outbox on an outbox and the source of a server.
public struct OutboxHandler: EffectHandler {
  private let outbox: any EventOutbox
  private let server: String
  private let source: any EventSource
  private let now: @Sendable () -> Instant

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - outbox: The outbox.
  ///   - server: The URL of the server, as entries contain it.
  ///   - source: The events of the server, into which events are recorded.
  ///   - now: A closure that returns the current point in time.
  public init(
    _ outbox: any EventOutbox, for server: String, sendingTo source: any EventSource,
    now: @escaping @Sendable () -> Instant
  ) {
    self.outbox = outbox
    self.server = server
    self.source = source
    self.now = now
  }

  /// Runs one effect.
  public func run(_ effect: OutboxFeature.Effect, send: Send<OutboxFeature.Action>) async -> OutboxFeature.Action? {
    do throws(OutboxError) {
      return try await response(to: effect)
    } catch {
      return if case .discard = effect { .discardFailed(error) } else { .failed(error) }
    }
  }

  private func response(to effect: OutboxFeature.Effect) async throws(OutboxError) -> OutboxFeature.Action {
    switch effect {
    case .load: return .loaded(try await outbox.entries(for: server))
    case .send(let id):
      return switch try await outbox.claim(id, at: now()) {
      case .gone: .sent(id)
      case .busy: .skipped(id)
      case .granted(let entry): try await send(entry)
      }
    case .discard(let ids):
      let ids = Set(ids)
      return .discarded(
        try await outbox.discard(for: server, at: now()) { ids.contains($0.id) }.map(\.id))
    case .awaitRetry: return .retryDelayElapsed
    }
  }

  /// Sends a claimed entry, unless an earlier attempt was executed.
  private func send(_ entry: OutboxEntry) async throws(OutboxError) -> OutboxFeature.Action {
    let source = source
    let count = await result { () async throws(EventSourceError) in
      try await source.eventCount(EventQuery(equalTo: entry.event))
    }
    let copies: Int
    switch count {
    case .success(let count): copies = count
    case .failure(let error): return try await release(entry.releasedAfterCounting(error), error)
    }
    if entry.isStored(copies: copies) { return try await remove(entry) }
    let ready = entry.readyToSend(copies: copies, at: now())
    // Another program has claimed the entry if the clock was changed.
    if try await !outbox.update(ready) { return .skipped(entry.id) }
    let sending = await result { () async throws(EventSourceError) in try await source.record([entry.event]) }
    return switch sending {
    case .success: try await remove(ready)
    case .failure(let error): try await release(ready.releasedAfterSending(error), error)
    }
  }

  private func remove(_ entry: OutboxEntry) async throws(OutboxError) -> OutboxFeature.Action {
    try await outbox.remove([entry])
    return .sent(entry.id)
  }

  private func release(
    _ entry: OutboxEntry, _ error: EventSourceError
  ) async throws(OutboxError) -> OutboxFeature.Action {
    try await outbox.update(entry) ? .sendFailed(entry, error.reason) : .skipped(entry.id)
  }

  /// The time after which a request is cancelled: before the claim ends.
  private static let requestLimit = Duration.milliseconds(OutboxEntry.claimDuration * 3 / 4)

  /// Runs a request, and cancels it if it takes too long.
  private func result<Success: Sendable>(
    _ request: @escaping @Sendable () async throws(EventSourceError) -> Success
  ) async -> Result<Success, EventSourceError> {
    await withTaskGroup(of: Result<Success, EventSourceError>?.self) { group in
      group.addTask {
        do throws(EventSourceError) { return .success(try await request()) } catch { return .failure(error) }
      }
      group.addTask {
        try? await Task.sleep(for: Self.requestLimit)
        return nil
      }
      while let first = await group.next() {
        group.cancelAll()
        if let first { return first }
      }
      return .failure(EventSourceError(recording: .cancelled))
    }
  }
}
