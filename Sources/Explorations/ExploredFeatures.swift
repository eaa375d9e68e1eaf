package import LoopExplorer

/// Everything that is explored, by name: what is explored, walked by chance and played by hand under one name is said here.
package enum ExploredFeatures {
  /// All of them, in order of name.
  package static let all: [any NamedExploration] =
    [
      ExploredFeature("adding") {
        EditorExploration.explored(isShared: false, adds: true).explorer(faults: $0, pending: $1)
      },
      ExploredFeature("deletion") { CatalogueExploration.explored(.deleting).explorer(faults: $0, pending: $1) },
      ExploredFeature("editor") {
        EditorExploration.explored().explorer(faults: $0, pending: $1)
      } walking: {
        EditorExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("filter") {
        FilterExploration.explored().explorer(faults: $0, pending: $1)
      } walking: {
        FilterExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("form") {
        SignUpExploration.explored().explorer(faults: $0, pending: $1)
      } walking: {
        SignUpExploration().explorer(faults: $0, pending: $1)
      },
      ExploredFeature("reloading") { CatalogueExploration.explored(.reloading).explorer(faults: $0, pending: $1) },
      ExploredFeature("selection") {
        CatalogueExploration.explored(.selecting).explorer(faults: $0, pending: $1)
      } walking: {
        CatalogueExploration().explorer(faults: $0, pending: $1)
      },
    ] + tables + [
      ExploredFeature("two-phase-commit") {
        TwoPhaseCommitExploration(managers: 7).explorer(faults: $0, pending: $1)
      }
    ]

  private static let tables: [any NamedExploration] = TableExploration.Space.allCases.map { space in
    let name = "table-\(space)"
    return if space.isUndone {
      ExploredFeature(name) { TableUndoExploration(space).explorer(faults: $0, pending: $1) }
    } else {
      ExploredFeature(name) { TableExploration(space).explorer(faults: $0, pending: $1) }
    }
  }
}
