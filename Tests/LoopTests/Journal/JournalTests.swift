@testable import Loop
import LoopExplorer
import Testing

@Suite struct JournalTests {
  @Test func `law 1: every earlier state can be restored, whatever the limits are`() {
    for bounds in [Journal<Script>.Bounds(), .init(checkpoints: 2, stride: 1), .init(checkpoints: 3, stride: 5)] {
      let session = RandomSession(steps: 600, seed: 11, bounds)
      #expect(session.journal.steps == 0...600)
      for step in session.journal.steps {
        #expect(session.journal.situation(at: step, by: Script()) == session.situations[step], "step \(step)")
      }
    }
  }

  @Test func `checkpoints never exceed the limit, and the interval stays within its bound`() {
    for most in [2, 3, 7, 32] {
      let bounds = Journal<Script>.Bounds(checkpoints: most, stride: 4)
      var journal = Journal<Script>(Situation(.init()), bounds: bounds)
      var situation = journal.start
      for step in 1...3_000 {
        journal.take(.sent(.heard("\(step % 10)")), from: &situation, by: Script())
        #expect(journal.checkpoints.count <= most)
        #expect(journal.stride <= max(4, 2 * step / most), "step \(step), \(most) checkpoints")
      }
    }
  }

  @Test func `the interval stays within its bound when the oldest entries are folded`() {
    for (most, entries) in [(2, 40), (3, 50), (7, 400), (32, 1_000)] {
      let bounds = Journal<Script>.Bounds(checkpoints: most, stride: 4, entries: entries)
      var journal = Journal<Script>(Situation(.init()), bounds: bounds)
      var situation = journal.start
      var kept = 0
      for step in 1...3_000 {
        journal.take(.sent(.heard("\(step % 10)")), from: &situation, by: Script())
        kept = max(kept, journal.entries.count)
        #expect(journal.checkpoints.count <= most)
        #expect(journal.stride <= max(4, 2 * kept / most), "step \(step), \(most) checkpoints")
      }
    }
  }

  /// The reducer counts its reductions, which are the cost of restoring a state.
  @Test func `restoring a state takes fewer reductions than the interval`() {
    let feature = Counted()
    var journal = Journal<Counted>(Situation(0), bounds: .init(checkpoints: 8, stride: 3))
    var situation = journal.start
    for _ in 1...1_000 { journal.take(.sent(.incremented), from: &situation, by: feature) }
    for step in journal.steps {
      feature.reductions.withLock { $0 = 0 }
      #expect(journal.situation(at: step, by: feature).state == step)
      #expect(feature.reductions.withLock { $0 } < journal.stride)
    }
  }

  @Test func `the oldest entries are folded into the start, and every later state can be restored`() {
    for (most, checkpoints) in [(1, 2), (2, 2), (10, 2), (100, 8)] {
      let session = RandomSession(
        steps: 500, seed: 3, .init(checkpoints: checkpoints, stride: 8, entries: most))
      let journal = session.journal
      #expect(journal.entries.count <= most)
      #expect(journal.entries.count > most / 2)
      #expect(journal.steps.upperBound == 500)
      #expect(journal.start == session.situations[journal.steps.lowerBound])
      for step in journal.steps {
        #expect(journal.situation(at: step, by: Script()) == session.situations[step], "step \(step)")
      }
    }
  }

  @Test func `after steps are removed and others recorded, every state can be restored`() {
    for bounds in [Journal<Script>.Bounds(), .init(checkpoints: 2, stride: 1), .init(checkpoints: 3, stride: 5)] {
      var session = RandomSession(steps: 600, seed: 12, bounds)
      let causes = session.journal.entries.map(\.cause)
      for step in [599, 400, 320, 7, 0] {
        session.journal.takeBack(to: step)
        #expect(session.journal.steps == 0...step)
        var situation = session.situations[step]
        for cause in causes[step..<min(step + 50, 600)] {
          session.journal.take(cause, from: &situation, by: Script())
        }
        for step in session.journal.steps {
          #expect(session.journal.situation(at: step, by: Script()) == session.situations[step], "step \(step)")
        }
      }
    }
  }

  @Test func `a step of a run that is not running is not recorded`() {
    var journal = Journal<Script>(Situation(.init()))
    var situation = journal.start
    #expect(journal.take(.answered(.heard("a"), in: "1"), from: &situation, by: Script()) == nil)
    #expect(journal.take(.ended(in: "1"), from: &situation, by: Script()) == nil)
    #expect(journal.entries.isEmpty)
    #expect(situation == journal.start)
  }

  @Test func `a note is recorded and changes nothing`() {
    var journal = Journal<Script>(Situation(.init()))
    var situation = journal.start
    journal.take(.noted("it rained"), from: &situation, by: Script())
    #expect(journal.entries == [.init(.noted("it rained"))])
    #expect(situation == journal.start)
  }

  @Test func `journals with the same steps are equal, whatever their checkpoints are`() {
    let sparse = RandomSession(steps: 200, seed: 1, .init(checkpoints: 2, stride: 50)).journal
    let dense = RandomSession(steps: 200, seed: 1, .init(checkpoints: 64, stride: 1)).journal
    #expect(sparse == dense)
    #expect(sparse != RandomSession(steps: 200, seed: 2, .init()).journal)
    #expect(sparse == Journal(sparse.start, entries: dense.entries, by: Script()))
  }

  #if os(Linux) || os(macOS)
    @Test func `a step outside the journal stops the program`() async {
      await #expect(processExitsWith: .failure) {
        _ = Journal<Counter>(Situation(0)).situation(at: 1, by: Counter())
      }
    }
  #endif
}

/// A journal of random steps, with the state after each step.
private struct RandomSession {
  var journal: Journal<Script>
  var situations: [Situation<Script>]

  init(steps: Int, seed: UInt64, _ bounds: Journal<Script>.Bounds) {
    var numbers = SplitMix64(seed: seed)
    var situation = Situation<Script>(.init())
    journal = Journal(situation, bounds: bounds)
    situations = [situation]
    while situations.count <= steps {
      let cause = Self.cause(in: situation, &numbers)
      if journal.take(cause, from: &situation, by: Script()) != nil { situations.append(situation) }
    }
  }

  private static func cause(
    in situation: Situation<Script>, _ numbers: inout SplitMix64
  ) -> Journal<Script>.Cause {
    let slot = "\(Int.random(in: 1...3, using: &numbers))"
    let word = "\(Int.random(in: 0...9, using: &numbers))"
    switch Int.random(in: 0...9, using: &numbers) {
    case 0: return .sent(.heard(word))
    case 1: return .sent(.wanted(.ask(word, in: slot, .latest)))
    case 2: return .sent(.wanted(.ask(word, in: slot, .queue) + .ask(word, in: slot, .queue, after: .seconds(1))))
    case 3: return .sent(.wanted(.ask(word, in: slot, .first) + .tell(word)))
    case 4: return .sent(.wanted(.cancel(slot)))
    case 5: return .sent(.died("4", then: .ask(word, in: "4")))
    case 6: return .noted(word)
    case 7: return .answered(.heard(word, then: .ask(word, in: slot, .queue)), in: slot)
    default: return .ended(in: slot)
    }
  }
}

/// Counts its reductions outside of the state, which a real feature must not do.
private struct Counted: Reducer {
  enum Action { case incremented }

  let reductions = Locked(0)

  func reduce(_ count: inout Int, _ action: Action) -> Effects<Never, Never> {
    reductions.withLock { $0 += 1 }
    count += 1
    return .none
  }
}
