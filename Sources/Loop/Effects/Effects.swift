/// What a reduction wants to happen outside, in order: ask this, tell that, cancel what runs there.
///
/// ```swift
/// return .ask(.search(text), in: .search, .latest, after: .milliseconds(300)) + .tell(.remember(text))
/// ```
public struct Effects<Effect: Sendable, Slot: Hashable & Sendable>: Sendable {
  /// One entry of the list.
  public enum Instruction: Sendable {
    /// Carry this out in a slot, where it owes an answer.
    case ask(Effect, in: Slot, SlotPolicy, after: Duration?)
    /// Carry this out; nobody waits for it, and nothing it says is heard.
    case tell(Effect)
    /// Stop listening to what runs or waits in a slot.
    case cancel(Slot)
  }

  /// Absent where there is nothing, never empty: most reductions want nothing, and counting the references to an empty
  /// array at each level it is lifted through would double what eight levels cost.
  var list: [Instruction]?

  /// Makes effects from a list of instructions.
  public init(_ instructions: [Instruction] = []) {
    list = instructions.isEmpty ? nil : instructions
  }

  /// The list itself.
  public var instructions: [Instruction] { list ?? [] }

  /// Whether nothing should happen.
  public var isEmpty: Bool { list == nil }

  /// Nothing should happen.
  public static var none: Self { Self() }

  /// Asks for an effect that owes an answer, in a slot, at once or after a delay.
  ///
  /// The delay counts from the moment the slot is free for it. Less than nothing is nothing, and more than a hundred
  /// years is a hundred.
  public static func ask(
    _ effect: Effect, in slot: Slot, _ policy: SlotPolicy = .latest, after delay: Duration? = nil
  ) -> Self {
    Self([.ask(effect, in: slot, policy, after: delay)])
  }

  /// Tells an effect that owes no answer.
  ///
  /// It cannot be cancelled, and is carried out even if the feature is gone.
  public static func tell(_ effect: Effect) -> Self {
    Self([.tell(effect)])
  }

  /// Cancels what runs and what waits in a slot: the answers, not the deeds.
  public static func cancel(_ slot: Slot) -> Self {
    Self([.cancel(slot)])
  }

  /// Joins two lists, the left one first.
  public static func + (left: Self, right: Self) -> Self {
    left.isEmpty ? right : right.isEmpty ? left : Self(left.instructions + right.instructions)
  }

  /// Appends another list.
  public static func += (left: inout Self, right: Self) {
    guard let more = right.list else { return }
    // In place: a loop that appends to a list it also hands on would copy it at every turn.
    if left.list == nil { left.list = more } else { left.list?.append(contentsOf: more) }
  }
}

/// What a newcomer does in a slot that is taken.
public enum SlotPolicy: Hashable, Codable, Sendable {
  /// It replaces whatever runs and waits there: the newest answer wins.
  case latest
  /// It is dropped: one at a time, and no second while the first is under way.
  case first
  /// It waits until those before it have ended.
  case queue
}

extension Effects {
  /// Restates a child's effects and slots as its parent's.
  ///
  /// ```swift
  /// case .editor(let action): editor.reduce(&state.editor, action).lift(Effect.editor, Slot.editor)
  /// ```
  public func lift<ParentEffect, ParentSlot>(
    _ effect: (Effect) -> ParentEffect, _ slot: (Slot) -> ParentSlot
  ) -> Effects<ParentEffect, ParentSlot> {
    guard let list else { return .none }
    return Effects<ParentEffect, ParentSlot>(
      list.map { instruction in
        switch instruction {
        case .ask(let asked, let place, let policy, let delay):
          .ask(effect(asked), in: slot(place), policy, after: delay)
        case .tell(let told): .tell(effect(told))
        case .cancel(let place): .cancel(slot(place))
        }
      })
  }
}

extension Effects where Slot == Never {
  /// Lets a parent carry out by itself what its child tells, instead of handing it to a handler.
  ///
  /// This is how a child reports to a parent of which it knows nothing: a form that was told to save tells
  /// `save(draft)`, and the feature around it decides what that means. A child without slots can only tell, so nothing
  /// is left over.
  public func interpret<ParentEffect, ParentSlot>(
    _ meaning: (Effect) -> Effects<ParentEffect, ParentSlot>
  ) -> Effects<ParentEffect, ParentSlot> {
    instructions.reduce(into: .none) { effects, instruction in
      switch instruction {
      case .tell(let told): effects += meaning(told)
      }
    }
  }
}

extension Effects where Effect == Never, Slot == Never {
  /// Restates the effects of a child that has none.
  public func lift<ParentEffect, ParentSlot>() -> Effects<ParentEffect, ParentSlot> { .none }
}

extension Effects: Equatable where Effect: Equatable {}
extension Effects: Hashable where Effect: Hashable {}
extension Effects.Instruction: Equatable where Effect: Equatable {}
extension Effects.Instruction: Hashable where Effect: Hashable {}
