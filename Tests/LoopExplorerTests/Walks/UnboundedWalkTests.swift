import Loop
import LoopExplorer
import Synchronization
import Testing

/// Random walks through infinite state spaces, which cannot be explored completely.
@Suite struct UnboundedWalkTests {
  @Test func `an infinite state space can be walked`() throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.reachable("ten") { $0.state.count == 10 }
    explorer.canAlwaysReach("zero") { $0.state.count == 0 }
    let walked = try explorer.walk(seed: 1, walks: 100, maxSteps: 50)
    #expect(walked.finding == nil && walked.walkCount == 100 && walked.stepCount == 5000, "\(walked)")
    #expect(walked.unreachedProperties.isEmpty)
  }

  @Test func `a goal that is too far away is undecided`() throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.canAlwaysReach("a million") { $0.state.count == 1_000_000 }
    let walked = try explorer.walk(seed: 1, walks: 2, maxSteps: 10)
    #expect(walked.finding == nil && walked.undecidedGoals == ["a million"])
    #expect("\(walked)".contains("\nundecided: a million\n"))
  }

  @Test(arguments: RandomWalkTests.seeds)
  func `a violation at a count of seven shrinks to seven steps`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("below seven") { $0.state.count < 7 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    #expect(finding.steps == Array(repeating: "up", count: 7))
  }

  @Test(arguments: RandomWalkTests.seeds) func `the step that violates a law is the last one`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.everyStep("the count never falls from three") { before, _, after in
      before.state.count != 3 || after.state.count >= 3
    }
    let finding = try #require(try explorer.walk(seed: seed, walks: 100).finding)
    #expect(finding.steps == ["up", "up", "up", "down"])
  }

  @Test(arguments: RandomWalkTests.seeds) func `a value shrinks to the smallest one that violates the law`(seed: UInt64)
    throws
  {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("no name is longer than three") { $0.state.name.count <= 3 }
    explorer.always("no price is above a hundred") { $0.state.price <= 100 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    #expect([["named(\"Desk\")"], ["priced(101)"]].contains(finding.steps), "\(finding)")
  }

  @Test(arguments: RandomWalkTests.seeds) func `a path with two values shrinks to two steps with simple values`(
    seed: UInt64
  ) throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("a named product costs at most 100") { $0.state.name.isEmpty || $0.state.price <= 100 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    #expect(finding.steps.count == 2 && finding.steps.contains("priced(101)"), "\(finding)")
    #expect(finding.steps.contains { ["named(\"D\")", "named(\"T\")"].contains($0) }, "\(finding)")
  }

  @Test func `shrinking does not replace the violated law by another one with a shorter path`() throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("a product with a price has a name") { $0.state.price == 0 || !$0.state.name.isEmpty }
    explorer.always("the count stays below three if there is a price") { $0.state.price == 0 || $0.state.count < 3 }
    var lengths: [String: Set<Int>] = [:]
    for seed in 1...50 as ClosedRange<UInt64> {
      let finding = try #require(try explorer.walk(seed: seed, walks: 100).finding)
      lengths[finding.law, default: []].insert(finding.steps.count)
    }
    #expect(
      lengths == ["a product with a price has a name": [1], "the count stays below three if there is a price": [5]])
  }

  @Test(arguments: RandomWalkTests.seeds)
  func `shrinking sends an action only in states that offer it`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature { $0.count < 3 ? [.up] : [.up, .priced(7)] })
    explorer.always("nothing has a price") { $0.state.price == 0 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 100).finding)
    #expect(finding.steps == ["up", "up", "up", "priced(1)"])
  }

  @Test(arguments: RandomWalkTests.seeds)
  func `a simpler value that violates the law in fewer steps is not accepted`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature { $0.price == 0 ? [.priced(4)] : [.up] })
    explorer.always("neither two, nor four and one") { scenarioState in
      scenarioState.state.price != 2 && (scenarioState.state.price != 4 || scenarioState.state.count != 1)
    }
    let finding = try #require(try explorer.walk(seed: seed, walks: 100).finding)
    #expect(finding.steps == ["priced(4)", "up"])
  }

  @Test func `the clock is read between walks`() throws {
    let clock = AdvancingClock()
    let walked = try Explorer(UnboundedFeature()).walk(seed: 1, for: .seconds(10), clock: clock, maxSteps: 5)
    #expect(walked.walkCount == 10 && walked.stepCount == 50)
    #expect(try Explorer(UnboundedFeature()).walk(seed: 1, for: .zero, clock: clock, maxSteps: 5).walkCount == 1)
  }

  @Test func `walks for a duration find the same as a number of walks`() throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("below twenty") { $0.state.count < 20 }
    let timed = try explorer.walk(seed: 5, for: .seconds(10_000), clock: AdvancingClock())
    #expect(try timed.finding != nil && "\(timed)" == "\(explorer.walk(seed: 5, walks: 10_000))")
  }
}

/// A counter without limits, with a name and a price.
private struct UnboundedFeature: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0
    var name = ""
    var price = 0
  }

  enum Action: Hashable, Codable, Sendable { case up, down, named(String), priced(Int) }

  var offered: @Sendable (State) -> [Action] = { _ in
    [.up, .down, .named("Tea"), .named("Desk lamp"), .priced(7), .priced(1999)]
  }
  var feature: UnboundedFeature { self }
  var start: (state: State, environment: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .up: state.count += 1
    case .down: state.count -= 1
    case .named(let name): state.name = name
    case .priced(let price): state.price = price
    }
    return .none
  }

  func actions(in state: State) -> [Action] { offered(state) }

  func outcomes(of effect: Never, in environment: Bool) -> [Outcome<Action, Bool>] {}
}

/// A clock that advances by a second whenever it is read.
private final class AdvancingClock: Clock {
  struct Instant: InstantProtocol {
    var sinceStart: Duration

    func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
    func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  }

  private let seconds = Atomic(0)

  var now: Instant { Instant(sinceStart: .seconds(seconds.add(1, ordering: .relaxed).oldValue)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
}
