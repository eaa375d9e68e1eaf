import Loop
import LoopHistory
import Testing

@Suite struct `A snapshot` {
  @Test func `law 1: is read back as it was taken, with slots, queues, delays and numbers`() throws {
    for situation in RandomBakeryJournal(stepCount: 300, seed: 4).situations {
      let taken = StoreSession(situation)
      let snapshot = try SessionData(encoding: taken, schema: 3)
      #expect(snapshot.schema == 3)
      #expect(try snapshot.decode(for: Bakery.self, schema: 3) == taken)
      #expect(try SessionData(encoding: snapshot.decode(for: Bakery.self, schema: 3), schema: 3) == snapshot)
    }
  }

  @Test func `of another schema is refused, or migrated by who can`() throws {
    let old = SessionData(schema: 1, bytes: Array("(situation: (state: (log: []), pending: none))".utf8))
    let fault = #expect(throws: SessionDataError.self) { try old.decode(for: Bakery.self, schema: 2) }
    #expect(fault == .otherSchema(1, expected: 2))
    #expect(fault?.description.hasPrefix("The snapshot is written in schema 1, and schema 2 is read.") == true)
    let current = try SessionData(encoding: StoreSession<Bakery>(LoopState(initialState: .init())), schema: 2)
    #expect(try old.decode(for: Bakery.self, schema: 2) { _ in current } == current.decode(schema: 2))
    #expect(throws: SessionDataError.otherSchema(1, expected: 2)) { try old.decode(for: Bakery.self, schema: 2) { $0 } }
  }

  @Test func `that makes no sense is refused whole`() throws {
    func fault(_ text: String) -> SessionDataError? {
      do {
        _ = try SessionData(schema: 1, bytes: Array(text.utf8)).decode(for: Bakery.self, schema: 1)
        return nil
      } catch { return error as? SessionDataError }
    }
    let good = "(situation: (state: (log: [], isOpen: true), pending: (asked: 1, lines: [])), begun: [], told: [])"
    #expect(fault(good) == nil)
    #expect(fault("") == .unreadable("column 1: expected a value, the text ends here"))
    #expect(fault(good.replacing("isOpen", with: "isShut")) == .unreadable("there is nothing called isShut here"))
    func begun(_ begun: String, told: String = "[]") -> SessionDataError? {
      let pending = "(asked: 3, lines: [[(id: 1, effect: look, slot: window, delay: nil)]])"
      return fault(
        good.replacing("(asked: 1, lines: [])", with: pending)
          .replacing("begun: [], told: []", with: "begun: \(begun), told: \(told)"))
    }
    #expect(begun("[1]", told: "[(id: 3, effect: ring)]") == nil)
    #expect(begun("[2]") == .unreadable("run 2 is marked as started, but is not the current run of a slot"))
    #expect(begun("[1, 1]") == .unreadable("run 1 is marked as started twice"))
    #expect(begun("[]", told: "[(id: 4, effect: ring)]") == .unreadable("run 4 has an ID that was never assigned"))
    #expect(begun("[]", told: "[(id: 0, effect: ring)]") == .unreadable("run 0 has an ID that was never assigned"))
    #expect(begun("[]", told: "[(id: 1, effect: ring)]") == .unreadable("two runs have the ID 1"))
    #expect(
      begun("[]", told: "[(id: 2, effect: ring), (id: 2, effect: ring)]") == .unreadable("two runs have the ID 2"))
    #expect(throws: SessionDataError.notText) {
      try SessionData(schema: 1, bytes: [0xFF]).decode(for: Bakery.self, schema: 1)
    }
  }
}
