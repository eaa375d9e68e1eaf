import Analytics
import Foundation
import Testing

@Suite struct `The message of a failed request` {
  private typealias Reason = EventSourceError.Reason

  @Test func `names the request, in the terms of the source if it has some`() {
    let message = "the server cannot be reached. Try again."
    #expect("\(EventSourceError(.resource(.userCount), .offline))" == "the number of users: \(message)")
    #expect("\(EventSourceError(.recording, .offline))" == "the recording of events: \(message)")
    #expect("\(EventSourceError("GET users/count?flag=true", .offline))" == "GET users/count?flag=true: \(message)")
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
      EventSourceError(.events, reason).description == "the list of events: \(message)")
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
    #expect(EventSourceError(.recording, reason).description == "the recording of events: \(message)")
  }

  @Test func `a saved error without a payload is still read`() throws {
    let saved = #"{"request":"GET userevents","reason":{"badStatus":{"_0":503}}}"#
    let error = try JSONDecoder().decode(EventSourceError.self, from: Data(saved.utf8))
    #expect(error == EventSourceError("GET userevents", .badStatus(503)))
  }
}
