/// The steps that can be undone and redone.
///
/// Invariants:
/// - The undo and redo steps together do not exceed the limit. If a step was undone only in part, because some of its
///   actions were deferred, its parts count as one step.
/// - No step is empty.
/// - The coalescing change belongs to the newest step or to the newest part of the open group.
///
/// Decoding checks these invariants, except for the limit, which only ``UndoFeature`` knows. Steps beyond the limit are
/// removed when the next step is recorded.
public struct UndoHistory<Action: Sendable, ChangeKind: Hashable & Sendable>: Sendable {
  /// A step: actions that are undone or redone together.
  public struct Step: Sendable {
    /// The description of the step for the user.
    public let change: ChangeKind
    /// The actions that undo or redo the change, in order.
    public let actions: [Action]

    init(_ change: ChangeKind, _ actions: [Action]) {
      self.change = change
      self.actions = actions
    }
  }

  /// An open group, which collects the actions of one step.
  struct Group: Sendable {
    let change: ChangeKind
    /// The number of nested open groups.
    var depth = 1
    /// The actions that undo each part of the group, oldest part first.
    var parts: [[Action]] = []

    var step: Step? { parts.isEmpty ? nil : Step(change, Array(parts.reversed().joined())) }
  }

  /// A move to a point of the history that is not finished, because its next step is deferred.
  struct Travel: Hashable, Sendable {
    /// A Boolean value that indicates whether steps are undone, as opposed to redone.
    let isBackward: Bool
    /// The number of steps that can still be undone, or redone, at the end.
    let remainingCount: Int

    /// Returns how many steps a history has in the direction of the move, and how many in the other one.
    func counts(in history: UndoHistory) -> (ahead: Int, behind: Int) {
      let (undo, redo) = (history.undoSteps.count, history.redoSteps.count)
      return isBackward ? (undo, redo) : (redo, undo)
    }
  }

  /// The steps that can be undone, oldest first.
  ///
  /// The open group is not included.
  public internal(set) var undoSteps: [Step] = []
  /// The steps that can be redone.
  ///
  /// The last one is redone first.
  public internal(set) var redoSteps: [Step] = []
  var group: Group?
  /// The change of the newest step, if the next step can coalesce with it.
  ///
  /// The next step coalesces if it has an equal change.
  var coalescingChange: ChangeKind?
  /// The unfinished move to a point of the history, or `nil`.
  ///
  /// It is not encoded: another process must not change anything before its user does something.
  var travel: Travel?

  enum CodingKeys: String, CodingKey {
    case undoSteps = "undo"
    case redoSteps = "redo"
    case group, coalescingChange
  }

  /// Creates an empty history.
  public init() {}

  /// A Boolean value that indicates whether a group is open.
  public var isGroupOpen: Bool { group != nil }

  /// Transforms every action of the history.
  public mutating func transformActions(_ action: (Action) -> Action) {
    undoSteps = undoSteps.map { Step($0.change, $0.actions.map(action)) }
    redoSteps = redoSteps.map { Step($0.change, $0.actions.map(action)) }
    if let parts = group?.parts { group?.parts = parts.map { $0.map(action) } }
  }

  mutating func record(_ compensation: Compensation<Action, ChangeKind>, limit: Int) {
    switch compensation {
    case .ignored, .deferred: break
    case .breaksCoalescing: (coalescingChange, travel) = (nil, nil)
    // An empty step would violate the invariant.
    case .actions(let actions, _, _) where actions.isEmpty: coalescingChange = nil
    case .irreversible:
      undoSteps = []
      redoSteps = []
      group?.parts = []
      coalescingChange = nil
      travel = nil
    case .actions(let actions, let change, let coalesces):
      redoSteps = []
      travel = nil
      if coalesces && coalescingChange == change { return }
      coalescingChange = coalesces ? change : nil
      if group == nil { append(Step(change, actions), limit: limit) } else { group?.parts.append(actions) }
    }
  }

  mutating func beginTravel(toStepCount count: Int) {
    let count = max(0, count)
    let distance = count - undoSteps.count
    travel = Travel(
      isBackward: distance < 0,
      remainingCount: max(0, distance < 0 ? count : redoSteps.count - distance))
  }

  mutating func openGroup(_ change: ChangeKind) {
    coalescingChange = nil
    if group == nil { group = Group(change: change) } else { group?.depth += 1 }
  }

  mutating func closeGroup(limit: Int) {
    guard let depth = group?.depth else { return }
    if depth > 1 { group?.depth = depth - 1 } else { closeAllGroups(limit: limit) }
    coalescingChange = nil
  }

  /// Closes all open groups.
  mutating func closeAllGroups(limit: Int) {
    if let step = group?.step { append(step, limit: limit) }
    group = nil
    coalescingChange = nil
  }

  /// Adds an undo step, and removes the oldest steps beyond the limit.
  mutating func append(_ step: Step, limit: Int) {
    undoSteps.append(step)
    removeOldestUndoSteps(beyond: limit)
  }

  mutating func removeOldestUndoSteps(beyond limit: Int) {
    undoSteps.removeFirst(max(0, undoSteps.count - limit))
  }
}

extension UndoHistory.Step: Equatable where Action: Equatable {}
extension UndoHistory.Step: Hashable where Action: Hashable {}
extension UndoHistory.Step: Encodable where Action: Encodable, ChangeKind: Encodable {}
extension UndoHistory.Group: Equatable where Action: Equatable {}
extension UndoHistory.Group: Hashable where Action: Hashable {}
extension UndoHistory.Group: Encodable where Action: Encodable, ChangeKind: Encodable {}
extension UndoHistory: Equatable where Action: Equatable {}
extension UndoHistory: Hashable where Action: Hashable {}
extension UndoHistory: Encodable where Action: Encodable, ChangeKind: Encodable {}
