import Loop
import Observation

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// A store whose state can be tracked with Observation: a view is updated when a property that it read changes.
///
/// ```swift
/// let shop = ObservedStore(store)
/// Text(shop.title)  // updated when the title changes, and for no other change
/// ```
///
/// A property that was read is compared after each batch of actions until it has changed once. To track it further,
/// read it again; a view does so when it is updated. A property that is no longer read costs nothing.
@MainActor @dynamicMemberLookup public final class ObservedStore<State, Action>: Observable {
  /// The observed store.
  public let store: any StoreProtocol<State, Action>

  private let registrar = ObservationRegistrar()
  private var observations: [PartialKeyPath<State>: ObservationToken] = [:]

  /// Creates an observable wrapper of a store, or of the part of one that belongs to a child.
  public init(_ store: some StoreProtocol<State, Action>) {
    self.store = store
  }

  isolated deinit {
    for subscription in observations.values { subscription.cancel() }
  }

  /// Sends an action to the store.
  public func send(_ action: Action) {
    store.send(action)
  }

  /// Returns a property of the state, and registers the access with Observation.
  public subscript<Value: Equatable>(dynamicMember part: KeyPath<State, Value>) -> Value {
    registrar.access(self, keyPath: \.[dynamicMember: part])
    if observations[part] == nil { observe(part) }
    return store.state[keyPath: part]
  }

  /// Creates a binding whose reads are tracked.
  ///
  /// - Parameters:
  ///   - part: The key path of the value in the state.
  ///   - action: A closure that returns the action to send for a new value, or `nil` to send nothing.
  /// - Returns: A binding that retains the observed store.
  public func binding<Value: Equatable>(
    _ part: KeyPath<State, Value>, send action: @escaping @MainActor (Value) -> Action?
  ) -> StateBinding<Value> {
    store.binding({ _ in self[dynamicMember: part] }, send: action)
  }

  private func observe<Value: Equatable>(_ part: KeyPath<State, Value>) {
    observations[part] = store.observe({ $0[keyPath: part] }) { [weak self] _ in
      guard let self else { return }
      self.observations.removeValue(forKey: part)?.cancel()
      self.registrar.withMutation(of: self, keyPath: \.[dynamicMember: part]) {}
    }
  }
}

#if canImport(SwiftUI)
  extension StateBinding {
    /// The binding as a SwiftUI `Binding`.
    ///
    /// ```swift
    /// page.sheet(isPresented: store.binding(\.sheet.isOpen) { $0 ? nil : .cancelTapped }.binding) { sheet }
    /// ```
    ///
    /// Swiping the sheet away writes `false`, which sends the cancel action. The reducer may refuse to close the sheet.
    public var binding: Binding<Value> { Binding(get: get, set: set) }
  }
#endif
