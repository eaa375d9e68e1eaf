/// The tasks of a server that must end before the connection does.
@MainActor final class RunningTasks {
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastNumber = 0

  /// Begins a task.
  @discardableResult func run(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    lastNumber += 1
    let number = lastNumber
    let task = Task { [weak self] in
      await work()
      self?.tasks[number] = nil
    }
    tasks[number] = task
    return task
  }

  /// Cancels all tasks.
  func cancel() { for task in tasks.values { task.cancel() } }

  /// Waits until every task has ended, including tasks that start during the wait.
  func wait() async { while let task = tasks.values.first { await task.value } }
}
