import Loop

/// A small document with all kinds of undo: typing coalesces, resizing does not, sending is irreversible, and a lock
/// defers.
struct Letter: Undoable {
  struct State: Hashable, Codable, Sendable {
    var text: [Int] = []
    var size = 1
    /// The number of times the letter was sent, which cannot be undone.
    var copies = 0
    /// A Boolean value that indicates whether another person has locked the letter, so that it cannot change.
    var isLocked = false
    /// The text saved remotely, according to the last response.
    var kept: [Int] = []
  }

  enum Action: Hashable, Codable, Sendable {
    case typed([Int])
    case resized(Int)
    case focusMoved
    case sent
    case keepTapped
    case kept([Int])
    case wiped
    case locked(Bool)
  }

  enum Effect: Hashable, Codable, Sendable { case keep([Int]) }
  enum Slot: Hashable, Codable, Sendable { case keeping }
  enum Change: Hashable, Codable, Sendable { case typing, resizing, wiping, everything }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .typed(let text): if !state.isLocked { state.text = text }
    case .resized(let size): if !state.isLocked { state.size = size }
    case .focusMoved: break
    case .sent: state.copies += 1
    case .keepTapped: return .run(.keep(state.text), in: .keeping)
    case .kept(let text): state.kept = text
    case .wiped:
      (state.text, state.size) = ([], 1)
      return .run(.keep([]), in: .keeping)
    case .locked(let isLocked): state.isLocked = isLocked
    }
    return .none
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { state.copies < 3 }

  func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .typed(state.text), .resized(state.size), .kept, .locked: .nothing
    case .typed where state.isLocked, .resized where state.isLocked: .notNow
    case .typed: .actions([.typed(state.text)], of: .typing, goesOn: true)
    case .resized: .actions([.resized(state.size)], of: .resizing)
    case .focusMoved, .keepTapped: .pause
    case .sent: .impossible
    case .wiped: .actions([.resized(state.size), .typed(state.text)], of: .wiping)
    }
  }
}
