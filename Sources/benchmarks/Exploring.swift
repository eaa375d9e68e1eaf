import BenchmarkFloor
import Explorations
import Loop
import LoopProof

extension Benchmark {
  static let explorerTwoPhaseCommit = Benchmark(
    "explorer.twoPhaseCommit", size: 296_448, unit: "states/s", subject: exploreCommit, floor: walkCommit)
  static let explorerTwoPhaseCommitGoals = Benchmark(
    "explorer.twoPhaseCommit.goals", size: 296_448, unit: "states/s", subject: exploreCommitWithGoals,
    floor: walkCommit)
}

private let commit = TwoPhaseCommitExploration(managers: 7)

@MainActor private func exploreCommit(_ size: Int) -> Duration { explore(size, commit.explorer(canFinish: false)) }

@MainActor private func exploreCommitWithGoals(_ size: Int) -> Duration { explore(size, commit.explorer()) }

@MainActor private func explore(_ size: Int, _ explorer: Explorer<TwoPhaseCommitExploration>) -> Duration {
  var moments = 0
  let time = ContinuousClock().measure {
    do {
      let explored = try explorer.explore()
      precondition(explored.isVerified, "\(explored)")
      moments = explored.moments
    } catch {
      preconditionFailure("\(error)")
    }
  }
  precondition(moments == size, "It has as many states as it is known to have.")
  return time
}

/// The least that could be called an explorer: a set of what was seen and a list of what comes next.
///
/// It knows neither the way to a state nor any law.
@MainActor private func walkCommit(_ size: Int) -> Duration {
  var count = 0
  let time = ContinuousClock().measure {
    var seen: Set<TwoPhaseCommit.State> = [commit.start.state]
    var coming = [commit.start.state]
    while let state = coming.popLast() {
      for action in commit.actions(in: state) {
        var next = state
        _ = commit.feature.reduce(&next, action)
        if next != state && seen.insert(next).inserted { coming.append(next) }
      }
    }
    count = seen.count
  }
  precondition(count == size, "It has as many states as it is known to have.")
  return time
}
