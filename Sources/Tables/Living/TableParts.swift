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
  }

  /// A row that was edited and is not saved.
  public struct Draft: Hashable, Sendable {
    /// The row as it was edited, which is the one that is seen.
    public var edited: Row
    /// The row as it is stored; nil where it is not any more.
    public var stored: Row?
    /// How far it has come.
    public var stage: DraftStage
  }

  /// How far an edited row has come.
  public enum DraftStage: Hashable, Codable, Sendable {
    /// It is edited, and not saved.
    case changed
    /// It is being saved, and takes no changes.
    case saving
    /// It could not be saved, and why.
    case failed(String)
    /// Somebody else has changed it, or deleted it: what is stored now is not what was edited.
    case conflict
  }

  /// What is under way with a row.
  public enum Errand: Hashable, Codable, Sendable {
    /// It is being deleted.
    case deleting
    /// It could not be deleted, and why.
    case notDeleted(String)
    /// It was deleted, and is being brought back.
    case restoring
    /// It was deleted and could not be brought back, and why.
    case notRestored(String)

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
    /// The row that they will stand before; nil where they will be the last.
    public var before: Row.ID?

    /// Makes one of its parts.
    public init(_ ids: [Row.ID], before: Row.ID?) {
      self.ids = ids
      self.before = before
    }
  }

  /// A row, and the one that it stands before; nil where it is the last.
  public struct PlacedRow: Hashable, Sendable {
    /// The row.
    public var row: Row
    /// The row that it stands before.
    public var before: Row.ID?

    /// Makes one of its parts.
    public init(_ row: Row, before: Row.ID?) {
      self.row = row
      self.before = before
    }
  }

  /// Rows that a person carries.
  public struct Drag: Hashable, Sendable {
    /// The rows, in the order that is seen.
    public var ids: [Row.ID]
    /// Where they would fall.
    public var target: Target?

    /// Where rows would fall.
    public enum Target: Hashable, Sendable {
      /// Before a row.
      case before(Row.ID)
      /// Behind all.
      case end
    }
  }
}

extension Table.Cursor: Codable where Row.ID: Codable {}
extension Table.Editing: Codable where Row.ID: Codable {}
extension Table.Draft: Codable where Row: Codable {}
extension Table.Move: Codable where Row.ID: Codable {}
extension Table.PlacedRow: Codable where Row: Codable, Row.ID: Codable {}
extension Table.Drag: Codable where Row.ID: Codable {}
extension Table.Drag.Target: Codable where Row.ID: Codable {}
