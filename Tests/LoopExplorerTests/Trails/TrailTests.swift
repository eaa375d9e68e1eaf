import Loop
import LoopExplorer
import LoopHistory
import Testing

/// A way that is long.
@Suite struct RecordedPathTests {
  private static let counting = ClosureFeature { state, action in
    state.number += 1
    return action == .began && state.number % 3 == 0 ? .run(.one, in: .left) : .none
  }

  @Test func `a step does not copy those before it, though places on the way are kept`() throws {
    var trail = try RecordedPath(Self.counting)
    var kept: [RecordedPath<ClosureFeature>.Savepoint] = []
    var places: [Set<Int>] = [[], [], []]
    for _ in 0..<1000 {
      kept.append(trail.savepoint)
      _ = try trail.apply(.user(.began))
      places[0].insert(trail.steps.place)
      places[1].insert(trail.journal.entries.place)
      places[2].insert(try trail.transcript.steps.place)
    }
    // Room is doubled when it is full, and moves only then.
    for place in places { #expect(place.count < 20, "\(place.count) copies were made for 1000 steps") }
  }

  @Test func `back at a place, it is as if nothing had been done since`() throws {
    var trail = try RecordedPath(Self.counting, faults: 1)
    var seen:
      [(
        mark: RecordedPath<ClosureFeature>.Savepoint, transcript: Transcript, journal: Journal<ClosureFeature>,
        moment: ScenarioState<ClosureFeature>
      )] = []
    for number in 0..<200 {
      seen.append((trail.savepoint, try trail.transcript, trail.journal, trail.moment))
      let next = trail.nextTransitions
      _ = try trail.apply(next[number % next.count].step)
    }
    for (mark, transcript, journal, moment) in seen.reversed() {
      trail.rollBack(to: mark)
      #expect(try trail.transcript == transcript)
      #expect(trail.journal == journal)
      #expect(trail.moment == moment)
      #expect(trail.savepoint.environment == moment.world)
    }
    #expect(trail.steps.isEmpty)
  }

  @Test func `what a file lacks is told by as many reductions at the end of a long way as at its beginning`() throws {
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
      #expect(try journal.newLines(of: trail).count == 1)
      costs.insert(reductions.next() - before)
    }
    // One to take the step in again; and one for counting.
    #expect(costs == [2])
  }

  @Test func `what is taken back is told once, and what follows it`() throws {
    var trail = try RecordedPath(Self.counting)
    var journal = try PathJournalWriter(of: trail)
    let start = trail.savepoint
    _ = try trail.apply(.user(.began))
    _ = try trail.apply(.user(.ended))
    #expect(try journal.newLines(of: trail).count == 2)
    #expect(try journal.newLines(of: trail) == [])
    trail.rollBack(to: start)
    #expect(try journal.newLines(of: trail) == ["(back: 2)"])
    #expect(try journal.newLines(of: trail) == [])
    _ = try trail.apply(.user(.began))
    #expect(try journal.newLines(of: trail) == [#"(sent: began, changed: ["number: 0 -> 1"])"#])
  }
}

extension Array {
  /// Where its elements are: another place is a copy, or another size.
  fileprivate var place: Int { withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}
