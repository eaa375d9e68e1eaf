internal import Analytics
internal import Loop
public import LoopProof

extension FilterExploration {
  /// What is explored: one of the two switches, and three events to which a fourth may come.
  public static func explored(longest: Int = 4) -> FilterExploration {
    FilterExploration(actions: few, longest: longest)
  }

  /// What is in the space where little is done; of one with everything there is to do nothing is said.
  public var scope: Scope {
    if actions != Self.few { return Scope() }
    return Scope(
      holds: [longest > 3 ? "three events and one more that comes" : "three events", "the switch for marked events"],
      leavesOut: ["the kinds of events", "picking what a switch shows", "presets", "clearing", "reading again"])
  }

  private static let few: [EventList.Action] =
    [.appeared] + EventPart.allCases.map { .retryTapped($0) }
    + [.flag(.switched(true)), .flag(.switched(false))].map { .filter($0) }

  /// What can never be heard, and why.
  public static var impossible: [Impossible] {
    [Impossible("load", in: "unasked", "loaded", "failed", because: "while one part is awaited, all of it is loading")]
  }

  /// Prepares an exploration that holds the event list's laws.
  public func explorer(faults: Int = 0, pending: Int = 3, isExact: Bool = false) -> Explorer<FilterExploration> {
    var explorer = Explorer(self, faults: faults, pending: pending, isExact: isExact)
    explorer.always("law 6: what is shown answers the filter as it is") { moment in
      let state = moment.situation.state
      return (state.events.value ?? []).allSatisfy(state.filter.query.matches)
    }
    explorer.canAlwaysReach("law 7: everything loaded") { moment in
      EventPart.allCases.allSatisfy { moment.situation.state[$0] == .loaded }
    }
    let made = actions == Self.few ? "FilterExploration.explored(longest: \(longest))" : "FilterExploration()"
    explorer.source = "\(made).explorer(faults: \(faults), pending: \(pending))"
    explorer.impossible = Self.impossible
    return explorer
  }
}
