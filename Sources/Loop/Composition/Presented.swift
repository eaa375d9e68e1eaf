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
/// The number decides which runs are cancelled and which screen shows the child. It is not compared: presenting an equal
/// child again leads to an equal state, and an exploration stays finite. An observer of the `Presented` value is notified
/// nevertheless, because the scoped store of the former presentation no longer reaches the child.
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

extension Presented: Encodable where Child.State: Encodable {
  /// Encodes the child, if there is one, and the number of the presentation.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PresentedCodingKey.self)
    try container.encode(child, forKey: .child)
    try container.encode(presentation, forKey: .presentation)
  }
}

extension Presented: Decodable where Child.State: Decodable {
  /// Decodes the child, if there is one, and the number of the presentation.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PresentedCodingKey.self)
    child = try container.decodeIfPresent(Child.State.self, forKey: .child)
    presentation = try container.decode(Int.self, forKey: .presentation)
  }
}

extension Presented.Slot: Hashable {
  /// Returns a Boolean value that indicates whether both slots serve the child in the same way.
  ///
  /// Slots of different presentations are never occupied at the same time: the older ones are inactive.
  public static func == (left: Self, right: Self) -> Bool { left.slot == right.slot }

  /// Hashes the slot of the child.
  public func hash(into hasher: inout Hasher) { hasher.combine(slot) }
}

/// The keys of an encoded presented child and of its slots.
package enum PresentedCodingKey: String, CodingKey {
  case child, slot
  // No other type has a key of this name, so that an exploration recognizes the number.
  case presentation = "presentationNumber"

  /// The number of no presentation: the first one has number 1.
  package static let neverPresented = 0
}

extension Presented.Slot: Encodable where Child.Slot: Encodable {
  /// Encodes the slot of the child and the number of the presentation.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PresentedCodingKey.self)
    try container.encode(slot, forKey: .slot)
    try container.encode(presentation, forKey: .presentation)
  }
}

extension Presented.Slot: Decodable where Child.Slot: Decodable {
  /// Decodes the slot of the child and the number of the presentation.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PresentedCodingKey.self)
    slot = try container.decode(Child.Slot.self, forKey: .slot)
    presentation = try container.decode(Int.self, forKey: .presentation)
  }
}

/// A presented child, whatever its type.
protocol PresentedChild {
  /// The number of the presentation.
  var presentation: Int { get }
}

extension Presented: PresentedChild {}
