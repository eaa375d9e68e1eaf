import Loop
import LoopTesting
import Testing
import Values

// The code of the guide "Where IDs, times and random numbers come from".

struct Notes: Reducer {
  struct Note: Hashable, Codable { let id: String; let writtenAt: Instant; let text: String }
  struct State: Hashable, Codable { var notes: [Note] = [] }

  enum Action: Hashable, Codable {
    case addTapped(id: String, at: Instant, text: String)
    case shuffleTapped(seed: UInt64)
    case stamped(id: String, at: Instant), stampFailed
    case stampTapped(id: String)
  }

  enum Effect: Hashable, Codable { case readClock(id: String) }
  enum Slot: Hashable, Codable { case clock(id: String) }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .addTapped(let id, let time, let text): state.notes.append(Note(id: id, writtenAt: time, text: text))
    case .shuffleTapped(let seed):
      var generator = SplitMix64(seed: seed)
      state.notes.shuffle(using: &generator)
    case .stampTapped(let id):
      return .run(.readClock(id: id), in: .clock(id: id), ifLost: .stampFailed, afterRestart: .runAgain)
    case .stamped(let id, let time):
      state.notes = state.notes.map { $0.id == id ? Note(id: id, writtenAt: time, text: $0.text) : $0 }
    case .stampFailed: break
    }
    return .none
  }
}

extension Store where Feature == Notes {
  func addNote(_ text: String, makeID: () -> String, now: () -> Instant) {
    send(.addTapped(id: makeID(), at: now(), text: text))
  }
}

struct NotesHandler: EffectHandler {
  let now: @Sendable () -> Instant

  func run(_ effect: Notes.Effect, send: Send<Notes.Action>) async -> Notes.Action? {
    switch effect {
    case .readClock(let id): .stamped(id: id, at: now())
    }
  }
}

@MainActor @Test func `a note has the ID and the time that the front end has chosen`() async {
  let noon = Instant(milliseconds: 43_200_000)
  let store = Store(Notes(), state: .init(), handler: NotesHandler { noon })
  store.addNote("Buy tea", makeID: { "n1" }, now: { Instant(milliseconds: 0) })
  #expect(store.state.notes == [.init(id: "n1", writtenAt: Instant(milliseconds: 0), text: "Buy tea")])
  store.send(.stampTapped(id: "n1"))
  await store.waitUntilIdle()
  #expect(store.state.notes.map(\.writtenAt) == [noon])
}

@Test func `the same seed gives the same order`() {
  func shuffled(seed: UInt64) -> [String] {
    var state = Notes.State()
    state.notes = (1...9).map { Notes.Note(id: "n\($0)", writtenAt: Instant(milliseconds: 0), text: "") }
    _ = Notes().reduce(&state, .shuffleTapped(seed: seed))
    return state.notes.map(\.id)
  }
  #expect(shuffled(seed: 1) == shuffled(seed: 1) && shuffled(seed: 1) != shuffled(seed: 2))
}
