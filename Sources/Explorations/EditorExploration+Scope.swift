import LoopExplorer

extension EditorExploration {
  /// The scope of the reduced space; empty if the exploration offers every action.
  public var scope: ExplorationScope {
    if actions == nil { return ExplorationScope() }
    let others =
      recreatesDeleted
      ? "another user who reprices, deletes and recreates products" : "another user who reprices and deletes products"
    return ExplorationScope(
      includes: [
        addsProduct ? "one product and a second one that is added" : "one product", "one new name",
        "reloading the list",
      ]
        + (isShared ? [others] : []),
      excludes: (addsProduct ? [] : ["a second product", "adding"]) + ["prices", "tags", "reverting"]
        + (isShared ? [] : ["other users"])
        + (isShared && !recreatesDeleted ? ["products recreated by other users"] : []))
  }
}
