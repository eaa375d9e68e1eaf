public import LoopExplorer

extension EditorExploration {
  /// What is in the space where little is done; of one with everything there is to do nothing is said.
  public var scope: ExplorationScope {
    if actions == nil { return ExplorationScope() }
    let others = makesAnew ? "somebody else who prices, deletes and makes anew" : "somebody else who prices and deletes"
    return ExplorationScope(
      includes: [
        addsProduct ? "one product and a second that is added" : "one product", "one new name",
        "reading the list again",
      ]
        + (isShared ? [others] : []),
      excludes: (addsProduct ? [] : ["a second product", "adding"]) + ["prices", "tags", "reverting"]
        + (isShared ? [] : ["anybody else"]) + (isShared && !makesAnew ? ["what others make anew"] : []))
  }
}
