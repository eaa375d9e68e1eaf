import BenchmarkFloor
import Loop

/// Runs an effect for each question and counts the answers.
private struct QuestionFeature: Reducer {
  struct State {
    var questionCount = 0
    var answerCount = 0
  }

  enum Action {
    case asked
    case answered(Int)
    case askingFailed
  }

  enum Effect { case askQuestion(Int) }
  enum Slot { case question }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .asked:
      state.questionCount += 1
      return .run(
        .askQuestion(state.questionCount), in: .question, ifLost: .askingFailed, afterRestart: .runAgain)
    case .answered:
      state.answerCount += 1
      return .none
    case .askingFailed: return .none
    }
  }
}

/// Responds immediately.
private struct QuestionHandler: EffectHandler {
  func run(_ effect: QuestionFeature.Effect, send: Send<QuestionFeature.Action>) async -> QuestionFeature.Action? {
    switch effect {
    case .askQuestion(let question): return .answered(question)
    }
  }
}

extension Benchmark {
  static let loopEffect = Benchmark("loop.effect", size: 100_000, subject: askThroughStore, floor: startPlainTasks)
}

@MainActor private func askThroughStore(_ actionCount: Int) async -> Duration {
  let store = Store(QuestionFeature(), state: .init(), handler: QuestionHandler())
  _ = store.observe({ $0.answerCount }) { resultSink = $0 }
  let action = hidingFromOptimizer(QuestionFeature.Action.asked)
  let time = await ContinuousClock().measure {
    for _ in 0..<actionCount { store.send(action) }
    await store.waitUntilIdle()
  }
  precondition(store.state.answerCount == actionCount, "Each question has a response, and each response is reduced.")
  return time
}

/// Starts a task for each action and awaits them all: the floor for running an effect.
@MainActor private func startPlainTasks(_ taskCount: Int) async -> Duration {
  resultSink = 0
  let time = await ContinuousClock().measure {
    var tasks: [Task<Void, Never>] = []
    for _ in 0..<taskCount {
      tasks.append(Task { resultSink += 1 })
    }
    for task in tasks { await task.value }
  }
  precondition(resultSink == taskCount, "Every task has run.")
  return time
}
