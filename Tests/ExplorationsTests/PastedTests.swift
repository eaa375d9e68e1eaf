import Explorations
import LoopExplorer
import TestInputs
import Testing

/// The test that is generated for a finding creates the same exploration with the same limits for faults and pending
/// runs.
@Suite struct `The test generated for a finding` {
  /// A violation is found at once, so the space need not be explored to the end.
  private static let options = ExplorationOptions(faults: 2, pendingLimit: 5, stateLimit: 100)

  private static let spaces = [
    ("adding", "EditorExploration.reducedExploration(isShared: false, addsProduct: true)"),
    ("deletion", "ProductListExploration.reducedExploration(.deleting, isShared: true)"),
    ("editor", "EditorExploration.reducedExploration(isShared: true, addsProduct: false)"),
    ("export", "ProductExportExploration()"),
    ("filter", "EventListExploration.reducedExploration(of: [.eventCount], maxEventCount: 4)"),
    ("form", "SignUpExploration.reducedExploration()"),
    ("import", "ProductImportExploration.reducedExploration(isShared: false)"),
    ("import-shared", "ProductImportExploration.reducedExploration(isShared: true)"),
    ("recording", "EventListExploration.recordingExploration()"),
    ("reloading", "ProductListExploration.reducedExploration(.reloading, isShared: true)"),
    ("selection", "ProductListExploration.reducedExploration(.selecting, isShared: true)"),
    ("table-immediate-changes", "TableUndoExploration(.immediateChanges)"),
    ("table-queries", "TableExploration(.queries)"),
    ("table-remote-navigation", "TableExploration(.remoteNavigation)"),
    ("table-dragging", "TableUndoExploration(.dragging)"),
    ("table-cell-navigation", "TableExploration(.cellNavigation)"),
    ("table-concurrent-changes", "TableExploration(.concurrentChanges)"),
    ("table-remote-editing", "TableUndoExploration(.remoteEditing)"),
    ("table-remote-conflicts", "TableExploration(.remoteConflicts)"),
    ("table-remote-deletion", "TableExploration(.remoteDeletion)"),
    ("back-office", "BackOfficeExploration.reducedExploration()"),
    ("changes", "BackOfficeExploration.changesExploration()"),
    ("table-remote-cell-entry", "TableExploration(.remoteCellEntry)"),
    ("table-remote-layout", "TableExploration(.remoteLayout)"),
    ("table-updates", "TableExploration(.updates)"),
    ("table-layout", "TableExploration(.layout)"),
    ("table-remote-dragging", "TableExploration(.remoteDragging)"),
    ("table-remote-updates", "TableExploration(.remoteUpdates)"),
    ("table-immediate-conflicts", "TableExploration(.immediateConflicts)"),
    ("table-remote-paging", "TableExploration(.remotePaging)"),
    ("table-viewing", "TableExploration(.viewing)"),
    ("table-edit-conflicts", "TableExploration(.editConflicts)"),
    ("table-edit-reverting", "TableUndoExploration(.editReverting)"),
    ("table-moving-while-sorted", "TableExploration(.movingWhileSorted)"),
    ("table-remote-selection", "TableExploration(.remoteSelection)"),
    ("table-remote-restoring", "TableUndoExploration(.remoteRestoring)"),
    ("table-deletion", "TableUndoExploration(.deletion)"),
    ("table-remote-search", "TableExploration(.remoteSearch)"),
    ("table-remote-reverting", "TableUndoExploration(.remoteReverting)"),
    ("table-remote-moving", "TableUndoExploration(.remoteMoving)"),
    ("table-remote-queries", "TableExploration(.remoteQueries)"),
    ("table-row-navigation", "TableExploration(.rowNavigation)"),
    ("table-deletion-while-editing", "TableUndoExploration(.deletionWhileEditing)"),
    ("table-cell-entry", "TableExploration(.cellEntry)"),
    ("outbox", "OutboxExploration.reducedExploration(eventCount: 2, areEqual: true, hasOtherProgram: false)"),
    ("outbox-batch", "OutboxExploration.reducedExploration(eventCount: 2, areEqual: false, hasOtherProgram: false)"),
    ("outbox-shared", "OutboxExploration.reducedExploration(eventCount: 2, areEqual: true, hasOtherProgram: true)"),
    ("two-clients", "TwoClientsExploration()"),
    ("two-phase-commit", "TwoPhaseCommitExploration(managers: 7)"),
    ("typing", "ProductListExploration.reducedExploration(.typing, isShared: false)"),
  ]

