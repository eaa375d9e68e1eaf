public import Loop

/// Where an exploration stands: the feature, the world, and what is between them.
///
/// An effect is *carried out* and *answered* in two steps: only so is an answer ever seen that was read before a change
/// and arrives after it.
public struct Moment<Played: Exploration>: Sendable {
  /// One carrying-out of an effect of the feature.
  public typealias Run = Pending<Played.Feature.Effect, Played.Feature.Slot>.Run

  /// The state of the feature, and what it waits for.
  public var situation: Situation<Played.Feature>
  /// What is outside of it.
  public var world: Played.World
  /// The answers on their way, of runs that have been carried out.
  public var answers: [Run.ID: [Played.Feature.Action]] = [:]
  /// What was told and has not been carried out.
  public var told: [Played.Feature.Effect] = []
  /// What was cancelled before it was carried out, and may yet be.
  public var late: [Played.Feature.Effect] = []
  /// How much may still go wrong.
  public var faults: Int

  /// Whether nothing is on its way.
  public var isQuiet: Bool { situation.pending.isEmpty && told.isEmpty }

  /// How much is on its way.
  var load: Int { situation.pending.count + told.count }
}

/// What is in one slot.
private struct Line<Feature: Reducer>: Hashable where Feature.Effect: Hashable, Feature.Action: Hashable {
  struct Entry: Hashable {
    let effect: Feature.Effect
    let delay: Duration?
    let answers: [Feature.Action]?
  }

  let slot: Feature.Slot
  let entries: [Entry]
}

extension Moment: Equatable
where
  Played.Feature.State: Hashable, Played.Feature.Effect: Hashable, Played.Feature.Action: Hashable
{
  /// Tells whether the same can happen next: the numbers of runs do not count, and neither does the order among slots.
  public static func == (left: Self, right: Self) -> Bool {
    left.situation.state == right.situation.state && left.world == right.world && left.faults == right.faults
      && left.told == right.told && left.late == right.late && left.lines == right.lines
  }

  private var lines: Set<Line<Played.Feature>> {
    if situation.pending.isEmpty { return [] }
    return Set(
      situation.pending.slots.map { slot, runs in
        Line(slot: slot, entries: runs.map { .init(effect: $0.effect, delay: $0.delay, answers: answers[$0.id]) })
      })
  }
}

extension Moment: Hashable
where
  Played.Feature.State: Hashable, Played.Feature.Effect: Hashable, Played.Feature.Action: Hashable
{
  /// Feeds what counts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(situation.state)
    hasher.combine(world)
    hasher.combine(faults)
    if isQuiet && late.isEmpty { return }
    hasher.combine(lines)
    hasher.combine(told)
    hasher.combine(late)
  }
}
