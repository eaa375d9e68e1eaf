import Analytics
import Foundation
import Testing
import Values

/// The request for a query, which is a pure function.
@Suite struct EventRequestTests {
  @Test func `a property that is not nil is a query item`() {
    #expect(EventRequest(.events, unfilteredQuery).target == "userevents")
    #expect(EventRequest(.events, EventQuery(flag: false)).target == "userevents?flag=false")
    for action in UserEvent.Action.allCases {
      #expect(EventRequest(.events, EventQuery(action: action)).target == "userevents?action=\(action.rawValue)")
    }
  }

  @Test func `each resource has its own path on the server`() {
    let query = EventQuery(flag: true, action: .stop)
    let targets = EventResource.allCases.map { EventRequest($0, query).target }
    #expect(
      targets == [
        "userevents?flag=true&action=stop", "userevents/count?flag=true&action=stop",
        "users/count?flag=true&action=stop",
      ])
  }

  @Test func `a user and an interval are query items, and the server gets both ends of an interval or none`() throws {
    let user = startedEvent.userID
    #expect(EventRequest(.events, EventQuery(userID: user)).target == "userevents?userID=\(user.uuidString)")
    let start = try #require(Instant("2023-03-22T00:00:00Z"))
    let end = Instant(milliseconds: start.milliseconds + 86_399_999)
    func target(_ interval: EventInterval) -> String { EventRequest(.events, EventQuery(interval: interval)).target }
    #expect(target(.init(start: start, end: end)) == "userevents?startDate=701136000&endDate=701222399.999")
    #expect(target(.init(start: start)) == "userevents?startDate=701136000&endDate=252423993600")
    #expect(target(.init(end: start)) == "userevents?startDate=-63113904000&endDate=701136000")
  }

  /// The message must not name the function that builds the request.
  @Test func `an error message names the request`() {
    let failure = EventSourceError(EventRequest(.userCount, flaggedQuery), .offline)
    #expect(failure.description == "GET users/count?flag=true: the server cannot be reached. Try again.")
    #expect(
      EventSourceError(EventRequest(.events, unfilteredQuery), .badStatus(503)).description
        == "GET userevents: the server answered with status 503.")
    #expect(
      EventSourceError(EventRequest(.events, unfilteredQuery), .invalidResponse("no list")).description
        == "GET userevents: the server's response is invalid: no list")
  }
}
