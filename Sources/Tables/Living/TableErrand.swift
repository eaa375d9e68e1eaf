extension Table {
  /// What is under way with a row.
  public enum Errand: Hashable, Sendable {
    /// It is being deleted.
    case deleting
    /// It could not be deleted, and why.
    case notDeleted(String)
    /// It was deleted, and is being brought back.
    case restoring(PlacedRow)
    /// It was deleted and could not be brought back, and why.
    case notRestored(PlacedRow, String)

    /// Whether an answer is awaited.
    public var isAwaited: Bool {
      switch self {
      case .deleting, .restoring: true
      case .notDeleted, .notRestored: false
      }
    }
  }
}

extension Table.Errand: Codable where Row: Codable, Row.ID: Codable {}
