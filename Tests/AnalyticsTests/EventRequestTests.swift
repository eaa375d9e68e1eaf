import Analytics
import Testing

/// From a filter to what is sent: a pure function.
@Suite struct EventRequestTests {
  @Test func `what is not filtered by adds no item`() {
    #expect(everything.replacingQueryItems(in: []) == [])
    #expect(EventRequest(.events, everything).target == "userevents")
  }

  @Test func `flag and action are items, and others stay`() {
    let others = [EventRequest.QueryItem("page", "2"), EventRequest.QueryItem("action", "kept as it is")]
    #expect(marked.replacingQueryItems(in: others) == others + [.init("flag", "true")])
    #expect(marked.replacingQueryItems(in: [.init("flag", "false")] + others) == others + [.init("flag", "true")])
    #expect(everything.replacingQueryItems(in: others) == others)
    #expect(EventQuery(flag: false).replacingQueryItems(in: []) == [.init("flag", "false")])
    for action in UserEvent.Action.allCases {
      #expect(EventQuery(action: action).replacingQueryItems(in: []) == [.init("action", action.rawValue)])
    }
  }

  @Test func `each part has its place on the server`() {
    let query = EventQuery(flag: true, action: .stop)
    let targets = EventResource.allCases.map { EventRequest($0, query).target }
    #expect(
      targets == [
        "userevents?flag=true&action=stop", "userevents/count?flag=true&action=stop",
        "users/count?flag=true&action=stop",
      ])
  }

  /// In the document a failure prints the name of the function that builds the request.
  @Test func `a failure names the request`() {
    let failure = EventSourceError(EventRequest(.userCount, marked), .offline)
    #expect(failure.description == "GET users/count?flag=true: the server cannot be reached. Try again.")
    #expect(
      EventSourceError(EventRequest(.events, everything), .badStatus(503)).description
        == "GET userevents: the server answered with status 503.")
    #expect(
      EventSourceError(EventRequest(.events, everything), .unreadable("no list")).description
        == "GET userevents: the server's answer makes no sense: no list")
  }
}
