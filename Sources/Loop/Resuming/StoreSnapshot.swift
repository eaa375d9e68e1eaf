/// Where a store stood at one moment: what it takes to go on from there in another process.
public struct StoreSnapshot<Feature: Reducer>: Sendable {
  typealias Run = Pending<Feature.Effect, Feature.Slot>.Run

  /// The state, and what was under way and waited.
  public let situation: Situation<Feature>
  /// The runs that had been handed to the handler and had not ended, told ones too, in the order of asking.
  ///
  /// What the turn under way was about to start is among them: when somebody goes on from here, it may have been done.
  /// What else was under way rested, and rests again.
  public let begun: [Pending<Feature.Effect, Feature.Slot>.Run]

  /// Takes a situation of which nothing else is known: everything under way had begun.
  public init(_ situation: Situation<Feature>) {
    self.init(situation, begun: situation.pending.running)
  }

  init(_ situation: Situation<Feature>, begun: [Run]) {
    self.situation = situation
    self.begun = begun
  }
}

extension StoreSnapshot {
  /// What becomes of a snapshot when its feature goes on.
  public struct Resumed: Sendable {
    /// Where the feature stands then.
    public internal(set) var situation: Situation<Feature>
    /// The steps that led there: what was heard in place of an answer, and the ends of those runs.
    public internal(set) var entries: [Journal<Feature>.Entry] = []
    /// What starts, in the order of asking.
    public internal(set) var starting: [Pending<Feature.Effect, Feature.Slot>.Run] = []
    /// Those of them that had begun before, and are issued again without another rest.
    var again: Set<Run.ID> = []
    /// What stood in slots that are dead in the state: it is reported, and never starts.
    ///
    /// No store leaves that behind. It comes of a text that was damaged, or of a feature that has changed since.
    var dead: [Run] = []
  }
}

extension StoreSnapshot where Feature: Resumable {
  /// Tells what becomes of each run: what is issued again, what is given up and what is heard instead, what starts.
  ///
  /// This is a pure value, in which no effect starts; a store that begins in a snapshot carries it out.
  public func resumed(by feature: Feature) -> Resumed {
    var resumed = Resumed(situation: situation)
    resumed.dead = resumed.situation.settle(.none, by: feature).cancelled
    var told: [Run] = []
    for run in begun {
      // Its slot may be dead, or what was heard for another run has cancelled or replaced it.
      if run.slot != nil && !resumed.situation.pending.isUnderWay(run) { continue }
      let resumption = feature.resume(run.effect, in: resumed.situation.state)
      switch (resumption, run.slot) {
      case (.again, nil): told.append(run)
      case (.givenUp, nil): break
      case (.again, _?): resumed.again.insert(run.id)
      case (.givenUp(let heard), let slot?):
        told += resumed.take(.answered(heard, in: slot), by: feature)
        // What was heard may have asked for something else in the same slot.
        if resumed.situation.pending.isUnderWay(run) { told += resumed.take(.ended(in: slot), by: feature) }
      }
    }
    resumed.again.formUnion(told.map(\.id))
    resumed.starting = (told + resumed.situation.pending.running).sorted { $0.id < $1.id }
    return resumed
  }
}

extension StoreSnapshot.Resumed {
  /// Takes one step, and returns what was told because of it: it has no slot that would remember it.
  fileprivate mutating func take(
    _ cause: Journal<Feature>.Cause, by feature: Feature
  ) -> [Pending<Feature.Effect, Feature.Slot>.Run] {
    guard let change = situation.retake(cause, by: feature) else { return [] }
    entries.append(Journal.Entry(cause, change))
    return change.started.filter { $0.slot == nil }
  }
}

extension StoreSnapshot: Equatable where Feature.State: Equatable, Feature.Effect: Equatable {}
