import Loop
import LoopExplorer
import Testing

/// What was done in which kind of state, as a matrix and as a chart.
@Suite struct CoverageTests {
  @Test func `the matrix tells what changes something where, and what cannot`() throws {
    let coverage = try Explorer(Barrier()).explore().coverage
    #expect(
      coverage.matrix == """
        + changes something   - changes nothing   ? is awaited and never comes   . cannot come

                             closed
                             | opening
                             | | open
                             | | | stuck
                             | | | | again
        closeTapped          - + + + -
        openTapped           + - - + -
        passed               . . - . .
        raise(fully) => done . + . . +
        raise(fully) => jams . + . . ?

        """)
    #expect(coverage.gaps.filter { $0.hasPrefix("again") } == ["again: passed", "again: raise(fully) => jams"])
  }

  @Test func `what was never taken in somewhere has a reason, and each reason something to explain`() throws {
    let coverage = try Explorer(Barrier()).explore().coverage
    let reasons = [
      ExpectedCoverageGap("passed", in: "closed", "opening", "stuck", "again", because: "it is not open"),
      ExpectedCoverageGap("raise", in: "closed", "open", "stuck", because: "the motor rests"),
    ]
    #expect(coverage.unexplainedGaps(expecting: reasons) == ["again: raise(fully) => jams"])
    let jams = ExpectedCoverageGap("raise(fully) => jams", in: "again", because: "it jams once")
    #expect(coverage.unexplainedGaps(expecting: reasons + [jams]) == [])
    #expect(coverage.unexplainedGaps(expecting: reasons + [jams, jams]) == ["explains nothing: it jams once"])
  }

  @Test func `the chart draws what leads from one kind of state to another`() throws {
    #expect(
      try Explorer(Barrier()).explore().coverage.statechart == """
        stateDiagram-v2
          [*] --> closed
          closed --> opening: openTapped
          opening --> closed: closeTapped
          opening --> open: done
          opening --> stuck: jams
          open --> closed: closeTapped
          stuck --> closed: closeTapped
          stuck --> again: openTapped
          again --> open: done

        """)
  }

  @Test func `neither depends on the order in which moments were found`() throws {
    var backwards = Barrier()
    backwards.isBackwards = true
    let (one, other) = (try Explorer(Barrier()).explore().coverage, try Explorer(backwards).explore().coverage)
    #expect(one.rows.map(\.name) == other.rows.map(\.name))
    #expect(one.matrix == other.matrix)
  }

  @Test func `an action that changes nothing anywhere is found, and an answer that nobody handles`() throws {
    #expect(
      try Explorer(Barrier()).explore().findings.map(\.law) == [
        "No action and no answer is in vain: passed is, always"
      ])
    var deaf = Barrier()
    deaf.isDeaf = true
    #expect(
      try Explorer(deaf).explore().findings.map(\.law).contains(
        "No action and no answer is in vain: raise(fully) => jams is, always"))
  }
}

/// A barrier that is raised, and may jam the first time.
private struct Barrier: Exploration, Reducer {
  enum State: Hashable, Codable, Sendable { case closed, opening, open, stuck, again }
  enum Action: Hashable, Codable, Sendable { case openTapped, closeTapped, passed, done, jams }
  enum Effect: Hashable, Codable, Sendable {
    enum Height: Hashable, Codable { case fully }

    case raise(Height)
  }
  enum Slot: Hashable, Codable, Sendable { case motor }

  var isBackwards = false
  var isDeaf = false
  var feature: Barrier { self }
  /// Whether it has jammed.
  var start: (state: State, world: Bool) { (.closed, false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch (state, action) {
    case (.closed, .openTapped), (.stuck, .openTapped):
      state = state == .closed ? .opening : .again
      return .run(.raise(.fully), in: .motor)
    case (.opening, .done), (.again, .done): state = .open
    case (.opening, .jams): if !isDeaf { state = .stuck }
    case (.opening, .closeTapped), (.open, .closeTapped), (.stuck, .closeTapped): state = .closed
    default: break
    }
    return .none
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { state == .opening || state == .again }

  func actions(in state: State) -> [Action] {
    let actions: [Action] = state == .open ? [.openTapped, .closeTapped, .passed] : [.openTapped, .closeTapped]
    return isBackwards ? actions.reversed() : actions
  }

  func kind(of state: State) -> String { "\(state)" }

  func outcomes(of effect: Effect, in hasJammed: Bool) -> [Outcome<Action, Bool>] {
    switch effect {
    case .raise:
      [Outcome("done", .done, in: hasJammed)] + (hasJammed ? [] : [Outcome("jams", .jams, in: true)])
    }
  }
}
