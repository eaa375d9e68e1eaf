internal import Loop
internal import LoopText

/// What can be named in the moments around a way: slots in use and the outcomes of what runs there, effects and theirs,
/// happenings.
///
/// It is looked up breadth first from every moment of the way, and no farther than is needed.
struct Vicinity<Played: Exploration> {
  /// How many moments are looked at, at most.
  static var most: Int { 10_000 }

  private let explorer: Explorer<Played>
  private var seen: Set<Moment<Played>> = []
  private var coming: [Moment<Played>] = []
  private var next = 0
  private var outcomes: [Played.Feature.Slot: Set<String>] = [:]
  /// By the effect's name and the names in it.
  private var effects: [String: Set<String>] = [:]
  private var happenings: Set<String> = []

  init(of way: [Moment<Played>], _ explorer: Explorer<Played>) {
    self.explorer = explorer
    for moment in way { arrive(at: moment) }
  }

  /// How many moments were looked at.
  var moments: Int { next }

  /// Whether everything that a step names is somewhere around.
  ///
  /// Anybody may do anything at any time, so an action always is.
  mutating func holds(_ step: WrittenStep<Played>) throws -> Bool {
    while try !isKnown(step) {
      guard next < coming.count, next < min(Self.most, explorer.limit) else { return false }
      let moment = coming[next]
      next += 1
      try learn(moment)
      leave(moment)
    }
    return true
  }

  private func isKnown(_ step: WrittenStep<Played>) throws -> Bool {
    switch step {
    case .user: true
    case .deed(let slot, let end): outcomes[slot].map { Self.isEnd(end, among: $0) } == true
    case .answer(let slot, _): outcomes[slot] != nil
    case .told(let effect, let outcome), .late(let effect, let outcome):
      effects[try Canonical(effect).gist]?.contains(outcome) == true
    case .happening(let name): happenings.contains(name)
    }
  }

  /// Whether an end is an outcome, with or without something that goes wrong.
  private static func isEnd(_ end: String, among names: Set<String>) -> Bool {
    if names.contains(end) { return true }
    return names.contains { name in
      end == Step<Played>.end(name, .lost) || names.contains { end == Step<Played>.end(name, .again($0)) }
    }
  }

  private mutating func learn(_ moment: Moment<Played>) throws {
    let played = explorer.played
    for run in moment.situation.pending.running {
      let ends = played.outcomes(of: run.effect, in: moment.world)
      // One that has no outcome is told as ending in nothing.
      var names: Set<String> = ends.isEmpty ? ["nothing"] : []
      for end in ends { names.formUnion([end.name] + played.outcomes(of: run.effect, in: end.world).map(\.name)) }
      if let slot = run.slot { outcomes[slot, default: []].formUnion(names) }
      effects[try Canonical(run.effect).gist, default: []].formUnion(names)
    }
    for effect in moment.told + moment.late {
      let names = played.outcomes(of: effect, in: moment.world).map(\.name)
      effects[try Canonical(effect).gist, default: []].formUnion(names.isEmpty ? ["nothing"] : names)
    }
    happenings.formUnion(played.happenings(in: moment.world).map(\.name))
  }

  private mutating func leave(_ moment: Moment<Played>) {
    let played = explorer.played
    var found: [Moment<Played>] = []
    moment.visitNext(played, played.actions(in: moment.state), twin: moment.state) { _, next, course in
      if course == .onwards && next.load <= explorer.pending { found.append(copy next) }
    }
    for moment in found { arrive(at: moment) }
  }

  private mutating func arrive(at moment: Moment<Played>) {
    let moment = explorer.played.renamed(moment) ?? moment
    if seen.insert(moment).inserted { coming.append(moment) }
  }
}
