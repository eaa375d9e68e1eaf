import BenchmarkFloor

/// Starts a task for each action, then awaits them all: the least that a run can cost.
@MainActor func startBareTasks(_ size: Int) async -> Duration {
  blackHole = 0
  let time = await ContinuousClock().measure {
    var tasks: [Task<Void, Never>] = []
    for _ in 0..<size {
      tasks.append(Task { blackHole += 1 })
    }
    for task in tasks { await task.value }
  }
  precondition(blackHole == size, "Every task has run.")
  return time
}
