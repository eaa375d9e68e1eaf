import Loop
import Values

/// Runs the effects of the outbox on an outbox and the source of a server.
public struct OutboxHandler: EffectHandler {
  private let outbox: any EventOutbox
  private let server: String
  private let source: any EventSource
  private let now: @Sendable () -> Instant
  private let maximumRequestCount: Int

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - outbox: The outbox.
  ///   - server: The URL of the server, as entries contain it.
  ///   - source: The events of the server, into which events are recorded.
  ///   - maximumRequestCount: The largest number of requests at the same time.
  ///   - now: A closure that returns the current point in time.
  public init(
    _ outbox: any EventOutbox, for server: String, sendingTo source: any EventSource, maximumRequestCount: Int = 8,
    now: @escaping @Sendable () -> Instant
  ) {
    self.outbox = outbox
    self.server = server
    self.source = source
    self.maximumRequestCount = maximumRequestCount
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
    case .list: return .listed(try await outbox.entries(for: server))
    case .send(let ids): return .batchEnded(try await send(ids))
    case .discard(let ids):
      let ids = Set(ids)
      return .discarded(
        try await outbox.discard(for: server, at: now()) { ids.contains($0.id) }.map(\.id))
    case .awaitRetry: return .retryDelayElapsed
    }
  }

  /// Sends the events of entries in order, until the server fails or the claims are about to end.
  ///
  /// The claims, the numbers of equal events and the results are stored by one operation each.
  ///
  /// - Returns: The results of the first entries, at least one.
  private func send(_ ids: [OutboxEntry.ID]) async throws(OutboxError) -> [OutboxResult] {
    let claims = try await outbox.claim(ids, for: server, at: now())
    let claimed = claims.compactMap { if case .granted(let entry) = $0 { entry } else { nil } }
    let counts = await counts(ofEventsEqualTo: claimed)
    let start = now()
    let ready = claimed.compactMap { entry -> OutboxEntry? in
      guard case .success(let copies) = counts[entry.id], !entry.isStored(copies: copies) else { return nil }
      return entry.readyToSend(copies: copies, at: start)
    }
    let current = ready.isEmpty ? [] : try await outbox.update(ready, removing: [])

    var results: [OutboxResult] = []
    for (id, claim) in zip(ids, claims) {
      if results.last?.endsSending == true || !results.isEmpty && !hasTime(since: start) { break }
      switch claim {
      case .gone: results.append(.sent(id))
      case .busy: results.append(.skipped(id))
      case .granted(let entry):
        guard let count = counts[id] else { break }
        let readyEntry = current.contains(id) ? ready.first { $0.id == id } : nil
        results.append(await send(entry, count, readyEntry))
      }
    }
    return try await store(results, of: claimed)
  }

  /// Sends the event of a claimed entry, unless the server has stored it already.
  ///
  /// - Parameters:
  ///   - entry: The claimed entry.
  ///   - count: The number of equal events on the server, or why it is unknown.
  ///   - readyEntry: The entry as it was stored with this number, or `nil` if another program has claimed it since, because
  ///     the clock was changed.
  /// - Returns: The result.
  private func send(
    _ entry: OutboxEntry, _ count: Result<Int, EventSourceError>, _ readyEntry: OutboxEntry?
  ) async -> OutboxResult {
    switch count {
    case .failure(let error): return .failed(entry.releasedAfterCounting(error), error)
    case .success(let copies) where entry.isStored(copies: copies): return .sent(entry.id)
    case .success:
      guard let readyEntry else { return .skipped(entry.id) }
      let source = source
      let sending = await result { () async throws(EventSourceError) in try await source.record([entry.event]) }
      return switch sending {
      case .success: .sent(entry.id)
      case .failure(let error): .failed(readyEntry.releasedAfterSending(error), error)
      }
    }
  }

  /// Stores the results of claimed entries, and releases the entries without a result.
  ///
  /// - Returns: The results, in which entries that another program has claimed since are skipped.
  private func store(
    _ results: [OutboxResult], of claimed: [OutboxEntry]
  ) async throws(OutboxError) -> [OutboxResult] {
    if claimed.isEmpty { return results }
    let attempted = Set(results.map(\.id))
    let failed = results.compactMap { if case .failed(let entry, _) = $0 { entry } else { nil } }
    let released = claimed.filter { !attempted.contains($0.id) }.map(\.released)
    let sent = claimed.filter { results.contains(.sent($0.id)) }
    let current = try await outbox.update(failed + released, removing: sent)
    return results.map { result in
      if case .failed(let entry, _) = result, !current.contains(entry.id) { .skipped(entry.id) } else { result }
    }
  }

  /// Returns the number of events on the server that are equal to the event of each entry.
  ///
  /// One request is enough if the server has no events of this time. When the server fails, the events of the remaining
  /// entries are not counted.
  private func counts(
    ofEventsEqualTo entries: [OutboxEntry]
  ) async -> [OutboxEntry.ID: Result<Int, EventSourceError>] {
    if let query = EventQuery(including: entries.map(\.event)), let first = entries.first, entries.count > 1 {
      switch await count(of: query) {
      case .success(0): return Dictionary(uniqueKeysWithValues: entries.map { ($0.id, .success(0)) })
      case .success: break
      case .failure(let error): return [first.id: .failure(error)]
      }
    }
    return await withTaskGroup(of: (OutboxEntry.ID, Result<Int, EventSourceError>).self) { group in
      var counts: [OutboxEntry.ID: Result<Int, EventSourceError>] = [:]
      var isFailed = false
      func addNext() async {
        guard let (id, count) = await group.next() else { return }
        counts[id] = count
        if case .failure(let error) = count, !error.reason.concernsOneEvent { isFailed = true }
      }
      for (index, entry) in entries.enumerated() {
        if index >= maximumRequestCount { await addNext() }
        if isFailed { break }
        group.addTask { (entry.id, await count(of: EventQuery(equalTo: entry.event))) }
      }
      while !group.isEmpty { await addNext() }
      return counts
    }
  }

  private func count(of query: EventQuery) async -> Result<Int, EventSourceError> {
    let source = source
    return await result { () async throws(EventSourceError) in try await source.eventCount(query) }
  }

  /// Returns whether another request can end before claims that were renewed at a point in time.
  private func hasTime(since start: Instant) -> Bool {
    let elapsed = now().milliseconds &- start.milliseconds
    return (0..<OutboxEntry.claimDuration / 4).contains(elapsed)
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
      return .failure(EventSourceError(.recording, .cancelled))
    }
  }
}
