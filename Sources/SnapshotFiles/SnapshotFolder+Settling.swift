extension SnapshotFolder {
  /// The difference that accepting the new text of this name would make.
  public func diff(of name: String) throws(SnapshotFailure) -> UnifiedDiff {
    let known = try file(of: name).read()
    guard let new = try proposal(of: name).read() else { throw try nothingToSettle(name) }
    return UnifiedDiff(of: name, from: known ?? "", to: new)
  }

  /// Makes the new text of this name the snapshot, in one step: never is there neither.
  public func accept(_ name: String) throws(SnapshotFailure) {
    let proposal = try proposal(of: name)
    guard proposal.exists else { throw try nothingToSettle(name) }
    try proposal.replace(try file(of: name))
  }

  /// Removes the new text of this name; the snapshot stays as it is.
  public func reject(_ name: String) throws(SnapshotFailure) {
    let proposal = try proposal(of: name)
    guard proposal.exists else { throw try nothingToSettle(name) }
    try proposal.remove()
  }

  private func nothingToSettle(_ name: String) throws(SnapshotFailure) -> SnapshotFailure {
    .nothingToSettle([name], unsettled: try unsettled())
  }
}
