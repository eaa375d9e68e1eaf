import Analytics
import Testing

/// From a filter to what is sent: a pure function.
@Suite struct EventRequestTests {
  @Test func `what is not filtered by adds no item`() {
    #expect(everything.adding(to: []) == [])
    #expect(EventRequest(.events, everything).target == "userevents")
  }

  @Test func `flag and action are items, and others stay`() {
    let others = [EventRequest.Item("page", "2"), EventRequest.Item("action", "kept as it is")]
    #expect(marked.adding(to: others) == others + [.init("flag", "true")])
    #expect(marked.adding(to: [.init("flag", "false")] + others) == others + [.init("flag", "true")])
    #expect(everything.adding(to: others) == others)
    #expect(EventQuery(flag: false).adding(to: []) == [.init("flag", "false")])
    for action in UserEvent.Action.allCases {
      #expect(EventQuery(action: action).adding(to: []) == [.init("action", action.rawValue)])
    }
  }

  @Test func `each part has its place on the server`() {
    let query = EventQuery(flag: true, action: .stop)
    let targets = EventPart.allCases.map { EventRequest($0, query).target }
    #expect(
      targets == [
        "userevents?flag=true&action=stop", "userevents/count?flag=true&action=stop",
        "users/count?flag=true&action=stop",
      ])
  }

  /// In the document a failure prints the name of the function that builds the request.
  @Test func `a failure names the request`() {
    let failure = EventFailure(EventRequest(.userCount, marked), .offline)
    #expect(failure.description == "GET users/count?flag=true: the server cannot be reached. Try again.")
    #expect(
      EventFailure(EventRequest(.events, everything), .badStatus(503)).description
        == "GET userevents: the server answered with status 503.")
    #expect(
      EventFailure(EventRequest(.events, everything), .unreadable("no list")).description
        == "GET userevents: the server's answer makes no sense: no list")
  }
}
