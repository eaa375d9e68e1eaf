import Analytics
import Foundation
import Testing
import Values

/// The request for a query, which is a pure function.
@Suite struct EventRequestTests {
  @Test func `a property that is not nil is a query item`() {
    #expect(EventRequest.events(unfilteredQuery).target == "userevents")
    #expect(EventRequest.events(EventQuery(flag: false)).target == "userevents?flag=false")
    for action in UserEvent.Action.allCases {
      #expect(EventRequest.events(EventQuery(action: action)).target == "userevents?action=\(action.rawValue)")
    }
  }

  @Test func `each resource has its own path on the server`() {
    let query = EventQuery(flag: true, action: .stop)
    let targets = EventResource.allCases.map { EventRequest($0, query).target }
    #expect(
      targets == [
        "userevents/count?flag=true&action=stop", "users/count?flag=true&action=stop",
        "userevents?flag=true&action=stop",
      ])
  }

  @Test func `a user and an interval are query items, and the server gets both ends of an interval or none`() throws {
    let user = startedEvent.userID
    #expect(EventRequest.events(EventQuery(userID: user)).target == "userevents?userID=\(user.uuidString)")
    let start = try #require(Instant("2023-03-22T00:00:00Z"))
    let end = Instant(milliseconds: start.milliseconds + 86_399_999)
    func target(_ interval: EventInterval) -> String { EventRequest.events(EventQuery(interval: interval)).target }
    #expect(target(.init(start: start, end: end)) == "userevents?startDate=701136000&endDate=701222399.999")
    #expect(target(.init(start: start)) == "userevents?startDate=701136000&endDate=252423993600")
    #expect(target(.init(end: start)) == "userevents?startDate=-63113904000&endDate=701136000")
  }

  @Test func `an interval without ends is no query item`() {
    #expect(EventRequest.events(EventQuery(interval: EventInterval())).target == "userevents")
  }

  @Test func `the users and their numbers of events have paths of their own`() {
    let query = EventQuery(flag: true)
    #expect(EventRequest.users(query).description == "GET users?flag=true")
    #expect(EventRequest.userSummary(query).description == "GET users/summary?flag=true")
  }
}

@Suite struct `The message of a failed request` {
  private typealias Reason = EventSourceError.Reason

  /// The message must not name the function that builds the request.
  @Test func `names the request`() {
    let failure = EventSourceError(EventRequest(.userCount, flaggedQuery), .offline)
    #expect(failure.description == "GET users/count?flag=true: the server cannot be reached. Try again.")
    #expect(EventSourceError(recording: .offline).description.hasPrefix("POST userevent: "))
  }

  @Test(
    arguments: [
      (.offline, "the server cannot be reached. Try again."),
      (.unreachable("no route\nto host"), "the server cannot be reached: no route\\u{a}to host. Try again."),
      (.notHTTP, "what answers is no HTTP server. Check the address of the server."),
      (.badStatus(503), "the server answered with status 503 Service Unavailable: no data"),
      (.badStatus(400, payload: "flag\u{7}"), "the server answered with status 400 Bad Request: flag\\u{7}"),
      (.badStatus(799), "the server answered with status 799: no data"),
      (.timedOut, "the server did not answer in time. Try again."),
      (.connectionLost, "the connection was lost before the response was complete. Try again."),
      (.interrupted, "the program ended before the server answered. Try again."),
      (.cancelled, "the request was cancelled. Try again."),
      (.invalidResponse("byte 7: no list"), "the server's response is invalid: byte 7: no list"),
      (.tooLarge(limit: 1000), "the server's response is larger than 1000 bytes. Narrow the filter."),
      (.tooManyRedirects, "the server redirects too often. Check the address of the server."),
      (.libraryUnavailable("no file"), "libcurl, which requests need, cannot be loaded: no file"),
    ] as [(EventSourceError.Reason, String)]) func `says why`(reason: EventSourceError.Reason, message: String)
  {
    #expect(
      EventSourceError(EventRequest.events(unfilteredQuery), reason).description == "GET userevents: \(message)")
  }

  @Test(
    arguments: [
      (.timedOut, "the server did not answer in time. Try again."),
      (.connectionLost, "the connection was lost before the response was complete. Try again."),
      (.cancelled, "the request was cancelled. Try again."),
      (
        .partlyStored(count: 1, then: .timedOut),
        "1 event was stored, but not the next one: the server did not answer in time. Try again."
      ),
      (
        .partlyStored(count: 2, then: .badStatus(400)),
        "2 events were stored, but not the next one: the server answered with status 400 Bad Request: no data"
      ),
    ] as [(EventSourceError.Reason, String)]) func `says that a recording may have been executed`(
      reason: EventSourceError.Reason, message: String
    )
  {
    #expect(EventSourceError(recording: reason).description == "POST userevent: \(message)")
  }

  @Test func `a saved error without a payload is still read`() throws {
    let saved = #"{"request":"GET userevents","reason":{"badStatus":{"_0":503}}}"#
    let error = try JSONDecoder().decode(EventSourceError.self, from: Data(saved.utf8))
    #expect(error == EventSourceError(EventRequest.events(unfilteredQuery), .badStatus(503)))
  }
}
