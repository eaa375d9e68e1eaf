import Analytics
import Foundation
import MemoryHandlers
import Tables
import Testing
import Values

@Suite struct `Reading pages in advance` {
  private let log = LoggingEventSource(
    EventDatabase((0..<25).map { startedEvent.at(Instant(milliseconds: Int64($0) * 1_000)) }))
  private let query = EventQuery()

  private func page(_ number: Int, mayUseCache: Bool = true) -> EventWindowRequest {
    EventWindowRequest(
      query, WindowRequest(TableQuery(), offset: number * 10, limit: 10), needsCount: !mayUseCache,
      mayUseCache: mayUseCache)
  }

  @Test func `the next page is read in advance, and once`() async throws {
    let source = PrefetchingEventSource(log)
    _ = try await source.window(page(0, mayUseCache: false))
    for number in [1, 2, 1, 0] { _ = try await source.window(page(number)) }
    // The last page is not full.
    #expect(await log.offsets == [0, 10, 20])
  }

  @Test func `a reload and a recording drop the pages that are kept`() async throws {
    let source = PrefetchingEventSource(log)
    _ = try await source.window(page(0, mayUseCache: false))
    #expect(try await source.window(page(1)).rows.count == 10)
    try await source.record([startedEvent])
    #expect(try await source.window(page(0)).rows.first?.content == startedEvent)
    await log.add(pausedEvent)
    let reloaded = try await source.window(page(0, mayUseCache: false))
    #expect(reloaded.rows.contains { $0.content == pausedEvent })
    #expect(reloaded.count == 27)
  }

  @Test func `a page that cannot be read in advance is read when it is needed`() async throws {
    let source = PrefetchingEventSource(log)
    await log.fail(1, at: 10)
    await log.fail(2, at: 20)
    _ = try await source.window(page(0, mayUseCache: false))
    #expect(try await source.window(page(1)).rows.count == 10)
    await #expect(throws: EventSourceError.self) { try await source.window(page(2)) }
    #expect(try await source.window(page(2)).rows.count == 5)
  }

  @Test(.timeLimit(.minutes(20))) func `a jump does not wait for a page that is read in advance`() async throws {
    let source = PrefetchingEventSource(log)
    await log.holdUntilCancelled(at: 10)
    _ = try await source.window(page(0, mayUseCache: false))
    // The source executes one request at a time.
    #expect(try await source.window(page(2)).rows.count == 5)
  }

  @Test func `a list for a file is not followed by another one`() async throws {
    let source = PrefetchingEventSource(log)
    #expect(try await source.events(query).count == 25)
    #expect(await log.offsets == [0])
  }
}

/// A source in memory that logs the parts that are read.
private actor LoggingEventSource: EventSource {
  private let source: MemoryEventSource
  private(set) var offsets: [Int] = []
  private var failureCounts: [Int: Int] = [:]
  private var heldOffset: Int?
  private var heldTask: Task<Void, Never>?

  init(_ events: EventDatabase) { source = MemoryEventSource(events) }

  /// Lets the next requests for the part at an offset fail.
  func fail(_ count: Int, at offset: Int) { failureCounts[offset] = count }

  /// Lets the request for the part at an offset, and all that follow, wait until the task of that request is cancelled.
  func holdUntilCancelled(at offset: Int) { heldOffset = offset }

  func add(_ event: UserEvent) async { await source.add(event) }

  func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    offsets.append(request.rows.offset)
    if heldOffset == request.rows.offset {
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      let held = Task { for await _ in stream {} }
      heldTask = held
      await withTaskCancellationHandler {
        await held.value
      } onCancel: {
        continuation.finish()
      }
      heldTask = nil
    } else {
      await heldTask?.value
    }
    if let count = failureCounts[request.rows.offset], count > 0 {
      failureCounts[request.rows.offset] = count - 1
      throw EventSourceError(.events, .offline)
    }
    return try await source.window(request, progress: progress)
  }

  func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int { try await source.eventCount(query) }
  func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int { try await source.userCount(query) }

  func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await source.eventCountsByUser(query)
  }
  func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram { try await source.histogram(query, options) }
  func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    try await source.record(events, batch: id)
  }
}

extension UserEvent {
  fileprivate func at(_ timestamp: Instant) -> UserEvent {
    UserEvent(userID: userID, flag: flag, timestamp: timestamp, action: action)
  }
}
