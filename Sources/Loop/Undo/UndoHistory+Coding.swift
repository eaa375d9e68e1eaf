// Decoding checks the invariants of the history, so that damaged data does not trap at a later step.

extension UndoHistory: Decodable where Action: Decodable, ChangeKind: Decodable {
  /// Decodes a history, and throws an error if it violates an invariant.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    undoSteps = try container.decode([Step].self, forKey: .undoSteps)
    redoSteps = try container.decode([Step].self, forKey: .redoSteps)
    group = try container.decodeIfPresent(Group.self, forKey: .group)
    coalescingChange = try container.decodeIfPresent(ChangeKind.self, forKey: .coalescingChange)
    if let coalescingChange, !canCoalesce(coalescingChange) {
      throw container.invalidValueError(
        for: .coalescingChange, "the coalescing change \(coalescingChange) is not the last change")
    }
  }

  private func canCoalesce(_ change: ChangeKind) -> Bool {
    if let group { !group.parts.isEmpty } else { undoSteps.last?.change == change }
  }
}

private enum StepCodingKey: String, CodingKey { case change, actions }

extension UndoHistory.Step: Decodable where Action: Decodable, ChangeKind: Decodable {
  /// Decodes a step, and throws an error if it has no actions.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StepCodingKey.self)
    change = try container.decode(ChangeKind.self, forKey: .change)
    actions = try container.decode([Action].self, forKey: .actions)
    if actions.isEmpty { throw container.invalidValueError(for: .actions, "the step \(change) has no actions") }
  }
}

private enum GroupCodingKey: String, CodingKey { case change, depth, parts }

extension UndoHistory.Group: Decodable where Action: Decodable, ChangeKind: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: GroupCodingKey.self)
    change = try container.decode(ChangeKind.self, forKey: .change)
    depth = try container.decode(Int.self, forKey: .depth)
    parts = try container.decode([[Action]].self, forKey: .parts)
    // Opening more groups must not overflow the depth.
    if depth < 1 || depth > Int.max / 2 {
      throw container.invalidValueError(for: .depth, "\(depth) is not a valid depth of open groups")
    }
    if parts.contains(where: \.isEmpty) {
      throw container.invalidValueError(for: .parts, "the group \(change) has a part without actions")
    }
  }
}
