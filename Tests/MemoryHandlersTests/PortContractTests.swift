import Analytics
import MemoryHandlers
import PortContracts
import Shop
import TestInputs
import Testing

@Suite struct `Contracts of the ports in memory` {
  @Test func `products are stored as in the model`() async throws {
    var contract = ProductStoreContract(MemoryProductStore(recordedBy: .fixture()), seed: 1)
    try await contract.check(steps: caseCount(50, exhaustive: 100))
  }

  @Test func `events are stored and filtered as in the model`() async throws {
    var contract = EventSourceContract(MemoryEventSource(), seed: 1)
    try await contract.check(steps: caseCount(50, exhaustive: 100))
  }

  @Test func `pages that are read in advance are as in the model`() async throws {
    var contract = EventSourceContract(PrefetchingEventSource(MemoryEventSource()), seed: 1)
    try await contract.check(steps: caseCount(50, exhaustive: 100))
  }

  @Test func `events wait and are claimed as in the model`() async throws {
    var contract = EventOutboxContract(MemoryEventOutbox(), seed: 1)
    try await contract.check(steps: caseCount(50, exhaustive: 100))
  }
}
