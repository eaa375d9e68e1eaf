@testable import Loop
import TestInputs
import Testing

private typealias Wish = Effects<WordFeature>
private typealias Runs = PendingRuns<WordFeature>

extension [PendingRuns<WordFeature>.Run] {
  fileprivate var effects: [String] { map(\.effect) }
}

extension PendingRuns<WordFeature> {
  fileprivate mutating func apply(_ effects: Effects<WordFeature>, inactiveSlots dead: Set<Int> = []) -> Change {
    apply(effects) { !dead.contains($0) }
  }

  fileprivate mutating func endRun(_ run: Run) -> Change { apply(.none, ending: run) { _ in true } }
}

struct PendingTests {
  @Test func `no effects cause no change`() {
    var pending = Runs()
    let change = pending.apply(.none)
    #expect(change.isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `a run in a free slot starts with every policy`() {
    var pending = Runs()
    let change = pending.apply(.run("a", in: 1, .latest) + .run("b", in: 2, .first) + .run("c", in: 3, .queue))
    #expect(change.started.effects == ["a", "b", "c"])
    #expect(pending.running == change.started)
  }

  @Test func `latest replaces the current run and the queued runs`() {
    var pending = Runs()
    _ = pending.apply(.run("a", in: 1) + .run("b", in: 1, .queue))
    let change = pending.apply(.run("c", in: 1, .latest))
    #expect(change.cancelled.effects == ["a", "b"])
    #expect(change.started.effects == ["c"])
    #expect(pending.running.effects == ["c"])
    #expect(pending.queued.isEmpty)
  }

  @Test func `first drops the new run while the slot is occupied`() {
    var pending = Runs()
    _ = pending.apply(.run("a", in: 1, .first))
    let change = pending.apply(.run("b", in: 1, .first))
    #expect(change.dropped.effects == ["b"])
    #expect(change.started.isEmpty && change.cancelled.isEmpty)
    #expect(pending.running.effects == ["a"])
  }

  @Test(arguments: [SlotPolicy.latest, .first, .queue, .queueLatest])
  func `the last response of a run frees its slot before its effects are applied`(policy: SlotPolicy) throws {
    var pending = Runs()
    let first = try #require(pending.apply(.run("a", in: 1)).started.first)
    let change = pending.apply(.run("b", in: 1, policy), ending: first) { _ in true }
    #expect(change.started.effects == ["b"])
    #expect(change.queued.isEmpty && change.dropped.isEmpty && change.cancelled.isEmpty)
    #expect(pending.running.effects == ["b"] && pending.queued.isEmpty)
  }

  @Test(arguments: [
    (SlotPolicy.latest, started: ["c"], cancelled: ["b"], dropped: [], queued: []),
    (.first, started: ["b"], cancelled: [], dropped: ["c"], queued: []),
    (.queue, started: ["b"], cancelled: [], dropped: [], queued: ["c"]),
    (.queueLatest, started: ["c"], cancelled: ["b"], dropped: [], queued: []),
  ])
  func `runs that wait for the end of a run occupy its slot while the effects of its last response are applied`(
    policy: SlotPolicy, started: [String], cancelled: [String], dropped: [String], queued: [String]
  ) throws {
    var pending = Runs()
    let first = try #require(pending.apply(.run("a", in: 1) + .run("b", in: 1, .queue)).started.first)
    let change = pending.apply(.run("c", in: 1, policy), ending: first) { _ in true }
    #expect(change.started.effects == started && change.cancelled.effects == cancelled)
    #expect(change.dropped.effects == dropped && change.queued.effects == queued)
    #expect(pending.running.effects == started && pending.queued.effects == queued)
  }

  @Test func `a run that ends is not cancelled by its last response, but the runs behind it are`() throws {
    for effects in [Wish.none, .cancel(1)] {
      var pending = Runs()
      let first = try #require(pending.apply(.run("a", in: 1) + .run("b", in: 1, .queue)).started.first)
      let change = pending.apply(effects, ending: first) { _ in !effects.isEmpty }
      #expect(change.cancelled.effects == ["b"] && change.started.isEmpty && pending.isEmpty)
    }
  }

  @Test func `a run that is not the current one does not end`() throws {
    var pending = Runs()
    let first = try #require(pending.apply(.run("a", in: 1)).started.first)
    _ = pending.apply(.run("b", in: 1))
    #expect(pending.apply(.none, ending: first) { _ in true }.isEmpty && pending.running.effects == ["b"])
  }

  @Test func `queueLatest keeps the current run and replaces the one that waits`() {
    var pending = Runs()
    let first = pending.apply(.run("a", in: 1, .queueLatest) + .run("b", in: 1, .queueLatest))
    #expect(first.started.effects == ["a"] && first.queued.effects == ["b"])
    let second = pending.apply(.run("c", in: 1, .queueLatest) + .run("d", in: 1, .queueLatest))
    #expect(second.cancelled.effects == ["b"] && second.queued.effects == ["d"] && second.started.isEmpty)
    #expect(pending.running.effects == ["a"] && pending.queued.effects == ["d"])
    #expect(pending.endRun(first.started[0]).started.effects == ["d"])
    #expect(pending.apply(.run("e", in: 1, .latest)).cancelled.effects == ["d"])
  }

