import Loop
import LoopExplorer
import TestInputs
import Testing

/// The coverage as a matrix and as a statechart.
@Suite struct CoverageTests {
  @Test func `the matrix shows where an action or a response changes something and where it is not possible`() throws {
    let coverage = try Explorer(Barrier()).explore().coverage
    #expect(
      coverage.matrix == """
        + changes something   - changes nothing   ? pending but never delivered   . not possible

                               closed
                               | opening
                               | | open
                               | | | stuck
                               | | | | openingAgain
        closeTapped            - + + + -
        openTapped             + - - + -
        passed                 . . - . .
        raise(fully) => jammed . + . . ?
        raise(fully) => raised . + . . +

        """)
    #expect(
      coverage.gaps.filter { $0.hasPrefix("openingAgain") } == [
        "openingAgain: passed", "openingAgain: raise(fully) => jammed",
      ])
  }

  @Test func `every gap needs a reason, and every reason needs a gap`() throws {
    let coverage = try Explorer(Barrier()).explore().coverage
    let reasons = [
      ExpectedCoverageGap("passed", in: "closed", "opening", "stuck", "openingAgain", because: "it is not open"),
      ExpectedCoverageGap("raise", in: "closed", "open", "stuck", because: "the motor rests"),
    ]
    #expect(coverage.unexplainedGapsAndUnusedReasons(expecting: reasons) == ["openingAgain: raise(fully) => jammed"])
    let jams = ExpectedCoverageGap("raise(fully) => jammed", in: "openingAgain", because: "it jams once")
    #expect(coverage.unexplainedGapsAndUnusedReasons(expecting: reasons + [jams]) == [])
    #expect(
      coverage.unexplainedGapsAndUnusedReasons(expecting: reasons + [jams, jams]) == [
        "no gap for the reason: it jams once"
      ])
  }

  @Test func `the statechart shows the transitions between kinds of state`() throws {
    #expect(
      try Explorer(Barrier()).explore().coverage.statechart == """
        stateDiagram-v2
          [*] --> closed
          closed --> opening: openTapped
          opening --> closed: closeTapped
          opening --> open: raised
          opening --> stuck: jammed
          open --> closed: closeTapped
          stuck --> closed: closeTapped
          stuck --> openingAgain: openTapped
          openingAgain --> open: raised

        """)
  }

  @Test func `the matrix does not depend on the order in which states are found`() throws {
    var backwards = Barrier()
    backwards.reversesActions = true
    let (one, other) = (try Explorer(Barrier()).explore().coverage, try Explorer(backwards).explore().coverage)
    #expect(one.rows.map(\.name) == other.rows.map(\.name))
    #expect(one.matrix == other.matrix)
  }

  @Test func `an action or a response that never changes anything is found`() throws {
    #expect(
      try Explorer(Barrier()).explore().findings.map(\.law) == [
        "Every action and response changes something in some state: passed never does"
      ])
    var deaf = Barrier()
    deaf.ignoresJam = true
    #expect(
      try Explorer(deaf).explore().findings.map(\.law).contains(
        "Every action and response changes something in some state: raise(fully) => jammed never does"))
  }
}

/// A barrier that is raised, and may jam the first time.
private struct Barrier: Exploration, OneFailureFeature {
  enum State: Hashable, Codable, Sendable { case closed, opening, open, stuck, openingAgain }
  enum Action: Hashable, Codable, Sendable { case openTapped, closeTapped, passed, raised, jammed }
  enum Effect: Hashable, Codable, Sendable {
    enum Height: Hashable, Codable { case fully }

    case raise(Height)
  }
  enum Slot: Hashable, Codable, Sendable { case motor }

  static let lostResponse = Action.jammed

  var reversesActions = false
  var ignoresJam = false
  var feature: Barrier { self }
  /// The environment says whether the barrier has jammed.
  var start: (state: State, environment: Bool) { (.closed, false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch (state, action) {
    case (.closed, .openTapped), (.stuck, .openTapped):
      state = state == .closed ? .opening : .openingAgain
      return .run(.raise(.fully), in: .motor)
    case (.opening, .raised), (.openingAgain, .raised): state = .open
    case (.opening, .jammed): if !ignoresJam { state = .stuck }
    case (.opening, .closeTapped), (.open, .closeTapped), (.stuck, .closeTapped): state = .closed
    default: break
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { state == .opening || state == .openingAgain }

  func actions(in state: State) -> [Action] {
    let actions: [Action] = state == .open ? [.openTapped, .closeTapped, .passed] : [.openTapped, .closeTapped]
    return reversesActions ? actions.reversed() : actions
  }

  func kind(of state: State) -> String { "\(state)" }

  func outcomes(of effect: Effect, in hasJammed: Bool) -> [Outcome<Action, Bool>] {
    switch effect {
    case .raise:
      [Outcome("done", .raised, in: hasJammed)] + (hasJammed ? [] : [Outcome("jams", .jammed, in: true)])
    }
  }
}
