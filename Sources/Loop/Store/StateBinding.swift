/// A value of the state that a control can read and write.
///
/// Writing sends an action.
///
/// ```swift
/// let isOpen = store.binding({ $0.sheet.isOpen }) { $0 ? nil : .form(.cancelTapped) }
/// isOpen.value = false  // sends the action; the reducer decides whether the sheet closes
/// ```
@MainActor public struct StateBinding<Value> {
  /// Returns the current value.
  public let get: @MainActor () -> Value
  /// Requests a new value.
  public let set: @MainActor (Value) -> Void

  /// The current value.
  ///
  /// Writing it requests a change, which the reducer may reject: read it again to see the result.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}
