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
    var places: [Set<Int>] = [[], [], []]
    for _ in 0..<1000 {
      kept.append(trail.savepoint)
      _ = try trail.apply(.user(.began))
      places[0].insert(trail.steps.bufferAddress)
      places[1].insert(trail.journal.entries.bufferAddress)
      places[2].insert(try trail.transcript.steps.bufferAddress)
    }
    // An array is moved only when it has outgrown its capacity, which then doubles.
    for addresses in places { #expect(addresses.count < 20, "\(addresses.count) copies were made for 1000 steps") }
  }

  @Test func `rolling back to a savepoint restores the path`() throws {
    var trail = try RecordedPath(Self.counting, faults: 1)
    var seen:
      [(
        mark: RecordedPath<ClosureFeature>.Savepoint, transcript: Transcript, journal: Journal<ClosureFeature>,
        scenarioState: ScenarioState<ClosureFeature>
      )] = []
    for number in 0..<200 {
      seen.append((trail.savepoint, try trail.transcript, trail.journal, trail.scenarioState))
      let next = trail.nextTransitions
      _ = try trail.apply(next[number % next.count].step)
    }
    for (mark, transcript, journal, scenarioState) in seen.reversed() {
      trail.rollBack(to: mark)
      #expect(try trail.transcript == transcript)
      #expect(trail.journal == journal)
      #expect(trail.scenarioState == scenarioState)
      #expect(trail.savepoint.environment == scenarioState.environment)
    }
    #expect(trail.steps.isEmpty)
  }

  @Test func `the reductions for the journal lines of a step do not depend on the length of the path`() throws {
    let reductions = Calls()
    let toy = ClosureFeature { state, _ in
      state.number = (state.number + 1) % 7
      _ = reductions.next()
      return .none
    }
    var trail = try RecordedPath(toy)
    var journal = try PathJournalWriter(of: trail)
    var costs: Set<Int> = []
    for _ in 0..<3000 {
      _ = try trail.apply(.user(.began))
      let before = reductions.next()
      #expect(try journal.linesSinceLastCall(of: trail).count == 1)
      costs.insert(reductions.next() - before)
    }
    // One call reads the counter.
    #expect(costs == [1])
  }

  @Test func `steps that were taken back are written once, and so are the steps after them`() throws {
    var trail = try RecordedPath(Self.counting)
    var journal = try PathJournalWriter(of: trail)
    let start = trail.savepoint
    _ = try trail.apply(.user(.began))
    _ = try trail.apply(.user(.ended))
    #expect(try journal.linesSinceLastCall(of: trail).count == 2)
    #expect(try journal.linesSinceLastCall(of: trail) == [])
    trail.rollBack(to: start)
    #expect(try journal.linesSinceLastCall(of: trail) == ["(removed: 2)"])
    #expect(try journal.linesSinceLastCall(of: trail) == [])
    _ = try trail.apply(.user(.began))
    #expect(try journal.linesSinceLastCall(of: trail) == [#"(sent: began, changed: ["number: 0 -> 1"])"#])
  }
}

extension Array {
  /// The address of the elements, which changes if the array is copied or grows.
  fileprivate var bufferAddress: Int { withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}
