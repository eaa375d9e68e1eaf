import Loop

extension Explorer {
  /// Follows one way, and returns what breaks a law on it; from its end, every goal must still be in reach.
  ///
  /// ```swift
  /// #expect(
  ///   try explorer.follow(
  ///     """
  ///     rowTapped(p1)
  ///     form(nameChanged("A"))
  ///     form(saveTapped)
  ///     execute write(p1) saved
  ///     deliver write(p1)
  ///     """
  ///   ).isEmpty)
  /// ```
  ///
  /// The steps are given a line each, as a finding tells them.
  ///
  /// - An action may be any that the feature has, offered or not: it is done, and the laws are held against it.
  /// - The way is *closed* at a step that cannot be taken any more where it stands, and nothing is found: what broke a law
  ///   behind it cannot happen like this. That is what mending a feature comes to. It changes what runs when, and how it
  ///   ends there; it does not change what there is.
  /// - So what a step names must still be somewhere: a slot in use, an outcome of what runs there, an effect that is asked
  ///   for, a happening, in some moment around the way, of which up to 10,000 are looked at. What is not is mistyped, or has
  ///   been renamed or abolished: a test that goes on naming it would hold for ever, and for no reason. It is thrown as a
  ///   `ImpossibleStepError`, as is a line that tells no step of this feature at all. That goes for the lines behind a step at which
  ///   the way is closed, too.
  public func replay(_ steps: String) throws -> [Finding] {
    var trail = try RecordedPath(played, faults: faults)
    if let law = violatedLaw(in: trail.moment) { return [try finding(law: law, path: trail)] }
    var way = [trail.moment]
    let lines = steps.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    for (place, line) in lines.enumerated() {
      let before = trail.moment
      guard let course = try trail.apply(line: line) else {
        try checkNames(in: lines[place...], at: trail, around: way)
        return []
      }
      way.append(trail.moment)
      if let step = trail.steps.last, let law = violatedLaw(by: (step, trail.moment, course), from: before) {
        return [try finding(law: law, path: trail)]
      }
    }
    return try goals.compactMap { goal in
      try problem(withReaching: goal, from: trail.moment).map { try finding(law: $0, path: trail) }
    }
  }

  /// Refuses a line that names what is nowhere around a way, which is closed here.
  private func checkNames(
    in lines: ArraySlice<String>, at trail: RecordedPath<Scenario>, around way: [ScenarioState<Scenario>]
  ) throws {
    var vicinity = NearbyStates(around: way, explorer: self)
    for line in lines {
      guard let step = ParsedStep<Scenario>(parsing: line) else { throw try trail.stepError(for: line) }
      if try !vicinity.containsNames(of: step) {
        throw try trail.stepError(for: line, searchedStateCount: vicinity.searchedCount)
      }
    }
  }

  /// The first law that does not hold in a moment.
  func violatedLaw(in moment: ScenarioState<Scenario>) -> String? {
    if moment.isIdle && played.isBusy(moment.situation.state) { return BuiltInLaw.busy.rawValue }
    for law in invariants where !law.holds(moment) { return law.name }
    return nil
  }

  /// The first law that a step breaks, or that does not hold after it.
  func violatedLaw(by way: RecordedPath<Scenario>.Transition, from moment: ScenarioState<Scenario>) -> String? {
    if case .broken(let law) = way.course { return law.rawValue }
    return violatedStepLaw(from: moment, by: way.step, to: way.moment)
      ?? (way.course == .onwards ? violatedLaw(in: way.moment) : nil)
  }

  /// The first law of steps that does not hold for one.
  func violatedStepLaw(
    from moment: ScenarioState<Scenario>, by step: ExplorationStep<Scenario>, to next: ScenarioState<Scenario>
  ) -> String? {
    for law in stepLaws where !law.holds(moment, step, next) { return law.name }
    return nil
  }

  func finding(law: String, path trail: RecordedPath<Scenario>) throws -> Finding {
    try Finding(law: law, path: trail, explorerSource: sourceExpression)
  }

  /// What is wrong with a goal here, if it cannot be reached.
  private func problem(withReaching goal: Law, from moment: ScenarioState<Scenario>) -> String? {
    switch canReach(goal, from: moment, within: limit) {
    case true?: nil
    case false?: Self.unreachableLaw(for: goal)
    case nil: "Not reached from here, as far as it was followed: \(goal.name)"
    }
  }

  /// The law that breaks where a goal cannot be reached any more.
  static func unreachableLaw(for goal: Law) -> String { "Cannot be reached from here: \(goal.name)" }

  /// Whether a goal can be reached from a moment, as far as so many moments tell.
  func canReach(_ goal: Law, from moment: ScenarioState<Scenario>, within limit: Int) -> Bool? {
    var seeking = Explorer(played, faults: faults, pendingLimit: pending, stateLimit: limit)
    seeking.sights = [goal]
    var search = BreadthFirstSearch(seeking)
    search.visit(moment)
    while search.canContinue && !search.unseen.isEmpty { search.exploreNextLevel() }
    if search.unseen.isEmpty { return true }
    // What was not followed may lead there.
    let isWhole = search.coming.isEmpty && !search.isBounded && search.firstBreak == nil && search.firstCut == nil
    return isWhole ? false : nil
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
