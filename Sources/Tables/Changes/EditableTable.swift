import Loop

/// A table whose rows the user edits, moves and deletes.
///
/// An editable table contains a ``TableFeature``, its ``view``, which shows and selects the rows. It adds the
/// changes of the user, and keeps each until it is stored.
///
/// ```swift
/// let table = EditableTable<Fruit>.grid([
///   Column("name", \.name), Column("weight", \.weight, editable: \.weight),
/// ]) {
///   $0.supportsDeletions = true
///   $0.view.selection = .multiple
/// }
/// var state = table.initialState(fruits)
/// _ = table.reduce(&state, .view(.headerClicked("weight")))
/// _ = table.reduce(&state, .cellValueSet(fruits[0].id, "weight", 120))
/// table.screen(of: state)  // everything a view shows
/// ```
///
/// - Edits refer to rows, not to positions. They follow the row wherever it moves.
/// - An edited value moves its row in the sort order when it is committed, not before.
/// - Entered text is never lost. Editing another cell commits it first, or is rejected. It survives a change of the
///   page and the deletion of its row by another user. If another user stored a different value in the same cell, both
///   are shown.
/// - If an action of the user is rejected, the state of the view contains the reason until an action of the user is accepted.
///
/// Represent a shared object that changes on its own as a value: its id, its version, and the values of its cells. An
/// observer of the object sends ``TableFeature/Action/rowUpserted(_:before:)`` with the new version when it changes. The
/// user's edits leave as ``Effect/save(_:over:)``. The version of the row that is saved over shows whether the object has
/// changed since.
public struct EditableTable<Row: Identifiable & Hashable & Sendable>: Reducer where Row.ID: Sendable {
  /// The table that shows and selects the rows.
  public let view: TableFeature<Row>
  /// The options, which say what the user can change.
  public let options: EditingOptions<Row>

  /// Creates a table.
  ///
  /// - Throws: A ``TableConfigurationError`` if the columns do not fit the appearance or the aggregates, or if the options cannot
  ///   be combined.
  public init(
    _ appearance: TableAppearance = .list, columns: [Column<Row>], options: EditingOptions<Row> = EditingOptions()
  ) throws(TableConfigurationError) {
    if options.savesCommittedCells && options.reportsCellChanges { throw .cellsSavedBeforeValidation }
    view = try TableFeature(appearance, columns: columns, options: options.view)
    self.options = options
  }

  /// Returns a grid with columns that a program defines, so that an error in them is a programming error.
  ///
  /// - Precondition: The IDs of the columns are distinct, the aggregates name columns, and the options can be combined.
  public static func grid(
    _ columns: [Column<Row>], configure: (inout EditingOptions<Row>) -> Void = { _ in }
  ) -> EditableTable {
    do throws(TableConfigurationError) {
      return try EditableTable(.grid, columns: columns, options: EditingOptions(configure))
    } catch {
      preconditionFailure("the columns of the table must be valid: \(error)")
    }
  }

  /// Returns the initial state with these rows and context values.
  ///
  /// If several rows have the same id, the last one is used, at the position of the first. If the rows are remote,
  /// these are the first rows until a window is loaded.
  public func initialState(_ rows: some RandomAccessCollection<Row>, contextValues: ContextValues = [:]) -> State {
    State(view: view.initialState(rows, contextValues: contextValues))
  }

  /// When a change takes effect.
  ///
  /// Changes of remote rows always wait for the response.
  var changePolicy: EditingOptions<Row>.ChangePolicy {
    view.options.rowSource == .local ? options.changePolicy : .afterConfirmation
  }
}
