import Dispatch

/// An executor that runs the jobs of an actor on a dispatch queue of its own.
///
/// An actor that waits for a disk or a server uses one. On the threads that all tasks share, it could block them.
package final class SerialQueueExecutor: SerialExecutor {
  /// The queue on which the jobs run.
  package let queue: DispatchQueue

  /// Creates an executor.
  ///
  /// - Parameter label: The name of the queue, which debuggers show.
  package init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a job after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
