import Loop
import TestInputs

/// A small document with all kinds of undo: typing coalesces, resizing does not, sending is irreversible, and a lock
/// defers.
struct Letter: Undoable, OneFailureFeature {
  struct State: Hashable, Codable, Sendable {
    var text: [Int] = []
    var size = 1
    /// The number of times the letter was sent, which cannot be undone.
    var sentCount = 0
    /// A Boolean value that indicates whether another person has locked the letter, so that it cannot change.
    var isLocked = false
    /// The text saved remotely, according to the last response.
    var savedText: [Int] = []
  }

  enum Action: Hashable, Codable, Sendable {
    case typed([Int])
    case resized(Int)
    case focusMoved
    case sent
    case saveTapped
    case saved([Int])
    case saveFailed
    case cleared
    case locked(Bool)
  }

  enum Effect: Hashable, Codable, Sendable { case save([Int]) }
  enum Slot: Hashable, Codable, Sendable { case saving }
  enum ChangeKind: Hashable, Codable, Sendable { case typing, resizing, clearing, everything }

  static let lostResponse = Action.saveFailed

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .typed(let text): if !state.isLocked { state.text = text }
    case .resized(let size): if !state.isLocked { state.size = size }
    case .focusMoved: break
    case .sent: state.sentCount += 1
    case .saveTapped: return .run(.save(state.text), in: .saving)
    case .saved(let text): state.savedText = text
    case .saveFailed: break
    case .cleared:
      (state.text, state.size) = ([], 1)
      return .run(.save([]), in: .saving)
    case .locked(let isLocked): state.isLocked = isLocked
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { state.sentCount < 3 }

  func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .typed(state.text), .resized(state.size), .saved, .saveFailed, .locked: .ignored
    case .typed where state.isLocked, .resized where state.isLocked: .deferred
    case .typed: .actions([.typed(state.text)], of: .typing, coalesces: true)
    case .resized: .actions([.resized(state.size)], of: .resizing)
    case .focusMoved, .saveTapped: .breaksCoalescing
    case .sent: .irreversible
    case .cleared: .actions([.resized(state.size), .typed(state.text)], of: .clearing)
    }
  }
}
