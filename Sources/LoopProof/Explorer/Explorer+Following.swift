public import Loop

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
  ///     do write(p1) saved
  ///     hear write(p1)
  ///     """
  ///   ).isEmpty)
  /// ```
  ///
  /// The steps are given a line each, as a finding tells them. The way ends at one that cannot be taken any more where it
  /// stands: what broke a law behind it cannot happen like this. A line that tells no step at all is thrown as a
  /// ``StepFault``.
  public func follow(_ steps: String) throws -> [Finding] {
    var trail = try Trail(played, faults: faults)
    if let law = brokenLaw(in: trail.moment) { return [try finding(law, trail)] }
    for line in steps.split(whereSeparator: \.isNewline).map(\.withoutMargin) where !line.isEmpty {
      let before = trail.moment
      let course: Course
      do {
        course = try trail.take(line: line)
      } catch let fault as StepFault where Step<Played>.isWritten(fault.line) {
        return []
      }
      if let step = trail.steps.last, let law = brokenLaw(by: (step, trail.moment, course), from: before) {
        return [try finding(law, trail)]
      }
    }
    return try goals.compactMap { goal in
      try judgement(of: goal, from: trail.moment).map { try finding($0, trail) }
    }
  }

  /// The first law that does not hold in a moment.
  @inlinable func brokenLaw(in moment: Moment<Played>) -> String? {
    if moment.isQuiet && played.isBusy(moment.situation.state) { return BrokenLaw.busy.rawValue }
    for law in invariants where !law.holds(moment) { return law.name }
    return nil
  }

  /// The first law that a step breaks, or that does not hold after it.
  @inlinable func brokenLaw(by way: Trail<Played>.Way, from moment: Moment<Played>) -> String? {
    if case .broken(let law) = way.course { return law.rawValue }
    return brokenLaw(from: moment, by: way.step, to: way.moment)
      ?? (way.course == .onwards ? brokenLaw(in: way.moment) : nil)
  }

  /// The first law of steps that does not hold for one.
  @inlinable func brokenLaw(from moment: Moment<Played>, by step: Step<Played>, to next: Moment<Played>) -> String? {
    for law in stepLaws where !law.holds(moment, step, next) { return law.name }
    return nil
  }

  func finding(_ law: String, _ trail: Trail<Played>) throws -> Finding { try Finding(law, trail, source: source) }

  /// What is wrong with a goal here, if it cannot be reached.
  private func judgement(of goal: Law, from moment: Moment<Played>) -> String? {
    switch canReach(goal, from: moment, within: limit) {
    case true?: nil
    case false?: Self.unreachable(goal)
    case nil: "Not reached from here, as far as it was followed: \(goal.name)"
    }
  }

  /// The law that breaks where a goal cannot be reached any more.
  static func unreachable(_ goal: Law) -> String { "Cannot be reached from here: \(goal.name)" }

  /// Whether a goal can be reached from a moment, as far as so many moments tell.
  @usableFromInline func canReach(_ goal: Law, from moment: Moment<Played>, within limit: Int) -> Bool? {
    var seeking = Explorer(played, faults: faults, pending: pending, limit: limit)
    seeking.sights = [goal]
    var search = Search(seeking)
    search.arrive(at: moment)
    while search.goesOn && !search.unseen.isEmpty { search.deepen() }
    if search.unseen.isEmpty { return true }
    // What was not followed may lead there.
    return search.coming.isEmpty && search.firstBreak == nil && search.firstCut == nil ? false : nil
  }
}

extension Substring {
  fileprivate var withoutMargin: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
