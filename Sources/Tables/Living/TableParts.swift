extension Table {
  /// Where the keys act.
  public struct Cursor: Hashable, Sendable {
    /// The row.
    public var row: Row.ID
    /// The column, where the keys go through cells.
    public var column: String?
  }

  /// A cell that is being edited.
  public struct Editing: Hashable, Sendable {
    /// The row.
    public var row: Row.ID
    /// The column.
    public var column: String
    /// What was typed.
    public var text: String
    /// What is wrong with it.
    public var fault: String?
    /// What stood there before anything was typed.
    public var original: String
    /// The row as it was stored when the edit began; nil where it was not any more.
    public var stored: Row?

    /// Whether anything was typed that would be lost.
    public var isTyped: Bool { text != original }
  }

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

  /// Rows that go to another place in the order of their own.
  public struct Move: Hashable, Sendable {
    /// The rows, in the order in which they will stand.
    public var ids: [Row.ID]
    /// Where they will stand.
    public var place: RowPlace<Row.ID>

    /// Makes one of its parts.
    public init(_ ids: [Row.ID], _ place: RowPlace<Row.ID>) {
      self.ids = ids
      self.place = place
    }

    /// Rows that go before another, or behind all.
    public init(_ ids: [Row.ID], before id: Row.ID?) { self.init(ids, RowPlace(before: id)) }
  }

  /// A row that was deleted, and where it stood.
  public struct PlacedRow: Hashable, Sendable {
    /// The row as it was stored.
    public var row: Row
    /// Where it stood; behind all, too, if it went with everything that was loaded and nobody knows.
    public var place: RowPlace<Row.ID>
    /// The row as it was edited, if that was not saved.
    public var edited: Row?
    /// Whether it was selected.
    public var isSelected: Bool

    /// Makes one of its parts.
    public init(_ row: Row, _ place: RowPlace<Row.ID>, edited: Row? = nil, isSelected: Bool = false) {
      self.row = row
      self.place = place
      self.edited = edited
      self.isSelected = isSelected
    }
  }

  /// A row that was edited and not saved, and where it stood.
  public struct PlacedDraft: Hashable, Sendable {
    /// What was edited.
    public var draft: Draft
    /// Where the row stood.
    public var place: RowPlace<Row.ID>
  }

  /// Rows that a person carries.
  public struct Drag: Hashable, Sendable {
    /// The rows, in the order that is seen.
    public var ids: [Row.ID]
    /// Where they would fall.
    public var target: RowPlace<Row.ID>?
  }
}

extension Table.Cursor: Codable where Row.ID: Codable {}
extension Table.Editing: Codable where Row: Codable, Row.ID: Codable {}
extension Table.Draft: Codable where Row: Codable {}
extension Table.Move: Codable where Row.ID: Codable {}
extension Table.Errand: Codable where Row: Codable, Row.ID: Codable {}
extension Table.PlacedDraft: Codable where Row: Codable, Row.ID: Codable {}
extension Table.PlacedRow: Codable where Row: Codable, Row.ID: Codable {}
extension Table.Drag: Codable where Row.ID: Codable {}
