import Loop

/// A feature that uses every kind of effect request.
///
/// After a restart, it bakes and rings again, and gives up waiting and looking.
struct Bakery: Reducer {
  /// The word for a baked cake.
  ///
  /// A changed feature uses another one.
  var greeting = "baked"

  struct State: Hashable, Codable, Sendable {
    var log: [String] = []
    var isOpen = true
  }

  enum Action: Hashable, Codable, Sendable {
    case ordered(String)
    case noteAdded(String)
    case baked(String)
    case timerSet(seconds: Int)
    case timerRang
    case bellPressed
    case windowPassed
    case windowChecked
    case orderWithdrawn
    case doorOpened
    case doorClosed
  }

  enum Effect: Hashable, Codable, Sendable { case bake(String), wait, ring, look }

  enum Slot: Hashable, Codable, Sendable { case oven, timer(String), window }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .ordered(let cake):
      return .run(
        .bake(cake), in: .oven, .queue, ifLost: .noteAdded("no \(cake)"), afterRestart: .runAgain)
    case .noteAdded(let note): state.log.append(note)
    case .baked(let cake): state.log.append("\(greeting) \(cake)")
    case .timerSet(let seconds):
      return .run(
        .wait, in: .timer("a => b"), .latest, after: .seconds(seconds), ifLost: .timerRang, afterRestart: .reportLost)
    case .timerRang: state.log.append("rang")
    case .bellPressed: return .fireAndForget(.ring, runsAgainAfterRestart: true)
    case .windowPassed:
      return .run(.look, in: .window, .first, ifLost: .windowChecked, afterRestart: .reportLost)
    case .windowChecked: state.log.append("seen")
    case .orderWithdrawn: return .cancel(.oven)
    case .doorOpened: state.isOpen = true
    case .doorClosed: state.isOpen = false
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { slot != .oven || state.isOpen }
}
