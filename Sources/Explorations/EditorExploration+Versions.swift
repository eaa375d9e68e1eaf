internal import Loop
public import LoopExplorer
internal import Shop

extension EditorExploration {
  /// Names versions by their rank.
  ///
  /// A version is a number that only grows: two moments that differ in how often a product was stored before, and in
  /// nothing else, have the same future.
  public func renamed(_ moment: borrowing Moment<Self>) -> Moment<Self>? {
    Versions.ranked(in: moment) { $0.restate($1) }
  }
}

extension Moment where Played == EditorExploration {
  /// Gives every product in sight another version.
  fileprivate mutating func restate(_ versions: Versions) {
    world = versions.restated(world)
    situation.state = versions.restated(situation.state)
    situation.pending.restate(versions.restated)
    answers = answers.mapValues { $0.map(versions.restated) }
    told = told.map(versions.restated)
    late = late.map(versions.restated)
  }
}
