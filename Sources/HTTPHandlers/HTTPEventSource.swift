import Analytics
import Documents
import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event source on the analytics server.
///
/// Requests share connections, and run on a thread that starts with the first request. Cancelling the task of a request
/// closes its connection.
public final class HTTPEventSource: EventSource {
  private let server: ServerConnection
  let downloads: EventDownloads

  /// Creates a source for a server.
  ///
  /// - Parameters:
  ///   - address: The address of the server.
  ///   - token: The token that is sent with each request to the origin of the address.
  ///   - options: The limits of requests.
  public convenience init(_ address: ServerAddress, token: BearerToken? = nil, options: HTTPOptions = HTTPOptions()) {
    self.init(address, HTTPClient(address.origin, token: token, options: options))
  }

  init(_ address: ServerAddress, _ client: HTTPClient) {
    server = ServerConnection(address: address, client: client)
    downloads = EventDownloads(from: server)
  }

  /// Returns a part of the list of the events that match a query.
  ///
  /// The server knows neither order nor parts, so that all events are read. They are kept for other parts of the list
  /// and other orders, until the events of another query are needed. The query is evaluated here, too: a server may
  /// ignore a part that it does not know.
  public func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    do throws(EventSourceError.Reason) { return try await downloads.window(request) } catch {
      throw EventSourceError("\(ServerRequest.events(request.query))", error)
    }
  }

  /// Returns the numbers of the events that match a query, in groups.
  ///
  /// The server does not count in groups. The events are those of the list if it has the same query. Otherwise all events
  /// are read and none is kept. If the same numbers are requested again, the events are read again, too.
  public func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    do throws(EventSourceError.Reason) { return try await downloads.histogram(query, options) } catch {
      throw EventSourceError("\(ServerRequest.events(query))", error)
    }
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await answer(to: .eventCount(query)) { .count }
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await answer(to: .userCount(query)) { .count }
  }

  /// Returns the IDs of the users of the events that match a query.
  public func users(_ query: EventQuery) async throws(EventSourceError) -> [UUID] {
    try await answer(to: .users(query)) { .users }
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await answer(to: .userSummary(query)) { .userSummary }
      .filter { user, count in count > 0 && user == query.userID ?? user }
  }

  /// Stores new events, one request after the other.
  ///
  /// The server stores one event at a time. If the first request fails, the reason says whether the first event may be
  /// stored. The others are not. If a later one fails, the reason is `partlyStored`, and the events after the failed one
  /// are not sent.
  ///
  /// The server does not support batch IDs, so another attempt sends the events again. An `OutboxEventSource` avoids that
  /// as far as the server allows.
  public func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    // The next list must contain the events, also if it is not known whether they are stored.
    defer { downloads.removeAll() }
    for (count, event) in events.enumerated() {
      do throws(EventSourceError.Reason) {
        try await server.send(event)
      } catch {
        throw EventSourceError("POST userevent", count == 0 ? error : .partlyStored(count: count, then: error))
      }
    }
  }

  /// Sends a request, and returns the decoded response or throws an error that names the request.
  private func answer<Reader: BodyReader>(
    to request: ServerRequest, reading makeReader: @escaping @Sendable () -> Reader
  ) async throws(EventSourceError) -> Reader.Output {
    do throws(EventSourceError.Reason) { return try await server.retrieve(request, reading: makeReader) } catch {
      throw EventSourceError("\(request)", error)
    }
  }
}

extension UserEvent {
  /// The event as the server expects it.
  var requestBody: [UInt8] {
    let members = [
      "\"userID\":\"\(userID.uuidString)\"", "\"flag\":\(flag)", "\"timestamp\":\(timestamp.secondsSince2001Text)",
      "\"action\":\"\(action.rawValue)\"",
    ]
    return Array("{\(members.joined(separator: ","))}".utf8)
  }
}

extension BodyReader where Self == DocumentReader<Int> {
  /// Reads a number of things.
  fileprivate static var count: Self {
    DocumentReader(maximumSize: 1 << 10) { node throws(DocumentError) in try node.count() }
  }
}

extension BodyReader where Self == DocumentReader<[UUID]> {
  /// Reads the IDs of users, up to about 1.7 million.
  fileprivate static var users: Self {
    DocumentReader(maximumSize: 1 << 26) { node throws(DocumentError) in try node.users() }
  }
}

extension BodyReader where Self == DocumentReader<[UUID: Int]> {
  /// Reads the number of events of each user, up to about 1.5 million users.
  fileprivate static var userSummary: Self {
    DocumentReader(maximumSize: 1 << 26) { node throws(DocumentError) in try node.userSummary() }
  }
}
