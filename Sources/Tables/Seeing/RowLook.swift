/// A meaning of a row that is shown.
public enum RowLook: Hashable, Sendable {
  /// It is selected.
  case selected
  /// Something points at it.
  case hovered
  /// What it means by itself.
  case own(String)
}
