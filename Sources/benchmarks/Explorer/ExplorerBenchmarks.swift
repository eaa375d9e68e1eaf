import BenchmarkFloor
import Explorations
import Loop
import LoopExplorer
import Shop

extension Benchmark {
  static let explorerTwoPhaseCommit = Benchmark(
    "explorer.twoPhaseCommit", size: 296_448, unit: "states/s", subject: exploreCommit, floor: searchCommitNaively)
  static let explorerEditor = Benchmark(
    "explorer.editor", size: 105_640, unit: "steps/s", subject: exploreEditor, floor: measureEditorReductions)
}

private let commitExploration = TwoPhaseCommitExploration(managers: 7, checksGoal: false)

@MainActor private func exploreCommit(_ expectedStateCount: Int) -> Duration {
  var stateCount = 0
  let time = ContinuousClock().measure {
    stateCount = requireVerified { try Explorer(commitExploration).explore() }.stateCount
  }
  precondition(stateCount == expectedStateCount, "The number of states is known.")
  return time
}

@MainActor private func searchCommitNaively(_ expectedStateCount: Int) -> Duration {
  var count = 0
  let time = ContinuousClock().measure { count = countReachableStates(commitExploration) }
  precondition(count == expectedStateCount, "The number of states is known.")
  return time
}

/// The simplest explorer: a set of visited states and a list of pending ones.
///
/// It records no paths and checks no properties.
func countReachableStates(_ commit: TwoPhaseCommitExploration) -> Int {
  var visited: Set<TwoPhaseCommit.State> = [commit.start.state]
  var pending = [commit.start.state]
  while let state = pending.popLast() {
    for action in commit.actions(in: state) {
      var next = state
      _ = commit.feature.reduce(&next, action)
      if next != state && visited.insert(next).inserted { pending.append(next) }
    }
  }
  return visited.count
}

@MainActor private func exploreEditor(_ expectedStepCount: Int) -> Duration {
  var steps = 0
  let time = ContinuousClock().measure {
    steps = requireVerified { try Explorer(EditorExploration.reducedExploration()).explore() }.stepCount
  }
  precondition(steps == expectedStepCount, "The number of steps is known.")
  return time
}

/// Makes the reductions of the exploration once, and nothing else.
@MainActor private func measureEditorReductions(_ stepCount: Int) -> Duration {
  let reductions = EditorReductions.all
  precondition(reductions.count > stepCount / 2, "Most steps are reductions.")
  let feature = ProductListFeature()
  return ContinuousClock().measure {
    for (state, action) in reductions {
      var state = state
      resultSink += feature.reduce(&state, action).isEmpty ? 0 : 1
    }
  }
}

/// The states and the actions that the exploration of the editor reduces: actions of the user, and responses.
@MainActor private final class EditorReductions {
  private var reductions: [(state: ProductListFeature.State, action: ProductListFeature.Action)] = []

  static let all = {
    let recorded = EditorReductions()
    var explorer = Explorer(EditorExploration.reducedExploration())
    explorer.everyStep("the reduction is recorded") { before, step, _ in
      MainActor.assumeIsolated {
        if let action = before.action(of: step) { recorded.reductions.append((before.state, action)) }
      }
      return true
    }
    _ = requireVerified { [explorer] in try explorer.explore() }
    return recorded.reductions
  }()
}

private func requireVerified(_ explore: () throws -> ExplorationReport) -> ExplorationReport {
  do {
    let report = try explore()
    precondition(report.isVerified, "\(report)")
    return report
  } catch {
    preconditionFailure("\(error)")
  }
}
