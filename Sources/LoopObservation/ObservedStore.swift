public import Loop
public import Observation

/// A store that Swift's Observation can watch: what a view reads of the state is what it is drawn again for.
///
/// ```swift
/// let shop = ObservedStore(store)
/// Text(shop.title)  // drawn again when the title changes, and not for anything else
/// ```
///
/// Each part that was read is compared after a settled batch of turns, until it has changed once: whoever still wants it
/// reads it again, and a part that nobody reads any more costs nothing.
@MainActor @dynamicMemberLookup public final class ObservedStore<Feature: Reducer>: Observable {
  /// The store that is watched.
  public let store: Store<Feature>

  private let registrar = ObservationRegistrar()
  private var followed: [PartialKeyPath<Feature.State>: Subscription] = [:]

  /// Makes a store watchable.
  public init(_ store: Store<Feature>) {
    self.store = store
  }

  isolated deinit {
    for subscription in followed.values { subscription.cancel() }
  }

  /// Sends an action to the store.
  public func send(_ action: Feature.Action) {
    store.send(action)
  }

  /// Reads a part of the state, and remembers that whoever is being tracked depends on it.
  public subscript<Value: Equatable>(dynamicMember part: KeyPath<Feature.State, Value>) -> Value {
    registrar.access(self, keyPath: \.[dynamicMember: part])
    if followed[part] == nil { follow(part) }
    return store.state[keyPath: part]
  }

  /// Makes a two-way value that is watched like every other read.
  public func twoWay<Value: Equatable>(
    _ part: KeyPath<Feature.State, Value>, send action: @escaping @MainActor (Value) -> Feature.Action?
  ) -> TwoWay<Value> {
    TwoWay {
      self[dynamicMember: part]
    } set: { value in
      if let action = action(value) { self.send(action) }
    }
  }

  private func follow<Value: Equatable>(_ part: KeyPath<Feature.State, Value>) {
    followed[part] = store.observe({ $0[keyPath: part] }) { [weak self] _ in
      guard let self else { return }
      self.followed.removeValue(forKey: part)?.cancel()
      self.registrar.withMutation(of: self, keyPath: \.[dynamicMember: part]) {}
    }
  }
}
