import Tables

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event source that keeps the last parts of lists, and reads the next part in advance.
///
/// A program that stays open wraps its source in it, so that turning a page needs no waiting:
///
/// ```swift
/// let events = PrefetchingEventSource(source)
/// ```
///
/// The part is read with the priority `utility`, so that a source can read what a person waits for at the same time.
///
/// A request that must not use the cache removes all parts from it. Recording does so too.
public actor PrefetchingEventSource: EventSource {
  /// What identifies a part of a list.
  private struct Key: Hashable {
    let query: EventQuery
    let rows: WindowRequest
  }

  /// The number of parts that are kept.
  private static let capacity = 4
  /// A longer part is neither kept nor followed by another one: it is a whole list for a file.
  private static let maximumRowCount = 1_000

  private let source: any EventSource
  /// The parts that were read last, the newest last.
  private var windows: [(key: Key, window: EventWindow)] = []
  private var prefetch: (key: Key, task: Task<EventWindow?, Never>)?
  /// The number of times that the kept parts were dropped.
  ///
  /// A part that was requested earlier is not kept.
  private var generation = 0

  /// Creates a source that reads from another one.
  public init(_ source: any EventSource) { self.source = source }

  deinit { prefetch?.task.cancel() }

  /// Returns a part of the list of the events that match a query.
  public func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    let key = Key(query: request.query, rows: request.rows)
    if !request.mayUseCache { removeAll() }
    let requested = generation
    if let window = await keptWindow(key), window.count != nil || !request.needsCount {
      if requested == generation { prefetchNext(after: key, window) }
      return request.needsCount ? window : EventWindow(window.rows, count: nil)
    }
    // A jump does not wait for a page that is no longer needed.
    cancelPrefetch()
    let window = try await source.window(request, progress: progress)
    if requested == generation {
      keep(window, key)
      prefetchNext(after: key, window)
    }
    return window
  }

  /// Returns a part that was read before, or that is being read in advance.
  private func keptWindow(_ key: Key) async -> EventWindow? {
    if let kept = windows.first(where: { $0.key == key }) { return kept.window }
    guard let prefetch, prefetch.key == key else { return nil }
    return await prefetch.task.value
  }

  private func keep(_ window: EventWindow, _ key: Key) {
    if window.rows.count > Self.maximumRowCount { return }
    windows.removeAll { $0.key == key }
    if windows.count == Self.capacity { windows.removeFirst() }
    windows.append((key, window))
  }

  /// Reads the part after a full one.
  private func prefetchNext(after key: Key, _ window: EventWindow) {
    guard window.rows.count == key.rows.limit, key.rows.limit <= Self.maximumRowCount else { return }
    var rows = key.rows
    let (offset, overflows) = rows.offset.addingReportingOverflow(rows.limit)
    if overflows { return }
    rows.offset = offset
    let next = Key(query: key.query, rows: rows)
    if prefetch?.key == next || windows.contains(where: { $0.key == next }) { return }
    cancelPrefetch()
    let (source, requested) = (source, generation)
    let task = Task<EventWindow?, Never>(priority: .utility) { [weak self] in
      let request = EventWindowRequest(next.query, next.rows, needsCount: false, mayUseCache: true)
      // If it fails, the part is requested again when it is needed, and the error is shown then.
      guard let window = try? await source.window(request) else { return nil }
      await self?.finishPrefetch(next, window, requested)
      return window
    }
    prefetch = (next, task)
  }

  private func finishPrefetch(_ key: Key, _ window: EventWindow, _ requested: Int) {
    if requested != generation { return }
    keep(window, key)
    if prefetch?.key == key { prefetch = nil }
  }

  private func removeAll() {
    windows = []
    cancelPrefetch()
    generation += 1
  }

  private func cancelPrefetch() {
    prefetch?.task.cancel()
    prefetch = nil
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await source.eventCount(query)
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await source.userCount(query)
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await source.eventCountsByUser(query)
  }

  /// Returns the numbers of the events that match a query, in groups.
  public func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    try await source.histogram(query, options)
  }

  /// Stores new events, and empties the cache.
  public func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    defer { removeAll() }
    try await source.record(events, batch: id)
  }
}
