import Loop
import TestInputs
import Testing

@testable import LoopExplorer

@Suite struct `The reductions of a state` {
  /// A feature that counts in a number how often it is reduced.
  private func makeFeature(_ count: Locked<Int>) -> ClosureFeature {
    ClosureFeature { state, action in
      count.withLock { $0 += 1 }
      if action == .began { state.stage = 1 }
      return .none
    } environmentEvents: { number in
      number < 500 ? [EnvironmentEvent("one more", in: number + 1)] : []
    }
  }

  @Test func `are made once for all its environments`() throws {
    let count = Locked(0)
    let report = try Explorer(makeFeature(count)).explore()
    #expect(report.isVerified && report.stateCount == 1002)
    // One action is reduced twice: in two states of the feature, and in a sample of 67 states that are decoded.
    #expect(count.withLock { $0 } < 300)
  }

  @Test func `are kept for the states that were expanded last, unless few of them are expanded again`() {
    let count = Locked(0)
    let feature = makeFeature(count)
    var recent = RecentReductions<ClosureFeature>(capacity: 2)
    func reductionCount(inStates numbers: Int...) -> Int {
      let before = count.withLock { $0 }
      for number in numbers {
        let reductions = recent.reductions(of: .init(number: number))
        #expect(reductions.reduction(of: .began, in: feature)?.state == .init(stage: 1, number: number))
      }
      return (count.withLock { $0 } - before) / 2
    }
    #expect(reductionCount(inStates: 1, 2, 1, 2, 1) == 2)
    // The third state takes the place of all others.
    #expect(reductionCount(inStates: 3, 1, 3, 1, 2) == 3)
    #expect(reductionCount(inStates: 4, 4, 5) == 2)
    // One of two states was expanded again.
    #expect(reductionCount(inStates: 6, 6, 6) == 3)
  }
}
