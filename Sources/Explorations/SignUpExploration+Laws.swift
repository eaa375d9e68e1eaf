internal import Forms
internal import Loop
package import LoopExplorer
internal import Values

extension SignUpExploration {
  /// What is explored: a name that somebody else may take, and letters that may be wanted.
  package static func exploredFeature() -> SignUpExploration {
    SignUpExploration(actions: few)
  }

  /// What is in the space where little is done; of one with everything there is to do nothing is said.
  package var scope: ExplorationScope {
    if actions != Self.few { return ExplorationScope() }
    return ExplorationScope(
      includes: ["two names, of which somebody else may take one", "a hidden address", "resetting", "submitting"],
      excludes: ["taking a name away", "an address that is none", "the focus"])
  }

  private static let few: [FormFeature.Action] = [
    .typed("name", "Ada"), .typed("name", "Bob"), .chosen("letters", true), .chosen("letters", false),
    .typed("address", "ada@example.org"), .resetTapped, .submitTapped,
  ]

  /// What can never be heard, and why.
  package static var expectedCoverageGaps: [ExpectedCoverageGap] {
    let others = "while a form is being submitted it takes no changes, and with the answer it is submitted or failed"
    let judged = "nothing is submitted before its name was judged, and whoever types another is editing again"
    return [
      ExpectedCoverageGap(
        "submit", in: "editing", "faulty", "checking", "submitted", "failed", "refused", because: others),
      ExpectedCoverageGap("judge", in: "submitting", "submitted", "failed", "refused", because: judged),
    ]
  }

  /// Prepares an exploration that holds the form's laws.
  package func explorer(faults: Int = 0, pending: Int = 3, isExact: Bool = false) -> Explorer<SignUpExploration> {
    var explorer = Explorer(self, faults: faults, pendingLimit: pending, isExact: isExact)
    explorer.setSource(exploration: actions == Self.few ? "SignUpExploration.explored()" : "SignUpExploration()")
    explorer.always("what is known to be wrong is not submitted") { moment in
      moment.state.stage != .submitting || moment.state.isValid
    }
    explorer.always("what was hidden is not submitted") { moment in
      moment.world.submission["letters"] != false || moment.world.submission["address"] == nil
    }
    explorer.always("law 6: what is told of a name is told of the name that stands there") { moment in
      guard let field = moment.state["name"], let value = field.inquiry.validatedValue else { return true }
      return moment.state.value("name") == value
    }
    explorer.always("law 9: what is found out from a change is what is found out from nothing") { moment in
      moment.state.isConsistent
    }
    explorer.canAlwaysReach("law 7: the form submitted, or no name is free") { moment in
      moment.state.stage == .submitted || moment.world.taken.count == 2
    }
    explorer.impossible = Self.expectedCoverageGaps
    return explorer
  }
}
