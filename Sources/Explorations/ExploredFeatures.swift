public import LoopProof

/// Everything that is explored, by name: what is explored, walked by chance and played by hand under one name is said here.
public enum ExploredFeatures {
  /// All of them, in order of name.
  public static let all: [any NamedExploration] = [
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
    ExploredFeature("table-changing") { TableExploration(.changing).explorer(faults: $0, pending: $1) },
    ExploredFeature("table-leafing") { TableExploration(.leafing).explorer(faults: $0, pending: $1) },
    ExploredFeature("table-looking") { TableExploration(.looking).explorer(faults: $0, pending: $1) },
    ExploredFeature("two-phase-commit") {
      TwoPhaseCommitExploration(managers: 7).explorer(faults: $0, pending: $1)
    },
  ]
}
