import Loop
import LoopExplorer
import Synchronization
import Testing

/// Spaces without end, which no exploration could walk.
@Suite struct UnboundedWalkTests {
  @Test func `a counter without bound is walked`() throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.reachable("ten") { $0.state.count == 10 }
    explorer.canAlwaysReach("zero") { $0.state.count == 0 }
    let walked = try explorer.walk(seed: 1, walks: 100, maxSteps: 50)
    #expect(walked.finding == nil && walked.walks == 100 && walked.steps == 5000, "\(walked)")
    #expect(walked.notSeen.isEmpty)
  }

  @Test func `a goal that is too far away is not judged`() throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.canAlwaysReach("a million") { $0.state.count == 1_000_000 }
    let walked = try explorer.walk(seed: 1, walks: 2, maxSteps: 10)
    #expect(walked.finding == nil && walked.notJudged == ["a million"])
    #expect("\(walked)".contains("\nnot judged: a million\n"))
  }

  @Test(arguments: RandomWalkTests.seeds)
  func `what breaks at some height is reached by the fewest steps`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("below seven") { $0.state.count < 7 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    #expect(finding.steps == Array(repeating: "up", count: 7))
  }

  @Test(arguments: RandomWalkTests.seeds) func `a step that breaks a law is the last`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.everyStep("nothing leads back from three") { before, _, after in
      before.state.count != 3 || after.state.count >= 3
    }
    let finding = try #require(try explorer.walk(seed: seed, walks: 100).finding)
    #expect(finding.steps == ["up", "up", "up", "down"])
  }

  @Test(arguments: RandomWalkTests.seeds) func `a value shrinks to the smallest that breaks the law`(seed: UInt64)
    throws
  {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("no name is longer than three") { $0.state.name.count <= 3 }
    explorer.always("no price is above a hundred") { $0.state.price <= 100 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    #expect([["named(\"Desk\")"], ["priced(101)"]].contains(finding.steps), "\(finding)")
  }

  @Test(arguments: RandomWalkTests.seeds) func `values shrink together with the steps they need`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("what has a name is cheap") { $0.state.name.isEmpty || $0.state.price <= 100 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    #expect(finding.steps.count == 2 && finding.steps.contains("priced(101)"), "\(finding)")
    #expect(finding.steps.contains { ["named(\"D\")", "named(\"T\")"].contains($0) }, "\(finding)")
  }

  @Test func `another law that breaks on a shorter way is not mistaken for the one that was broken`() throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("nothing without a name has a price") { $0.state.price == 0 || !$0.state.name.isEmpty }
    explorer.always("what has a price stays low") { $0.state.price == 0 || $0.state.count < 3 }
    var lengths: [String: Set<Int>] = [:]
    for seed in 1...50 as ClosedRange<UInt64> {
      let finding = try #require(try explorer.walk(seed: seed, walks: 100).finding)
      lengths[finding.law, default: []].insert(finding.steps.count)
    }
    #expect(lengths == ["nothing without a name has a price": [1], "what has a price stays low": [5]])
  }

  @Test(arguments: RandomWalkTests.seeds)
  func `what is offered only later is not taken sooner, though the feature would take it`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature { $0.count < 3 ? [.up] : [.up, .priced(7)] })
    explorer.always("nothing has a price") { $0.state.price == 0 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 100).finding)
    #expect(finding.steps == ["up", "up", "up", "priced(1)"])
  }

  @Test(arguments: RandomWalkTests.seeds)
  func `a simpler value that breaks the law sooner is another fault, and not taken`(seed: UInt64) throws {
    var explorer = Explorer(UnboundedFeature { $0.price == 0 ? [.priced(4)] : [.up] })
    explorer.always("neither two, nor four and one") { moment in
      moment.state.price != 2 && (moment.state.price != 4 || moment.state.count != 1)
    }
    let finding = try #require(try explorer.walk(seed: seed, walks: 100).finding)
    #expect(finding.steps == ["priced(4)", "up"])
  }

  @Test func `the clock is read between the walks`() throws {
    let clock = AdvancingClock()
    let walked = try Explorer(UnboundedFeature()).walk(seed: 1, for: .seconds(10), clock: clock, maxSteps: 5)
    #expect(walked.walks == 10 && walked.steps == 50)
    #expect(try Explorer(UnboundedFeature()).walk(seed: 1, for: .zero, clock: clock, maxSteps: 5).walks == 1)
  }

  @Test func `in the time given the same is found as by number`() throws {
    var explorer = Explorer(UnboundedFeature())
    explorer.always("below twenty") { $0.state.count < 20 }
    let timed = try explorer.walk(seed: 5, for: .seconds(10_000), clock: AdvancingClock())
    #expect(try timed.finding != nil && "\(timed)" == "\(explorer.walk(seed: 5, walks: 10_000))")
  }
}

/// A counter without bound, a name and a price.
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
  var start: (state: State, world: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    switch action {
    case .up: state.count += 1
    case .down: state.count -= 1
    case .named(let name): state.name = name
    case .priced(let price): state.price = price
    }
    return .none
  }

  func actions(in state: State) -> [Action] { offered(state) }

  func outcomes(of effect: Never, in world: Bool) -> [Outcome<Action, Bool>] {}
}

/// A clock on which a second passes whenever it is read.
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
