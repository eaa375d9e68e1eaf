/// A child that a parent presents, replaces and dismisses.
///
/// ```swift
/// struct State: Hashable, Codable { var search = Presented<Search>() }
/// enum Slot: Hashable, Codable { case search(Presented<Search>.Slot) }
/// ```
///
/// Each presentation has a number, and so have its slots. A child that replaces another one in the same reduction
/// therefore receives none of its predecessor's responses: the runs of the predecessor are in slots that are inactive
/// now. With an optional state, they would be in the slots of the successor.
///
/// The number decides which runs are cancelled and nothing else, so it is not compared: presenting an equal child again
/// leads to an equal state, and an exploration stays finite.
public struct Presented<Child: Reducer>: Sendable {
  /// The state of the child, or `nil` if none is presented.
  public private(set) var child: Child.State?
  /// The number of presentations so far, which is the number of the current one.
  private(set) var presentation = 0

  /// Creates a value without a child.
  public init() {}

  /// Creates a value with a child.
  public init(_ child: Child.State) { present(child) }

  /// Presents a child.
  ///
  /// The runs of the child that it replaces are cancelled.
  public mutating func present(_ child: Child.State) {
    self.child = child
    presentation &+= 1
  }

  /// Dismisses the child.
  ///
  /// Its runs are cancelled.
  public mutating func dismiss() { child = nil }

  /// Changes the state of the child, if one is presented.
  ///
  /// The child keeps its runs. To replace it, use ``present(_:)``.
  public mutating func update(_ change: (inout Child.State) -> Void) {
    // The child is moved out. A second reference would make it copy its collections at the first write.
    guard var present = child.take() else { return }
    change(&present)
    child = present
  }

  /// A slot of one presentation of the child.
  public struct Slot: Sendable {
    /// The slot of the child.
    public let slot: Child.Slot
    let presentation: Int
  }
}

extension Reducer {
  /// Reduces an action on a presented child.
  ///
  /// If no child is presented, nothing happens.
  public func reduce(
    _ presented: inout Presented<Self>, _ action: Action
  ) -> Effects<Effect, Presented<Self>.Slot> {
    var effects = Effects<Effect, Slot>.none
    presented.update { effects = reduce(&$0, action) }
    let presentation = presented.presentation
    return effects.lift({ $0 }, { Presented<Self>.Slot(slot: $0, presentation: presentation) })
  }

  /// Returns a Boolean value that indicates whether a slot is active.
  ///
  /// The slots of a child that was dismissed or replaced are inactive.
  public func isActive(_ slot: Presented<Self>.Slot, in presented: Presented<Self>) -> Bool {
    guard let child = presented.child, slot.presentation == presented.presentation else { return false }
    return isActive(slot.slot, in: child)
  }
}

extension Presented: Equatable where Child.State: Equatable {
  /// Returns a Boolean value that indicates whether both values present equal children, or none.
  public static func == (left: Self, right: Self) -> Bool { left.child == right.child }
}

extension Presented: Hashable where Child.State: Hashable {
  /// Hashes the child.
  public func hash(into hasher: inout Hasher) { hasher.combine(child) }
}

extension Presented: Encodable where Child.State: Encodable {}
extension Presented: Decodable where Child.State: Decodable {}

extension Presented.Slot: Hashable {
  /// Returns a Boolean value that indicates whether both slots serve the child in the same way.
  ///
  /// Slots of different presentations are never occupied at the same time: the older ones are inactive.
  public static func == (left: Self, right: Self) -> Bool { left.slot == right.slot }

  /// Hashes the slot of the child.
  public func hash(into hasher: inout Hasher) { hasher.combine(slot) }
}

extension Presented.Slot: Encodable where Child.Slot: Encodable {}
extension Presented.Slot: Decodable where Child.Slot: Decodable {}

/// A presented child, whatever its type.
package protocol PresentedChild {
  /// The type of the child and the number of its presentation, or `nil` if none is presented.
  var currentPresentation: PresentationID? { get }
}

/// A slot of a presented child, whatever its type.
package protocol PresentedSlot {
  /// The presentation that the slot serves.
  var servedPresentation: PresentationID { get }
}

/// Identifies a presentation among the presented children of a state.
package struct PresentationID: Hashable {
  let child: ObjectIdentifier
  let number: Int
}

extension Presented: PresentedChild {
  package var currentPresentation: PresentationID? {
    child == nil ? nil : PresentationID(child: ObjectIdentifier(Child.self), number: presentation)
  }
}

extension Presented.Slot: PresentedSlot {
  package var servedPresentation: PresentationID {
    PresentationID(child: ObjectIdentifier(Child.self), number: presentation)
  }
}
