import Analytics
import Shop
import Values

extension PostgresDatabase {
  /// Calls a closure whenever another program has changed data, until the task is cancelled.
  ///
  /// It is called with each kind at the beginning, because data that was read before may have changed, and also when the
  /// server cannot be reached, and when it is back. Other changes, such as those of the saved session and of the outbox,
  /// cause no call.
  ///
  /// - Parameters:
  ///   - interval: The interval in which the server is asked. It is asked earlier if it passes on the notification of
  ///     another program, but not within this time after the last change.
  ///   - onChange: The closure.
  /// - Throws: An error if the server refuses to read the database at the beginning. A server that cannot be reached then
  ///   is asked again.
  public func watch(
    every interval: Duration, onChange: @Sendable (DataKind) async -> Void
  ) async throws(PostgresError) {
    try await watch {
      try await Task.sleep(for: interval)
    } pausing: {
      // Data that others change all the time is loaded to the end before it is loaded again.
      try? await Task.sleep(for: interval)
    } onChange: {
      await onChange($0)
    }
  }

  /// Calls a closure whenever another program has changed data, until waiting for the next interval fails.
  ///
  /// After each change, it pauses.
  func watch(
    waiting wait: @escaping @Sendable () async throws -> Void, pausing pause: () async -> Void = {},
    onChange: @Sendable (DataKind) async -> Void
  ) async throws(PostgresError) {
    if !isReadOnly {
      // Without this, or without the right to do it, there are only more counts to add.
      _ = try? await runRepeatable { connection throws(PostgresError) in try connection.foldChangeCounts() }
    }
    // More than one signal causes no more than one question.
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listener = makeWorker(for: "listener")
    var canListen = await listen(with: listener, signal)
    // A count that another program has committed is in every later sum, so that no change is missed.
    var known: [DataKind: Int]?
    do throws(PostgresError) {
      known = try await runRepeatable { [ownConnections] connection throws(PostgresError) in
        try connection.changeCounts(except: ownConnections.all)
      }
    } catch {
      if !error.isLostConnection { throw error }
    }
    for kind in Self.watchedKinds { await onChange(kind) }
    let intervals = Task {
      defer { signal.finish() }
      while true {
        try await wait()
        signal.yield()
      }
    }
    var isLost = known == nil
    for await _ in signals {
      let counts = await foreignChangeCounts()
      if Task.isCancelled { break }
      let wasLost = isLost
      isLost = counts == nil
      let changed = Self.watchedKinds.filter { kind in
        isLost != wasLost || counts.map { $0[kind] != known?[kind] } == true
      }
      for kind in changed { await onChange(kind) }
      known = counts ?? known
      if counts != nil, canListen { canListen = await listen(with: listener, signal) }
      if !changed.isEmpty { await pause() }
    }
    intervals.cancel()
    await listener.close()
  }

  /// Sends a signal when the server passes on the notification of another program, from now on.
  ///
  /// Without that, each change is found at the end of an interval.
  ///
  /// - Returns: Whether trying again later may help: `false` if the server has refused the statement.
  private func listen(with listener: PostgresWorker, _ signal: AsyncStream<Void>.Continuation) async -> Bool {
    do throws(PostgresError) {
      _ = try await listener.listen { [ownConnections] sender in
        if sender.map(ownConnections.contains) != true { signal.yield() }
      }
      return true
    } catch {
      if case .failed = error.reason { return false }
      return true
    }
  }

  static let watchedKinds: [DataKind] = [.events, .products, .settings]

  /// Returns the counts of the changes of other programs, or `nil` if the server cannot be reached now.
  ///
  /// What reads data because of that reports the error.
  private func foreignChangeCounts() async -> [DataKind: Int]? {
    // A connection that was lost while nothing used it is not worth a call.
    for _ in 0..<2 {
      do throws(PostgresError) {
        return try await runOnce { [ownConnections] connection throws(PostgresError) in
          try connection.changeCounts(except: ownConnections.all)
        }
      } catch {
        guard case .connectionLost = error.reason else { return nil }
      }
    }
    return nil
  }
}
