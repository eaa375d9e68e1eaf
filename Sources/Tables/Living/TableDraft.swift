extension Table {
  /// A row that was edited and is not saved.
  public struct Draft: Hashable, Sendable {
    /// The row as it was edited, which is the one that is seen.
    public var edited: Row
    /// The row as it is stored; nil where it is not any more.
    public var stored: Row?
    /// How far it has come.
    public var stage: DraftStage
    /// What whoever validates cells found wrong, by column; as long as something is, the row is not saved.
    public var faults: [String: String] = [:]
  }
}

extension Table.Draft: Codable where Row: Codable {}
