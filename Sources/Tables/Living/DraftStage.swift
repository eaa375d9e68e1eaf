extension Table {
  /// How far an edited row has come.
  public enum DraftStage: Hashable, Codable, Sendable {
    /// It is edited, and not saved.
    case changed
    /// It is being saved, and takes no changes.
    case saving
    /// It is being saved, and somebody else has changed it or deleted it meanwhile.
    case overtaken
    /// It could not be saved, and why.
    case failed(String)
    /// Somebody else has changed it, or deleted it: what is stored now is not what was edited.
    case conflict

    /// Whether an answer is awaited.
    public var isAwaited: Bool {
      switch self {
      case .saving, .overtaken: true
      case .changed, .failed, .conflict: false
      }
    }
  }
}
