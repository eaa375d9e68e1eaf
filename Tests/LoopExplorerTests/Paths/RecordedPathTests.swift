import Loop
import LoopExplorer
import LoopHistory
import TestInputs
import Testing

/// Paths with many steps.
@Suite struct RecordedPathTests {
  private static let counting = ClosureFeature { state, action in
    state.number += 1
    return action == .began && state.number % 3 == 0 ? .run(.one, in: .left) : .none
  }

  @Test func `adding a step does not copy the earlier ones, even while savepoints exist`() throws {
    var trail = try RecordedPath(Self.counting)
    var kept: [RecordedPath<ClosureFeature>.Savepoint] = []
    var places: [Set<Int>] = [[], []]
    for _ in 0..<1000 {
      kept.append(trail.savepoint)
      _ = try trail.apply(.user(.began))
      places[0].insert(trail.steps.bufferAddress)
      places[1].insert(try trail.transcript.steps.bufferAddress)
    }
    // An array is moved only when it has outgrown its capacity, which then doubles.
    for addresses in places { #expect(addresses.count < 20, "\(addresses.count) copies were made for 1000 steps") }
  }

  @Test func `rolling back to a savepoint restores the path`() throws {
    var trail = try RecordedPath(Self.counting, faults: 1)
    var seen:
      [(
        mark: RecordedPath<ClosureFeature>.Savepoint, transcript: Transcript,
        scenarioState: ScenarioState<ClosureFeature>
      )] = []
    for number in 0..<200 {
      seen.append((trail.savepoint, try trail.transcript, trail.scenarioState))
      let next = trail.nextTransitions
      _ = try trail.apply(next[number % next.count].step)
    }
    for (mark, transcript, scenarioState) in seen.reversed() {
      trail.rollBack(to: mark)
      #expect(try trail.transcript == transcript)
      #expect(trail.scenarioState == scenarioState)
      #expect(trail.savepoint.environment == scenarioState.environment)
    }
    #expect(trail.steps.isEmpty)
  }
}

extension Array {
  /// The address of the elements, which changes if the array is copied or grows.
  fileprivate var bufferAddress: Int { withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}
