import Analytics
import Foundation
import TestInputs
import Values

/// An analytics server with events in memory, written against the description of the API and not against the client.
package final class AnalyticsServer: Sendable {
  /// What the server does wrong when an event is sent.
  package enum Fault: Sendable {
    case cutBeforeStoring, cutAfterStoring, refused
  }

  package let http: LoopbackServer
  private let contents: AnalyticsContents

  /// Starts a server with the first events, and with a path before the resources, for example `/analytics`.
  ///
  /// Each fault happens to one event that is sent.
  package init(
    _ events: [UserEvent] = [], path: String = "", usesIPv6: Bool = false, faults: [Fault] = []
  ) throws {
    let contents = AnalyticsContents(events)
    let faults = Locked(faults)
    self.contents = contents
    http = try LoopbackServer(usesIPv6: usesIPv6) { request, connection in
      guard request.target.hasPrefix("\(path)/") else { return connection.respond(status: "404 Not Found") }
      let fault = request.method == "POST" ? faults.withLock { $0.isEmpty ? nil : $0.removeFirst() } : nil
      if fault == .refused { return connection.respond("refused", status: "400 Bad Request") }
      if fault == .cutBeforeStoring { return connection.close() }
      let (status, body) = contents.response(to: request, target: String(request.target.dropFirst(path.count + 1)))
      if fault == .cutAfterStoring { return connection.close() }
      connection.respond(body, status: status == 200 ? "200 OK" : "\(status) Error")
    }
  }

  /// The events in the order in which they were stored.
  package var events: [UserEvent] { contents.events.withLock { $0 } }

  /// Removes all events.
  package func removeEvents() { contents.events.withLock { $0 = [] } }
}

private final class AnalyticsContents: Sendable {
  let events: Locked<[UserEvent]>

  init(_ events: [UserEvent]) { self.events = Locked(events) }

  /// The JSON of an event.
  private struct Entry: Codable {
    let userID: UUID
    let flag: Bool
    let timestamp: Double
    let action: String

    init(_ event: UserEvent) {
      userID = event.userID
      flag = event.flag
      timestamp = event.timestamp.secondsSince2001
      action = event.action.rawValue
    }
  }

  func response(to request: LoopbackRequest, target: String) -> (status: Int, body: [UInt8]) {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    guard let filter = EventFilter(parts.count > 1 ? parts[1] : "") else { return (400, Array("bad query".utf8)) }
    let matching = events.withLock { $0 }.filter(filter.matches)
    let users = Set(matching.map(\.userID))
    switch (request.method, parts.first ?? "") {
    case ("POST", "userevent"): return store(request)
    case ("GET", "userevents"): return (200, json(matching.map(Entry.init)))
    case ("GET", "userevents/count"): return (200, json(matching.count))
    case ("GET", "users/count"): return (200, json(users.count))
    case ("GET", "users"): return (200, json(Array(users)))
    case ("GET", "users/summary"):
      return (200, json(Dictionary(grouping: matching, by: \.userID.uuidString).mapValues(\.count)))
    default: return (404, [])
    }
  }

  private func store(_ request: LoopbackRequest) -> (status: Int, body: [UInt8]) {
    guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(request.body)),
      let action = UserEvent.Action(rawValue: entry.action),
      let timestamp = Instant(secondsSince2001: entry.timestamp)
    else { return (400, Array("a field is missing".utf8)) }
    let event = UserEvent(userID: entry.userID, flag: entry.flag, timestamp: timestamp, action: action)
    events.withLock { $0.append(event) }
    return (200, request.fields["verbose"] == "true" ? request.body : [])
  }

  private func json(_ value: some Encodable) -> [UInt8] { (try? JSONEncoder().encode(value)).map(Array.init) ?? [] }
}

/// The query of a request.
private struct EventFilter {
  private var values: [String: String] = [:]

  /// Parses a query, or returns `nil` if it has only one end of an interval.
  init?(_ query: String) {
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
      }
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    if (values["startDate"] == nil) != (values["endDate"] == nil) { return nil }
  }

  func matches(_ event: UserEvent) -> Bool {
    let seconds = event.timestamp.secondsSince2001
    return values["action"].map { $0 == event.action.rawValue } != false
      && values["flag"].map { $0 == "\(event.flag)" } != false
      && values["userID"].map { UUID(uuidString: $0) == event.userID } != false
      && values["startDate"].flatMap(Double.init).map { $0 <= seconds } != false
      && values["endDate"].flatMap(Double.init).map { seconds <= $0 } != false
  }
}
