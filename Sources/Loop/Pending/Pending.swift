/// The slots, what runs in them and what waits: a pure value that a store, a test and an explorer share.
///
/// It knows what starts and what is cancelled, and nothing of time, tasks or threads. Invariants:
/// - at most one run is under way in a slot; the others wait behind it in the order they were asked for;
/// - a slot that nothing runs in has no entry;
/// - numbers are given in the order in which runs were asked for, and never twice.
public struct Pending<Effect: Sendable, Slot: Hashable & Sendable>: Sendable {
  /// One carrying-out of an effect.
  public struct Run: Sendable, Identifiable {
    /// The number of the run, in the order of asking.
    public let id: Int
    /// What is carried out.
    public let effect: Effect
    /// Where it runs; absent for what was told, which owes no answer.
    public let slot: Slot?
    /// How long it rests before it starts: for no less than nothing, and no more than a hundred years.
    public let delay: Duration?

    init(id: Int, effect: Effect, slot: Slot?, delay: Duration?) {
      self.id = id
      self.effect = effect
      self.slot = slot
      self.delay = delay.map { min(max($0, .zero), Self.longestRest) }
    }

    /// A clock adds a rest to what it shows, and traps where that is too much; a hundred years are enough for anybody.
    static var longestRest: Duration { .seconds(100 * 31_557_600) }
  }

  /// What taking effects in came to, each list in the order of asking.
  public struct Change: Sendable {
    /// What starts now, asked and told.
    public var started: [Run] = []
    /// What waits behind others in its slot.
    public var queued: [Run] = []
    /// What was refused because its slot was taken.
    public var dropped: [Run] = []
    /// What was running or waiting, and is not heard any more.
    public var cancelled: [Run] = []
    /// What was asked for in a slot that the same reduction left dead: a mistake in the reducer.
    public var stillborn: [Run] = []

    package init() {}

    /// Whether nothing came of it.
    public var isEmpty: Bool {
      started.isEmpty && queued.isEmpty && dropped.isEmpty && cancelled.isEmpty && stillborn.isEmpty
    }
  }

  struct Line: Sendable {
    var running: Run
    var waiting: [Run] = []

    /// Everything in the slot, the one under way first.
    var all: [Run] { waiting.isEmpty ? [running] : [running] + waiting }
  }

  var lines: [Slot: Line] = [:]
  var asked = 0

  package init() {}

  /// Whether nothing runs and nothing waits.
  public var isEmpty: Bool { lines.isEmpty }

  /// How much runs and waits.
  public var count: Int { lines.values.reduce(0) { $0 + 1 + $1.waiting.count } }

  /// What is under way, in the order of asking.
  public var running: [Run] { lines.values.map(\.running).sorted { $0.id < $1.id } }

  /// What waits behind others, in the order of asking.
  public var waiting: [Run] { lines.values.flatMap(\.waiting).sorted { $0.id < $1.id } }

  /// What is under way in a slot.
  public func running(in slot: Slot) -> Run? { lines[slot]?.running }

  /// What is in each slot, the one under way first.
  ///
  /// The slots come in no order.
  public var slots: [(slot: Slot, runs: [Run])] {
    lines.map { (slot: $0.key, runs: $0.value.all) }
  }

  /// Restates what is pending, run by run, in the same slots.
  public mutating func restate(_ effect: (Effect) -> Effect) {
    func restated(_ run: Run) -> Run { Run(id: run.id, effect: effect(run.effect), slot: run.slot, delay: run.delay) }
    for slot in lines.keys {
      guard var line = lines[slot] else { continue }
      line.running = restated(line.running)
      line.waiting = line.waiting.map(restated)
      lines[slot] = line
    }
  }

  /// Whether an answer of this run would still be heard.
  package func isUnderWay(_ run: Run) -> Bool {
    guard let slot = run.slot else { return false }
    return lines[slot]?.running.id == run.id
  }

  /// Takes the effects of a reduction in: first the dead are cancelled, and only then what is new starts.
  package mutating func take(_ effects: Effects<Effect, Slot>, isAlive: (Slot) -> Bool) -> Change {
    var change = Change()
    if lines.isEmpty && effects.isEmpty { return change }
    let before = asked
    for slot in lines.keys where !isAlive(slot) { cancel(slot, asked: before, &change) }
    for instruction in effects.instructions {
      asked += 1
      switch instruction {
      case .tell(let effect):
        change.started.append(Run(id: asked, effect: effect, slot: nil, delay: nil))
      case .cancel(let slot):
        cancel(slot, asked: before, &change)
      case .ask(let effect, let slot, let policy, let delay):
        let run = Run(id: asked, effect: effect, slot: slot, delay: delay)
        if isAlive(slot) { ask(run, in: slot, policy, asked: before, &change) } else { change.stillborn.append(run) }
      }
    }
    // A dictionary yields its keys in another order in each process, and slots are cancelled in any; what is told is not.
    if change.cancelled.count > 1 { change.cancelled.sort { $0.id < $1.id } }
    return change
  }

  /// Ends a run.
  ///
  /// Returns the one that waited behind it and starts now.
  package mutating func end(_ run: Run) -> Run? {
    guard let slot = run.slot, let place = lines.index(forKey: slot), lines.values[place].running.id == run.id else {
      return nil
    }
    if lines.values[place].waiting.isEmpty {
      lines.remove(at: place)
      return nil
    }
    let next = lines.values[place].waiting.removeFirst()
    lines.values[place].running = next
    return next
  }

  /// Cancels everything.
  mutating func cancelAll() { lines = [:] }

  /// Cancels what is in a slot.
  ///
  /// A run of this very reduction, one with a number above those asked for before it, never was.
  mutating func cancel(_ slot: Slot, asked before: Int, _ change: inout Change) {
    guard let line = lines.removeValue(forKey: slot) else { return }
    for run in line.all {
      if run.id <= before {
        change.cancelled.append(run)
      } else {
        change.started.removeAll { $0.id == run.id }
        change.queued.removeAll { $0.id == run.id }
      }
    }
  }

  mutating func ask(
    _ run: Run, in slot: Slot, _ policy: SlotPolicy, asked before: Int, _ change: inout Change
  ) {
    guard lines[slot] != nil else {
      lines[slot] = Line(running: run)
      change.started.append(run)
      return
    }
    switch policy {
    case .latest:
      cancel(slot, asked: before, &change)
      lines[slot] = Line(running: run)
      change.started.append(run)
    case .first:
      change.dropped.append(run)
    case .queue:
      lines[slot]?.waiting.append(run)
      change.queued.append(run)
    }
  }
}

extension Pending: Equatable where Effect: Equatable {
  /// Tells whether the same runs and waits in each slot, in the same order: the numbers do not count.
  public static func == (left: Self, right: Self) -> Bool { left.lines == right.lines }
}

extension Pending: Hashable where Effect: Hashable {
  /// Feeds what counts.
  public func hash(into hasher: inout Hasher) { hasher.combine(lines) }
}

extension Pending.Line: Equatable where Effect: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.all.elementsEqual(right.all) { $0.effect == $1.effect && $0.delay == $1.delay }
  }
}

extension Pending.Line: Hashable where Effect: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(waiting.count)
    for run in all {
      hasher.combine(run.effect)
      hasher.combine(run.delay)
    }
  }
}

extension Pending.Run: Equatable where Effect: Equatable {}
extension Pending.Run: Hashable where Effect: Hashable {}
extension Pending.Run: Encodable where Effect: Encodable, Slot: Encodable {}
extension Pending.Change: Equatable where Effect: Equatable {}