  @Test(arguments: cases(5, of: spaces))
  func `creates the explored space`(name: String, source: String) throws {
    let feature = try #require(ExploredFeatures.all.first { $0.name == name })
    let test = try test(ofWhatIsFoundInTheSpaceOf: feature)
    #expect(test.contains("try Explorer(\(source), .init(faults: 2, pendingLimit: 5)).replay(\n"), "\(test)")
  }

  @Test(arguments: [
    ("back-office", "BackOfficeExploration()"), ("editor", "EditorExploration()"), ("filter", "EventListExploration()"),
    ("form", "SignUpExploration()"), ("import", "ProductImportExploration()"),
    ("outbox", "OutboxExploration()"), ("selection", "ProductListExploration()"),
  ])
  func `of a random walk creates the whole exploration`(name: String, source: String) throws {
    let feature = try #require(ExploredFeatures.all.first { $0.name == name })
    let test = try test(ofWhatIsFoundInTheWholeOf: feature)
    #expect(test.contains("try Explorer(\(source), .init(faults: 2, pendingLimit: 5)).replay(\n"), "\(test)")
  }

  @Test func `names the options that are not the defaults`() throws {
    func source(_ options: ExplorationOptions) throws -> String {
      try test(ofWhatIsFoundIn: Explorer(ProductExportExploration(), options))
    }
    #expect(try source(.init()).contains("try Explorer(ProductExportExploration()).replay(\n"))
    #expect(
      try source(.init(faults: 1)).contains("try Explorer(ProductExportExploration(), .init(faults: 1)).replay(\n"))
  }

  private func test(ofWhatIsFoundInTheSpaceOf feature: some NamedExploration) throws -> String {
    try test(ofWhatIsFoundIn: Explorer(feature.exploredScenario, Self.options))
  }

  private func test(ofWhatIsFoundInTheWholeOf feature: some NamedExploration) throws -> String {
    try test(ofWhatIsFoundIn: Explorer(feature.walkedScenario, Self.options))
  }

  private func test<Scenario>(ofWhatIsFoundIn explorer: Explorer<Scenario>) throws -> String {
    let start = explorer.scenario.start.state
    var explorer = explorer
    explorer.always("the state never changes") { $0.state == start }
    return try #require(try explorer.explore().findings.first?.testSource)
  }

  /// Lists every feature, so that a new one is not forgotten.
  @Test func `is checked for every feature`() {
    let names = [
      "adding", "back-office", "changes", "deletion", "editor", "export", "filter", "form", "import", "import-shared",
      "outbox", "outbox-batch", "outbox-shared", "recording", "reloading", "selection", "table-cell-entry",
      "table-cell-navigation", "table-cell-saving", "table-concurrent-changes", "table-deletion",
      "table-deletion-while-editing",
      "table-dragging", "table-edit-conflicts", "table-edit-reverting", "table-immediate-changes",
      "table-immediate-conflicts", "table-layout", "table-moving-while-sorted", "table-queries",
      "table-remote-cell-entry", "table-remote-conflicts", "table-remote-deletion", "table-remote-dragging",
      "table-remote-editing", "table-remote-layout", "table-remote-moving", "table-remote-navigation",
      "table-remote-paging", "table-remote-queries", "table-remote-restoring", "table-remote-reverting",
      "table-remote-search", "table-remote-selection", "table-remote-updates", "table-row-navigation",
      "table-updates", "table-viewing", "two-clients", "two-phase-commit", "typing",
    ]
    #expect(ExploredFeatures.all.map(\.name) == names)
  }
}
