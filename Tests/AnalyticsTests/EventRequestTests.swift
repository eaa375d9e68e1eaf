import Analytics
import Testing

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
