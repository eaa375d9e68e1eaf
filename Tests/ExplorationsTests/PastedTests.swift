import Explorations
import LoopExplorer
import Testing

/// What is found is told as a test that makes the exploration in which it was found, with as much that may go wrong and be
/// on its way.
@Suite struct `A finding told as a test` {
  @Test(arguments: [
    ("adding", "EditorExploration.explored(isShared: false, makesAnew: false, adds: true)"),
    ("deletion", "CatalogueExploration.explored(.deleting, isShared: true)"),
    ("editor", "EditorExploration.explored(isShared: true, makesAnew: false, adds: false)"),
    ("filter", "FilterExploration.explored(longest: 4)"),
    ("form", "SignUpExploration.explored()"),
    ("reloading", "CatalogueExploration.explored(.reloading, isShared: true)"),
    ("selection", "CatalogueExploration.explored(.selecting, isShared: true)"),
    ("table-acting", "TableUndoExploration(.acting)"),
    ("table-arranging", "TableExploration(.arranging)"),
    ("table-browsing", "TableExploration(.browsing)"),
    ("table-carrying", "TableUndoExploration(.carrying)"),
    ("table-cells", "TableExploration(.cells)"),
    ("table-changing", "TableExploration(.changing)"),
    ("table-correcting", "TableUndoExploration(.correcting)"),
    ("table-disputing", "TableExploration(.disputing)"),
    ("table-emptying", "TableExploration(.emptying)"),
    ("table-filling", "TableExploration(.filling)"),
    ("table-fitting", "TableExploration(.fitting)"),
    ("table-following", "TableExploration(.following)"),
    ("table-furnishing", "TableExploration(.furnishing)"),
    ("table-hauling", "TableExploration(.hauling)"),
    ("table-heeding", "TableExploration(.heeding)"),
    ("table-insisting", "TableExploration(.insisting)"),
    ("table-leafing", "TableExploration(.leafing)"),
    ("table-looking", "TableExploration(.looking)"),
    ("table-meeting", "TableExploration(.meeting)"),
    ("table-mending", "TableUndoExploration(.mending)"),
    ("table-ordering", "TableExploration(.ordering)"),
    ("table-picking", "TableExploration(.picking)"),
    ("table-recovering", "TableUndoExploration(.recovering)"),
    ("table-removing", "TableUndoExploration(.removing)"),
    ("table-seeking", "TableExploration(.seeking)"),
    ("table-settling", "TableUndoExploration(.settling)"),
    ("table-shifting", "TableUndoExploration(.shifting)"),
    ("table-sifting", "TableExploration(.sifting)"),
    ("table-stepping", "TableExploration(.stepping)"),
    ("table-surviving", "TableUndoExploration(.surviving)"),
    ("table-typing", "TableExploration(.typing)"),
    ("two-phase-commit", "TwoPhaseCommitExploration(managers: 7)"),
  ])
  func `names the space in which it was found`(name: String, source: String) throws {
    let feature = try #require(ExploredFeatures.all.first { $0.name == name })
    let test = try test(ofWhatIsFoundInTheSpaceOf: feature)
    #expect(test.contains("try \(source).explorer(faults: 2, pending: 5).follow(\n"), "\(test)")
  }

  @Test(arguments: [
    ("editor", "EditorExploration()"), ("filter", "FilterExploration()"),
    ("form", "SignUpExploration()"), ("selection", "CatalogueExploration()"),
  ])
  func `names the whole in which it was found by chance`(name: String, source: String) throws {
    let feature = try #require(ExploredFeatures.all.first { $0.name == name })
    let test = try test(ofWhatIsFoundInTheWholeOf: feature)
    #expect(test.contains("try \(source).explorer(faults: 2, pending: 5).follow(\n"), "\(test)")
  }

  @Test func `tells how much may be on its way when it is found, and not when the explorer was made`() throws {
    var explorer = EditorExploration.exploredFeature().explorer(faults: 1)
    explorer.pending = 7
    let test = try test(ofWhatIsFoundIn: explorer)
    #expect(test.contains(".explorer(faults: 1, pending: 7).follow(\n"), "\(test)")
  }

  private func test(ofWhatIsFoundInTheSpaceOf feature: some NamedExploration) throws -> String {
    try test(ofWhatIsFoundIn: feature.explorer(2, 5))
  }

  private func test(ofWhatIsFoundInTheWholeOf feature: some NamedExploration) throws -> String {
    try test(ofWhatIsFoundIn: feature.walker(2, 5))
  }

  private func test<Played>(ofWhatIsFoundIn explorer: Explorer<Played>) throws -> String {
    var explorer = explorer
    explorer.always("Nothing ever happens") { $0.state == explorer.played.start.state }
    return try #require(try explorer.explore().findings.first?.test)
  }

  /// Names every feature, so that a new one is not left out.
  @Test func `is told of every feature`() {
    let names = [
      "adding", "deletion", "editor", "filter", "form", "reloading", "selection", "table-acting", "table-arranging",
      "table-browsing", "table-carrying", "table-cells", "table-changing", "table-correcting", "table-disputing",
      "table-emptying", "table-filling", "table-fitting", "table-following", "table-furnishing", "table-hauling",
      "table-heeding", "table-insisting", "table-leafing", "table-looking", "table-meeting", "table-mending",
      "table-ordering", "table-picking", "table-recovering", "table-removing", "table-seeking", "table-settling",
      "table-shifting", "table-sifting", "table-stepping", "table-surviving", "table-typing", "two-phase-commit",
    ]
    #expect(ExploredFeatures.all.map(\.name) == names)
  }
}
