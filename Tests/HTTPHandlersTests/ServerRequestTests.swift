import Analytics
import Foundation
import Testing
import Values

@testable import HTTPHandlers

/// The request for a query, which is a pure function.
@Suite struct ServerRequestTests {
  @Test func `a property that is not nil is a query item`() {
    #expect(ServerRequest.events(EventQuery()).description == "GET userevents")
    #expect(ServerRequest.events(EventQuery(flag: false)).description == "GET userevents?flag=false")
    for action in UserEvent.Action.allCases {
      #expect(
        ServerRequest.events(EventQuery(action: action)).description == "GET userevents?action=\(action.rawValue)")
    }
  }

  @Test func `each resource has its own path on the server`() {
    let query = EventQuery(flag: true, action: .stop)
    let requests: [ServerRequest] = [
      .events(query), .eventCount(query), .users(query), .userCount(query), .userSummary(query),
    ]
    let paths = ["userevents", "userevents/count", "users", "users/count", "users/summary"]
    #expect(requests.map(\.description) == paths.map { "GET \($0)?flag=true&action=stop" })
  }

  @Test func `a user and an interval are query items, and the server gets both ends of an interval or none`() throws {
    let user = UUID()
    #expect(ServerRequest.events(EventQuery(userID: user)).description == "GET userevents?userID=\(user.uuidString)")
    let start = try #require(Instant("2023-03-22T00:00:00Z"))
    let end = Instant(milliseconds: start.milliseconds + 86_399_999)
    func text(_ interval: EventInterval) -> String { "\(ServerRequest.events(EventQuery(interval: interval)))" }
    #expect(text(.init(start: start, end: end)) == "GET userevents?startDate=701136000&endDate=701222399.999")
    #expect(text(.init(start: start)) == "GET userevents?startDate=701136000&endDate=252423993600")
    #expect(text(.init(end: start)) == "GET userevents?startDate=-63113904000&endDate=701136000")
  }

  @Test func `an interval without ends is no query item`() {
    #expect(ServerRequest.events(EventQuery(interval: EventInterval())).description == "GET userevents")
  }
}
