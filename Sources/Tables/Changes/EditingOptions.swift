/// The options of an editable table, which say what the user can see, select and change.
///
/// Cells can be edited if their column is editable.
public struct EditingOptions<Row: Identifiable & Hashable & Sendable>: Sendable where Row.ID: Sendable {
  /// The options of the view.
  public var view = TableOptions<Row>()

  /// Whether rows can be moved.
  public var supportsMoves = false
  /// A predicate for the rows that can be moved.
  ///
  /// By default every row can be, if ``supportsMoves`` is set.
  public var canMove: @Sendable (Row) -> Bool = { _ in true }
  /// Whether rows can be deleted.
  public var supportsDeletions = false
  /// A predicate for the rows that can be deleted.
  ///
  /// By default every row can be, if ``supportsDeletions`` is set.
  public var canDelete: @Sendable (Row) -> Bool = { _ in true }
  /// Whether each change of a cell is reported with an effect, so that it can be validated.
  public var reportsCellChanges = false
  /// Whether an edited row is saved as soon as a cell is committed and no other cell of the row is being edited.
  ///
  /// A row that is in conflict, or could not be saved, stays a draft until the user edits or saves it. While a row is
  /// being saved, its cells cannot be edited. The option cannot be combined with ``reportsCellChanges``: the row would be
  /// saved before the answer.
  public var savesCommittedCells = false
  /// Returns whether two stored versions of a row are equal except for what the store assigns, such as a version number.
  ///
  /// An edited row is in conflict if another user has stored a version with other contents. By default, every difference
  /// counts.
  public var haveSameContents: @Sendable (Row, Row) -> Bool = { $0 == $1 }
  /// When a change of local rows takes effect.
  ///
  /// Changes of remote rows always wait for confirmation, and so does saving an edited row.
  public var changePolicy = ChangePolicy.immediate

  /// Creates options that allow no change of rows except in cells.
  public init() {}

  /// Creates default options with changes applied.
  public init(_ change: (inout EditingOptions) -> Void) { change(&self) }

  /// When a change takes effect.
  public enum ChangePolicy: String, Hashable, Codable, Sendable {
    /// At once. The server is notified, and its responses are ignored.
    ///
    /// Handlers start in the order of the changes. A handler that has to wait must queue the changes it receives.
    case immediate
    /// When the server has confirmed it.
    case afterConfirmation
  }
}
