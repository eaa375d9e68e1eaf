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
  @Test func `no effects cause no change`() {
    var pending = Runs()
    let change = pending.take(.none)
    #expect(change.isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `a run in a free slot starts with every policy`() {
    var pending = Runs()
    let change = pending.take(.ask("a", in: 1, .latest) + .ask("b", in: 2, .first) + .ask("c", in: 3, .queue))
    #expect(change.started.effects == ["a", "b", "c"])
    #expect(pending.running == change.started)
  }

  @Test func `latest replaces the current run and the queued runs`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1) + .ask("b", in: 1, .queue))
    let change = pending.take(.ask("c", in: 1, .latest))
    #expect(change.cancelled.effects == ["a", "b"])
    #expect(change.started.effects == ["c"])
    #expect(pending.running.effects == ["c"])
    #expect(pending.waiting.isEmpty)
  }

  @Test func `first drops the new run while the slot is occupied`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1, .first))
    let change = pending.take(.ask("b", in: 1, .first))
    #expect(change.dropped.effects == ["b"])
    #expect(change.started.isEmpty && change.cancelled.isEmpty)
    #expect(pending.running.effects == ["a"])
  }

  @Test func `queue starts the next run at the end of the one before, in order`() {
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

  @Test func `cancel removes the current and queued runs of its slot only`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1) + .ask("b", in: 1, .queue) + .ask("c", in: 2))
    #expect(pending.take(.cancel(1)).cancelled.effects == ["a", "b"])
    #expect(pending.running.effects == ["c"])
  }

  @Test func `cancelling a free slot does nothing`() {
    var pending = Runs()
    #expect(pending.take(.cancel(1)).isEmpty)
  }

  @Test func `a run requested and cancelled in one reduction does not appear in the change`() {
    var pending = Runs()
    #expect(pending.take(.ask("a", in: 1) + .ask("b", in: 1, .queue) + .cancel(1)).isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `a run requested and replaced in one reduction does not appear in the change`() {
    var pending = Runs()
    let change = pending.take(.ask("a", in: 1) + .ask("b", in: 1))
    #expect(change.started.effects == ["b"])
    #expect(change.cancelled.isEmpty)
  }

  @Test func `a run queued and cancelled in one reduction does not appear in the change, unlike the run before it`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1))
    let change = pending.take(.ask("b", in: 1, .queue) + .cancel(1))
    #expect(change.cancelled.effects == ["a"])
    #expect(change.queued.isEmpty)
  }

  @Test func `runs in inactive slots are cancelled without an instruction`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1) + .ask("b", in: 1, .queue) + .ask("c", in: 2))
    let change = pending.take(.none, dead: [1])
    #expect(change.cancelled.effects == ["a", "b"])
    #expect(pending.running.effects == ["c"])
  }

  @Test func `a run requested in an inactive slot does not start`() {
    var pending = Runs()
    let change = pending.take(.ask("a", in: 1), dead: [1])
    #expect(change.stillborn.effects == ["a"])
    #expect(change.started.isEmpty)
    #expect(!change.isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `a run requested in a slot that has become inactive does not start`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1))
    let change = pending.take(.ask("b", in: 1, .queue), dead: [1])
    #expect(change.cancelled.effects == ["a"])
    #expect(change.stillborn.effects == ["b"])
    #expect(change.queued.isEmpty)
  }

  /// The keys of a dictionary are in a different order in each process.
  ///
  /// With one hundred of them, request order cannot occur by chance.
  @Test func `law 1: runs cancelled in inactive slots are in request order, whatever the hash seed is`() {
    var pending = Runs()
    for slot in 1...100 { _ = pending.take(.ask("\(slot)", in: slot)) }
    for slot in 1...100 { _ = pending.take(.ask("\(slot + 100)", in: slot, .queue)) }
    let names = (1...200).map(String.init)
    #expect(pending.running.effects + pending.waiting.effects == names)
    let change = pending.take(.none, dead: Set(1...100))
    #expect(change.cancelled.effects == names)
  }

  @Test func `cancelled runs are in request order, whatever cancelled them`() {
    var pending = Runs()
    _ = pending.take(.ask("a", in: 1) + .ask("b", in: 2) + .ask("c", in: 3) + .ask("d", in: 1, .queue))
    let change = pending.take(.cancel(1) + .ask("e", in: 2), dead: [3])
    #expect(change.cancelled.effects == ["a", "b", "c", "d"])
  }

  @Test func `a fire-and-forget effect starts and is not pending`() {
    var pending = Runs()
    let change = pending.take(.tell("a"))
    #expect(change.started.effects == ["a"])
    #expect(change.started[0].slot == nil)
    #expect(!pending.isUnderWay(change.started[0]))
    #expect(pending.isEmpty)
  }

  @Test func `law 3: only the current run of a slot delivers`() {
    var pending = Runs()
    let old = pending.take(.ask("a", in: 1)).started[0]
    #expect(pending.isUnderWay(old))
    let new = pending.take(.ask("a", in: 1)).started[0]
    #expect(!pending.isUnderWay(old))
    #expect(pending.isUnderWay(new))
  }

  @Test func `the end of a replaced run changes nothing`() {
    var pending = Runs()
    let old = pending.take(.ask("a", in: 1)).started[0]
    _ = pending.take(.ask("b", in: 1) + .ask("c", in: 1, .queue))
    let next = pending.end(old)
    #expect(next == nil)
    #expect(pending.running.effects == ["b"])
    #expect(pending.waiting.effects == ["c"])
  }

  @Test func `IDs increase in request order and are never reused`() {
    var pending = Runs()
    let first = pending.take(.ask("a", in: 1) + .tell("b")).started
    pending.cancelAll()
    let second = pending.take(.ask("a", in: 1) + .tell("b")).started
    let numbers = (first + second).map(\.id)
    #expect(numbers == Set(numbers).sorted())
  }

  @Test func `a run keeps its delay while it is queued`() {
    var pending = Runs()
    let change = pending.take(
      .ask("a", in: 1, after: .seconds(1)) + .ask("b", in: 1, .queue, after: .seconds(2)))
    #expect(change.started[0].delay == .seconds(1))
    #expect(pending.end(change.started[0])?.delay == .seconds(2))
  }
}
