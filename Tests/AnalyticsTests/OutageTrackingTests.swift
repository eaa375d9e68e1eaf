import Analytics
import Loop
import MemoryHandlers
import TestInputs
import Testing
import Values

@Suite struct `An outage of the server` {
  @Test func `begins with the first request without an answer and ends with any answer`() async throws {
    let server = MemoryEventSource(.sample)
    let time = Locked<Int64>(0)
    let source = OutageTrackingEventSource(server) {
      time.withLock {
        $0 += 1
        return Instant(milliseconds: $0)
      }
    }
    func outageStart() async -> Instant? {
      do throws(EventSourceError) { _ = try await source.eventCount(EventQuery()) } catch { return error.outageStart }
      return nil
    }
    await server.inject([
      .requestFailed(.offline), .requestFailed(.timedOut), .requestFailed(.cancelled), .requestFailed(.connectionLost),
      .requestFailed(.badStatus(503)), .requestFailed(.offline),
    ])
    let starts = [
      await outageStart(), await outageStart(), await outageStart(), await outageStart(), await outageStart(),
      await outageStart(), await outageStart(),
    ]
    // A cancelled request says nothing, and a status is an answer.
    #expect(starts.map { $0?.milliseconds } == [1, 1, nil, 1, nil, 2, nil])
    await server.inject([.requestFailed(.offline)])
    #expect(await outageStart()?.milliseconds == 3, "the answer has ended the second outage")
    let events = [UserEvent.samples[0]]
    await server.inject([.requestFailed(.offline)])
    await #expect(throws: EventSourceError.self) { try await source.record(events) }
    #expect(try await source.window(EventWindowRequest(all: EventQuery())).rows.isEmpty == false)
  }
}
