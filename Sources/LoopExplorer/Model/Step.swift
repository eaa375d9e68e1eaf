public import Loop
internal import LoopText

/// One thing that can happen next.
public enum ExplorationStep<Scenario: Exploration>: Hashable, Sendable {
  /// Somebody does something.
  case user(Scenario.Feature.Action)
  /// What runs in a slot is done, with this outcome, and its answer is on its way.
  case deed(Scenario.Feature.Slot, outcome: String, InjectedFault? = nil)
  /// The next answer of what runs in a slot arrives; with the last one the run ends, or it lingers until a step of its own.
  case answer(Scenario.Feature.Slot, lingers: Bool = false)
  /// What was told is done.
  case told(Scenario.Feature.Effect, outcome: String)
  /// What was cancelled is done all the same, and nobody hears of it.
  case late(Scenario.Feature.Effect, outcome: String)
  /// Something happens in the world by itself.
  case happening(String)
}

/// What goes wrong with a deed.
public enum InjectedFault: Hashable, Sendable {
  /// It is done, and its answer is lost.
  case lost
  /// It is done once more, with this outcome, of which nobody hears.
  case again(String)
}

extension InjectedFault: CustomStringConvertible {
  /// What is said of it behind the outcome.
  public var description: String {
    switch self {
    case .lost: "lost"
    case .again(let outcome): "again \(outcome)"
    }
  }
}

extension ExplorationStep {
  /// The step in one line, as it is typed where a feature is played by hand.
  public var line: String {
    get throws {
      switch self {
      case .user(let action): "\(try CanonicalValue(action))"
      case .deed(let slot, let outcome, let mishap):
        "execute \(try CanonicalValue(slot)) \(Self.outcomeText(outcome, fault: mishap))"
      case .answer(let slot, let lingers):
        "deliver \(try CanonicalValue(slot))" + (lingers ? Self.completesLateSuffix : "")
      case .told(let effect, let outcome): "tell \(try CanonicalValue(effect)) \(outcome)"
      case .late(let effect, let outcome): "execute late \(try CanonicalValue(effect)) \(outcome)"
      case .happening(let name): "occur \(name)"
      }
    }
  }
}

extension ExplorationStep {
  static var completesLateSuffix: String { ", lingering" }

  /// How a deed ends, as its line tells it.
  package static func outcomeText(_ outcome: String, fault mishap: InjectedFault?) -> String {
    outcome + (mishap.map { ", \($0)" } ?? "")
  }
}

/// What a step came to.
package enum StepResult: Hashable, Sendable {
  /// Nothing changes.
  case nowhere
  /// It leads to another moment.
  case onwards
  /// It leads nowhere that may be: it breaks a law that holds for every feature.
  case broken(BuiltInLaw)
}

/// The laws that hold for every feature, whatever it is.
package enum BuiltInLaw: String, Sendable {
  /// The same action came out differently.
  case impure = "law 1: Pure. The same action comes out differently in the same state, or in its equal"
  /// A run was asked for where nothing can serve.
  case stillborn = "law 3: Exact. What is asked for serves something: its slot is alive"
  /// An effect has no outcome.
  case endless = "law 7: Nobody waits for ever. Whatever is pending has an outcome"
  /// An effect that is asked ends without an answer, which stops a store.
  case unanswered = "law 7: Nobody waits for ever. Whatever is asked is answered, however it ends"
  /// An effect that is only told is answered, which stops a store.
  case answeredUnasked = "law 3: Exact. What is only told has no answer: nobody would hear it"
  /// Two moments that differ have the same fingerprint, again and again.
  case alike =
    "What differs hashes differently: a type leaves something out of its hash. Explore exactly, or feed all of it"
  /// Something looks busy, and nothing is on its way.
  case busy = "law 7: Nobody waits for ever. Whenever something looks busy, something is pending"
}

/// Why a step cannot be taken.
package struct ImpossibleStepError: Error, CustomStringConvertible {
  /// The step as it was written.
  package let line: String
  /// What can be done instead.
  package let possible: [String]
  /// In how many moments around it was looked for in vain, where it names what may be somewhere else.
  package let moments: Int?

  init(line: String, possibleSteps possible: [String], searchedStateCount moments: Int? = nil) {
    self.line = line
    self.possible = possible
    self.moments = moments
  }

  /// The step, and what can be done.
  package var description: String {
    let nowhere = moments.map { ", and what it names is in none of the \($0) moments around" } ?? ""
    return "this cannot happen here\(nowhere): \(line)\nwhat can:\n" + possible.map { "  \($0)\n" }.joined()
  }
}