  @Test func `queue starts the next run at the end of the one before, in order`() {
    var pending = Runs()
    let change = pending.apply(.run("a", in: 1, .queue) + .run("b", in: 1, .queue) + .run("c", in: 1, .queue))
    #expect(change.started.effects == ["a"])
    #expect(change.queued.effects == ["b", "c"])
    #expect(pending.queued == change.queued)

    #expect(pending.endRun(change.started[0]).started == [change.queued[0]])
    #expect(pending.endRun(change.queued[0]).started == [change.queued[1]])
    #expect(pending.endRun(change.queued[1]).isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `cancel removes the current and queued runs of its slot only`() {
    var pending = Runs()
    _ = pending.apply(.run("a", in: 1) + .run("b", in: 1, .queue) + .run("c", in: 2))
    #expect(pending.apply(.cancel(1)).cancelled.effects == ["a", "b"])
    #expect(pending.running.effects == ["c"])
  }

  @Test func `cancelling a free slot does nothing`() {
    var pending = Runs()
    #expect(pending.apply(.cancel(1)).isEmpty)
  }

  @Test func `a run requested and cancelled in one reduction does not appear in the change`() {
    var pending = Runs()
    #expect(pending.apply(.run("a", in: 1) + .run("b", in: 1, .queue) + .cancel(1)).isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `a run requested and replaced in one reduction does not appear in the change`() {
    var pending = Runs()
    let change = pending.apply(.run("a", in: 1) + .run("b", in: 1))
    #expect(change.started.effects == ["b"])
    #expect(change.cancelled.isEmpty)
  }

  @Test func `a run queued and cancelled in one reduction does not appear in the change, unlike the run before it`() {
    var pending = Runs()
    _ = pending.apply(.run("a", in: 1))
    let change = pending.apply(.run("b", in: 1, .queue) + .cancel(1))
    #expect(change.cancelled.effects == ["a"])
    #expect(change.queued.isEmpty)
  }

  @Test func `runs in inactive slots are cancelled without an instruction`() {
    var pending = Runs()
    _ = pending.apply(.run("a", in: 1) + .run("b", in: 1, .queue) + .run("c", in: 2))
    let change = pending.apply(.none, inactiveSlots: [1])
    #expect(change.cancelled.effects == ["a", "b"])
    #expect(pending.running.effects == ["c"])
  }

  @Test func `a run requested in an inactive slot does not start`() {
    var pending = Runs()
    let change = pending.apply(.run("a", in: 1), inactiveSlots: [1])
    #expect(change.startedInInactiveSlot.effects == ["a"])
    #expect(change.started.isEmpty)
    #expect(!change.isEmpty)
    #expect(pending.isEmpty)
  }

  @Test func `a run requested in a slot that has become inactive does not start`() {
    var pending = Runs()
    _ = pending.apply(.run("a", in: 1))
    let change = pending.apply(.run("b", in: 1, .queue), inactiveSlots: [1])
    #expect(change.cancelled.effects == ["a"])
    #expect(change.startedInInactiveSlot.effects == ["b"])
    #expect(change.queued.isEmpty)
  }

  /// The keys of a dictionary are in a different order in each process.
  ///
  /// With one hundred of them, request order cannot occur by chance.
  @Test func `law 1: runs cancelled in inactive slots are in request order, whatever the hash seed is`() {
    var pending = Runs()
    for slot in 1...100 { _ = pending.apply(.run("\(slot)", in: slot)) }
    for slot in 1...100 { _ = pending.apply(.run("\(slot + 100)", in: slot, .queue)) }
    let names = (1...200).map(String.init)
    #expect(pending.running.effects + pending.queued.effects == names)
    let change = pending.apply(.none, inactiveSlots: Set(1...100))
    #expect(change.cancelled.effects == names)
  }

  @Test func `cancelled runs are in request order, whatever cancelled them`() {
    var pending = Runs()
    _ = pending.apply(.run("a", in: 1) + .run("b", in: 2) + .run("c", in: 3) + .run("d", in: 1, .queue))
    let change = pending.apply(.cancel(1) + .run("e", in: 2), inactiveSlots: [3])
    #expect(change.cancelled.effects == ["a", "b", "c", "d"])
  }

  @Test func `a fire-and-forget effect starts and is not pending`() {
    var pending = Runs()
    let change = pending.apply(.fireAndForget("a"))
    #expect(change.started.effects == ["a"])
    #expect(change.started[0].slot == nil)
    #expect(!pending.isRunning(change.started[0]))
    #expect(pending.isEmpty)
  }

  @Test func `law 3: only the current run of a slot delivers`() {
    var pending = Runs()
    let old = pending.apply(.run("a", in: 1)).started[0]
    #expect(pending.isRunning(old))
    let new = pending.apply(.run("a", in: 1)).started[0]
    #expect(!pending.isRunning(old))
    #expect(pending.isRunning(new))
  }

  @Test func `the end of a replaced run changes nothing`() {
    var pending = Runs()
    let old = pending.apply(.run("a", in: 1)).started[0]
    _ = pending.apply(.run("b", in: 1) + .run("c", in: 1, .queue))
    #expect(pending.endRun(old).isEmpty)
    #expect(pending.running.effects == ["b"])
    #expect(pending.queued.effects == ["c"])
  }

  @Test func `IDs increase in request order and are never reused`() {
    var pending = Runs()
    let first = pending.apply(.run("a", in: 1) + .fireAndForget("b")).started
    pending.cancelAll()
    let second = pending.apply(.run("a", in: 1) + .fireAndForget("b")).started
    let numbers = (first + second).map(\.id)
    #expect(numbers == Set(numbers).sorted())
  }

  @Test func `a run keeps its delay while it is queued`() {
    var pending = Runs()
    let change = pending.apply(
      .run("a", in: 1, after: .seconds(1)) + .run("b", in: 1, .queue, after: .seconds(2)))
    #expect(change.started[0].delay == .seconds(1))
    #expect(pending.endRun(change.started[0]).started[0].delay == .seconds(2))
  }
}
