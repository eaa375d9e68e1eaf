import Loop
import Testing

@testable import LoopExplorer

/// What is left out of a way, and what is put in place of the rest.
@Suite struct ShrinkerTests {
  @Test(arguments: RandomWalkTests.seeds)
  func `what went wrong without need goes well, and what has nothing to do with it is left out`(seed: UInt64) throws {
    var explorer = Explorer(PostFeature(), faults: 3)
    explorer.always("At most one letter is heard of, unless it is marked") { $0.state.heard < 2 || $0.state.isMarked }
    let discovery = try #require(try explorer.walk(seed: seed, walks: 1000).discovery)
    let posted = ["sent", "execute letter arrived", "deliver letter"]
    #expect(discovery.finding.steps == posted + posted, "\(discovery.finding)")
  }

  @Test(arguments: RandomWalkTests.seeds) func `what must go wrong is kept`(seed: UInt64) throws {
    var explorer = Explorer(PostFeature(), faults: 3)
    explorer.everyStep("Nothing is posted twice") { before, _, after in
      after.world.posted - before.world.posted < 2
    }
    explorer.always("No letter comes back") { $0.state.returned == 0 }
    explorer.always("Nobody strikes") { $0.world.strikes < 2 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    let ways = [
      "Nothing is posted twice": [["sent", "execute letter arrived, again arrived"]],
      "No letter comes back": [
        ["sent", "execute letter returned", "deliver letter"],
        ["sent", "execute letter arrived, lost", "deliver letter"],
      ],
      "Nobody strikes": [["occur strike", "occur strike"]],
    ]
    #expect(ways[finding.law]?.contains(finding.steps) == true, "\(finding)")
  }

  @Test func `what came late without need is left out, though it was cancelled for a reason`() throws {
    var toy = ClosureFeature { state, action in
      switch (action, state.stage) {
      case (.began, 0):
        state.stage = 1
        return .run(.one, in: .left)
      case (.leftCancelled, 1):
        state = .init(stage: 0, number: state.number + 1)
        return .cancel(.left)
      default: return .none
      }
    } outcomes: { _, world in
      [Outcome("done", .ended, in: world + 1)]
    }
    toy.alphabet = [.began, .leftCancelled]
    var explorer = Explorer(toy, faults: 1)
    explorer.always("Nobody gives up twice") { $0.state.number < 2 }
    let steps: [ExplorationStep<ClosureFeature>] = [
      .user(.began), .user(.leftCancelled), .late(.one, outcome: "done"), .user(.began), .user(.leftCancelled),
    ]
    var shrinking = Shrinker(Violation(law: "Nobody gives up twice", steps: steps), explorer: explorer)
    shrinking.shrink()
    #expect(try shrinking.best.steps.map { try $0.line } == ["began", "leftCancelled", "began", "leftCancelled"])
  }

  @Test(arguments: RandomWalkTests.seeds) func `what is told is done as it is expected`(seed: UInt64) throws {
    var explorer = Explorer(PostFeature())
    explorer.always("At most one card is written about") { $0.world.cards < 2 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    // In which order the cards are written and posted is all the same.
    let card = "tell postCard written"
    #expect([["waved", card, "waved", card], ["waved", "waved", card, card]].contains(finding.steps), "\(finding)")
  }
}

/// Letters that arrive or come back, and cards of which nobody hears.
private struct PostFeature: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable {
    var heard = 0
    var returned = 0
    var isMarked = false
  }

  struct Environment: Hashable, Codable, Sendable {
    var posted = 0
    var cards = 0
    var strikes = 0
  }

  enum Action: Hashable, Codable, Sendable { case sent, waved, markToggled, arrived, returned }
  enum Effect: Hashable, Codable, Sendable { case postLetter, postCard }
  enum Slot: Hashable, Codable, Sendable { case letter }

  var feature: PostFeature { self }
  var start: (state: State, world: Environment) { (State(), Environment()) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .sent: return .run(.postLetter, in: .letter, .first)
    case .waved: return .fireAndForget(.postCard)
    case .markToggled: state.isMarked.toggle()
    case .arrived: state.heard += 1
    case .returned:
      state.heard += 1
      state.returned += 1
    }
    return .none
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { true }
  func actions(in state: State) -> [Action] { [.sent, .waved, .markToggled] }

  func outcomes(of effect: Effect, in world: Environment) -> [Outcome<Action, Environment>] {
    var after = world
    switch effect {
    case .postLetter:
      after.posted += 1
      return [Outcome("arrived", .arrived, in: after), Outcome("returned", .returned, in: after)]
    case .postCard:
      after.cards += 1
      return [Outcome("written", in: after), Outcome("scribbled", in: after)]
    }
  }

  func responsesWhenLost(of effect: Effect) -> [Action] {
    switch effect {
    case .postLetter: [.returned]
    case .postCard: []
    }
  }

  func environmentEvents(in world: Environment) -> [EnvironmentEvent<Environment>] {
    var after = world
    after.strikes += 1
    return [EnvironmentEvent("strike", in: after)]
  }
}
