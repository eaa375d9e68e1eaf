/// The part of a store that belongs to a child.
///
/// It shows the state of the child and takes its actions. It retains the store.
///
/// A child that is optional or an element of a collection can leave while its screen still exists, for example during an
/// animation. From then on its scope shows the last state that was read from it, drops the actions that are sent to it,
/// and calls no observer. If another child with another ID has taken its place, the actions do not reach the successor.
///
/// The state that was read last from such a child is kept, so the next change of a collection in it copies the
/// collection. The state of a child that always exists is not kept.
@MainActor public final class ScopedStore<State, Action>: StoreProtocol {
  private let currentState: @MainActor () -> State?
  private let readState: @MainActor () -> State
  private let sendToParent: @MainActor (Action) -> Void
  private let onParentBatch: @MainActor (_ onBatch: @escaping @MainActor (State) -> Void) -> ObservationToken

  private init<Parent: StoreProtocol>(
    _ parent: Parent, _ child: @escaping @MainActor (Parent.State) -> State?,
    _ readState: @escaping @MainActor () -> State, _ action: @escaping @MainActor (Action) -> Parent.Action
  ) {
    currentState = { child(parent.state) }
    self.readState = readState
    sendToParent = { parent.send(action($0)) }
    onParentBatch = { onBatch in
      parent.onBatch { if let state = child($0) { onBatch(state) } }
    }
  }

  /// Creates a scope of a child that always exists.
  fileprivate convenience init<Parent: StoreProtocol>(
    _ parent: Parent, ofPermanentChild child: @escaping @MainActor (Parent.State) -> State,
    _ action: @escaping @MainActor (Action) -> Parent.Action
  ) {
    // The state is not kept: a second reference to it would make each later write copy its collections.
    self.init(parent, child, { child(parent.state) }, action)
  }

  /// Creates a scope of a child that can leave, or returns `nil` if it does not exist now.
  fileprivate convenience init?<Parent: StoreProtocol>(
    _ parent: Parent, _ child: @escaping @MainActor (Parent.State) -> State?,
    _ action: @escaping @MainActor (Action) -> Parent.Action
  ) {
    guard let state = child(parent.state) else { return nil }
    let last = LastValue(state)
    let readState = { @MainActor in
      if let state = child(parent.state) { last.value = state }
      return last.value
    }
    self.init(parent, child, readState, action)
  }

  /// A Boolean value that indicates whether the child exists.
  public var isPresent: Bool { currentState() != nil }

  /// The state of the child, or the last one that was read if the child has left.
  public var state: State { readState() }

  /// Sends an action to the child, unless it has left.
  public func send(_ action: Action) {
    if isPresent { sendToParent(action) }
  }

  /// Calls a closure with the state of the child after each batch of actions, as long as the child exists.
  public func onBatch(_ onBatch: @escaping @MainActor (State) -> Void) -> ObservationToken { onParentBatch(onBatch) }
}

extension StoreProtocol {
  /// Returns the store of a part of the state.
  ///
  /// - Parameters:
  ///   - part: A closure that returns the part.
  ///   - action: A closure that converts an action of the part into one of this store.
  /// - Returns: The store of the part.
  public func scope<PartState, PartAction>(
    _ part: @escaping @MainActor (State) -> PartState, _ action: @escaping @MainActor (PartAction) -> Action
  ) -> ScopedStore<PartState, PartAction> {
    ScopedStore(self, ofPermanentChild: part, action)
  }

  /// Returns the store of a child.
  ///
  /// ```swift
  /// let products = office.scope(\.products, BackOffice.products)
  /// ```
  ///
  /// - Parameters:
  ///   - child: A closure that returns the state of the child.
  ///   - cases: The cases of the parent that carry the child.
  /// - Returns: The store of the child.
  public func scope<Child, Parent>(
    _ child: @escaping @MainActor (State) -> Child.State, _ cases: ChildCases<Child, Parent>
  ) -> ScopedStore<Child.State, Child.Action> where Parent.Action == Action {
    ScopedStore(self, ofPermanentChild: child, cases.action)
  }

  /// Returns the store of a child that may be missing, such as an entry of a dictionary, or `nil` if it does not exist.
  ///
  /// A child that appears in the same place later is the same child.
  ///
  /// - Parameters:
  ///   - child: A closure that returns the state of the child, or `nil`.
  ///   - cases: The cases of the parent that carry the child.
  /// - Returns: The store of the child.
  public func scope<Child, Parent>(
    _ child: @escaping @MainActor (State) -> Child.State?, _ cases: ChildCases<Child, Parent>
  ) -> ScopedStore<Child.State, Child.Action>? where Parent.Action == Action {
    ScopedStore(self, child, cases.action)
  }

  /// Returns the store of an optional child, or `nil` if the child does not exist.
  ///
  /// If another child takes its place, the store is that of the child that left.
  ///
  /// - Parameters:
  ///   - child: A closure that returns the state of the child, or `nil`.
  ///   - cases: A function that returns the cases of the parent that carry the child with an ID.
  /// - Returns: The store of the child that exists now.
  public func scope<Child, Parent>(
    _ child: @escaping @MainActor (State) -> Child.State?, _ cases: (Child.State.ID) -> ChildCases<Child, Parent>
  ) -> ScopedStore<Child.State, Child.Action>? where Parent.Action == Action, Child.State: Identifiable {
    guard let id = child(state)?.id else { return nil }
    return ScopedStore(
      self,
      { state in
        guard let child = child(state), child.id == id else { return nil }
        return child
      }, cases(id).action)
  }

  /// Returns the store of the element with an ID, or `nil` if there is no such element.
  ///
  /// ```swift
  /// let row = store.scope(\.rows, id: "a", Page.row)
  /// ```
  ///
  /// - Parameters:
  ///   - elements: A closure that returns the elements.
  ///   - id: The ID of the element.
  ///   - cases: A function that returns the cases of the parent that carry the element with an ID.
  /// - Returns: The store of the element.
  /// - Complexity: O(*n*) for each access, to find the element.
  public func scope<Elements: Collection, Child, Parent>(
    _ elements: @escaping @MainActor (State) -> Elements, id: Child.State.ID,
    _ cases: (Child.State.ID) -> ChildCases<Child, Parent>
  ) -> ScopedStore<Child.State, Child.Action>?
  where Parent.Action == Action, Child.State: Identifiable, Elements.Element == Child.State {
    ScopedStore(self, { state in elements(state).first { $0.id == id } }, cases(id).action)
  }
}
