import LoopExplorer

/// The explorations by name.
///
/// One name selects what `explore`, random walks and `step` run.
package enum ExploredFeatures {
  /// All explorations, sorted by name.
  package static let all: [any NamedExploration] =
    [
      ExploredFeature("adding", EditorExploration.reducedExploration(isShared: false, addsProduct: true)),
      ExploredFeature(
        "back-office", exploring: BackOfficeExploration.reducedExploration(), walking: BackOfficeExploration()),
      ExploredFeature("changes", BackOfficeExploration.changesExploration()),
      ExploredFeature("deletion", ProductListExploration.reducedExploration(.deleting)),
      ExploredFeature(
        "editor", exploring: EditorExploration.reducedExploration(), walking: EditorExploration()),
      ExploredFeature("export", ProductExportExploration()),
      ExploredFeature(
        "filter", exploring: EventListExploration.reducedExploration(), walking: EventListExploration()),
      ExploredFeature(
        "form", exploring: SignUpExploration.reducedExploration(), walking: SignUpExploration()),
      ExploredFeature(
        "import", exploring: ProductImportExploration.reducedExploration(isShared: false),
        walking: ProductImportExploration()),
      ExploredFeature(
        "import-shared", exploring: ProductImportExploration.reducedExploration(), walking: ProductImportExploration()),
      ExploredFeature(
        "outbox", exploring: OutboxExploration.reducedExploration(), walking: OutboxExploration()),
      ExploredFeature("outbox-batch", OutboxExploration.reducedExploration(areEqual: false)),
      ExploredFeature(
        "outbox-shared", exploring: OutboxExploration.reducedExploration(hasOtherProgram: true),
        walking: OutboxExploration()),
      ExploredFeature("recording", EventListExploration.recordingExploration()),
      ExploredFeature("reloading", ProductListExploration.reducedExploration(.reloading)),
      ExploredFeature(
        "selection", exploring: ProductListExploration.reducedExploration(.selecting), walking: ProductListExploration()
      ),
    ] + tables + [
      ExploredFeature("two-clients", TwoClientsExploration()),
      ExploredFeature("two-phase-commit", TwoPhaseCommitExploration(managers: 7)),
      ExploredFeature("typing", ProductListExploration.reducedExploration(.typing, isShared: false)),
    ]

  private static let tables: [any NamedExploration] = TableExploration.Space.allCases
    .sorted { $0.description < $1.description }.map { space in
      let words = space.description.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
      let name = "table-" + words.joined()
      return if space.hasUndo {
        ExploredFeature(name, TableUndoExploration(space))
      } else {
        ExploredFeature(name, TableExploration(space))
      }
    }
}
