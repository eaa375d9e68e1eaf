import Loop
import LoopText

/// A step that can happen next.
public enum ExplorationStep<Scenario: Exploration>: Hashable, Sendable {
  /// The user sends an action.
  case user(Scenario.Feature.Action)
  /// The run in a slot executes its effect, and its responses become pending.
  case execute(Scenario.Feature.Slot, outcome: String, InjectedFault? = nil)
  /// The next response of the run in a slot is delivered. The run ends with its last response.
  case deliver(Scenario.Feature.Slot)
  /// A fire-and-forget effect is executed.
  case executeFireAndForget(Scenario.Feature.Effect, outcome: String)
  /// The effect of a cancelled run is executed, and its responses are discarded.
  case executeLate(Scenario.Feature.Effect, outcome: String)
  /// An event occurs in the environment.
  case occur(String)
}

/// A fault that is injected into the execution of an effect.
public enum InjectedFault: Hashable, Sendable, CustomStringConvertible {
  /// The effect is executed, and its response is lost.
  case responseLost
  /// The effect is executed a second time with this outcome, and the second response is discarded.
  case executedTwice(String)

  /// The text that follows the outcome in the line of a step.
  public var description: String {
    switch self {
    case .responseLost: "lost"
    case .executedTwice(let outcome): "again \(outcome)"
    }
  }
}

extension ExplorationStep {
  /// The step as one line of text, as it is typed to step through a feature by hand.
  public var line: String {
    get throws {
      switch self {
      case .user(let action): "\(try CanonicalValue(action))"
      case .execute(let slot, let outcome, let fault):
        "execute \(try CanonicalValue(slot)) \(Self.outcomeText(outcome, fault: fault))"
      case .deliver(let slot): "deliver \(try CanonicalValue(slot))"
      case .executeFireAndForget(let effect, let outcome): "fire \(try CanonicalValue(effect)) \(outcome)"
      case .executeLate(let effect, let outcome): "execute late \(try CanonicalValue(effect)) \(outcome)"
      case .occur(let name): "occur \(name)"
      }
    }
  }

  /// Returns the text of an outcome with its fault in the line of a step.
  package static func outcomeText(_ outcome: String, fault: InjectedFault?) -> String {
    outcome + (fault.map { ", \($0)" } ?? "")
  }

  /// Parses a line, or returns `nil` if the line is not a step of this feature.
  ///
  /// The step need not be possible in any state. The outcome of an execution contains the text of its fault, because
  /// the text alone does not show where the name of the outcome ends.
  init?(parsing line: String) {
    let words = line.split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "occur" where !rest.isEmpty: self = .occur(String(rest))
    case "deliver" where !rest.isEmpty:
      guard let slot: Scenario.Feature.Slot = Self.decodeValue(rest) else { return nil }
      self = .deliver(slot)
    case "execute" where !rest.isEmpty:
      if rest.hasPrefix("late "),
        let (effect, outcome): (Scenario.Feature.Effect, String) = Self.decodePrefix(of: rest.dropFirst(5))
      {
        self = .executeLate(effect, outcome: outcome)
      } else if let (slot, outcome): (Scenario.Feature.Slot, String) = Self.decodePrefix(of: rest) {
        self = .execute(slot, outcome: outcome)
      } else {
        return nil
      }
    case "fire" where !rest.isEmpty:
      guard let (effect, outcome): (Scenario.Feature.Effect, String) = Self.decodePrefix(of: rest) else { return nil }
      self = .executeFireAndForget(effect, outcome: outcome)
    default:
      guard let action: Scenario.Feature.Action = Self.decodeValue(line[...]) else { return nil }
      self = .user(action)
    }
  }

  /// Decodes a value, or returns `nil` if a part of the text would be lost.
  ///
  /// Decoding ignores an extra payload, so the value is encoded again and compared with the text.
  private static func decodeValue<Value: Codable>(_ text: Substring) -> Value? {
    guard let canonical = try? CanonicalValue(parsing: String(text)), let value: Value = try? canonical.decode(),
      (try? CanonicalValue(value)) == canonical
    else { return nil }
    return value
  }

  /// Decodes the value at the beginning of a text, and returns it with the rest of the text.
  private static func decodePrefix<Value: Codable>(of text: Substring) -> (Value, String)? {
    for index in text.indices where text[index] == " " {
      if let value: Value = decodeValue(text[..<index]) { return (value, String(text[index...].dropFirst())) }
    }
    return nil
  }
}

/// The result of a step.
package enum StepResult: Hashable, Sendable {
  /// The step changes nothing.
  case unchanged
  /// The step leads to another scenario state.
  case changed
  /// The step violates a law that holds for every feature.
  case violation(BuiltInLaw)
}

/// The laws that hold for every feature.
package enum BuiltInLaw: String, Sendable {
  /// The same action gave two different results.
  case impure =
    "law 1: Reducers are pure. The same action gives the same result in equal states"
  /// A run was requested in an inactive slot.
  case startedInInactiveSlot = "law 3: Delivery is exact. A run is requested only in an active slot"
  /// An effect has no outcome.
  case noOutcome = "law 7: Nothing waits forever. Every pending effect has an outcome"
  /// A run ended without a response, which stops a store.
  case noResponse = "law 7: Nothing waits forever. Every run sends a response, however it ends"
  /// A fire-and-forget effect sent a response, which stops a store.
  case respondedToFireAndForget = "law 3: Delivery is exact. A fire-and-forget effect sends no response"
  /// Two different scenario states have the same hash value.
  case incompleteHash =
    "Different states have different hash values: a type omits a property from its hash. Hash it, or explore exactly"
  /// A state and its normal form do not allow the same steps.
  case wrongNormalForm =
    "A state and its normal form have the same next steps: normalized(_:) removes a difference that matters"
  /// The state looks busy, but nothing is pending.
  case busyWithNothingPending = "law 7: Nothing waits forever. Whenever something looks busy, an effect is pending"

  /// A Boolean value that indicates whether nothing that is found after a violation can be relied on.
  var isFundamental: Bool {
    switch self {
    case .impure, .incompleteHash, .wrongNormalForm: true
    case .startedInInactiveSlot, .noOutcome, .noResponse, .respondedToFireAndForget,
      .busyWithNothingPending:
      false
    }
  }
}

/// The error that is thrown for a step that is not possible.
package struct ImpossibleStepError: Error, CustomStringConvertible {
  /// The line of the step.
  package let line: String
  /// The lines of the steps that are possible instead.
  package let possibleSteps: [String]
  /// The number of nearby states that were searched for the names in the step, or `nil` if none were searched.
  package let searchedStateCount: Int?

  /// The step, followed by the possible steps.
  package var description: String {
    let nowhere = searchedStateCount.map { ", and its names occur in none of the \($0) states nearby" } ?? ""
    return "this step is not possible here\(nowhere): \(line)\npossible steps:\n"
      + possibleSteps.map { "  \($0)\n" }.joined()
  }
}
