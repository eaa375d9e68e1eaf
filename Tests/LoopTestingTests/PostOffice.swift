import Loop
import LoopTesting
import Synchronization
import TestInputs

/// A feature that uses every instruction and policy of effects.
struct PostOffice: OneFailureFeature {
  struct State: Hashable, Codable, Sendable {
    var letters: [String] = []
    var sent = 0
    var isOpen = true
  }

  enum Action: Hashable, Codable, Sendable {
    case written(String), expressWritten(String), delivered(String), stampTapped, lookTapped, lookTappedTwice, seen,
      closed, delayedLookTapped, twoLooksTapped
  }

  enum Effect: Hashable, Codable, Sendable { case deliver(String), stamp, look }

  enum Slot: Hashable, Codable, Sendable { case counter, window(Int) }

  static let lostResponse = Action.seen

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .written(let letter):
      state.letters.append(letter)
      return .run(.deliver(letter), in: .counter, .queue)
    case .expressWritten(let letter):
      state.letters.append(letter)
      return .fireAndForget(.stamp) + .run(.deliver(letter), in: .counter, .latest)
    case .delivered(let letter):
      state.letters.removeAll { $0 == letter }
      state.sent += 1
    case .stampTapped: return .fireAndForget(.stamp)
    case .lookTapped: return .run(.look, in: .window(1), .first)
    case .lookTappedTwice: return .run(.look, in: .window(1)) + .run(.look, in: .window(2))
    case .twoLooksTapped:
      return .run(.look, in: .window(1)) + .run(.look, in: .window(2), after: .seconds(1))
    case .seen: break
    case .closed: state.isOpen = false
    case .delayedLookTapped: return .run(.look, in: .window(1), after: .milliseconds(300))
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { slot != .counter || state.isOpen }
}

/// An impure feature: it counts outside of its state.
struct Impure: Reducer {
  enum Action: Hashable, Codable, Sendable { case counted, fired }

  enum Effect: Hashable, Codable, Sendable { case send(Int) }

  private final class ExternalCounter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  private let externalCounter = ExternalCounter()

  func reduce(_ state: inout Int, _ action: Action) -> Effects<Self> {
    switch action {
    case .counted: state = externalCounter.next()
    case .fired: return .fireAndForget(.send(externalCounter.next()), runsAgainAfterRestart: true)
    }
    return .none
  }
}

/// Collects the failures that a reporter receives.
final class CollectedFailures: Sendable {
  private let storage = Mutex<[(message: String, line: UInt)]>([])

  var reporter: FailureReporter {
    FailureReporter { message, index in self.storage.withLock { $0.append((message, index.line)) } }
  }
  var messages: [String] { storage.withLock { $0.map(\.message) } }
  var lines: [UInt] { storage.withLock { $0.map(\.line) } }
}
