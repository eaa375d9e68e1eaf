import Loop

/// A feature with one effect, in a module without the compiler settings of this package.
package struct Echo: Reducer {
  package struct State: Equatable, Sendable {
    package var heard: [String] = []

    package init() {}
  }

  package enum Action: Equatable, Sendable { case said(String), heard(String), lost }
  package enum Effect: Equatable, Sendable { case echo(String) }
  package enum Slot: Hashable, Sendable { case echo }

  package init() {}

  package func isActive(_ slot: Slot, in state: State) -> Bool { true }

  package func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .said(let word): return .run(.echo(word), in: .echo, ifLost: .lost, afterRestart: .reportLost)
    case .heard(let word): state.heard.append(word)
    case .lost: break
    }
    return .none
  }
}

/// The effects of a handler, which can be recorded only on the main actor.
@MainActor package final class EchoLog {
  package private(set) var entries: [String] = []

  package init() {}

  func append(_ entry: String) { entries.append(entry) }
}

package struct EchoHandler: EffectHandler {
  private let log: EchoLog

  package init(log: EchoLog) { self.log = log }

  package func run(_ effect: Echo.Effect, send: Send<Echo.Action>) async -> Echo.Action? {
    switch effect {
    case .echo(let word):
      log.append(word)
      return .heard(word)
    }
  }
}
