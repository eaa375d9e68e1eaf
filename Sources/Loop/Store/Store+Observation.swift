/// An event of a store, for code that records or saves it.
public enum StoreEvent<Feature: Reducer>: Sendable {
  /// A front end is about to send an action for this input of the user, such as a command line.
  case inputReceived(String)
  /// An action was reduced or a run ended. The effects of this step have not started yet.
  ///
  /// An observer that saves each step before it returns therefore never misses an effect that was started.
  case stepTaken(LoopStep<Feature>)
  /// The queue is empty, and the effects of its entries have started.
  ///
  /// The session of a store changes only within a batch, except that a shutdown cancels all runs.
  case batchEnded
  /// The store is about to shut down, and its runs are still pending.
  ///
  /// This is the last moment at which the session of the store contains runs to resume.
  case willShutDown
}

extension Store: StoreProtocol {
  /// Calls a closure with the state after each batch of actions.
  public func onBatch(_ onBatch: @escaping @MainActor (State) -> Void) -> ObservationToken {
    // The state of a shut-down store never changes, and nothing would release the observer.
    isShutDown ? ObservationToken {} : observers.add(onBatch)
  }

  /// Calls a closure with each step, the end of each batch, and the shutdown.
  ///
  /// Use it for recordings and saved sessions.
  public func onEvent(_ onEvent: @escaping @MainActor (StoreEvent<Feature>) -> Void) -> ObservationToken {
    isShutDown ? ObservationToken {} : eventObservers.add(onEvent)
  }
}

/// Ends an observation.
///
/// Releasing the token has no effect: an observation lasts until it is cancelled or its store is shut down or released.
/// To observe a store as long as it exists, assign the token to `_`. An object that can be released earlier, such as a
/// screen, cancels its observations when it is.
@MainActor public struct ObservationToken {
  let removeObserver: () -> Void

  /// Ends the observation: its closure is not called again, not even for the batch that is being reported.
  public func cancel() { removeObserver() }
}

/// Closures that are called with the same subject, in the order in which they were added.
@MainActor final class ObserverList<Subject> {
  private final class Observer {
    @exclusivity(unchecked) private(set) var notify: ((Subject) -> Void)?

    init(_ notify: @escaping (Subject) -> Void) { self.notify = notify }

    /// Releases the closure after it has been removed from the observer.
    ///
    /// The closure may hold the last reference to an object whose `deinit` cancels this or another observation.
    func cancel() {
      let released = notify
      notify = nil
      _ = consume released
    }
  }

  @exclusivity(unchecked) private var observers: [Observer] = []

  var isEmpty: Bool { observers.isEmpty }

  func add(_ notify: @escaping (Subject) -> Void) -> ObservationToken {
    let observer = Observer(notify)
    observers.append(observer)
    return ObservationToken {
      observer.cancel()
      self.observers.removeAll { $0 === observer }
    }
  }

  func removeAll() {
    for observer in observers { observer.cancel() }
    observers = []
  }

  /// Calls the observers that were present when the notification began and have not been removed since.
  func notify(_ subject: Subject) {
    for observer in observers { observer.notify?(subject) }
  }
}
