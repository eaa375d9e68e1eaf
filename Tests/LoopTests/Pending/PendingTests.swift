@testable import Loop
import Testing

private typealias Wish = Effects<String, Int>
private typealias Runs = Pending<String, Int>

extension [Pending<String, Int>.Run] {
  fileprivate var effects: [String] { map(\.effect) }
}

extension Pending<String, Int> {
  fileprivate mutating func take(_ effects: Effects<String, Int>, dead: Set<Int> = []) -> Change {
    take(effects) { !dead.contains($0) }
  }
}

struct PendingTests {
  @Test func `nothing comes of nothing`() {
    var pending = Runs()
    let change = pending.take(.none)
    #expect(change.isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `in a free slot every policy starts`() {
    var pending = Runs()
    let change = pending.take(.ask("a", in: 1, .latest) + .ask("b", in: 2, .first) + .ask("c", in: 3, .queue))
    #expect(change.started.effects == ["a", "b", "c"])
    #expect(pending.running == change.started)
  }

  @Test func `latest replaces what runs and what waits`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1) + .ask("b", in: 1, .queue))
    let change = pending.take(.ask("c", in: 1, .latest))
    #expect(change.cancelled.effects == ["a", "b"])
    #expect(change.started.effects == ["c"])
    #expect(pending.running.effects == ["c"])
    #expect(pending.waiting.isEmpty)
  }

  @Test func `first is dropped while the slot is taken`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1, .first))
    let change = pending.take(.ask("b", in: 1, .first))
    #expect(change.dropped.effects == ["b"])
    #expect(change.started.isEmpty && change.cancelled.isEmpty)
    #expect(pending.running.effects == ["a"])
  }

  @Test func `queue waits, and each end starts the next, in order`() {
    var pending = Runs()
    let change = pending.take(.ask("a", in: 1, .queue) + .ask("b", in: 1, .queue) + .ask("c", in: 1, .queue))
    #expect(change.started.effects == ["a"])
    #expect(change.queued.effects == ["b", "c"])
    #expect(pending.waiting == change.queued)

    let second = pending.end(change.started[0])
    #expect(second == change.queued[0])
    let third = pending.end(change.queued[0])
    #expect(third == change.queued[1])
    let nobody = pending.end(change.queued[1])
    #expect(nobody == nil)
    #expect(pending.isEmpty)
  }

  @Test func `cancel forgets what runs and what waits, and nothing next door`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1) + .ask("b", in: 1, .queue) + .ask("c", in: 2))
    #expect(pending.take(.cancel(1)).cancelled.effects == ["a", "b"])
    #expect(pending.running.effects == ["c"])
  }

  @Test func `cancelling an empty slot does nothing`() {
    var pending = Runs()
    #expect(pending.take(.cancel(1)).isEmpty)
  }

  @Test func `a run asked for and cancelled in one reduction never was`() {
    var pending = Runs()
    #expect(pending.take(.ask("a", in: 1) + .ask("b", in: 1, .queue) + .cancel(1)).isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `a run asked for and replaced in one reduction never was`() {
    var pending = Runs()
    let change = pending.take(.ask("a", in: 1) + .ask("b", in: 1))
    #expect(change.started.effects == ["b"])
    #expect(change.cancelled.isEmpty)
  }

  @Test func `a run queued and cancelled in one reduction never was, unlike the one before it`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1))
    let change = pending.take(.ask("b", in: 1, .queue) + .cancel(1))
    #expect(change.cancelled.effects == ["a"])
    #expect(change.queued.isEmpty)
  }

  @Test func `the dead are cancelled without anybody saying so`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1) + .ask("b", in: 1, .queue) + .ask("c", in: 2))
    let change = pending.take(.none, dead: [1])
    #expect(change.cancelled.effects == ["a", "b"])
    #expect(pending.running.effects == ["c"])
  }

  @Test func `what is asked for in a dead slot is stillborn`() {
    var pending = Runs()
    let change = pending.take(.ask("a", in: 1), dead: [1])
    #expect(change.stillborn.effects == ["a"])
    #expect(change.started.isEmpty)
    #expect(!change.isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `what takes the place of a dead run is stillborn too`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1))
    let change = pending.take(.ask("b", in: 1, .queue), dead: [1])
    #expect(change.cancelled.effects == ["a"])
    #expect(change.stillborn.effects == ["b"])
    #expect(change.queued.isEmpty)
  }

  /// A dictionary yields its keys in another order in each process: one hundred of them hit the order of asking by chance
  /// never.
  @Test func `law 1: the dead are listed in the order of asking, whatever the hash seed`() {
    var pending = Runs()
    for slot in 1...100 { _ = pending.take(.ask("\(slot)", in: slot)) }
    for slot in 1...100 { _ = pending.take(.ask("\(slot + 100)", in: slot, .queue)) }
    let names = (1...200).map(String.init)
    #expect(pending.running.effects + pending.waiting.effects == names)
    let change = pending.take(.none, dead: Set(1...100))
    #expect(change.cancelled.effects == names)
  }

  @Test func `what is cancelled is listed in the order of asking, whichever way it was cancelled`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1) + .ask("b", in: 2) + .ask("c", in: 3) + .ask("d", in: 1, .queue))
    let change = pending.take(.cancel(1) + .ask("e", in: 2), dead: [3])
    #expect(change.cancelled.effects == ["a", "b", "c", "d"])
  }

  @Test func `what is told starts, and is not pending`() {
    var pending = Runs()
    let change = pending.take(.tell("a"))
    #expect(change.started.effects == ["a"])
    #expect(change.started[0].slot == nil)
    #expect(!pending.isUnderWay(change.started[0]))
    #expect(pending.isEmpty)
  }

  @Test func `law 3: only the run that has the slot is under way`() {
    var pending = Runs()
    let old = pending.take(.ask("a", in: 1)).started[0]
    #expect(pending.isUnderWay(old))
    let new = pending.take(.ask("a", in: 1)).started[0]
    #expect(!pending.isUnderWay(old))
    #expect(pending.isUnderWay(new))
  }

  @Test func `the end of a run that was replaced ends nothing`() {
    var pending = Runs()
    let old = pending.take(.ask("a", in: 1)).started[0]
    _ = pending.take(.ask("b", in: 1) + .ask("c", in: 1, .queue))
    let next = pending.end(old)
    #expect(next == nil)
    #expect(pending.running.effects == ["b"])
    #expect(pending.waiting.effects == ["c"])
  }

  @Test func `numbers rise in the order of asking and are never given twice`() {
    var pending = Runs()
    let first = pending.take(.ask("a", in: 1) + .tell("b")).started
    pending.cancelAll()
    let second = pending.take(.ask("a", in: 1) + .tell("b")).started
    let numbers = (first + second).map(\.id)
    #expect(numbers == Set(numbers).sorted())
  }

  @Test func `a run carries its delay with it, even through a queue`() {
    var pending = Runs()
    let change = pending.take(
      .ask("a", in: 1, after: .seconds(1)) + .ask("b", in: 1, .queue, after: .seconds(2)))
    #expect(change.started[0].delay == .seconds(1))
    #expect(pending.end(change.started[0])?.delay == .seconds(2))
  }
}
