import Explorations
import Loop
import LoopExplorer
import Testing

/// State spaces small enough to count by hand.
@Suite struct SmallSpacesTests {
  @Test(arguments: [true, false]) func `a counter to nine has ten states`(isExact: Bool) throws {
    let explored = try Explorer(Counter(), .init(isExact: isExact)).explore()
    #expect(explored.isVerified && explored.stateCount == 10)
    let note = isExact ? "" : " (unless equal hashes hid a state: less than 1 in 10^17)"
    #expect("\(explored)" == "10 states, 20 steps, depth 9\nevery law holds\(note)")
  }

  @Test(arguments: [true, false]) func `a traffic light has four states, and each can always be reached again`(
    isExact: Bool
  ) throws {
    var explorer = Explorer(TrafficLight(), .init(isExact: isExact))
    for light in [TrafficLight.Light.red, .redAndYellow, .green, .yellow] {
      explorer.reachable("\(light)") { $0.loopState.state == light }
      explorer.canAlwaysReach("\(light)") { $0.loopState.state == light }
    }
    let explored = try explorer.explore()
    #expect(explored.isVerified && explored.stateCount == 4)
  }
}

private struct Counter: Exploration, Reducer {
  enum Action: Hashable, Codable, Sendable { case up, down }

  var feature: Counter { self }
  var start: (state: Int, environment: Bool) { (0, false) }

  func reduce(_ count: inout Int, _ action: Action) -> Effects<Self> {
    switch action {
    case .up: count = min(count + 1, 9)
    case .down: count = max(count - 1, 0)
    }
    return .none
  }

  func actions(in count: Int) -> [Action] { [.up, .down] }
  func outcomes(of effect: Never, in environment: Bool) -> [Outcome<Action, Bool>] {}
}

private struct TrafficLight: Exploration, Reducer {
  enum Light: Codable { case red, redAndYellow, green, yellow }
  enum Action: Hashable, Codable, Sendable { case ticked }

  var feature: TrafficLight { self }
  var start: (state: Light, environment: Bool) { (.red, false) }

  func reduce(_ light: inout Light, _ action: Action) -> Effects<Self> {
    light =
      switch light {
      case .red: .redAndYellow
      case .redAndYellow: .green
      case .green: .yellow
      case .yellow: .red
      }
    return .none
  }

  func actions(in light: Light) -> [Action] { [.ticked] }
  func outcomes(of effect: Never, in environment: Bool) -> [Outcome<Action, Bool>] {}
}

/// State spaces of known size.
@Suite struct TwoPhaseCommitTests {
  @Test(arguments: [(3, 288), (5, 8832)], [true, false])
  func `two-phase commit has the published number of states`(known: (managers: Int, states: Int), isExact: Bool) throws
  {
    let explored = try Explorer(TwoPhaseCommitExploration(managers: known.managers), .init(isExact: isExact)).explore()
    #expect(explored.isVerified && explored.stateCount == known.states, "\(explored)")
  }
}
