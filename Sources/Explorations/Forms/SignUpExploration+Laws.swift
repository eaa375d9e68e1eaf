import Forms
import Loop
import LoopExplorer
import Values

extension SignUpExploration {
  /// Returns a space small enough to explore completely: two names, one of which another user can take, and the letters
  /// switch with its address.
  package static func reducedExploration() -> SignUpExploration {
    SignUpExploration(actions: reducedActions)
  }

  /// The scope of the reduced space; empty if the exploration offers every action.
  package var scope: StateSpaceDescription {
    if actions != Self.reducedActions { return StateSpaceDescription() }
    return StateSpaceDescription(
      includes: ["two names, one of which another user may take", "a hidden address", "resetting", "submitting"],
      excludes: ["clearing the name", "an invalid address", "the focus"])
  }

  private static let reducedActions: [FormFeature.Action] = [
    .typed("name", "Ada"), .typed("name", "Bob"), .chosen("letters", true), .chosen("letters", false),
    .typed("address", "ada@example.org"), .resetTapped, .submitTapped,
  ]

  /// The responses that can never arrive in some kinds of states, with the reasons.
  package static var expectedCoverageGaps: [ExpectedCoverageGap] {
    let others = "a form ignores changes while it is being submitted, and the response makes it submitted or failed"
    let judged = "a form is submitted only after its name was validated, and typing another name returns to editing"
    return [
      ExpectedCoverageGap(
        "submit", in: "editing", "faulty", "checking", "submitted", "failed", "refused", because: others),
      ExpectedCoverageGap("validate", in: "submitting", "submitted", "failed", "refused", because: judged),
    ]
  }

  /// The Swift expression that creates this exploration in the source code of a test.
  package var sourceExpression: String {
    actions == Self.reducedActions ? "SignUpExploration.reducedExploration()" : "SignUpExploration()"
  }

  /// Adds the form's laws.
  package func addLaws(to explorer: inout Explorer<SignUpExploration>) {
    explorer.always("a form with known errors is not submitted") { scenarioState in
      scenarioState.state.stage != .submitting || scenarioState.state.isValid
    }
    explorer.always("hidden values are not submitted") { scenarioState in
      scenarioState.environment.submission["letters"] != false || scenarioState.environment.submission["address"] == nil
    }
    explorer.always("law 6: a validation result belongs to the current name") { scenarioState in
      guard let validation = scenarioState.state["name"]?.remoteValidation,
        case .text(let name)? = scenarioState.state.value("name")
      else { return scenarioState.state["name"]?.remoteValidation == .notRequested }
      switch validation {
      case .notRequested: return true
      case .pending:
        let run = scenarioState.loopState.pending.running(in: .validation("name"))
        return run?.effect == .validate("name", .text(name), checks: ["free"])
      case .completed(let texts): return texts.allSatisfy { $0.hasPrefix(name) }
      case .failed(let reason): return reason.hasPrefix(name) || reason == FormFeature.reasonForLostResponse
      }
    }
    explorer.always("law 9: an incremental update gives the same result as a full evaluation") { scenarioState in
      scenarioState.state.isConsistent
    }
    explorer.canAlwaysReach("law 7: the form submitted, or both names taken") { scenarioState in
      scenarioState.state.stage == .submitted || scenarioState.environment.takenNames.count == 2
    }
    explorer.expectedCoverageGaps = Self.expectedCoverageGaps
  }
}
