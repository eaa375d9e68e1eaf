/// The other side of a row that was edited.
public enum RowConflict: Hashable, Sendable {
  /// This is stored, column by column.
  case changed([TableCell])
  /// Nothing is stored any more.
  case deleted
}
