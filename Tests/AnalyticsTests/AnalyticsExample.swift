import Analytics
import Foundation
import Loop
import MemoryHandlers
import Testing
import Values

@MainActor func showFlaggedStarts(from source: any EventSource) async -> EventListFeature.State {
  let store = Store(EventListFeature(), state: .init(), handler: EventListHandler(source: source))
  store.send(.appeared)
  store.send(.filter(.presetPicked(EventQuery(flag: true, action: .start))))  // cancels the first requests
  await store.waitUntilIdle()
  return store.state  // table, eventCount, userCount and timeline
}

@MainActor func retryFailedRequests(of store: Store<EventListFeature>) {
  for resource in EventResource.allCases where store.state[resource].isFailed { store.send(.retryTapped(resource)) }
}

struct ServerEventSource: EventSource {
  /// Sends a POST request, and returns the status, or `nil` if the server cannot be reached.
  let post: @Sendable (_ path: String, _ body: Data) async -> Int?
  /// Sends a GET request, and returns the status and the body, or `nil` if the server cannot be reached.
  let get: @Sendable (_ path: String, _ query: EventQuery) async -> (status: Int, body: Data)?

  func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    let events: [UserEvent] = try await load(.events, "userevents", request.query)
    return try EventWindow(request, of: events)  // sorts and filters here what the server cannot
  }

  func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await load(.resource(.eventCount), "userevents/count", query)
  }

  func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await load(.resource(.userCount), "users/count", query)
  }

  func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    Dictionary(grouping: try await events(query), by: \.userID).mapValues(\.count)
  }

  func histogram(_ query: EventQuery, _ options: HistogramOptions) async throws(EventSourceError) -> EventHistogram {
    let events: [UserEvent] = try await load(.resource(.timeline), "userevents", query)
    return EventHistogram(events, options, interval: query.interval)
  }

  func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    do {
      guard let status = await post("userevents", try JSONEncoder().encode(events)) else {
        throw EventSourceError(.recording, .offline)
      }
      if status != 200 { throw EventSourceError(.recording, .badStatus(status)) }
    } catch let error as EventSourceError {
      throw error
    } catch {
      throw EventSourceError(.recording, .invalidResponse("\(error)"))
    }
  }

  private func load<Answer: Decodable>(
    _ request: EventRequest, _ path: String, _ query: EventQuery
  ) async throws(EventSourceError) -> Answer {
    guard let (status, body) = await get(path, query) else { throw EventSourceError(request, .offline) }
    if status != 200 { throw EventSourceError(request, .badStatus(status)) }
    do {
      return try JSONDecoder().decode(Answer.self, from: body)
    } catch {
      throw EventSourceError(request, .invalidResponse("unexpected JSON"))
    }
  }
}

@MainActor func sendEvents(
  to server: any EventSource, at url: String, through outbox: any EventOutbox, now: @escaping @Sendable () -> Instant
) async throws -> [OutboxEntry] {
  try await OutboxEventSource(server, recordingInto: outbox, for: url).record([UserEvent.samples[0]])
  let sender = OutboxHandler(outbox, for: url, sendingTo: server, now: now)
  let store = Store(OutboxFeature(), state: .init(), handler: sender)
  store.send(.opened(retries: false))
  await store.waitUntilIdle()
  return store.state.entries  // what could not be sent, with the reasons
}

/// The code that the guide of Analytics shows.
@MainActor @Suite struct `The guide of Analytics` {
  @Test func `shows the events that match a filter`() async {
    let state = await showFlaggedStarts(from: MemoryEventSource(.sample))
    #expect(state.loadedEvents.map(\.timestamp.dateText) == ["2023-03-23", "2023-03-22"])
    #expect(state.eventCount.value == 2 && state.userCount.value == 2)
  }

  @Test func `retries only the requests that failed`() async {
    let source = MemoryEventSource(.sample, faults: FaultQueue(Array(repeating: .requestFailed(.offline), count: 4)))
    let store = Store(EventListFeature(), state: .init(), handler: EventListHandler(source: source))
    store.send(.appeared)
    await store.waitUntilIdle()
    #expect(EventResource.allCases.count { store.state[$0].isFailed } == 3)
    retryFailedRequests(of: store)
    #expect(store.pending.running.count == 3)
    await store.waitUntilIdle()
    #expect(store.state.eventCount.value == 24 && store.state.userCount.value == 7)
  }

  @Test func `sends a recorded event`() async throws {
    let (server, outbox) = (MemoryEventSource(faults: FaultQueue([.requestFailed(.offline)])), MemoryEventOutbox())
    let now = Instant(milliseconds: 0)
    #expect(try await sendEvents(to: server, at: "http://a", through: outbox) { now }.map(\.id) == [1])
    #expect(try await sendEvents(to: server, at: "http://a", through: outbox) { now } == [])
    #expect(await server.database.events == [UserEvent.samples[0], UserEvent.samples[0]])
  }

  @Test func `loads from a server, whose failures name the request`() async throws {
    let server = ServerEventSource { path, body in
      path == "userevents" && (try? JSONDecoder().decode([UserEvent].self, from: body).isEmpty) == false ? 200 : 400
    } get: { path, query in
      switch (path, query.flag) {
      case ("userevents", nil): (200, (try? JSONEncoder().encode(EventDatabase.sample.events)) ?? Data())
      case ("userevents/count", nil): (200, Data("24".utf8))
      case ("users/count", true): (503, Data())
      case ("users/count", _): (200, Data("seven".utf8))
      default: nil
      }
    }
    #expect(try await server.events(EventQuery()) == EventDatabase.sample.events)
    #expect(try await server.eventCount(EventQuery()) == 24)
    #expect(try await server.eventCountsByUser(EventQuery()).values.reduce(0, +) == 24)
    try await server.record(EventDatabase.sample.events)
    let failure = await #expect(throws: EventSourceError.self) { try await server.record([]) }
    #expect(failure?.description == "the recording of events: the server answered with status 400 Bad Request: no data")
    let flagged = EventQuery(flag: true)
    let messages = [
      await #expect(throws: EventSourceError.self) { try await server.eventCount(flagged) },
      await #expect(throws: EventSourceError.self) { try await server.userCount(flagged) },
      await #expect(throws: EventSourceError.self) { try await server.userCount(EventQuery()) },
    ].map { $0?.description }
    #expect(
      messages == [
        "the number of events: the server cannot be reached. Try again.",
        "the number of users: the server answered with status 503 Service Unavailable: no data",
        "the number of users: the server's response is invalid: unexpected JSON",
      ])
  }
}
