/// A value to read and to write, where writing is an action: what a front end with two-way controls binds to.
///
/// ```swift
/// let isOpen = store.twoWay({ $0.sheet.isOpen }) { $0 ? nil : .form(.cancelTapped) }
/// isOpen.value = false  // sends the action; the reducer decides whether the sheet closes
/// ```
@MainActor public struct TwoWay<Value> {
  /// Reads the value.
  public let get: @MainActor () -> Value
  /// Asks for the value to become another.
  public let set: @MainActor (Value) -> Void

  /// Makes one from its two halves.
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The value as it is now.
  ///
  /// Writing asks for a change; reading tells whether it was granted.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

extension Store {
  /// Makes a two-way value: how it is read from the state, and which action writing it sends, if any.
  public func twoWay<Value>(
    _ get: @escaping @MainActor (State) -> Value, send action: @escaping @MainActor (Value) -> Action?
  ) -> TwoWay<Value> {
    TwoWay {
      get(self.state)
    } set: { value in
      if let action = action(value) { self.send(action) }
    }
  }
}
