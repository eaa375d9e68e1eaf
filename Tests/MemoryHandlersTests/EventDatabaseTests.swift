import Analytics
import MemoryHandlers
import Testing
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private func makeEvent(
  _ minute: Int64, user: UInt8 = 0, flag: Bool = false, _ action: UserEvent.Action = .start
) -> UserEvent {
  UserEvent(
    userID: UUID(number: user), flag: flag,
    timestamp: Instant(milliseconds: minute * 60_000), action: action)
}

private let sampleLog = EventDatabase([
  makeEvent(2, user: 1, flag: true, .pause), makeEvent(3, user: 2, flag: true), makeEvent(1, user: 1),
  makeEvent(4, user: 1, .stop),
])

@Suite struct `A log of events` {
  @Test func `sorts events by time, the newest first, whatever the order of insertion`() {
    #expect(sampleLog.events.map(\.timestamp.milliseconds) == [240_000, 180_000, 120_000, 60_000])
    var longer = sampleLog
    longer.record([makeEvent(5)])
    longer.record([makeEvent(0)])
    #expect(longer.events.map(\.timestamp.milliseconds) == [300_000, 240_000, 180_000, 120_000, 60_000, 0])
  }

  @Test(arguments: [
    (EventQuery(), [4, 3, 2, 1], 2), (EventQuery(flag: true), [3, 2], 2), (EventQuery(flag: false), [4, 1], 1),
    (EventQuery(action: .start), [3, 1], 2), (EventQuery(flag: true, action: .pause), [2], 1),
    (EventQuery(flag: false, action: .pause), [], 0),
  ])
  func `returns the events, their number and the number of users for a query`(
    query: EventQuery, minutes: [Int64], users: Int
  ) {
    #expect(sampleLog.events(query).map(\.timestamp.milliseconds) == minutes.map { $0 * 60_000 })
    #expect(sampleLog.eventCount(query) == minutes.count)
    #expect(sampleLog.userCount(query) == users)
  }

  @Test func `the sample has events of seven users over two days`() {
    #expect(EventDatabase.sample.eventCount(EventQuery()) == 24)
    #expect(EventDatabase.sample.userCount(EventQuery()) == 7)
    #expect(EventDatabase.sample.events.first?.timestamp.dateText == "2023-03-24")
    #expect(EventDatabase.sample.events.last?.timestamp.description == "2023-03-22T09:00:00Z")
  }
}

@Suite struct `An event source in memory` {
  @Test func `returns the same results as its log`() async throws {
    let source = MemoryEventSource(sampleLog)
    let query = EventQuery(flag: true)
    #expect(try await source.events(query) == sampleLog.events(query))
    #expect(try await source.eventCount(query) == 2)
    #expect(try await source.userCount(query) == 2)
    await source.add(makeEvent(9, flag: true))
    #expect(try await source.eventCount(query) == 3)
  }

  @Test func `an error message names the failed request`() async throws {
    let source = MemoryEventSource(
      sampleLog, faults: FaultQueue([.requestFailed(.offline), .responseLost(.badStatus(503))]))
    let query = EventQuery(flag: true, action: .pause)
    let first = await #expect(throws: EventSourceError.self) { try await source.userCount(query) }
    #expect(
      first?.description
        == "the number of users: the server cannot be reached. Try again.")
    let second = await #expect(throws: EventSourceError.self) { try await source.events(EventQuery()) }
    #expect(
      second?.description == "the list of events: the server answered with status 503 Service Unavailable: no data")
    await source.inject([.requestFailed(.invalidResponse("half a page"))])
    let third = await #expect(throws: EventSourceError.self) { try await source.eventCount(EventQuery()) }
    #expect(third?.description == "the number of events: the server's response is invalid: half a page")
    #expect(try await source.eventCount(query) == 1)
  }
}
