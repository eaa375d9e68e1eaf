import LoopExplorer

/// The explorations by name.
///
/// One name selects what `explore`, random walks and `step` run.
package enum ExploredFeatures {
  /// All explorations, sorted by name.
  package static let all: [any NamedExploration] =
    [
      ExploredFeature("adding") {
        EditorExploration.reducedExploration(isShared: false, addsProduct: true).explorer(faults: $0, pending: $1)
      },
      ExploredFeature("back-office") {
        BackOfficeExploration.reducedExploration().explorer(faults: $0, pending: $1)
      } walking: {
        BackOfficeExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("deletion") {
        ProductListExploration.reducedExploration(.deleting).explorer(faults: $0, pending: $1)
      },
      ExploredFeature("editor") {
        EditorExploration.reducedExploration().explorer(faults: $0, pending: $1)
      } walking: {
        EditorExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("export") {
        ProductExportExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("filter") {
        EventListExploration.reducedExploration().explorer(faults: $0, pending: $1)
      } walking: {
        EventListExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("form") {
        SignUpExploration.reducedExploration().explorer(faults: $0, pending: $1)
      } walking: {
        SignUpExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("import") {
        ProductImportExploration.reducedExploration(isShared: $0 == 0).explorer(faults: $0, pending: $1)
      } walking: {
        ProductImportExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("outbox") {
        OutboxExploration.reducedExploration().explorer(faults: $0, pending: $1)
      } walking: {
        OutboxExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("outbox-shared") {
        OutboxExploration.reducedExploration(hasOtherProgram: true).explorer(faults: $0, pending: $1)
      } walking: {
        OutboxExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("recording") {
        EventListExploration.recordingExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("reloading") {
        ProductListExploration.reducedExploration(.reloading).explorer(faults: $0, pending: $1)
      },
      ExploredFeature("selection") {
        ProductListExploration.reducedExploration(.selecting).explorer(faults: $0, pending: $1)
      } walking: {
        ProductListExploration().explorer(faults: $0, pending: $1)
      },
    ] + tables + [
      ExploredFeature("two-phase-commit") {
        TwoPhaseCommitExploration(managers: 7).explorer(faults: $0, pending: $1)
      }
    ]

  private static let tables: [any NamedExploration] = TableExploration.Space.allCases
    .sorted { $0.description < $1.description }.map { space in
      let words = space.description.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
      let name = "table-" + words.joined()
      return if space.hasUndo {
        ExploredFeature(name) { TableUndoExploration(space).explorer(faults: $0, pending: $1) }
      } else {
        ExploredFeature(name) { TableExploration(space).explorer(faults: $0, pending: $1) }
      }
    }
}
