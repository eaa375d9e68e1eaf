public import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event source that adds to each error without an answer since when the server has not answered.
///
/// The outage starts with the first request without an answer, and ends with an answer, also if that is an error.
public actor OutageTrackingEventSource: EventSource {
  private let source: any EventSource
  private let now: @Sendable () -> Instant
  private var outageStart: Instant?

  /// Creates a source that sends its requests to another one.
  ///
  /// - Parameters:
  ///   - source: The source on the server.
  ///   - now: A closure that returns the current point in time.
  public init(_ source: any EventSource, now: @escaping @Sendable () -> Instant) {
    self.source = source
    self.now = now
  }

  /// Returns a part of the list of the events that match a query.
  public func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    try await tracking { source throws(EventSourceError) in try await source.window(request, progress: progress) }
  }

  /// Returns the numbers of the events that match a query, in groups.
  public func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    try await tracking { source throws(EventSourceError) in try await source.histogram(query, options) }
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await tracking { source throws(EventSourceError) in try await source.eventCount(query) }
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await tracking { source throws(EventSourceError) in try await source.userCount(query) }
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await tracking { source throws(EventSourceError) in try await source.eventCountsByUser(query) }
  }

  /// Adds events.
  public func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    try await tracking { source throws(EventSourceError) in try await source.record(events, batch: id) }
  }

  /// Sends a request, and remembers whether it was answered.
  private func tracking<Response: Sendable>(
    _ request: sending (any EventSource) async throws(EventSourceError) -> Response
  ) async throws(EventSourceError) -> Response {
    do throws(EventSourceError) {
      let response = try await request(source)
      outageStart = nil
      return response
    } catch {
      // A cancelled request says nothing about the server.
      if error.reason == .cancelled { throw error }
      guard error.reason.isWithoutAnswer else {
        outageStart = nil
        throw error
      }
      outageStart = outageStart ?? now()
      throw error.inOutage(since: outageStart)
    }
  }
}
