import Loop
import TestInputs
import Testing

@testable import LoopExplorer

/// Which steps the shrinker drops, and which it replaces.
@Suite struct ShrinkerTests {
  @Test(arguments: RandomWalkTests.seeds)
  func `faults and steps that the violation does not need are removed`(seed: UInt64) throws {
    var explorer = Explorer(PostFeature(), .init(faults: 3))
    explorer.always("At most one response arrives unless the state is marked") {
      $0.state.responseCount < 2 || $0.state.isMarked
    }
    let discovery = try #require(try explorer.walk(seed: seed, walks: 1000).discovery)
    let posted = ["letterTapped", "execute letter arrived", "deliver letter"]
    #expect(discovery.finding.steps == posted + posted, "\(discovery.finding)")
  }

  @Test(arguments: RandomWalkTests.seeds) func `faults that the violation needs are kept`(seed: UInt64) throws {
    var explorer = Explorer(PostFeature(), .init(faults: 3))
    explorer.everyStep("Nothing is posted twice") { before, _, after in
      after.environment.posted - before.environment.posted < 2
    }
    explorer.always("No letter is returned") { $0.state.returned == 0 }
    explorer.always("There is at most one strike") { $0.environment.strikeCount < 2 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    let ways = [
      "Nothing is posted twice": [["letterTapped", "execute letter arrived, again arrived"]],
      "No letter is returned": [
        ["letterTapped", "execute letter returned", "deliver letter"],
        ["letterTapped", "execute letter arrived, lost", "deliver letter"],
      ],
      "There is at most one strike": [["occur strike", "occur strike"]],
    ]
    #expect(ways[finding.law]?.contains(finding.steps) == true, "\(finding)")
  }

  @Test func `a late execution that the violation does not need is dropped`() throws {
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
    } outcomes: { _, environment in
      [Outcome("done", .ended, in: environment + 1)]
    }
    toy.offeredActions = [.began, .leftCancelled]
    var explorer = Explorer(toy, .init(faults: 1))
    explorer.always("The run is cancelled at most once") { $0.state.number < 2 }
    let steps: [ExplorationStep<ClosureFeature>] = [
      .user(.began), .user(.leftCancelled), .executeLate(.one, outcome: "done"), .user(.began), .user(.leftCancelled),
    ]
    var shrinking = Shrinker(Violation(law: "The run is cancelled at most once", steps: steps), explorer: explorer)
    shrinking.shrink()
    #expect(try shrinking.shortest.steps.map { try $0.line } == ["began", "leftCancelled", "began", "leftCancelled"])
  }

  @Test(arguments: RandomWalkTests.seeds) func `a fire-and-forget effect gets its first outcome`(seed: UInt64) throws {
    var explorer = Explorer(PostFeature())
    explorer.always("At most one card is posted") { $0.environment.cards < 2 }
    let finding = try #require(try explorer.walk(seed: seed, walks: 1000).finding)
    // The order in which cards are written and posted does not matter.
    let card = "fire postCard written"
    #expect(
      [["cardTapped", card, "cardTapped", card], ["cardTapped", "cardTapped", card, card]].contains(finding.steps),
      "\(finding)")
  }
}

/// Letters that arrive or come back, and cards without a response.
private struct PostFeature: Exploration, OneFailureFeature {
  struct State: Hashable, Codable, Sendable {
    var responseCount = 0
    var returned = 0
    var isMarked = false
  }

  struct Environment: Hashable, Codable, Sendable {
    var posted = 0
    var cards = 0
    var strikeCount = 0
  }

  enum Action: Hashable, Codable, Sendable { case letterTapped, cardTapped, markToggled, arrived, returned }
  enum Effect: Hashable, Codable, Sendable { case postLetter, postCard }
  enum Slot: Hashable, Codable, Sendable { case letter }

  static let lostResponse = Action.returned

  var feature: PostFeature { self }
  var start: (state: State, environment: Environment) { (State(), Environment()) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .letterTapped: return .run(.postLetter, in: .letter, .first)
    case .cardTapped: return .fireAndForget(.postCard)
    case .markToggled: state.isMarked.toggle()
    case .arrived: state.responseCount += 1
    case .returned:
      state.responseCount += 1
      state.returned += 1
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
  func actions(in state: State) -> [Action] { [.letterTapped, .cardTapped, .markToggled] }

  func outcomes(of effect: Effect, in environment: Environment) -> [Outcome<Action, Environment>] {
    var after = environment
    switch effect {
    case .postLetter:
      after.posted += 1
      return [Outcome("arrived", .arrived, in: after), Outcome("returned", .returned, in: after)]
    case .postCard:
      after.cards += 1
      return [Outcome("written", in: after), Outcome("scribbled", in: after)]
    }
  }

  func environmentEvents(in environment: Environment) -> [EnvironmentEvent<Environment>] {
    var after = environment
    after.strikeCount += 1
    return [EnvironmentEvent("strike", in: after)]
  }
}
