import HTTPFixtures
import PortContracts
import TestInputs
import Testing

@testable import HTTPHandlers

@Suite struct `The contract of events on a server` {
  @Test(arguments: cases(1, of: [1, 2] as [UInt64])) func `events are stored and filtered as in the model`(seed: UInt64)
    async throws
  {
    let server = try AnalyticsServer()
    var contract = EventSourceContract(
      try makeSource(server.http.url), keepsBatchIDs: false, seed: seed)
    try await contract.check(steps: 60)
  }
}
