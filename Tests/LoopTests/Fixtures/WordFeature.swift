import Loop
import TestInputs

/// A feature whose effects are words and whose slots are numbers, for tests of values alone.
struct WordFeature: OneFailureFeature {
  typealias State = Int
  typealias Effect = String
  typealias Slot = Int
  enum Action: Hashable, Codable { case lost, failed(Int) }

  static let lostResponse = Action.lost

  func reduce(_ state: inout Int, _ action: Action) -> Effects<Self> { .none }
  func isActive(_ slot: Int, in state: Int) -> Bool { true }
}
