import Loop
import LoopHistory
import Testing

@Suite struct `Session data` {
  @Test func `law 1: a decoded session equals the encoded one, with its slots, queues, delays and IDs`() throws {
    for loopState in RandomBakerySession(stepCount: 300, seed: 4).loopStates {
      let session = StoreSession(loopState)
      let data = try SessionData(encoding: session, schema: 3)
      #expect(data.schema == 3)
      #expect(try data.decode(for: Bakery.self, schema: 3) == session)
      #expect(try SessionData(encoding: data.decode(for: Bakery.self, schema: 3), schema: 3) == data)
    }
  }

  @Test func `another schema is migrated, or rejected without a migration`() throws {
    let old = SessionData(schema: 1, bytes: Array("(loopState: (state: (log: []), pending: none))".utf8))
    let fault = #expect(throws: SessionDataError.self) { try old.decode(for: Bakery.self, schema: 2) }
    #expect(fault == .schemaMismatch(1, expected: 2))
    #expect(fault?.description.hasPrefix("The session has schema 1, but this version reads schema 2.") == true)
    let current = try SessionData(encoding: StoreSession<Bakery>(LoopState(initialState: .init())), schema: 2)
    #expect(try old.decode(for: Bakery.self, schema: 2) { _ in current } == current.decode(schema: 2))
    #expect(throws: SessionDataError.schemaMismatch(1, expected: 2)) {
      try old.decode(for: Bakery.self, schema: 2) { $0 }
    }
  }

  @Test func `invalid data is rejected`() throws {
    func fault(_ text: String) -> SessionDataError? {
      do {
        _ = try SessionData(schema: 1, bytes: Array(text.utf8)).decode(for: Bakery.self, schema: 1)
        return nil
      } catch { return error as? SessionDataError }
    }
    let good =
      "(loopState: (state: (log: [], isOpen: true), pending: (lastRunID: 1, queues: [])), startedRuns: [], fireAndForget: [])"
    #expect(fault(good) == nil)
    #expect(fault("") == .undecodable("column 1: expected a value, the text ends here"))
    #expect(fault(good.replacing("isOpen", with: "isShut")) == .undecodable("unknown field isShut"))
    func decodingError(_ startedRuns: String, fireAndForget: String = "[]") -> SessionDataError? {
      let pending =
        "(lastRunID: 3, queues: [[(id: 1, effect: look, slot: window, delay: nil, lostResponse: windowChecked, restart: runAgain)]])"
      return fault(
        good.replacing("(lastRunID: 1, queues: [])", with: pending)
          .replacing(
            "startedRuns: [], fireAndForget: []", with: "startedRuns: \(startedRuns), fireAndForget: \(fireAndForget)"))
    }
    #expect(decodingError("[1]", fireAndForget: "[(id: 3, effect: ring, restart: runAgain)]") == nil)
    #expect(decodingError("[2]") == .undecodable("run 2 is marked as started, but is not the current run of a slot"))
    #expect(decodingError("[1, 1]") == .undecodable("run 1 is marked as started twice"))
    #expect(
      decodingError("[]", fireAndForget: "[(id: 4, effect: ring, restart: runAgain)]")
        == .undecodable("run 4 has an ID that was never assigned"))
    #expect(
      decodingError("[]", fireAndForget: "[(id: 0, effect: ring, restart: runAgain)]")
        == .undecodable("run 0 has an ID that was never assigned"))
    #expect(
      decodingError("[]", fireAndForget: "[(id: 1, effect: ring, restart: runAgain)]")
        == .undecodable("two runs have the ID 1"))
    #expect(
      decodingError(
        "[]", fireAndForget: "[(id: 2, effect: ring, restart: runAgain), (id: 2, effect: ring, restart: runAgain)]")
        == .undecodable("two runs have the ID 2"))
    #expect(throws: SessionDataError.notUTF8) {
      try SessionData(schema: 1, bytes: [0xFF]).decode(for: Bakery.self, schema: 1)
    }
  }
}
