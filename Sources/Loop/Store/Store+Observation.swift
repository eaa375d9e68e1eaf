/// What a store reports to those who record or save it.
public enum StoreEvent<Feature: Reducer>: Sendable {
  /// An action was reduced or a run ended; the effects that this starts have not begun.
  ///
  /// A listener that writes each step down before it returns therefore never misses an effect that was begun.
  case step(Journal<Feature>.Entry)
  /// The queue is empty, and the effects of its entries have begun.
  ///
  /// A snapshot of the store changes only in a batch, except that a shutdown cancels everything.
  case batchEnded
  /// The store is about to be shut down, and its runs are still pending.
  ///
  /// This is the last moment at which a snapshot holds what can be resumed.
  case shuttingDown
}

extension Store {
  /// Calls a closure with a value selected from the state, once after each batch of actions and only if it changed.
  ///
  /// The value is kept to compare with. To select a whole collection is therefore to copy it at its next write: select what
  /// you show.
  @discardableResult
  public func observe<Value: Equatable>(
    _ select: @escaping @MainActor (State) -> Value, _ tell: @escaping @MainActor (Value) -> Void
  ) -> Subscription {
    // Nothing will change any more, and nothing would release the observer.
    if isShutDown { return Subscription {} }
    var last = select(state)
    return observers.add { state in
      let value = select(state)
      if value == last { return }
      last = value
      tell(value)
    }
  }

  /// Calls a closure with each step, the end of each batch, and the shutdown: for journals, logs and saved sessions.
  @discardableResult
  public func onEvent(_ listen: @escaping @MainActor (StoreEvent<Feature>) -> Void) -> Subscription {
    isShutDown ? Subscription {} : listeners.add(listen)
  }
}

/// Ends an observation.
///
/// Releasing it changes nothing: an observation lasts until it is cancelled or its store is shut down or released.
@MainActor public struct Subscription {
  let stop: () -> Void

  /// Ends the observation: its closure is not called again, not even for the batch that is being reported.
  public func cancel() { stop() }
}

/// Closures that are called with the same subject, in the order in which they were added.
@MainActor final class ObserverList<Subject> {
  private final class Observer {
    var notify: ((Subject) -> Void)?

    init(_ notify: @escaping (Subject) -> Void) { self.notify = notify }
  }

  private var observers: [Observer] = []

  var isEmpty: Bool { observers.isEmpty }

  func add(_ notify: @escaping (Subject) -> Void) -> Subscription {
    let observer = Observer(notify)
    observers.append(observer)
    return Subscription {
      observer.notify = nil
      self.observers.removeAll { $0 === observer }
    }
  }

  func removeAll() {
    for observer in observers { observer.notify = nil }
    observers = []
  }

  /// Calls the observers that were present when the notification began and have not been removed since.
  func notify(_ subject: Subject) {
    for observer in observers { observer.notify?(subject) }
  }
}
