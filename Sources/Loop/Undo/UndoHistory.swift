/// What can be taken back, and what can be done again.
///
/// Invariants:
/// - what can be taken back and what can be done again are together never more than the limit, but for a step of which a
///   part had to wait, which then is two;
/// - no step is empty;
/// - something that can go on is the newest step, or the newest part of the open group.
///
/// What is decoded is checked for all of this but the limit, which only its ``Undoing`` knows: what is beyond that goes
/// with the next new step.
public struct UndoHistory<Action: Sendable, Change: Hashable & Sendable>: Sendable {
  /// What is taken back, or done again, at once.
  public struct Step: Sendable {
    /// What a person would call it.
    public let change: Change
    /// What does it, in this order.
    public let actions: [Action]

    init(_ change: Change, _ actions: [Action]) {
      self.change = change
      self.actions = actions
    }
  }

  /// A step to which more may come.
  struct Group: Sendable {
    let change: Change
    /// How many groups are open inside one another.
    var depth = 1
    /// What takes each of its parts back, the oldest first.
    var parts: [[Action]] = []

    var step: Step? { parts.isEmpty ? nil : Step(change, Array(parts.reversed().joined())) }
  }

  /// What can be taken back, the oldest first, without what the open group has so far.
  public internal(set) var undoSteps: [Step] = []
  /// What can be done again, the one to come last first.
  public internal(set) var redoSteps: [Step] = []
  var group: Group?
  /// The change that goes on if another comes that is called the same.
  var goingOn: Change?

  enum CodingKeys: String, CodingKey {
    case undoSteps = "undo"
    case redoSteps = "redo"
    case group, goingOn
  }

  /// Begins with nothing to take back.
  public init() {}

  /// Whether a group is open, so that what is done now becomes one step with what comes.
  public var isGroupOpen: Bool { group != nil }

  /// Restates what takes steps back, action by action.
  public mutating func restate(_ action: (Action) -> Action) {
    undoSteps = undoSteps.map { Step($0.change, $0.actions.map(action)) }
    redoSteps = redoSteps.map { Step($0.change, $0.actions.map(action)) }
    if let parts = group?.parts { group?.parts = parts.map { $0.map(action) } }
  }

  mutating func record(_ compensation: Compensation<Action, Change>, limit: Int) {
    switch compensation {
    case .nothing, .notNow: break
    case .pause: goingOn = nil
    // No step is empty: of what takes nothing back there is none.
    case .actions(let actions, _, _) where actions.isEmpty: goingOn = nil
    case .impossible:
      undoSteps = []
      redoSteps = []
      group?.parts = []
      goingOn = nil
    case .actions(let actions, let change, let goesOn):
      redoSteps = []
      if goesOn && goingOn == change { return }
      goingOn = goesOn ? change : nil
      if group == nil { append(Step(change, actions), limit: limit) } else { group?.parts.append(actions) }
    }
  }

  mutating func openGroup(_ change: Change) {
    goingOn = nil
    if group == nil { group = Group(change: change) } else { group?.depth += 1 }
  }

  mutating func closeGroup(limit: Int) {
    guard let depth = group?.depth else { return }
    if depth > 1 { group?.depth = depth - 1 } else { closeGroups(limit: limit) }
    goingOn = nil
  }

  /// Closes the outermost group with all that are in it.
  mutating func closeGroups(limit: Int) {
    if let step = group?.step { append(step, limit: limit) }
    group = nil
    goingOn = nil
  }

  /// Adds a step that can be taken back, and forgets the oldest ones beyond the limit.
  mutating func append(_ step: Step, limit: Int) {
    undoSteps.append(step)
    undoSteps.removeFirst(max(0, undoSteps.count - limit))
  }
}

extension UndoHistory.Step: Equatable where Action: Equatable {}
extension UndoHistory.Step: Hashable where Action: Hashable {}
extension UndoHistory.Step: Encodable where Action: Encodable, Change: Encodable {}
extension UndoHistory.Group: Equatable where Action: Equatable {}
extension UndoHistory.Group: Hashable where Action: Hashable {}
extension UndoHistory.Group: Encodable where Action: Encodable, Change: Encodable {}
extension UndoHistory: Equatable where Action: Equatable {}
extension UndoHistory: Hashable where Action: Hashable {}
extension UndoHistory: Encodable where Action: Encodable, Change: Encodable {}
